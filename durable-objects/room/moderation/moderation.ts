import { type Refusal, refusal } from '../../../games/refusal.ts'
import { TokenBucket } from '../../../games/shared/token-bucket.ts'
import { isAddress, isLoopback, maskAddress, unknownAddress } from '../../../wire/net/ip-address.ts'
import { type Ban, type BanInfo, type BanSubject, type Bans, toBanInfo } from '../../model/bans.ts'
import { type ReportInfo, toReportInfo } from '../../model/reports.ts'
import type { RoomLog } from '../../model/room-log.ts'
import type { BanRequest } from '../../rpc/rpc-types.ts'
import type { StoredValue } from '../../storage/records.ts'
import { toReportedPlayer } from '../chat/room-chat.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import { displayName, type SessionInfo } from '../sessions/session-info.ts'
import type { WorldRuntime } from '../world/world-runtime.ts'

/** Rate of log lines about rejections, so that endless retries do not fill the log. */
const rejectionLogRate = { perSecond: 0.1, burst: 20 } as const
/** If expired reports cannot be deleted, the next try follows after this time. */
const expiryRetryMs = 60_000
/** Reasons for which a session without a name ends without a line in the log. */
const ordinaryReasons: ReadonlySet<string> = new Set(['left', 'bye', 'idle for too long'])

export interface ModeratedWorld {
  /** The world, which is opened if clients are connected; undefined if it is closed and no clients are connected. */
  readonly occupied: Pick<WorldRuntime, 'sessions' | 'endSession'> | undefined
}

export class Moderation {
  readonly #context: RoomContext
  readonly #log: RoomLog
  readonly #bans: Bans
  readonly #world: ModeratedWorld
  readonly #rejectionRate = new TokenBucket(rejectionLogRate.perSecond, rejectionLogRate.burst)
  #unloggedRejections = 0

  constructor(context: RoomContext, world: ModeratedWorld) {
    this.#context = context
    this.#log = context.roomLog
    this.#bans = context.bans
    this.#world = world
    const { events } = context
    events.on('nameChanged', (session, before, isResumed) => {
      const { name, connection } = session
      if (before !== undefined) this.#log.add('leave', `${describeSession(session, before)} left`, session.id)
      if (name === undefined || isResumed) return
      this.#log.add('join', `${describeSession(session, name)} joined by ${connection.transport}`, session.id)
    })
    events.on('sessionEnded', (session, reason) => {
      const { departedPlayers, game } = context
      if (session.info.name !== null)
        departedPlayers.add(toReportedPlayer(session, !game?.namesIdentifySlots))
      this.#logEnd(session, reason)
    })
    events.on('clientRejected', (address, reason) => this.#logRejection(address, reason))
    events.on('faultDescribed', (text) => this.#log.add('fault', text))
    // Schedules the expiry of reports that an earlier instance stored.
    events.on('worldOpened', () => this.scheduleExpiry())
    events.on('deleted', () => {
      this.#unloggedRejections = 0
    })
  }

  #logEnd(session: ClientSession, reason: string): void {
    const how = reason === 'left' ? reason : `left: ${reason}`
    if (session.name !== undefined)
      this.#log.add('leave', `${describeSession(session, session.name)} ${how}`, session.id)
    else if (!ordinaryReasons.has(reason)) this.#logRejection(session.connection.address, reason)
  }

  #logRejection(address: string, reason: string): void {
    if (!this.#rejectionRate.take(this.#context.now)) {
      this.#unloggedRejections++
      return
    }
    const more = this.#unloggedRejections > 0 ? ` (and ${this.#unloggedRejections} more before)` : ''
    this.#unloggedRejections = 0
    this.#log.add('refusal', `${maskAddress(address)} was rejected: ${reason}${more}`)
  }

  // ---- The owner's actions ------------------------------------------------------------------------------------

  get sessions(): readonly SessionInfo[] {
    return this.#connected.map(({ info }) => info)
  }

  kick(id: string): SessionInfo | undefined {
    const session = this.#sessionOf(id)
    if (!session) return undefined
    const { info } = session
    this.#log.add('act', `The host kicked ${describeSession(session, session.name)}`, id)
    // The line about the kick is written together with the session's end.
    this.#world.occupied?.endSession(session, 'kicked by the host', 'kicked')
    this.#log.write()
    return info
  }

