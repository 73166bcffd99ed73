// Moderation by a room's owner: connected players, kicks, bans, the log.
import type { Refusal } from '../../../games/game.ts'
import { TokenBucket } from '../../../games/shared/token-bucket.ts'
import { isAddress, isLoopback, maskAddress, unknownAddress } from '../../../wire/net/ip-address.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { type Ban, type BanInfo, type BanSubject, Bans, banPrefix, toBanInfo } from '../../model/bans.ts'
import type { RoomLog } from '../../model/room-log.ts'
import type { BanRequest } from '../../rpc/rpc-types.ts'
import type { Records, Stored } from '../../storage/records.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import type { Connection } from '../sessions/connection.ts'
import { displayName, type SessionInfo, sessionIdOf, toSessionInfo } from '../sessions/session-info.ts'

/** Rejections logged on their own lines, a second and at once: endless retries must not fill the log. */
const rejectionLogRate = { perSecond: 0.1, burst: 20 } as const
/** Reasons for a session's end other than a rejection. */
const ordinaryReasons: ReadonlySet<string> = new Set(['left', 'bye', 'idle for too long'])

export interface ModerationSettings {
  readonly clock: Clock
  readonly records: Records
  readonly log: RoomLog
  /** A player of this name has joined anew. */
  onJoined?(name: string): void
  /** As in `Game`. */
  namesIdentifySlots(): boolean
}

/** The sessions, as moderation needs them. */
export interface SessionControl {
  readonly clients: readonly ClientSession[]
  /** Ends a session for good: durable when this returns. */
  expel(client: ClientSession, why: 'kicked' | 'banned', reason: string): void
}

export class Moderation {
  readonly #settings: ModerationSettings
  readonly #log: RoomLog
  readonly #bans: Bans
  readonly #rejectionRate = new TokenBucket(rejectionLogRate.perSecond, rejectionLogRate.burst)
  /** Rejections without a line since the last that got one. */
  #unloggedRejections = 0

  constructor(settings: ModerationSettings) {
    this.#settings = settings
    this.#log = settings.log
    this.#bans = new Bans(settings.clock, settings.records)
  }

  // ---- Calls of the world's runtime ---------------------------------------------------------------------------

  /** When this session started, in milliseconds since 1970, as far as the log goes back. */
  joinedAt(connection: Connection): number {
    return this.#log.joinedAt(sessionIdOf(connection)) ?? this.#settings.clock.now()
  }

  bansAddress({ address }: Connection): boolean {
    return this.#bans.find({ address }) !== undefined
  }

  bansName(name: string): boolean {
    return this.#bans.find({ name }) !== undefined
  }

  /** Whether the address is banned, and so must not watch. */
  bansSpectator(address: string): boolean {
    return this.#bans.find({ address }) !== undefined
  }

  /** The session's player name has become known, has changed or is unset. `isBack`: resumed after a restart. */
  onNameChanged(client: ClientSession, given: string | undefined, isBack: boolean): void {
    const name = displayName(given)
    if (name === client.name) return
    if (client.name !== undefined) this.#logSession(client, 'leave', `${describeClient(client)} left`)
    client.name = name
    if (name === undefined || isBack) return
    this.#logSession(client, 'join', `${describeClient(client)} joined by ${client.connection.transport}`)
    this.#settings.onJoined?.(name)
  }

