// Time and randomness come only from the GameContext. The world does not read the bytes that players send to each
// other.
import type { GameContext, Picture, World } from '../game.ts'
import type { RelayOptions } from './options.ts'
import {
  NetplaySession,
  type SessionEndpoint,
  SessionGuest,
  type SessionHostEndpoint,
} from './sessions/netplay-session.ts'
import { newRelayId, type RelayId, zeroRelayId } from './sessions/relay-id.ts'
import { drawPicture } from './view/picture.ts'

/** [RA-2.6] The silence of a host after which the room sends it a ping, in milliseconds. */
const pingAfterMs = 60_000
const hostTimeoutMs = 240_000
/** [RA-3.5] The time without a link, or of silence of either side, after which a guest is disconnected. */
const guestTimeoutMs = 120_000
const checkIntervalMs = 15_000

export class RelayWorld implements World {
  readonly tickMs = 0
  readonly #context: GameContext
  readonly #sessions = new Map<RelayId, NetplaySession>()
  /** The guests of all sessions by id. */
  readonly #guests = new Map<RelayId, SessionGuest>()
  #checkAt = 0
  #options: RelayOptions

  constructor(context: GameContext, options: RelayOptions) {
    this.#context = context
    this.#options = options
  }

  get players(): number {
    return this.#sessions.size + this.#guests.size
  }

  get isOccupied(): boolean {
    return this.players > 0
  }

  get capacity(): number {
    return this.#options.maxSessions * this.#options.maxClients
  }

  tick(): void {}

  get wakeAt(): number | undefined {
    return this.isOccupied ? this.#checkAt : undefined
  }

  /** [RA-2.6] [RA-3.5] */
  wake(now: number): void {
    // Time in which the room did not run, for example because its computer slept, is not silence of the clients.
    const missedMs = Math.max(0, now - this.#checkAt)
    const counted = (heardAt: number) => Math.min(now, heardAt + missedMs)
    this.#checkAt = now + checkIntervalMs
    for (const session of [...this.#sessions.values()]) {
      const { host } = session
      session.heardAt = counted(session.heardAt)
      if (now - session.heardAt >= hostTimeoutMs) host.end('the host does not answer')
      else if (now - session.heardAt >= pingAfterMs) host.ping()
    }
    for (const guest of [...this.#guests.values()]) {
      const { endpoint, link } = guest
      const heardAt = { guest: counted(guest.heardAt.guest), host: counted(guest.heardAt.host) }
      guest.heardAt = heardAt
      const silentMs = now - Math.min(heardAt.guest, link ? heardAt.host : heardAt.guest)
      if (silentMs >= guestTimeoutMs)
        endpoint.end(link ? 'silent for too long' : 'the host did not accept in time')
    }
  }

  applyOptions(options: RelayOptions): void {
    this.#options = options
  }

  /** [RA-2.1] [RA-3.2] Returns undefined and changes nothing if there are too many sessions. */
  openSession(host: SessionHostEndpoint): NetplaySession | undefined {
    if (this.#sessions.size >= this.#options.maxSessions) return undefined
    return this.restoreSession(this.#newId(), host)
  }

  /** [RA-4.1] */
  restoreSession(id: RelayId, host: SessionHostEndpoint): NetplaySession {
    const now = this.#context.now()
    this.#scheduleCheck(now)
    const session = new NetplaySession(id, host, now)
    this.#sessions.set(id, session)
    return session
  }

  closeSession(session: NetplaySession): void {
    this.#sessions.delete(session.id)
    for (const { endpoint } of [...session.guests.values()]) endpoint.end('the host has left')
  }

  /** [RA-2.1] [RA-3.3] Returns undefined and changes nothing if no session has this id, or if the session is full. */
  join(id: RelayId, endpoint: SessionEndpoint): SessionGuest | undefined {
    const session = this.#sessions.get(id)
    if (!session || session.guests.size + 1 >= this.#options.maxClients) return undefined
    const now = this.#context.now()
    this.#scheduleCheck(now)
    const guest = new SessionGuest(this.#newId(), session, endpoint, now)
    session.guests.set(guest.id, guest)
    this.#guests.set(guest.id, guest)
    session.host.announceGuest(guest.id)
    return guest
  }

  has(id: RelayId): boolean {
    return this.#sessions.has(id)
  }

  /** [RA-2.4] Undefined if no guest has this id, or if the guest already has a link. */
  link(id: RelayId, endpoint: SessionEndpoint): SessionGuest | undefined {
    const guest = this.#guests.get(id)
    if (!guest || guest.link) return undefined
    guest.connect(endpoint, this.#context.now())
    return guest
  }

  /** Closes the guest's link, too. */
  leave(guest: SessionGuest, reason: string): void {
    this.#guests.delete(guest.id)
    guest.session.guests.delete(guest.id)
    guest.endpoint.end(reason)
    guest.link?.end(reason)
  }

  hostHeard(session: NetplaySession): void {
    session.heardAt = this.#context.now()
  }

  /** [RA-2.5] Undefined for an id that is neither of a guest of the session nor `zeroRelayId`. */
  addressOf(session: NetplaySession, id: RelayId): string | undefined {
    return id === zeroRelayId ? session.host.address : session.guests.get(id)?.endpoint.address
  }

  /** [RA-3.1] Returns false if a guest sends too many bytes before its host has accepted it. */
  relay(guest: SessionGuest, from: 'guest' | 'host', bytes: Uint8Array): boolean {
    guest.heardAt[from] = this.#context.now()
    guest.session.bytes += bytes.length
    const to = from === 'guest' ? guest.link : guest.endpoint
    if (!to) return guest.hold(bytes)
    to.deliver(bytes)
    return true
  }

  get now(): number {
    return this.#context.now()
  }

  /** Oldest first. */
  get sessions(): readonly NetplaySession[] {
    return [...this.#sessions.values()]
  }

  drawPicture(): Picture {
    return drawPicture(this.sessions.map(({ players }) => players))
  }

  #newId(): RelayId {
    for (;;) {
      const id = newRelayId(() => this.#context.random())
      if (id !== zeroRelayId && !this.#sessions.has(id) && !this.#guests.has(id)) return id
    }
  }

  #scheduleCheck(now: number): void {
    if (!this.isOccupied) this.#checkAt = now + checkIntervalMs
  }
}