  /** Disconnects the banned players at once. Returns a refusal if the subject cannot be banned. */
  ban(request: BanRequest): BanInfo | Refusal {
    const ban = this.#add(this.#bans, 'banned', request)
    if ('refused' in ban) return ban
    const reason = `banned by the host${reasonSuffix(ban)}`
    for (const session of this.#connected)
      if (this.#bans.covers(session.connection.address, session.name))
        this.#world.occupied?.endSession(session, reason, 'banned')
    this.#context.events.emit('permissionsChanged')
    return toBanInfo(ban)
  }

  /** Mutes a session's player by name if it is known and names identify players, otherwise by address. */
  mute(request: BanRequest): BanInfo | Refusal {
    const player = 'id' in request ? this.#playerOf(request) : request
    const mute = this.#add(this.#context.mutes, 'muted', player)
    return 'refused' in mute ? mute : toBanInfo(mute)
  }

  #add(bans: Bans, verb: 'banned' | 'muted', request: BanRequest): Ban | Refusal {
    const of = this.#subjectOf(request)
    if ('refused' in of) return of
    const changes = new Map<string, StoredValue | undefined>()
    const ban = bans.create(of, request.seconds * 1000, request.reason ?? '', changes)
    this.#log.add(
      'act',
      `The host ${verb} ${describeSubject(of)} for ${request.seconds} s${reasonSuffix(ban)}`,
    )
    this.#log.write(changes)
    bans.apply(ban)
    return ban
  }

  #playerOf(request: BanRequest & { readonly id: string }): BanRequest {
    const { id, ...rest } = request
    const name = this.#sessionOf(id)?.name ?? this.#reported(id)?.identity
    return name === undefined || this.#context.game?.namesIdentifySlots ? request : { ...rest, name }
  }

  get reports(): readonly ReportInfo[] {
    return this.#context.reports.all.map(toReportInfo)
  }

  dismissReports(id?: string): number {
    const changes = new Map<string, StoredValue | undefined>()
    const dismissed = this.#context.reports.remove(id, changes)
    if (dismissed === 0) return 0
    this.#log.add('act', `The host dismissed ${dismissed === 1 ? 'a report' : `${dismissed} reports`}`)
    this.#log.write(changes)
    return dismissed
  }

  /** Sets the alarm for the next expiry, and deletes reports that are expired now. */
  scheduleExpiry(): void {
    const { alarm, reports, now } = this.#context
    this.#context.attempt('reports not deleted', () => reports.deleteExpired())
    const { expiresAt } = reports
    alarm.request('reports', expiresAt && Math.max(expiresAt, now + expiryRetryMs))
  }

  /** Finds the player of an ended session in the reports. */
  #reported(id: string) {
    return this.#context.reports.all.find(({ of }) => of.id === id)?.of
  }

  get mutes(): readonly BanInfo[] {
    return this.#context.mutes.all.map(toBanInfo)
  }

  liftMutes(which?: BanSubject | { readonly id: string }): number {
    return this.#lift(this.#context.mutes, 'mute', which)
  }

  get bans(): readonly BanInfo[] {
    return this.#bans.all.map(toBanInfo)
  }

  liftBans(which?: BanSubject | { readonly id: string }): number {
    return this.#lift(this.#bans, 'ban', which)
  }

  #lift(bans: Bans, noun: 'ban' | 'mute', which?: BanSubject | { readonly id: string }): number {
    const isMeant = (ban: Ban) =>
      which === undefined || ('id' in which ? ban.id === which.id : bans.find(which) === ban)
    const lifted = bans.all.filter(isMeant)
    if (lifted.length === 0) return 0
    const changes = new Map(lifted.map(({ id }) => [bans.keyOf(id), undefined]))
    for (const { of } of lifted.slice(0, 20))
      this.#log.add('act', `The host lifted the ${noun} of ${describeSubject(of)}`)
    this.#log.write(changes)
    bans.remove(lifted)
    return lifted.length
  }

  #subjectOf(request: BanRequest): BanSubject | Refusal {
    if ('name' in request) {
      if (this.#context.game?.namesIdentifySlots)
        return refusal(
          'name',
          'names in this game are slot labels that anybody can take. Ban the address instead',
        )
      const name = displayName(request.name)
      return name !== undefined ? { name } : refusal('name', 'is empty. Enter a player name')
    }
    const address = 'id' in request ? this.#addressOf(request.id) : request.address
    const field = 'id' in request ? 'id' : 'address'
    if (address === undefined)
      return refusal(
        field,
        'this player has left: no connected session has this id. Use the name or the address instead',
      )
    if (!isAddress(address))
      return refusal(field, 'is not one IPv4 or IPv6 address. Networks cannot be banned', {
        unparseable: true,
      })
    if (isLoopback(address)) return refusal(field, 'is the address of the server itself and cannot be banned')
    if (address === unknownAddress)
      return refusal(field, 'every client behind a proxy that PROXIES does not name has this address')
    return { address }
  }

  #addressOf(id: string): string | undefined {
    return this.#sessionOf(id)?.connection.address ?? this.#reported(id)?.address
  }

  get #connected(): readonly ClientSession[] {
    return this.#world.occupied?.sessions ?? []
  }

  #sessionOf(id: string): ClientSession | undefined {
    return this.#connected.find((session) => session.id === id)
  }
}

function describeSession({ connection }: ClientSession, name: string | undefined): string {
  const address = maskAddress(connection.address)
  return name === undefined ? `a player at ${address}` : `${name} (${address})`
}

function describeSubject(of: BanSubject): string {
  return 'address' in of ? `the address ${maskAddress(of.address)}` : `the name ${of.name}`
}

function reasonSuffix({ reason }: Ban): string {
  return reason === '' ? '' : `: ${reason}`
}
