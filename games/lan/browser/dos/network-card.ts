// The network card registers before the computer starts, because js-dos's DOSBox needs its address from the start.
// After a lost connection the card keeps its address.
import { type NodeAddress, roomAddress } from '../../addresses/node-address.ts'
import {
  type FromClient,
  fromClient,
  fromServer,
  isRegistration,
  plainHeader,
  registration,
} from '../../packets.ts'
import { readPacket } from '../../traffic/ipx-packet.ts'
import { echoSocket } from '../../traffic/sockets.ts'

interface NetworkCardEvents {
  /** Sends a packet to the room. */
  send(packet: Uint8Array<ArrayBuffer>): void
  /** [LAN-7.3] */
  joined(address: NodeAddress): void
  /**
   * [LAN-7.4] The emulated computer cannot change its address. If the room does not accept the address, another
   * connection uses it. The other connection may close soon, so call `NetworkCard.opened` again after some time.
   */
  addressChecked(isAccepted: boolean): void
  /** Delivers a packet to the emulated computer. */
  deliver(packet: Uint8Array): void
}

export class NetworkCard {
  readonly #events: NetworkCardEvents
  #address: NodeAddress | undefined
  /**
   * Whether the emulated computer has registered. Before its registration, js-dos's DOSBox ends when it receives any
   * other packet.
   */
  #isPluggedIn = false

  constructor(events: NetworkCardEvents) {
    this.#events = events
  }

  /** Call when a new connection is open, or when the address must be checked again. */
  opened(): void {
    // [LAN-7.4] The first packet restores the node of the address. The answer to the registration then contains the
    // same address.
    if (this.#address !== undefined) this.#pong(this.#address)
    this.#send(registration)
  }

  /** Handles a packet from the room. */
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
        // The card answers instead of the program, because a paused or crashed program must not lose its node.
        if (this.#address !== undefined) this.#pong(this.#address)
        return
      default:
        if (this.#isPluggedIn) this.#events.deliver(bytes)
    }
  }

  /** The emulated computer has left the network. It may register again. */
  unplug(): void {
    this.#isPluggedIn = false
  }

  /** Handles a packet from the emulated computer. */
  transmit(bytes: Uint8Array<ArrayBuffer>): void {
    const packet = readPacket(bytes)
    if (!packet || this.#address === undefined) return
    if (!isRegistration(packet)) return this.#events.send(bytes)
    const answer = {
      ...plainHeader,
      type: 'REGISTERED',
      sourceNetwork: 1,
      destination: this.#address,
    } as const
    this.#events.deliver(fromServer.encode(answer))
    this.#isPluggedIn = true
  }

  #pong(address: NodeAddress): void {
    const receiver = { destination: roomAddress, destinationSocket: echoSocket }
    this.#send({ ...registration, ...receiver, type: 'PACKET', source: address })
  }

  #send(packet: FromClient): void {
    this.#events.send(new Uint8Array(fromClient.encode(packet)))
  }
}
