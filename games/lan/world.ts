// Time and randomness come only from the GameContext. The world does not read the content of packets.

import type { GameContext, Peer, Picture, RecordStore, World } from '../game.ts'
import { AddressIssuer, type AddressOwner } from './addresses/address-issuer.ts'
import { broadcastAddress, type NodeAddress } from './addresses/node-address.ts'
import type { LanOptions } from './options.ts'
import type { IpxPacket } from './traffic/ipx-packet.ts'
import { LanNode, type NodeSession } from './traffic/node.ts'
import { RateMeter, type TrafficRates } from './traffic/rate-meter.ts'
import { isWindowsSocket } from './traffic/sockets.ts'
import { drawPicture } from './view/picture.ts'

/** [LAN-1.8] The interval of pings, and the silence after which a node receives a ping, in milliseconds. */
const pingIntervalMs = 30_000
const pingAfterMs = 25_000
/** [LAN-5.2] The silence of a node after which its client may take over the node from another connection. */
const replaceableAfterMs = 5000

/** The reasons for which a packet is not relayed. */
export type PacketDropReason = 'malformed' | 'forged' | 'filtered' | 'unreachable'

export class LanWorld implements World {
  readonly tickMs = 0
  readonly #context: GameContext
  readonly #issuer: AddressIssuer
  readonly #nodes = new Map<NodeAddress, LanNode>()
  readonly #meter = new RateMeter()
  readonly #drops: { [reason in PacketDropReason]: number } = {
    malformed: 0,
    forged: 0,
    filtered: 0,
    unreachable: 0,
  }
  #pingAt = 0
  #options: LanOptions

  /** Throws if the room has no address key. */
  constructor(store: RecordStore, context: GameContext, options: LanOptions) {
    this.#issuer = new AddressIssuer(store)
    this.#context = context
    this.#options = options
  }

  get players(): number {
    return this.#nodes.size
  }

  get isOccupied(): boolean {
    return this.players > 0
  }

  get capacity(): number {
    return this.#options.maxNodes
  }

  /** [LAN-1.6] */
  get isFull(): boolean {
    return this.players >= this.capacity
  }

  tick(): void {}

  /** [LAN-1.8] */
  get wakeAt(): number | undefined {
    return this.isOccupied ? this.#pingAt : undefined
  }

  /** [LAN-1.8] */
  wake(now: number): void {
    for (const { heardAt, session } of this.#nodes.values()) if (now - heardAt >= pingAfterMs) session.ping()
    this.#pingAt = now + pingIntervalMs
  }

  /** [LAN-1.9] Only nodes on WebSockets can show text. Returns their number. */
  notify(line: string): number {
    const peers = Array.from(this.#nodes.values(), ({ session }) => session.peer)
    const shown = peers.filter(({ transport }) => transport === 'websocket')
    this.#context.multicast(shown, line)
    return shown.length
  }

  applyOptions(options: LanOptions): void {
    this.#options = options
  }

  /** [LAN-1.4] */
  issueAddress(client: AddressOwner): NodeAddress {
    return this.#issuer.issue(
      client,
      () => this.#context.random(),
      (address) => this.#nodes.has(address),
    )
  }

  /** [LAN-4.2] [LAN-5.2] Whether a client that has not registered again may use the address. */
  mayEnter(address: NodeAddress, client: AddressOwner): boolean {
    if (!this.#issuer.hasIssued(address, client)) return false
    const node = this.#nodes.get(address)
    if (!node) return true
    // The IP address is compared because the hash in a WebSocket address is so short that two IP addresses can have the
    // same one.
    const isAtSameAddress = node.session.peer.address === client.address
    return isAtSameAddress && this.#context.now() - node.heardAt >= replaceableAfterMs
  }

  /** [LAN-1.6] Replaces the node with the same address. Returns undefined and changes nothing if the room is full. */
  enter(address: NodeAddress, session: NodeSession): LanNode | undefined {
    const before = this.#nodes.get(address)
    if (!before && this.isFull) return undefined
    const node = this.#add(address, session)
    before?.session.onReplaced()
    return node
  }

  /** [LAN-5.1] Undefined if another session already has the address. */
  rejoin(address: NodeAddress, session: NodeSession): LanNode | undefined {
    return this.#nodes.has(address) ? undefined : this.#add(address, session)
  }

  /** A node that was replaced is already removed. */
  leave(node: LanNode): void {
    if (this.#nodes.get(node.address) === node) this.#nodes.delete(node.address)
  }

  /** Returns the clients that must receive the packet. */
  route(node: LanNode, packet: IpxPacket): readonly Peer[] {
    const now = this.#context.now()
    node.heardAt = now
    // [LAN-3.3]
    if (isWindowsSocket(packet.destinationSocket) || isWindowsSocket(packet.sourceSocket))
      return this.countDrop('filtered')
    const receivers = this.#receivers(node, packet.destination)
    if (receivers === undefined) return this.countDrop('unreachable')
    node.count(packet, now)
    this.#meter.add(packet.bytes.length, now)
    return receivers
  }

  /** Counts a packet that no node receives. */
  countDrop(reason: PacketDropReason): readonly [] {
    this.#drops[reason]++
    return []
  }

  get now(): number {
    return this.#context.now()
  }

  /** The nodes in the order in which they joined. */
  get nodes(): readonly LanNode[] {
    return [...this.#nodes.values()]
  }

  /** Packets that were not relayed since the world was opened, by reason. */
  get drops(): { readonly [reason in PacketDropReason]: number } {
    return { ...this.#drops }
  }

  /** The total rates of all nodes. */
  rates(): TrafficRates {
    return this.#meter.rates(this.now)
  }

  drawPicture(): Picture {
    return drawPicture(this.nodes.map((node) => node.rates(this.now).packets))
  }

  #add(address: NodeAddress, session: NodeSession): LanNode {
    const now = this.#context.now()
    if (!this.isOccupied) this.#pingAt = now + pingIntervalMs
    const node = new LanNode(address, session, now)
    this.#nodes.set(address, node)
    return node
  }

  /** [LAN-3.1] [LAN-3.2] Undefined if no node has the destination address. */
  #receivers(sender: LanNode, destination: NodeAddress): Peer[] | undefined {
    if (destination !== broadcastAddress) {
      const node = this.#nodes.get(destination)
      return node && [node.session.peer]
    }
    const peers: Peer[] = []
    for (const node of this.#nodes.values()) if (node !== sender) peers.push(node.session.peer)
    return peers
  }
}
