// One client's session: registers it, proves its address and relays its packets.
import { WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import { formatNodeAddress, type NodeAddress, noAddress, roomAddress } from './addresses/node-address.ts'
import { fromServer, isRegistration } from './packets.ts'
import { decodeResumeState, encodeResumeState } from './protocol/resume-state.ts'
import { type IpxPacket, readPacket } from './traffic/ipx-packet.ts'
import type { LanNode, NodeSession } from './traffic/node.ts'
import type { LanWorld } from './world.ts'

/** Header fields of the room's own packets, with the values of DOSBox's server. */
const ownHeader = { checksum: 0xffff, hops: 0, packetType: 0, destinationNetwork: 0 } as const
/** [LAN-2.2] */
const sourceNetwork = { registered: 1, ping: 0 } as const
/** [LAN-5.4] Milliseconds after REGISTERED in which packets from an earlier node address count as late. */
const lateForMs = 5000
/**
 * [LAN-4.5] Number of unanswered pings after which a client that still sends packets counts as one that does not answer
 * pings.
 */
const maxProofPings = 5
/** [LAN-4.5] Milliseconds between two pings that validate a client's port. */
const proofPingEveryMs = 1000

export class LanSession implements Session, NodeSession {
  readonly peer: Peer
  readonly #world: LanWorld
  readonly #context: GameContext
  /** [LAN-2.2] The node address that the room sent to the client, or 0 before its registration. */
  #address: NodeAddress = noAddress
  /**
   * [LAN-5.4] Time in milliseconds at which the address was sent, or at which the room restarted if that was later.
   * Undefined before the registration.
   */
  #registeredAt: number | undefined
  /** The client's node, or undefined until the client has proved that it received its address. */
  #node: LanNode | undefined
  /** [LAN-4.5] Whether the client's IP address and port are validated. */
  #isAddressValidated = false
  /** [LAN-4.5] Number of pings sent to validate the address, and when the last one was sent. */
  #proofPings = 0
  #proofPingAt = 0

  /** `resumeState` is undefined for a new client, which sends the first packet. */
  constructor(world: LanWorld, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#world = world
    this.#context = context
    this.peer = peer
    if (!resumeState) return
    const { address, isIn, isAddressValidated } = decodeResumeState(resumeState)
    this.#address = address
    this.#isAddressValidated = isAddressValidated
    // [LAN-5.1]
    if (address !== noAddress) this.#registeredAt = context.now()
    if (!isIn) return
    this.#node = world.rejoin(address, this)
    // [LAN-4.5] `#address` is set only if the node is restored. Otherwise it would count as an address that was
    // registered on this connection.
    if (!this.#node && !isAddressValidated) this.#address = noAddress
  }

  get resumeState(): Uint8Array {
    return encodeResumeState({
      address: this.#address,
      isIn: this.#node !== undefined,
      isAddressValidated: this.#isAddressValidated,
    })
  }

  get name(): string | undefined {
    return this.#node && formatNodeAddress(this.#node.address)
  }

  receive(frame: Frame): void {
    // [LAN-1.1] Only a WebSocket can carry text.
    if (typeof frame === 'string') throw new WireError('expected a binary packet, got text')
    const packet = readPacket(frame)
    if (!packet) this.#world.countDrop('malformed')
    else if (isRegistration(packet)) this.#register()
    else if (this.#isFromOwnAddress(packet)) this.#relay(packet)
    else this.#world.countDrop('forged')
  }

  ping(): void {
    this.peer.send(fromServer.encode({ type: 'PING', ...ownHeader, sourceNetwork: sourceNetwork.ping }))
  }

  onReplaced(): void {
    this.#node = undefined
    this.peer.close('the node came back on another connection')
  }

  /** Tells the sidecar that the address is validated, because a new sidecar does not have this information. */
  onResumed(): void {
    if (this.#isAddressValidated) this.peer.markAddressValidated()
  }

  onClosed(): void {
    if (this.#node) this.#world.leave(this.#node)
  }

  /** [LAN-2.2] A repeated REGISTER receives the same answer, because the first answer may be lost. */
  #register(): void {
    // [LAN-1.6] The room does not answer, and DOSBox then says that it cannot connect.
    if (!this.#node && this.#world.isFull) return this.peer.close('full')
    if (this.#address === noAddress) this.#address = this.#world.issueAddress(this.peer)
    this.#registeredAt = this.#context.now()
    this.peer.send(
      fromServer.encode({
        type: 'REGISTERED',
        ...ownHeader,
        destination: this.#address,
        sourceNetwork: sourceNetwork.registered,
      }),
    )
    // [LAN-4.2] The client's answer to this ping proves its address, even if the client only listens after that.
    if (!this.#node) this.ping()
  }

  /**
   * [LAN-3.4] [LAN-4.2] Whether the packet's source is the client's own address. If so, the client has received this
   * address.
   */
  #isFromOwnAddress({ source }: IpxPacket): boolean {
    if (this.#node) return source === this.#address
    if (source !== this.#address && this.#hasJustRegistered) return false
    if (!this.#world.mayEnter(source, this.peer)) return false
    // [LAN-4.5] The client may have received an address of an earlier connection at another port.
    this.#enter(source, source === this.#address || this.peer.transport !== 'udp')
    return true
  }

  /** [LAN-5.4] Whether packets from an earlier address may be late. A WebSocket keeps the order of its packets. */
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

  /**
   * [LAN-4.5] Called for each packet of a client whose port is not validated. Pings the client until it has answered,
   * or until it counts as one that does not answer pings.
   */
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
