// Clients of one LAN. Clients register, answer pings, send packets to all nodes and to single nodes, and sometimes use
// the address of another node. Over UDP, packets in both directions may be lost, duplicated or late.
import type { Frame } from '../../../games/game.ts'
import {
  broadcastAddress,
  formatNodeAddress,
  type NodeAddress,
  roomAddress,
  unassignedAddress,
} from '../../../games/lan/addresses/node-address.ts'
import { type FromServer, fromClient, fromServer } from '../../../games/lan/packets.ts'
import { echoSocket } from '../../../games/lan/traffic/sockets.ts'
import type { Transport } from '../../../wire/net/framing.ts'
import { decodeUtf8, encodeUtf8 } from '../../../wire/util/utf8.ts'
import { type ClientModel, isIdleTimeout, violate } from '../core/game-model.ts'
import type { SeededRandom } from '../core/seeded-random.ts'

const gameSocket = 0x869c
const header = { checksum: 0xffff, hops: 0, packetType: 0 } as const

const commands = [
  [10, 'broadcast'],
  [6, 'unicast'],
  [1, 'claim'],
  [1, 'register'],
] as const

/** The content of a packet: its true sender, and its number among the sender's packets. */
interface Content {
  readonly sender: NodeAddress
  readonly transport: Transport
  readonly number: number
}

export class LanClient implements ClientModel {
  readonly #random: SeededRandom
  readonly #transport: Transport
  #address: NodeAddress = unassignedAddress
  #isRegistering = false
  #wantsPong = false
  #sent = 0
  /** Addresses from which the client has received a packet. */
  readonly #others = new Set<NodeAddress>()
  /** Packets whose sender and receiver both use a WebSocket, so that no network can duplicate them. */
  readonly #received = new Set<string>()

  constructor(random: SeededRandom, transport: Transport) {
    this.#random = random
    this.#transport = transport
  }

  get isWaiting(): boolean {
    return this.#isRegistering
  }

  mayBeClosedFor(reason: string): boolean {
    return isIdleTimeout(reason) || reason === 'the node came back on another connection'
  }

  nextFrame(): Frame {
    if (this.#address === unassignedAddress) return this.#register()
    const [other] = this.#others.size > 0 ? [this.#random.choose([...this.#others])] : []
    switch (this.#random.chooseWeighted(commands)) {
      case 'broadcast':
        return this.#packet(this.#address, broadcastAddress)
      case 'unicast':
        return this.#packet(this.#address, other ?? this.#address + 1)
      case 'claim':
        return this.#packet(other ?? broadcastAddress, broadcastAddress)
      case 'register':
        return this.#register()
    }
  }

  idleFrame(): Frame {
    return this.#isRegistering || this.#address === unassignedAddress
      ? this.#register()
      : this.#packet(this.#address, broadcastAddress)
  }

  replyFrame(): Frame | undefined {
    if (!this.#wantsPong) return undefined
    this.#wantsPong = false
    return this.#address === unassignedAddress
      ? undefined
      : encode({ source: this.#address, destination: roomAddress, socket: echoSocket, data: '' })
  }

  onFrame(frame: Frame): void {
    const packet = fromServer.decode(frame as Uint8Array)
    if (packet.type === 'PING') this.#wantsPong = true
    else if (packet.type === 'REGISTERED') this.#registered(packet.destination)
    else this.#receive(packet)
  }

  /** [LINK-5] A frame whose instance was lost is processed again. */
  onInstanceLost(): void {
    this.#received.clear()
  }

  #register(): Frame {
    this.#isRegistering = true
    return registration()
  }

  #registered(address: NodeAddress): void {
    this.#isRegistering = false
    this.#address = address
  }

  /** [LAN-3.2] [LAN-3.4] [LAN-3.5] */
  #receive({ source, destination, data }: Extract<FromServer, { type: 'PACKET' }>): void {
    const content: Content = JSON.parse(decodeUtf8(data))
    const name = formatNodeAddress(source)
    if (content.sender !== source)
      violate('nobody speaks for another node', `${name} is ${formatNodeAddress(content.sender)}`)
    if (destination !== broadcastAddress && destination !== this.#address)
      violate('a packet reaches its destination only', `${name} to ${formatNodeAddress(destination)}`)
    this.#others.add(source)
    if (content.transport !== 'websocket' || this.#transport !== 'websocket') return
    const key = `${source} ${content.number}`
    if (this.#received.has(key)) violate('no packet is doubled', `${name}: ${content.number}`)
    this.#received.add(key)
  }

  #packet(source: NodeAddress, destination: NodeAddress): Frame {
    const content: Content = { sender: this.#address, transport: this.#transport, number: ++this.#sent }
    return encode({ source, destination, socket: gameSocket, data: JSON.stringify(content) })
  }
}

/** Datagrams with a forged sender: registrations, and packets from addresses that the room has not issued. */
export function forgedPacket(random: SeededRandom): Uint8Array {
  if (random.happens(0.5)) return registration()
  return encode({
    source: 0x0200_0000_0000 + random.integerBelow(4),
    destination: broadcastAddress,
    socket: gameSocket,
    data: '',
  })
}

function registration(): Uint8Array {
  return fromClient.encode({
    type: 'REGISTER',
    ...header,
    destinationNetwork: 0,
    sourceNetwork: 0,
    source: unassignedAddress,
    sourceSocket: echoSocket,
    data: new Uint8Array(0),
  })
}

interface Addressed {
  readonly source: NodeAddress
  readonly destination: NodeAddress
  readonly socket: number
  readonly data: string
}

function encode({ source, destination, socket, data }: Addressed): Uint8Array {
  return fromClient.encode({
    type: 'PACKET',
    ...header,
    destinationNetwork: 0,
    destination,
    destinationSocket: socket,
    sourceNetwork: 0,
    source,
    sourceSocket: socket,
    data: encodeUtf8(data),
  })
}
