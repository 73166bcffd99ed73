// One client's session: registers it, proves its address and relays its packets.
import { WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import { formatNodeAddress, type NodeAddress, noAddress, roomAddress } from './addresses/node-address.ts'
import { fromServer, isRegistration } from './packets.ts'
import { decodeResumeState, encodeResumeState } from './protocol/resume-state.ts'
import { type IpxPacket, readPacket } from './traffic/ipx-packet.ts'
import type { LanNode, NodeSession } from './traffic/node.ts'
import type { LanWorld } from './world.ts'

/** The header fields that the room gives its own packets, as DOSBox's server does. */
const ownHeader = { checksum: 0xffff, hops: 0, packetType: 0, destinationNetwork: 0 } as const
/** [LAN-2.2] */
const sourceNetwork = { registered: 1, ping: 0 } as const

export class LanSession implements Session, NodeSession {
  readonly peer: Peer
  readonly #world: LanWorld
  readonly #context: GameContext
  /** [LAN-2.2] The address that the client received; 0 before its registration. */
  #address: NodeAddress = noAddress
  /** Undefined until its address is proved. */
  #node: LanNode | undefined

  /** `resumeState` is undefined for a new client, which sends the first packet. */
  constructor(world: LanWorld, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#world = world
    this.#context = context
    this.peer = peer
    if (!resumeState) return
    const { address, isIn } = decodeResumeState(resumeState)
    this.#address = address
    // [LAN-5.1]
    if (isIn) this.#node = world.rejoin(address, this)
  }

  get resumeState(): Uint8Array {
    return encodeResumeState({ address: this.#address, isIn: this.#node !== undefined })
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

  /** The sidecar may not know yet that the address is validated. */
  onResumed(): void {
    if (this.#node) this.peer.markAddressValidated()
  }

  onClosed(): void {
    if (this.#node) this.#world.leave(this.#node)
  }

  /** [LAN-2.2] A repeated registration has the same answer, because the first one may be lost. */
  #register(): void {
    // [LAN-1.6] Without an answer, DOSBox says that it cannot connect.
    if (!this.#node && this.#world.isFull) return this.peer.close('full')
    if (this.#address === noAddress) this.#address = this.#world.issueAddress(this.peer)
    this.peer.send(
      fromServer.encode({
        type: 'REGISTERED',
        ...ownHeader,
        destination: this.#address,
        sourceNetwork: sourceNetwork.registered,
      }),
    )
    // [LAN-4.2] The client's answer proves the address, even if the client only listens.
    if (!this.#node) this.ping()
  }

  /** [LAN-3.4] [LAN-4.2] Whether the packet has the client's own address, which it then has received. */
  #isFromOwnAddress({ source }: IpxPacket): boolean {
    if (this.#node) return source === this.#address
    if (!this.#world.mayEnter(source, this.peer)) return false
    this.#address = source
    return true
  }

  #relay(packet: IpxPacket): void {
    this.#enter()
    if (!this.#node) return
    if (packet.destination === roomAddress) {
      // [LAN-3.6] An answer to a ping.
      this.#node.heardAt = this.#context.now()
      return
    }
    const receivers = this.#world.route(this.#node, packet)
    // [LAN-3.5] All receivers get the same bytes at once.
    if (receivers.length > 0) this.#context.multicast(receivers, packet.bytes)
  }

  /** The client has proved its address. */
  #enter(): void {
    if (this.#node) return
    this.#node = this.#world.enter(this.#address, this)
    if (this.#node) this.peer.markAddressValidated()
    else this.peer.close('full')
  }
}
