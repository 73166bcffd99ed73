// Spectators: sockets that are no players, take no player's slot, and do not keep the room in memory. They get changes
// shortly after turns, at most ten times a second, in one message for all; the more spectators, the longer the
// interval, so that they add little load. They are disconnected first: when the room is late, when they do not read,
// and when they send anything.

import type { SpectatorFeed } from '../games/game.ts'
import { addressLimitKey, isLoopback } from '../wire/address.ts'
import { closeCodes } from '../wire/assignment.ts'
import type { Clock } from '../wire/clock.ts'
import { describeError } from '../wire/log-line.ts'
import { encodeSpectatorFrames, tryAgainLaterCode, spectatorKeepalive } from '../wire/watched.ts'
import { Deadline } from './deadline.ts'
import { type Platform, type Socket, socketStates } from './platform.ts'

export const watchTag = 'watch'
/** Most spectators of a game without a limit of its own, and per address. */
const most = 200
const mostPerAddress = 20
/** The shortest interval of updates in milliseconds. */
const momentMs = 100
/**
 * A message to one spectator costs about as much as a turn. So an update is sent after this many turns for each
 * spectator, or after this many milliseconds for each, because the cost is low where little happens.
 */
const turnsEach = 24
const mostMsEach = 90
const longestMs = 2000
/** An update this late counts as late; after this many in a row the room is too busy for spectators. */
const lateMs = 250
const mostLate = 8
/** Spectators are rejected for this long after the room was too busy, or its feed failed. */
const restMs = 30_000
/** Disconnects a spectator after this time without an acknowledgement, or with this many unread bytes. */
const patienceMs = 30_000
const mostUnreadBytes = 1_048_576

/** The attachment of a spectator's socket. */
export interface WatcherAttached {
  readonly kind: 'watch'
  readonly address: string
}

/** A room's interface for spectators. */
export interface Watched {
  /** The current feed; a new one after the world was reopened. Undefined: there is none. */
  readonly show: SpectatorFeed | undefined
  /** The limit of spectators; undefined: the default. */
  readonly mostWatchers: number | undefined
  endShow(): void
}

export interface WatchersSettings {
  readonly clock: Clock
  readonly platform: Platform
  /** Why this address may not watch. */
  forbids(address: string): string | undefined
  /** The world to watch; undefined: it cannot be opened. */
  watched(): Watched | undefined
  log(event: string, detail: string): void
}

/** A spectator that has the full state. */
interface Told {
  /** When it was first sent something since its last acknowledgement. */
  sentAt: number
}

/** Whether any socket is connected that is no spectator's. */
export function isAnybodyIn(platform: Pick<Platform, 'sockets'>): boolean {
  return platform.sockets().length > platform.sockets(watchTag).length
}

type Message = ReturnType<typeof encodeSpectatorFrames>

export class Watchers {
  readonly #settings: WatchersSettings
  readonly #moment: Deadline
  /** Spectators that have the snapshot of `#show`, and get its changes. */
  readonly #told = new Map<Socket, Told>()
  #show: SpectatorFeed | undefined
  #watched: Watched | undefined
  /** The cached snapshot for new spectators; undefined: none, or outdated. */
  #whole: Message
  /** Whether there are spectators; undefined: unknown, there may be some of an earlier instance. */
  #any: boolean | undefined
  #dueAt: number | undefined
  /** Turns since the last update, and the time of the first of them. */
  #turns = 0
  #since = 0
  #late = 0
  #restsUntil = Number.NEGATIVE_INFINITY

  constructor(settings: WatchersSettings) {
    this.#settings = settings
    this.#moment = new Deadline(settings.clock, () => this.#tell())
  }

