// Who only watches: sockets that are no players, hold no place and keep no room awake. What turns changed they are told
// a moment later, at most ten times a second, all of them the same message; the more they are, the longer the moment, so
// that they add little to what the room does anyway. They are the first to go: when the room is late with its own time,
// when they do not read, and when they speak.

import type { Show } from '../games/game.ts'
import { countedAs, isLoopback } from '../wire/address.ts'
import { closeCodes } from '../wire/assignment.ts'
import type { Clock } from '../wire/clock.ts'
import { detailOf } from '../wire/log-line.ts'
import { joinedFrames, laterCode, watching } from '../wire/watched.ts'
import { Deadline } from './deadline.ts'
import { type Platform, type Socket, socketStates } from './platform.ts'

export const watchTag = 'watch'
/** Who watches a game whose limits say nothing of it, and of them from one address. */
const most = 200
const mostPerAddress = 20
/** Milliseconds for which what happens is gathered, at least. */
const momentMs = 100
/**
 * A message to one watcher costs about what a turn does. So all of them together are told something once the room has had
 * so many turns for each of them; or after so many milliseconds for each, for where little happens little is the cost.
 */
const turnsEach = 24
const mostMsEach = 90
const longestMs = 2000
/** So late a moment is late; after so many late ones, one behind the other, the room has no time for this. */
const lateMs = 250
const mostLate = 8
/** For so long nobody comes in to watch a room that had no time, or whose show failed. */
const restMs = 30_000
/** Who has not said for so long that it reads is let go; or who has so much unread, where the platform tells. */
const patienceMs = 30_000
const mostUnreadBytes = 1_048_576

/** Of a watcher's socket. */
export interface WatcherAttached {
  readonly kind: 'watch'
  readonly address: string
}

/** What a room gives to those who watch it. */
export interface Watched {
  /** Of now; another one than before when the world was opened anew. Undefined: there is nothing to see. */
  readonly show: Show | undefined
  /** How many may watch; undefined: as usual. */
  readonly mostWatchers: number | undefined
  endShow(): void
}

export interface WatchersSettings {
  readonly clock: Clock
  readonly platform: Platform
  /** Why this address may not watch. */
  forbids(address: string): string | undefined
  /** The world to look at; undefined: it cannot be opened. */
  watched(): Watched | undefined
  log(event: string, detail: string): void
}

/** One who has been told how the world lies. */
interface Told {
  /** When it was first sent something since it was last known to read. */
  sentAt: number
}

/** Who watches is not in. */
export function isAnybodyIn(platform: Pick<Platform, 'sockets'>): boolean {
  return platform.sockets().length > platform.sockets(watchTag).length
}

type Message = ReturnType<typeof joinedFrames>

export class Watchers {
  readonly #settings: WatchersSettings
  readonly #moment: Deadline
  /** Those who have had the whole of `#show`, and have its changes from then on. */
  readonly #told = new Map<Socket, Told>()
  #show: Show | undefined
  #watched: Watched | undefined
  /** What a newcomer is told; undefined: not asked for, or no longer so. */
  #whole: Message
  /** Whether there are any; undefined: an instance before this one may have had some. */
  #any: boolean | undefined
  #dueAt: number | undefined
  /** Turns since all were told, and when the first of them was. */
  #turns = 0
  #since = 0
  #late = 0
  #restsUntil = Number.NEGATIVE_INFINITY

  constructor(settings: WatchersSettings) {
    this.#settings = settings
    this.#moment = new Deadline(settings.clock, () => this.#tell())
  }

  /** A newcomer, its upgrade not yet answered; it is told how the world lies, or why it may not watch. */
  enter(socket: Socket, address: string): void {
    const { platform, clock } = this.#settings
    const refused = this.#refusal(address)
    if (refused) return platform.turnAway(socket, [], refused, laterCode)
    platform.accept(socket, watchTag)
    const attached: WatcherAttached = { kind: 'watch', address }
    socket.serializeAttachment(attached)
    this.#any = true
    // Where something is going on, newcomers of one moment share what they are told.
    if (this.#dueAt === undefined) this.#tellAll(clock.now())
  }

  /** Something happened in the world. Called after every turn, so it costs nothing while nobody watches. */
  changed(): void {
    if (this.#any === false) return
    // One timer a moment, which costs an event: it is set anew only when enough has happened before it.
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
    return Math.max(momentMs, this.#show?.everyMs ?? 0)
  }

  #wait(ms: number): void {
    this.#moment.cancel()
    this.#dueAt = this.#settings.clock.now() + ms
    this.#moment.arm(ms)
  }

  /** Watchers have nothing to say but that they read, which wakes no room where the platform answers it. */
  message(socket: Socket, message: unknown): void {
    if (message === watching.ping) {
      const told = this.#told.get(socket)
      if (told) told.sentAt = this.#settings.clock.now()
      socket.send(watching.pong)
    } else this.#close(socket, closeCodes.protocol, 'this door only tells')
  }

  /** It closed, or failed. */
  closed(socket: Socket): void {
    this.#told.delete(socket)
    this.#any = this.#sockets().length > 0
    if (!this.#any) this.#end()
  }

  /** It has changed who may watch: whoever may not any more goes. */
  look(): void {
    for (const socket of this.#sockets()) {
      const forbidden = this.#settings.forbids(attachedTo(socket).address)
      if (forbidden) this.#close(socket, laterCode, forbidden)
    }
  }

  /** The room is no more; whoever has its sockets closes them. */
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
    const counted = countedAs(address)
    const same = sockets.filter((socket) => countedAs(attachedTo(socket).address) === counted)
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
      const detail = detailOf(error)
      this.#settings.log('cannot be watched', detail)
      this.#dropAll('a fault of the room')
    }
  }

  /** What everybody who was told the whole is to be told now. */
  #news(now: number): Message {
    this.#watched = this.#settings.watched()
    const show = this.#watched?.show
    if (show !== this.#show) {
      this.#show = show
      this.#whole = undefined
      this.#told.clear()
      return undefined
    }
    const news = joinedFrames(show?.changes(now) ?? [])
    if (news !== undefined) this.#whole = undefined
    return news
  }

  #all(now: number): Message {
    this.#whole ??= joinedFrames(this.#show?.whole(now) ?? [])
    return this.#whole
  }

  #send(socket: Socket, message: Message, now: number): void {
    const told = this.#told.get(socket) ?? { sentAt: now }
    this.#told.set(socket, told)
    if (message === undefined) return
    if (this.#reads(socket, told, now)) socket.send(message)
    else this.#close(socket, laterCode, 'too slow')
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
    for (const socket of this.#sockets()) this.#close(socket, laterCode, reason)
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
    // Not of a world that would be opened for this.
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
