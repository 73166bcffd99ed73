// The emulated computer's connection to the room. It registers before the computer starts, because js-dos's DOSBox
// needs its address from the start. It keeps the address when the connection is lost.
import { type NodeAddress, roomAddress } from '../../addresses/node-address.ts'
import { type FromClient, fromClient, fromServer, isRegistration } from '../../packets.ts'
import { readPacket } from '../../traffic/ipx-packet.ts'
import { echoSocket } from '../../traffic/sockets.ts'

interface NetworkCardEvents {
  /** Sends a packet to the room. */
  send(packet: Uint8Array<ArrayBuffer>): void
  /** [LAN-7.3] The room has assigned the address. */
  joined(address: NodeAddress): void
  /**
   * [LAN-7.4] Whether the room accepts the address, which the emulated computer cannot change. If it does not, another
   * connection has it, and may be gone in a moment: call `opened` again.
   */
  addressChecked(isAccepted: boolean): void
  /** A packet for the emulated computer. */
  deliver(packet: Uint8Array): void
}

const header = {
  ...{ checksum: 0xffff, hops: 0, packetType: 0, destinationNetwork: 0, sourceNetwork: 0 },
  ...{ sourceSocket: echoSocket, data: new Uint8Array(0) },
} as const

export class NetworkCard {
  readonly #events: NetworkCardEvents
  #address: NodeAddress | undefined
  /** Whether the emulated computer has registered. Before that, js-dos's DOSBox ends when it receives anything else. */
  #isPluggedIn = false

  constructor(events: NetworkCardEvents) {
    this.#events = events
  }

  /** A new connection is open, or the address must be checked again. */
  opened(): void {
    // [LAN-7.4] A packet from the address restores the node, and the answer to the registration has the same address.
    if (this.#address !== undefined) this.#pong(this.#address)
    this.#send({ type: 'REGISTER', ...header, source: 0 })
  }

  /** A packet from the room. */
  receive(bytes: Uint8Array): void {
    const packet = fromServer.decode(bytes)
    switch (packet.type) {
      case 'REGISTERED':
        if (this.#address === undefined) {
          this.#address = packet.destination
          this.#events.joined(packet.destination)
        } else this.#events.addressChecked(packet.destination === this.#address)
        return
      case 'PING':
        // A paused or crashed program must not remove the node.
        if (this.#address !== undefined) this.#pong(this.#address)
        return
      default:
        if (this.#isPluggedIn) this.#events.deliver(bytes)
    }
  }

  /** The emulated computer has left the network, and may register again. */
  unplug(): void {
    this.#isPluggedIn = false
  }

  /** A packet from the emulated computer. */
  transmit(bytes: Uint8Array<ArrayBuffer>): void {
    const packet = readPacket(bytes)
    if (!packet || this.#address === undefined) return
    if (!isRegistration(packet)) return this.#events.send(bytes)
    const answer = { ...header, type: 'REGISTERED', sourceNetwork: 1, destination: this.#address } as const
    this.#events.deliver(fromServer.encode(answer))
    this.#isPluggedIn = true
  }

  #pong(address: NodeAddress): void {
    const pong = { destination: roomAddress, destinationSocket: echoSocket, source: address }
    this.#send({ type: 'PACKET', ...header, ...pong })
  }

  #send(packet: FromClient): void {
    this.#events.send(new Uint8Array(fromClient.encode(packet)))
  }
}
