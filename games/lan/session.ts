import { WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import {
  formatNodeAddress,
  type NodeAddress,
  roomAddress,
  unassignedAddress,
} from './addresses/node-address.ts'
import { fromServer, isRegistration, plainHeader } from './packets.ts'
import { decodeResumeState, encodeResumeState } from './protocol/resume-state.ts'
import { type IpxPacket, readPacket } from './traffic/ipx-packet.ts'
import type { LanNode, NodeSession } from './traffic/node.ts'
import type { LanWorld } from './world.ts'

/** [LAN-2.2] */
const sourceNetwork = { registered: 1, ping: 0 } as const
/** [LAN-5.4] Packets from an earlier node address count as late for this time after REGISTERED. */
const lateForMs = 5000
/**
 * [LAN-4.5] After this many unanswered pings, a client that still sends packets counts as one that does not answer
 * pings.
 */
const maxProofPings = 5
/** [LAN-4.5] The interval of pings that validate a client's port, in milliseconds. */
const proofPingEveryMs = 1000

export class LanSession implements Session, NodeSession {
  readonly peer: Peer
  readonly #world: LanWorld
  readonly #context: GameContext
  /** [LAN-2.2] 0 before the client's registration. */
  #address: NodeAddress = unassignedAddress
  /**
   * [LAN-5.4] When the room sent the address, or restarted if that was later, in milliseconds. Undefined before the
   * registration.
   */
  #registeredAt: number | undefined
  /** Undefined until the client has proved that it received its address. */
  #node: LanNode | undefined
  /** [LAN-4.5] Whether the client's IP address and port are validated. */
  #isAddressValidated = false
  /** [LAN-4.5] Pings that validate the address. */
  #proofPings = 0
  #proofPingAt = 0

  /** Without a `resumeState` the client is new, and the room waits for its first packet. */
  constructor(world: LanWorld, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#world = world
    this.#context = context
    this.peer = peer
    if (!resumeState) return
    const { address, isNode, isAddressValidated } = decodeResumeState(resumeState)
    this.#address = address
    this.#isAddressValidated = isAddressValidated
    // [LAN-5.1]
    if (address !== unassignedAddress) this.#registeredAt = context.now()
    if (!isNode) return
    this.#node = world.rejoin(address, this)
    // [LAN-4.5] If the node is not restored, `#address` is cleared: it would count as an address that was registered on
    // this connection, and so as proof of the client's port.
    if (!this.#node && !isAddressValidated) this.#address = unassignedAddress
  }

  get resumeState(): Uint8Array {
    return encodeResumeState({
      address: this.#address,
      isNode: this.#node !== undefined,
      isAddressValidated: this.#isAddressValidated,
    })
  }

  get name(): string | undefined {
    return this.#node && formatNodeAddress(this.#node.address)
  }

  receive(frame: Frame): void {
    // [LAN-1.1] Only a WebSocket can transmit text.
    if (typeof frame === 'string') throw new WireError('expected a binary packet, got text')
    const packet = readPacket(frame)
    if (!packet) this.#world.countDrop('malformed')
    else if (isRegistration(packet)) this.#register()
    else if (this.#isFromOwnAddress(packet)) this.#relay(packet)
    else this.#world.countDrop('forged')
  }

  ping(): void {
    this.peer.send(fromServer.encode({ type: 'PING', ...plainHeader, sourceNetwork: sourceNetwork.ping }))
  }

  onReplaced(): void {
    this.#node = undefined
    this.peer.close('the node came back on another connection')
  }

  /** A new sidecar does not know that the address is validated. */
  onResumed(): void {
    if (this.#isAddressValidated) this.peer.markAddressValidated()
  }

  onClosed(): void {
    if (this.#node) this.#world.leave(this.#node)
  }

  /** [LAN-2.2] The first answer may be lost. */
  #register(): void {
    // [LAN-1.6] The room does not answer, and DOSBox then says that it cannot connect.
    if (!this.#node && this.#world.isFull) return this.peer.close('full')
    if (this.#address === unassignedAddress) this.#address = this.#world.issueAddress(this.peer)
    this.#registeredAt = this.#context.now()
    this.peer.send(
      fromServer.encode({
        type: 'REGISTERED',
        ...plainHeader,
        destination: this.#address,
        sourceNetwork: sourceNetwork.registered,
      }),
    )
    // [LAN-4.2] The client's answer to this ping proves its address, even if the client only listens after that.
    if (!this.#node) this.ping()
  }

  /**
   * [LAN-3.4] [LAN-4.2] Whether the packet is from the client's own address. A client that uses its address has
   * received it, and becomes a node.
   */
  #isFromOwnAddress({ source }: IpxPacket): boolean {
    if (this.#node) return source === this.#address
    if (source !== this.#address && this.#hasJustRegistered) return false
    if (!this.#world.mayEnter(source, this.peer)) return false
    // [LAN-4.5] A UDP client that uses an address of an earlier connection may have received it at another port.
    this.#enter(source, source === this.#address || this.peer.transport !== 'udp')
    return true
  }

  /** [LAN-5.4] A WebSocket keeps the order of its packets. */
  get #hasJustRegistered(): boolean {
    if (this.#registeredAt === undefined || this.peer.transport !== 'udp') return false
    return Math.abs(this.#context.now() - this.#registeredAt) < lateForMs
  }

  #relay(packet: IpxPacket): void {
    if (!this.#node) return
    const isPong = packet.destination === roomAddress
    if (!this.#isAddressValidated) this.#proveAddress(isPong)
    if (isPong) {
      // [LAN-3.6]
      this.#node.heardAt = this.#context.now()
      return
    }
    const receivers = this.#world.route(this.#node, packet)
    // [LAN-3.5] All receivers get the same bytes at the same time.
    if (receivers.length > 0) this.#context.multicast(receivers, packet.bytes)
  }

  /** Called when the client has proved that it received its address at its IP address. */
  #enter(address: NodeAddress, isAddressValidated: boolean): void {
    this.#address = address
    this.#node = this.#world.enter(address, this)
    if (!this.#node) this.peer.close('full')
    else if (isAddressValidated) this.#markAddressValidated()
  }

  /** [LAN-4.5] Called for each packet of a client whose port is not validated. */
  #proveAddress(isPong: boolean): void {
    if (isPong && this.#proofPings > 0) return this.#markAddressValidated()
    const now = this.#context.now()
    if (this.#proofPings > 0 && Math.abs(now - this.#proofPingAt) < proofPingEveryMs) return
    if (this.#proofPings === maxProofPings) return this.#markAddressValidated()
    this.#proofPings++
    this.#proofPingAt = now
    this.ping()
  }

  #markAddressValidated(): void {
    this.#isAddressValidated = true
    this.peer.markAddressValidated()
  }
}