  /** The session ends. */
  onLeft(client: ClientSession, reason: string): void {
    if (client.name !== undefined)
      this.#logSession(
        client,
        'leave',
        `${describeClient(client)} ${reason === 'left' ? reason : `left: ${reason}`}`,
      )
    else if (!ordinaryReasons.has(reason)) this.onRejected(client.connection, reason)
  }

  /** A client was rejected. */
  onRejected(connection: Connection, why: string): void {
    if (!this.#rejectionRate.take(this.#settings.clock.now())) {
      this.#unloggedRejections++
      return
    }
    const more = this.#unloggedRejections > 0 ? ` (and ${this.#unloggedRejections} more before)` : ''
    this.#unloggedRejections = 0
    this.#log.add('refusal', `${maskAddress(connection.address)} was rejected: ${why}${more}`)
  }

  /** Logs an internal fault. Details are in the operator's log. */
  logFault(text: string): void {
    this.#log.add('fault', text)
  }

  // ---- The owner's actions ------------------------------------------------------------------------------------

  /** Logs an action of the owner in a few words. */
  logOwnerAction(text: string): void {
    this.#log.add('act', `The host ${text}`)
    this.#log.write()
  }

  sessions({ clients }: SessionControl): readonly SessionInfo[] {
    return clients.map(toSessionInfo)
  }

  /** Undefined: no session has this id. */
  kick(sessions: SessionControl, id: string): SessionInfo | undefined {
    const client = this.#clientById(sessions, id)
    if (!client) return undefined
    const info = toSessionInfo(client)
    this.#logSession(client, 'act', `The host kicked ${describeClient(client)}`)
    // The write at the session's end includes the line.
    sessions.expel(client, 'kicked', 'kicked by the host')
    this.#log.write()
    return info
  }

  /** Refused: this cannot be banned. Connected players under the ban are disconnected at once. */
  ban(sessions: SessionControl, request: BanRequest): BanInfo | Refusal {
    const banned = this.#subjectOf(sessions, request)
    if ('refused' in banned) return banned
    const changes = new Map<string, Stored | undefined>()
    const ban = this.#bans.create(banned, request.seconds * 1000, request.reason ?? '', changes)
    this.#log.add(
      'act',
      `The host banned ${describeSubject(banned)} for ${request.seconds} s${reasonSuffix(ban)}`,
    )
    this.#settings.records.write(changes)
    this.#bans.apply(ban)
    const reason = `banned by the host${reasonSuffix(ban)}`
    for (const client of sessions.clients)
      if (this.#isBanned(client)) sessions.expel(client, 'banned', reason)
    return toBanInfo(ban)
  }

  get bans(): readonly BanInfo[] {
    return this.#bans.all.map(toBanInfo)
  }

  /** Lifts the ban of this id, address or name, or all; returns how many. */
  liftBans(which: BanSubject | { readonly id: string } | undefined): number {
    const lifted = this.#bans.all.filter((ban) => which === undefined || this.#matches(ban, which))
    if (lifted.length === 0) return 0
    const changes = new Map(lifted.map(({ id }) => [banPrefix + id, undefined]))
    for (const { of } of lifted.slice(0, 20))
      this.#log.add('act', `The host lifted the ban of ${describeSubject(of)}`)
    this.#settings.records.write(changes)
    this.#bans.remove(lifted)
    return lifted.length
  }

  /** The room is deleted. */
  reset(): void {
    this.#bans.reset()
    this.#unloggedRejections = 0
  }

  #matches(ban: Ban, which: BanSubject | { readonly id: string }): boolean {
    return 'id' in which ? ban.id === which.id : this.#bans.find(which) === ban
  }

  #subjectOf(sessions: SessionControl, request: BanRequest): BanSubject | Refusal {
    if ('name' in request) {
      if (this.#settings.namesIdentifySlots())
        return {
          refused: {
            field: 'name',
            detail: 'names in this game are slot labels that anybody can take. Ban the address instead',
          },
        }
      const name = displayName(request.name)
      return name !== undefined
        ? { name }
        : { refused: { field: 'name', detail: 'is empty. Enter a player name' } }
    }
    const address =
      'id' in request ? this.#clientById(sessions, request.id)?.connection.address : request.address
    const field = 'id' in request ? 'id' : 'address'
    if (address === undefined) return { refused: { field, detail: 'no connected session has this id' } }
    if (!isAddress(address))
      return {
        refused: {
          field,
          detail: 'is not one IPv4 or IPv6 address. Networks cannot be banned',
          unparseable: true,
        },
      }
    if (isLoopback(address))
      return { refused: { field, detail: 'is the address of the server itself and cannot be banned' } }
    if (address === unknownAddress)
      return {
        refused: { field, detail: 'every client behind a proxy that PROXIES does not name has this address' },
      }
    return { address }
  }

  #clientById({ clients }: SessionControl, id: string): ClientSession | undefined {
    return clients.find(({ connection }) => sessionIdOf(connection) === id)
  }

  #isBanned({ connection, name }: ClientSession): boolean {
    return this.bansAddress(connection) || (name !== undefined && this.bansName(name))
  }

  #logSession({ connection }: ClientSession, kind: 'join' | 'leave' | 'act', text: string): void {
    this.#log.add(kind, text, sessionIdOf(connection))
  }
}

function describeClient({ name, connection }: ClientSession): string {
  const address = maskAddress(connection.address)
  return name === undefined ? `somebody of ${address}` : `${name} (${address})`
}

function describeSubject(of: BanSubject): string {
  return 'address' in of ? `the address ${maskAddress(of.address)}` : `the name ${of.name}`
}

function reasonSuffix({ reason }: Ban): string {
  return reason === '' ? '' : `: ${reason}`
}
