// Spectators are sockets that take no player's slot and do not keep the room in memory. After transactions all
// spectators receive the same update, at most ten times a second. With more spectators, updates are rarer, so that the
// load of the updates is bounded. Spectators are disconnected when the room is too busy, when they do not read, and
// when they send anything but acknowledgements.

import type { RoomLimits, SpectatorFeed } from '../../../games/game.ts'
import { closeCodes } from '../../../wire/link/control-messages.ts'
import {
  encodeSpectatorFrames,
  spectatorKeepalive,
  tryAgainLaterCode,
} from '../../../wire/link/spectator-frames.ts'
import { addressLimitKey, isLoopback } from '../../../wire/net/ip-address.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { OneShotTimer } from '../../platform/clock.ts'
import { type Socket, socketStates } from '../../platform/platform.ts'
import { type RoomContext, spectatorTag } from '../context/room-context.ts'
import type { FilmRecorder } from '../film/film-recorder.ts'
import type { WorldViews } from './world-views.ts'

/** Maximum spectators of a room, unless the game has a limit of its own. */
const maxSpectators = 200
const maxSpectatorsPerAddress = 20
/** The shortest interval between updates. */
const minIntervalMs = 100
/** The shortest interval for the film without spectators. A film needs at most four updates a second. */
const filmIntervalMs = 250
/**
 * The interval is at least this long for each spectator, up to `maxIntervalMs`. An update is encoded once, but each
 * message has a cost, so the number of messages per second is bounded.
 */
const msPerSpectator = 9
const maxIntervalMs = 2000
/** An update is late after `lateThresholdMs`. After `maxLateUpdates` in a row the room is too busy for spectators. */
const lateThresholdMs = 250
const maxLateUpdates = 8
/** Time for which spectators are rejected after the room was too busy or the feed failed. */
const overloadPauseMs = 30_000
/** A spectator is disconnected after this time without acknowledgement, or above `maxUnreadBytes` unread bytes. */
const ackTimeoutMs = 30_000
const maxUnreadBytes = 1_048_576
const maxBytesPerUnit = 3
/** Minimum milliseconds from a transaction to its update, so that transactions in quick succession share an update. */
const minDelayMs = 20

export interface SpectatorAttachment {
  readonly kind: 'watch'
  readonly address: string
}

export interface WatchedWorld {
  readonly views: Pick<WorldViews, 'spectatorFeed' | 'closeSpectatorFeed'>
  readonly limits: Pick<RoomLimits, 'maxSpectators'>
  readonly sessionCount: number
}

/** A spectator that has received a snapshot. */
interface Spectator {
  /** The time at which the first message after the spectator's last acknowledgement was sent. */
  sentAt: number
  unreadBound: number
}

type FeedMessage = ReturnType<typeof encodeSpectatorFrames>