  /** Accepts a spectator, whose upgrade is not answered yet, and sends a snapshot; or rejects it with the reason. */
  enter(socket: Socket, address: string): void {
    const { platform, clock } = this.#settings
    const refused = this.#refusal(address)
    if (refused) return platform.turnAway(socket, [], refused, tryAgainLaterCode)
    platform.accept(socket, watchTag)
    const attached: WatcherAttached = { kind: 'watch', address }
    socket.serializeAttachment(attached)
    this.#any = true
    // If an update is pending, new spectators share its snapshot.
    if (this.#dueAt === undefined) this.#tellAll(clock.now())
  }

  /** The world has changed. Called after every turn, so it is cheap without spectators. */
  changed(): void {
    if (this.#any === false) return
    // A timer costs an event: it is set again only when enough turns have happened.
    if (this.#dueAt !== undefined)
      return ++this.#turns === this.#told.size * turnsEach ? this.#hurry() : undefined
    this.#any ??= this.#sockets().length > 0
    if (!this.#any) return
    this.#turns = 1
    this.#since = this.#settings.clock.now()
    this.#wait(Math.max(this.#leastMs, Math.min(longestMs, this.#told.size * mostMsEach)))
  }

  #hurry(): void {
    const waited = this.#settings.clock.now() - this.#since
    this.#wait(Math.min(longestMs, Math.max(0, this.#leastMs - waited)))
  }

  get #leastMs(): number {
    return Math.max(momentMs, this.#show?.minIntervalMs ?? 0)
  }

  #wait(ms: number): void {
    this.#moment.cancel()
    this.#dueAt = this.#settings.clock.now() + ms
    this.#moment.arm(ms)
  }

  /** Spectators may only send acknowledgements, which do not end hibernation where the platform answers them. */
  message(socket: Socket, message: unknown): void {
    if (message === spectatorKeepalive.ping) {
      const told = this.#told.get(socket)
      if (told) told.sentAt = this.#settings.clock.now()
      socket.send(spectatorKeepalive.pong)
    } else this.#close(socket, closeCodes.protocol, 'this door only tells')
  }

  /** The socket closed or failed. */
  closed(socket: Socket): void {
    this.#told.delete(socket)
    this.#any = this.#sockets().length > 0
    if (!this.#any) this.#end()
  }

  /** Permissions have changed: disconnects spectators that may not watch any more. */
  look(): void {
    for (const socket of this.#sockets()) {
      const forbidden = this.#settings.forbids(attachedTo(socket).address)
      if (forbidden) this.#close(socket, tryAgainLaterCode, forbidden)
    }
  }

  /** The room is deleted; the caller closes the sockets. */
  stop(): void {
    this.#end()
    this.#any = false
  }

  #refusal(address: string): string | undefined {
    const forbidden = this.#settings.forbids(address)
    if (forbidden) return forbidden
    const watched = this.#settings.watched()
    if (!watched?.show) return 'there is nothing to see'
    if (this.#settings.clock.now() < this.#restsUntil) return 'the room is busy'
    const sockets = this.#sockets()
    if (sockets.length >= (watched.mostWatchers ?? most)) return 'as many watch as may'
    if (isLoopback(address)) return undefined
    const counted = addressLimitKey(address)
    const same = sockets.filter((socket) => addressLimitKey(attachedTo(socket).address) === counted)
    return same.length >= mostPerAddress ? 'as many watch from this address as may' : undefined
  }

  #tell(): void {
    const now = this.#settings.clock.now()
    const late = now - this.#dueAt! > lateMs
    this.#dueAt = undefined
    this.#late = late ? this.#late + 1 : 0
    if (this.#late >= mostLate) return this.#dropAll('the room is busy')
    this.#tellAll(now)
  }

  #tellAll(now: number): void {
    const sockets = this.#sockets()
    try {
      const news = this.#news(now)
      for (const socket of sockets) this.#send(socket, this.#told.has(socket) ? news : this.#all(now), now)
    } catch (error) {
      const detail = describeError(error)
      this.#settings.log('cannot be watched', detail)
      this.#dropAll('a fault of the room')
    }
  }

  /** The update for all that have the snapshot. */
  #news(now: number): Message {
    this.#watched = this.#settings.watched()
    const show = this.#watched?.show
    if (show !== this.#show) {
      this.#show = show
      this.#whole = undefined
      this.#told.clear()
      return undefined
    }
    const news = encodeSpectatorFrames(show?.delta(now) ?? [])
    if (news !== undefined) this.#whole = undefined
    return news
  }

  #all(now: number): Message {
    this.#whole ??= encodeSpectatorFrames(this.#show?.snapshot(now) ?? [])
    return this.#whole
  }

  #send(socket: Socket, message: Message, now: number): void {
    const told = this.#told.get(socket) ?? { sentAt: now }
    this.#told.set(socket, told)
    if (message === undefined) return
    if (this.#reads(socket, told, now)) socket.send(message)
    else this.#close(socket, tryAgainLaterCode, 'too slow')
  }

  #reads(socket: Socket, told: Told, now: number): boolean {
    if ((socket.bufferedAmount ?? 0) > mostUnreadBytes) return false
    if (now - told.sentAt < patienceMs) return true
    const read = this.#settings.platform.lastPing?.(socket) ?? Number.NEGATIVE_INFINITY
    if (read < told.sentAt) return false
    told.sentAt = now
    return true
  }

  #dropAll(reason: string): void {
    this.#restsUntil = this.#settings.clock.now() + restMs
    for (const socket of this.#sockets()) this.#close(socket, tryAgainLaterCode, reason)
  }

  #close(socket: Socket, code: number, reason: string): void {
    socket.close(code, reason)
    this.closed(socket)
  }

  #end(): void {
    this.#moment.cancel()
    this.#dueAt = undefined
    this.#late = 0
    this.#told.clear()
    this.#whole = undefined
    // `#watched`, because the settings' `watched()` could open the world for this.
    this.#watched?.endShow()
    this.#watched = undefined
    this.#show = undefined
  }

  #sockets(): readonly Socket[] {
    return this.#settings.platform
      .sockets(watchTag)
      .filter((socket) => socket.readyState === socketStates.open)
  }
}

const attachedTo = (socket: Socket) => socket.deserializeAttachment() as WatcherAttached
