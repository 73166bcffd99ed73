// The first message shows whether the client is a host or a guest.
import { WireError } from '../../wire/index.ts'
import type { Frame, GameContext, Peer, Session } from '../game.ts'
import { type FromClient, type FromServer, fromServer } from './packets.ts'
import { ipv6Bytes } from './protocol/ipv6.ts'
import { MessageReader } from './protocol/message-reader.ts'
import { decodeResumeState, encodeResumeState } from './protocol/resume-state.ts'
import type { NetplaySession, SessionGuest, SessionHostEndpoint } from './sessions/netplay-session.ts'
import { type RelayId, relayIdBytes, toRelayId, zeroRelayId } from './sessions/relay-id.ts'
import type { RelayWorld } from './world.ts'

/** [RA-3.7] Costs in steps. `pieceSteps`: the cost of bytes that arrive together. */
const [pieceSteps, messageSteps] = [64, 4] as const

/** `broken`: the connection was a guest or a link before a restart, so bytes may be missing. */
type Role =
  | { readonly name: 'new' | 'broken' | 'over' }
  | { readonly name: 'host'; readonly session: NetplaySession }
  | { readonly name: 'connected'; readonly side: 'guest' | 'host'; readonly guest: SessionGuest }

export class RelaySession implements Session, SessionHostEndpoint {
  readonly #world: RelayWorld
  readonly #context: GameContext
  readonly #peer: Peer
  readonly #reader: MessageReader
  #role: Role = { name: 'new' }

  /** Without a `resumeState` the client is new, and the room waits for its first message. */
  constructor(world: RelayWorld, context: GameContext, peer: Peer, resumeState: Uint8Array | undefined) {
    this.#world = world
    this.#context = context
    this.#peer = peer
    const past = resumeState && decodeResumeState(resumeState)
    this.#reader = new MessageReader(past?.incomplete)
    // [RA-4.1] [RA-4.2]
    if (past?.role === 'host')
      this.#role = { name: 'host', session: world.restoreSession(toRelayId(past.id), this) }
    else if (past?.role === 'connected') this.#role = { name: 'broken' }
  }

  get address(): string {
    return this.#peer.address
  }

  /** The role, with the session's number on the room's page. The relay does not read the names that players send. */
  get label(): string | undefined {
    const role = this.#role
    if (role.name !== 'host' && role.name !== 'connected') return undefined
    const session = role.name === 'host' ? role.session : role.guest.session
    const side = role.name === 'host' ? 'host' : role.side
    const number = this.#world.sessions.indexOf(session) + 1
    return number > 0 ? `session ${number}, ${side}` : undefined
  }

  get resumeState(): Uint8Array {
    const { name } = this.#role
    return encodeResumeState({
      role: name === 'new' || name === 'host' ? name : 'connected',
      id: relayIdBytes(this.#role.name === 'host' ? this.#role.session.id : zeroRelayId),
      incomplete: name === 'new' || name === 'host' ? this.#reader.unread : new Uint8Array(0),
    })
  }

  receive(frame: Frame): void {
    // [RA-1.1] Only a WebSocket can transmit text.
    if (typeof frame === 'string') throw new WireError('expected bytes, got text')
    this.#context.chargeSteps(pieceSteps)
    if (this.#role.name === 'connected') return this.#relay(frame)
    if (this.#role.name === 'broken') return this.end('the room restarted')
    this.#reader.add(frame)
    while (this.#role.name === 'new' || this.#role.name === 'host') {
      const message = this.#reader.next()
      if (!message) return
      this.#context.chargeSteps(messageSteps)
      if (this.#role.name === 'host') this.#serveHost(this.#role.session, message)
      else this.#begin(message)
    }
    // [RA-3.4] A guest's game may send its first bytes immediately after RATS.
    const rest = this.#reader.takeRest()
    if (rest.length > 0) this.#relay(rest)
  }

  deliver(bytes: Uint8Array): void {
    this.#peer.send(bytes)
  }

  /** [RA-2.3] */
  announceGuest(id: RelayId): void {
    this.#send({ type: 'RATL', client: relayIdBytes(id) })
  }

  /** [RA-2.6] */
  ping(): void {
    this.#send({ type: 'RATP' })
  }

  end(reason: string): void {
    this.#leave(reason)
    this.#peer.close(reason)
  }

  /**
   * [RA-4.2] Bytes may have been lost with the link or the instance. A stream with a gap would desynchronize the game.
   */
  onResumed(): void {
    if (this.#role.name === 'connected' || this.#role.name === 'broken') this.end('the room restarted')
  }

  onClosed(): void {
    this.#leave('the other side has left')
  }

  #begin(message: FromClient): void {
    switch (message.type) {
      case 'RATS':
        return toRelayId(message.session) === zeroRelayId
          ? this.#openSession()
          : this.#join(toRelayId(message.session))
      case 'RATL':
        return this.#link(toRelayId(message.client))
      case 'RANP':
        this.#send({ type: 'RANP', zeros: new Uint8Array(20) })
        return this.end('too old for relays')
      default:
        throw new WireError(`${message.type} is not a first message`)
    }
  }

  #openSession(): void {
    const session = this.#world.openSession(this)
    if (!session) return this.end('too many sessions')
    this.#role = { name: 'host', session }
    this.#send({ type: 'RATS', session: relayIdBytes(session.id) })
  }

  /** [RA-3.6] A wrong id counts like a wrong password. The answer to every refused join is the same. */
  #join(id: RelayId): void {
    const mayTry = this.#context.recordGuess(this.#peer, 'session', id) === 0
    if (mayTry && this.#world.has(id)) this.#context.recordCorrectGuess(this.#peer, 'session')
    const guest = mayTry ? this.#world.join(id, this) : undefined
    if (!guest) return this.end('no such session, or it is full')
    this.#role = { name: 'connected', side: 'guest', guest }
  }

  /** [RA-3.6] */
  #link(id: RelayId): void {
    const mayTry = this.#context.recordGuess(this.#peer, 'session', id) === 0
    const guest = mayTry ? this.#world.link(id, this) : undefined
    if (!guest) return this.end('no such guest')
    this.#context.recordCorrectGuess(this.#peer, 'session')
    this.#role = { name: 'connected', side: 'host', guest }
  }

  #serveHost(session: NetplaySession, message: FromClient): void {
    this.#world.hostHeard(session)
    switch (message.type) {
      case 'RATP':
        return
      case 'RATA': {
        const id = toRelayId(message.client)
        const address = this.#world.addressOf(session, id)
        return this.#send({
          type: 'RATA',
          client: relayIdBytes(address === undefined ? zeroRelayId : id),
          address: ipv6Bytes(address ?? '::'),
        })
      }
      default:
        throw new WireError(`${message.type} is not a message of a host`)
    }
  }

  #relay(bytes: Uint8Array): void {
    if (this.#role.name !== 'connected') return
    const { guest, side } = this.#role
    if (!this.#world.relay(guest, side, bytes)) this.end('too many bytes before the host has accepted')
  }

  /** A second call has no effect. */
  #leave(reason: string): void {
    const role = this.#role
    this.#role = { name: 'over' }
    if (role.name === 'host') this.#world.closeSession(role.session)
    else if (role.name === 'connected') this.#world.leave(role.guest, reason)
  }

  #send(packet: FromServer): void {
    this.#peer.send(fromServer.encode(packet))
  }
}