export class Spectators {
  readonly #context: RoomContext
  readonly #source: { openReadOnly(): WatchedWorld | undefined }
  readonly #film: Pick<FilmRecorder, 'record' | 'cut'>
  readonly #timer: OneShotTimer
  /** Spectators that have received a snapshot. They receive only changes. */
  readonly #synced = new Map<Socket, Spectator>()
  #feed: SpectatorFeed | undefined
  #world: WatchedWorld | undefined
  /** The cached snapshot for new spectators; undefined if missing or outdated. */
  #snapshot: FeedMessage
  /** Whether there are spectators; undefined if unknown, because an earlier instance may have left some. */
  #hasSpectators: boolean | undefined
  /** Open sockets of spectators, also those that an earlier instance left; undefined if not read yet. */
  #knownSockets: Set<Socket> | undefined
  #dueAt: number | undefined
  #updatedAt = Number.NEGATIVE_INFINITY
  #lateUpdates = 0
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(
    context: RoomContext,
    source: { openReadOnly(): WatchedWorld | undefined },
    film: Pick<FilmRecorder, 'record' | 'cut'>,
  ) {
    this.#context = context
    this.#source = source
    this.#film = film
    this.#timer = new OneShotTimer(context.clock, () => this.#sendUpdate())
    const { events } = context
    events.on('transactionDone', () => this.#worldChanged())
    events.on('permissionsChanged', () => {
      this.#recheckPermissions()
      if (!context.isFilmed) this.#stopFilm()
    })
    events.on('deleting', () => {
      this.#stopUpdates()
      this.#hasSpectators = false
      this.#knownSockets = undefined
    })
  }

  /** Call before the upgrade is answered. Sends a snapshot, or rejects the spectator with a reason. */
  accept(socket: Socket, address: string): void {
    const { platform } = this.#context
    const refused = this.#refusal(address)
    if (refused) return platform.reject(socket, [], refused, tryAgainLaterCode)
    platform.accept(socket, spectatorTag)
    this.#sockets.add(socket)
    const attached: SpectatorAttachment = { kind: 'watch', address }
    socket.serializeAttachment(attached)
    this.#hasSpectators = true
    // If an update is pending, the new spectator waits for its snapshot.
    if (this.#dueAt === undefined) this.#sendToAll(this.#context.now)
  }

  /** Schedules an update. Runs after every transaction, so it must be cheap if there are no spectators. */
  #worldChanged(): void {
    const { isFilmed } = this.#context
    if (this.#hasSpectators === false && !isFilmed) return
    if (this.#dueAt !== undefined) return
    this.#hasSpectators ??= this.#sockets.size > 0
    if (!this.#hasSpectators && (!isFilmed || this.#context.now < this.#pausedUntil)) return
    const { now } = this.#context
    const ms = Math.max(minDelayMs, this.#updatedAt + this.#intervalMs - now)
    this.#dueAt = now + ms
    this.#timer.start(ms)
  }

  get #intervalMs(): number {
    const shortest = this.#hasSpectators === false ? filmIntervalMs : minIntervalMs
    const least = Math.max(shortest, this.#feed?.minIntervalMs ?? 0)
    return Math.max(least, Math.min(maxIntervalMs, this.#synced.size * msPerSpectator))
  }

  /** Spectators may send only acknowledgements. Cloudflare answers them itself, so they do not end hibernation. */
  message(socket: Socket, message: unknown): void {
    if (message === spectatorKeepalive.ping) {
      const sync = this.#synced.get(socket)
      if (sync) sync.sentAt = this.#context.now
      socket.send(spectatorKeepalive.pong)
    } else this.#close(socket, closeCodes.protocol, 'this socket is read-only')
  }

  socketClosed(socket: Socket): void {
    this.#synced.delete(socket)
    this.#sockets.delete(socket)
    this.#hasSpectators = this.#sockets.size > 0
    if (!this.#hasSpectators && !this.#context.isFilmed) this.#stopUpdates()
  }

  #stopFilm(): void {
    this.#film.cut()
    if (this.#sockets.size === 0) this.#stopUpdates()
  }

  #recheckPermissions(): void {
    for (const socket of [...this.#sockets]) {
      const forbidden = this.#context.watchProhibition(attachmentOf(socket).address)
      if (forbidden) this.#close(socket, tryAgainLaterCode, forbidden)
    }
  }

  #refusal(address: string): string | undefined {
    const forbidden = this.#context.watchProhibition(address)
    if (forbidden) return forbidden
    const watched = this.#source.openReadOnly()
    if (!watched?.views.spectatorFeed) return 'this game has no spectator view'
    if (this.#context.now < this.#pausedUntil) return 'the room is busy'
    const sockets = [...this.#sockets]
    if (sockets.length >= (watched.limits.maxSpectators ?? maxSpectators)) return 'too many spectators'
    if (isLoopback(address)) return undefined
    const counted = addressLimitKey(address)
    const same = sockets.filter((socket) => addressLimitKey(attachmentOf(socket).address) === counted)
    return same.length >= maxSpectatorsPerAddress ? 'too many spectators from this address' : undefined
  }

  #sendUpdate(): void {
    const now = this.#context.now
    const late = now - this.#dueAt! > lateThresholdMs
    this.#dueAt = undefined
    this.#lateUpdates = late ? this.#lateUpdates + 1 : 0
    if (this.#lateUpdates >= maxLateUpdates) return this.#dropAll('the room is busy')
    this.#sendToAll(now)
  }

  #sendToAll(now: number): void {
    this.#updatedAt = now
    try {
      const news = this.#takeDelta(now)
      for (const socket of [...this.#sockets])
        this.#send(socket, this.#synced.has(socket) ? news : this.#currentSnapshot(now), now)
      this.#record(news, now)
    } catch (error) {
      this.#context.log('error', 'cannot be watched', { detail: describeError(error) })
      this.#dropAll('a fault of the room')
    }
  }

  #record(news: FeedMessage, now: number): void {
    if (!this.#context.isFilmed) return
    const isEmpty = this.#world?.sessionCount === 0
    this.#film.record(news, () => this.#currentSnapshot(now), isEmpty)
    if (isEmpty && this.#sockets.size === 0) this.#stopUpdates()
  }

  /** The changes since the last update; undefined if nothing has changed. */
  #takeDelta(now: number): FeedMessage {
    this.#world = this.#source.openReadOnly()
    const show = this.#world?.views.spectatorFeed
    if (show !== this.#feed) {
      this.#feed = show
      this.#snapshot = undefined
      this.#synced.clear()
      this.#film.cut()
      return undefined
    }
    const news = encodeSpectatorFrames(show?.delta(now) ?? [])
    if (news !== undefined) this.#snapshot = undefined
    return news
  }

  #currentSnapshot(now: number): FeedMessage {
    this.#snapshot ??= encodeSpectatorFrames(this.#feed?.snapshot(now) ?? [])
    return this.#snapshot
  }

  #send(socket: Socket, message: FeedMessage, now: number): void {
    const spectator = this.#synced.get(socket) ?? { sentAt: now, unreadBound: 0 }
    this.#synced.set(socket, spectator)
    // Nothing is sent if the other end has closed the socket, which may happen before the close event arrives.
    if (message === undefined || socket.readyState !== socketStates.open) return
    if (!this.#isReading(socket, spectator, now)) return this.#close(socket, tryAgainLaterCode, 'too slow')
    socket.send(message)
    spectator.unreadBound += message.length * maxBytesPerUnit
  }

  #isReading(socket: Socket, spectator: Spectator, now: number): boolean {
    // Asks for the unread bytes only if they could exceed the limit, because asking costs almost as much as sending.
    if (spectator.unreadBound > maxUnreadBytes) spectator.unreadBound = socket.bufferedAmount ?? 0
    if (spectator.unreadBound > maxUnreadBytes) return false
    if (now - spectator.sentAt < ackTimeoutMs) return true
    const read = this.#context.platform.lastPing?.(socket) ?? Number.NEGATIVE_INFINITY
    if (read < spectator.sentAt) return false
    spectator.sentAt = now
    return true
  }

  #dropAll(reason: string): void {
    this.#pausedUntil = this.#context.now + overloadPauseMs
    for (const socket of [...this.#sockets]) this.#close(socket, tryAgainLaterCode, reason)
    this.#film.cut()
    this.#stopUpdates()
  }

  #close(socket: Socket, code: number, reason: string): void {
    socket.close(code, reason)
    this.socketClosed(socket)
  }

  #stopUpdates(): void {
    this.#timer.cancel()
    this.#dueAt = undefined
    this.#lateUpdates = 0
    this.#synced.clear()
    this.#snapshot = undefined
    this.#world?.views.closeSpectatorFeed()
    this.#world = undefined
    this.#feed = undefined
  }

  /** Open sockets are listed here, because asking the platform for them costs as much as sending a message to each. */
  get #sockets(): Set<Socket> {
    this.#knownSockets ??= new Set(
      this.#context.platform
        .sockets(spectatorTag)
        .filter((socket) => socket.readyState === socketStates.open),
    )
    return this.#knownSockets
  }
}

const attachmentOf = (socket: Socket) => socket.deserializeAttachment() as SpectatorAttachment
