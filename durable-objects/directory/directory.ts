// The Directory: a single object that knows all rooms, the connected sidecars, and the assignments of rooms to
// sidecars. It is a cache: rooms announce themselves when they change or wake, and if it has lost a room, an authorized
// lookup by name asks the room itself. For requests to `/play` and `/link`, a Worker queries the Directory only about
// names that the Worker has not seen yet.
import { LRUCache } from 'lru-cache'
import type { Frame, Game } from '../../games/game.ts'
import { TokenBucket } from '../../games/shared/token-bucket.ts'
import { closeReason } from '../../wire/link/close-reason.ts'
import { closeCodes, keepaliveTexts } from '../../wire/link/control-messages.ts'
import { addressLimitKey } from '../../wire/net/ip-address.ts'
import { describeError, formatLogLine } from '../../wire/util/log-line.ts'
import { WireError } from '../../wire/util/wire-error.ts'
import { GuessLimiter } from '../limits/guess-limiter.ts'
import { newPushKeys, type PushKeys } from '../model/push-subscription.ts'
import type { RoomMetrics } from '../model/room-metrics.ts'
import { seriesKeyDigest } from '../model/series.ts'
import { maxListedRooms, maxRoomMetrics, type SiteStats, siteStatsMaxAgeMs } from '../model/site-stats.ts'
import { type Platform, replyToClose, type Socket, socketStates } from '../platform/platform.ts'
import type {
  CallerRole,
  DirectoryRpc,
  ListedRoom,
  RoomPage,
  SeriesErasure,
  SharedContentEntry,
  SiteSecret,
  WebhookTarget,
} from '../rpc/directory-rpc.ts'
import type { OwnerCredential, RoomAnnouncement } from '../rpc/rpc-types.ts'
import { LobbySubscriptions } from './lobby/lobby-subscriptions.ts'
import { roomNameOf, type SidecarInfo } from './placement/listeners.ts'
import { Sidecars } from './sidecars/sidecars.ts'
import { DirectoryRepository } from './storage/directory-repository.ts'
import { RoomPageCache } from './storage/room-page-cache.ts'
import { SeriesBoards } from './storage/series-boards.ts'
import { StaleUpdateFilter } from './storage/stale-update-filter.ts'
import { type Rate, StoredRateLimit } from './storage/stored-rate-limit.ts'
import { WebhookTargetLimiter } from './storage/webhook-target-limiter.ts'

/** How long a name is reserved while its room is created. */
const reservationMs = 60_000
/** How long a removal is remembered. After that no announcement of the removed room can be in transit. */
const removalMemoryMs = 24 * 60 * 60 * 1000
/** Rate of rooms that one address may create in `open` mode. */
const creationRate: Rate = { atOnce: 10, everyMs: 60_000 }

/** How long, and for how many names, the absence of a room is cached. */
const absentMs = 60_000
const maxAbsentNames = 4096
/** Lookups of unknown names per minute, shared by all callers without the site's or the sidecars' token. */
const lookupsPerMinute = 10

export interface DirectoryDependencies {
  readonly games: readonly Game[]
  readonly platform: Platform
  /** Asks the room of this name to announce itself to the Directory. Returns false if the room does not exist. */
  askRoom(name: string): Promise<boolean>
}

export class Directory implements Omit<DirectoryRpc, 'version'> {
  readonly #settings: DirectoryDependencies
  readonly #platform: Platform
  readonly #repository: DirectoryRepository
  readonly #series: SeriesBoards
  readonly #pageCache = new RoomPageCache()
  /** Names of rooms that do not exist, each with the time until which its absence is cached. */
  readonly #absentRooms = new LRUCache<string, number>({ max: maxAbsentNames })
  /** The metrics of rooms that stopped announcing are evicted first. */
  readonly #metrics = new LRUCache<string, RoomMetrics>({ max: maxRoomMetrics })
  #cachedStats: { readonly stats: SiteStats; readonly until: number } | undefined
  readonly #staleFilter: StaleUpdateFilter
  readonly #lobby: LobbySubscriptions
  readonly #sidecars: Sidecars
  readonly #guesses: GuessLimiter
  readonly #creations: StoredRateLimit
  readonly #webhookTargets: WebhookTargetLimiter
  readonly #lookupRate = new TokenBucket(lookupsPerMinute / 60, lookupsPerMinute)

  constructor(settings: DirectoryDependencies) {
    this.#settings = settings
    const { platform } = settings
    this.#platform = platform
    const { sql } = platform.disk
    this.#repository = new DirectoryRepository(sql)
    this.#series = new SeriesBoards(sql)
    this.#creations = new StoredRateLimit(sql, 'creation_rate', creationRate.atOnce * creationRate.everyMs)
    this.#webhookTargets = new WebhookTargetLimiter(sql)
    this.#guesses = new GuessLimiter({
      clock: platform.clock,
      store: {
        read: () => this.#repository.guesses,
        write: (state) => this.#repository.putGuesses(state),
        failed: (error) => this.#warn('guesses not written', describeError(error)),
      },
    })
    this.#staleFilter = new StaleUpdateFilter(platform.clock.now(), (name) =>
      this.#repository.announcedAt(name),
    )
    this.#lobby = new LobbySubscriptions({ platform, room: (name) => this.getRoom(name) })
    this.#sidecars = new Sidecars({
      platform,
      repository: this.#repository,
      game: (slug) => this.#game(slug),
      findRoom: (name) => this.hasRoom(name, 'site'),
      onAddressesChanged: (name) => {
        this.#pageCache.clear()
        if (name !== undefined) this.#lobby.roomChanged(name)
      },
    })
  }

  async reserveName(name: string): Promise<number | undefined> {
    if (this.#repository.room(name)) return undefined
    const now = this.#platform.clock.now()
    const generation = Math.max(now, (this.#repository.removedGeneration(name) ?? 0) + 1)
    const held = this.#repository.reserve(name, generation, now, now + reservationMs)
    return held ? generation : undefined
  }

  async extendReservation(name: string, generation: number): Promise<void> {
    this.#repository.extendReservation(name, generation, this.#platform.clock.now() + reservationMs)
  }

  async reservedGeneration(name: string): Promise<number | undefined> {
    return this.#repository.reservedGeneration(name, this.#platform.clock.now())
  }

  async releaseName(name: string, generation: number): Promise<void> {
    this.#repository.release(name, generation)
  }

  async announce(...call: Parameters<DirectoryRpc['announce']>): ReturnType<DirectoryRpc['announce']> {
    return this.#atomically(() => this.#announce(...call))
  }

  /** Makes all changes or none. If only some were stored, a repeated call would find nothing new and skip the rest. */
  #atomically<T>(change: () => T): T {
    try {
      return this.#platform.disk.transaction(change)
    } catch (error) {
      // The copies in memory must not contain changes that are not on the disk.
      this.#repository.rolledBack()
      this.#sidecars.rolledBack()
      this.#pageCache.clear()
      throw error
    }
  }

  #announce(
    ...[announcement, at, figures]: Parameters<DirectoryRpc['announce']>
  ): Awaited<ReturnType<DirectoryRpc['announce']>> {
    const name = roomNameOf(announcement)
    const now = this.#platform.clock.now()
    const known = this.#repository.room(name)
    // Shared ids and the series board are stored in tables of their own, because lists of rooms do not need them.
    const { sharedIds, series, ...room } = withFaultStart(announcement, known)
    const { generation } = room
    const joinSeries = () => {
      const answer = this.#series.announced({ name, generation, series }, room.game, now)
      return answer && { series: answer }
    }
    if (at !== undefined && this.#staleFilter.isStale(name, known?.generation, { generation, at }, now))
      return 'stale'
    if (figures) this.#metrics.set(name, figures)
    if (known && isSame(known, room) && (!sharedIds || this.#repository.hasSharedIds(name)))
      return series && joinSeries()
    const removed = this.#repository.removedGeneration(name)
    // This announcement was delayed: its room has been removed since.
    if (generation === removed) return 'removed'
    // Either the creation took so long that another room of the name was created and removed meanwhile, or this object
    // lost its data after the removal. The room must take a later generation than the removed one.
    const latest = Math.max(known?.generation ?? 0, removed ?? 0)
    if (generation < latest) return { generation: Math.max(now, latest + 1) }
    if (known && known.generation !== generation) this.#repository.deleteIds(name)
    if (sharedIds && (known?.generation !== generation || !this.#repository.hasSharedIds(name)))
      this.#repository.putSharedIds(name, sharedIds)
    this.#absentRooms.delete(name)
    this.#repository.release(name, generation)
    // A sidecar sends the list entry, which contains the number of players, to public lists.
    if (known && !room.listEntry?.isAnnounced && isSame(withoutPlayers(known), withoutPlayers(room))) {
      this.#repository.putRoom(name, room, at)
      this.#lobby.roomChanged(name)
    } else this.#sidecars.roomAnnounced(name, room, at)
    return joinSeries()
  }

  async pushKeys(): Promise<PushKeys> {
    const known = this.#repository.pushKeys
    if (known) return known
    // If another call has stored a key pair meanwhile, that pair is kept.
    this.#repository.addPushKeys(await newPushKeys())
    return this.#repository.pushKeys!
  }

  async removeRoom(name: string, generation: number): Promise<void> {
    this.#atomically(() => this.#removeRoom(name, generation))
  }

  #removeRoom(name: string, generation: number): void {
    // A newer removal stays stored. If this older generation replaced it, delayed announcements of the newer room would
    // be accepted although that room is removed.
    const latest = Math.max(
      this.#repository.room(name)?.generation ?? 0,
      this.#repository.removedGeneration(name) ?? 0,
    )
    if (generation < latest) return
    const now = this.#platform.clock.now()
    this.#metrics.delete(name)
    this.#sidecars.roomRemoved(name, () => {
      this.#repository.deleteRoom(name)
      this.#repository.putRemoved(name, generation, now, now - removalMemoryMs)
    })
    this.#series.prune(now)
  }

  async listRooms(): Promise<readonly ListedRoom[]> {
    return this.#cachedPage('', -1).rooms
  }

  async listRoomPage({ after, limit }: Parameters<DirectoryRpc['listRoomPage']>[0]): Promise<RoomPage> {
    return this.#cachedPage(after, limit)
  }

  #cachedPage(after: string, limit: number): RoomPage {
    return this.#pageCache.get(this.#platform.clock.now(), `${limit} ${after}`, () => {
      const connected = this.#sidecars.connected()
      const listing = this.#repository.listRooms(after, limit)
      const rooms = listing
        .filter(({ room }) => this.#game(room.game))
        .map((one) => this.#sidecars.withAddresses(one, connected))
      const last = listing.length === limit ? listing.at(-1)?.room : undefined
      return { rooms, ...(last && { next: roomNameOf(last) }) }
    })
  }

  async siteStats(): Promise<SiteStats> {
    const now = this.#platform.clock.now()
    const known = this.#cachedStats
    if (known && now < known.until && now >= known.until - siteStatsMaxAgeMs) return known.stats
    const { roomIndex } = this.#repository
    const stats: SiteStats = {
      sums: roomIndex.sums(),
      rooms: roomIndex.top(maxListedRooms).map((room) => {
        const figures = this.#metrics.peek(roomNameOf(room))
        return figures ? { ...room, figures } : room
      }),
      more: roomIndex.size > maxListedRooms,
      sidecars: this.#sidecars.stats(),
    }
    this.#cachedStats = { stats, until: now + siteStatsMaxAgeMs }
    return stats
  }

  async getRoom(name: string): Promise<ListedRoom | undefined> {
    const known = this.#repository.roomWithListeners(name)
    if (!known || !this.#game(known.room.game)) return undefined
    return this.#sidecars.withAddresses(known, this.#sidecars.connected())
  }

  async hasRoom(name: string, role: CallerRole): Promise<boolean> {
    if (this.#repository.room(name)) return true
    const now = this.#platform.clock.now()
    if (role === 'guest') return false
    const absentUntil = this.#absentRooms.get(name) ?? 0
    // An expiry that is more than `absentMs` in the future was stored before the clock was set back, so it is ignored.
    if (absentUntil > now && absentUntil <= now + absentMs) return false
    if (
      role === 'host' &&
      (this.#repository.removedGeneration(name) !== undefined || !this.#lookupRate.take(now))
    )
      return false
    if (await this.#settings.askRoom(name)) return true
    this.#absentRooms.set(name, now + absentMs)
    return false
  }

  async findRoomByPublicId(
    ...[{ name, id }]: Parameters<DirectoryRpc['findRoomByPublicId']>
  ): Promise<string | undefined> {
    return this.#repository.findRoomById(name, id)
  }

  async listSharedContent(kind: string): Promise<readonly SharedContentEntry[]> {
    return this.#repository.listSharedContent(kind)
  }

  async readSeries(series: string): ReturnType<DirectoryRpc['readSeries']> {
    return this.#series.read(series, (room) => this.#warn('series rows unreadable', room))
  }

  async eraseFromSeries(
    series: string,
    what: SeriesErasure,
    credential?: OwnerCredential,
  ): ReturnType<DirectoryRpc['eraseFromSeries']> {
    if (credential) {
      const { token, address } = credential
      const waitMs = this.#guesses.countAttempt(address, `series ${series}`, token)
      if (waitMs > 0 || !this.#series.hasKey(series, seriesKeyDigest(token)))
        return { wrongToken: true, waitMs }
      this.#guesses.takeBackAttempt(address, `series ${series}`)
    }
    return this.#series.exists(series) ? this.#series.eraseDeleted(series, what) : undefined
  }

  async admitWebhook(target: WebhookTarget): Promise<number> {
    return this.#webhookTargets.admit(target, this.#platform.clock.now())
  }

  /**
   * Counts a room creation by this address and returns 0. Returns the milliseconds to wait if the address has created
   * too many rooms, or `full` if the site has `maxRooms` rooms (0: no limit).
   */
  async admitRoomCreation(address: string, maxRooms = 0): Promise<number | 'full'> {
    if (maxRooms > 0 && this.#repository.roomCount >= maxRooms) return 'full'
    return this.#creations.admit([[addressLimitKey(address), creationRate]], this.#platform.clock.now())
  }

  async countWrongToken(address: string, secret: SiteSecret, mark: string): Promise<number> {
    return this.#guesses.countAttempt(address, secret, mark) || this.#guesses.wait(address, secret)
  }

  async forgetSidecar(id: string): Promise<boolean | 'connected'> {
    this.#cachedStats = undefined
    return this.#atomically(() => this.#sidecars.forget(id))
  }

  /** Call only for requests whose token and parameters the Worker has checked. */
  acceptSidecar(socket: Socket, sidecar: Omit<SidecarInfo, 'since' | 'hasReported'>): void {
    this.#closeIfFailed(socket, () => this.#sidecars.accept(socket, sidecar))
  }

  /** Returns false if there are too many subscribers. */
  acceptSubscriber(
    socket: Socket,
    subscriber: { readonly address: string; readonly names: readonly string[] },
  ): boolean {
    return this.#lobby.accept(socket, subscriber)
  }

  socketMessage(socket: Socket, message: Frame): void {
    // Messages that a superseded socket still had in transit are ignored.
    if (socket.readyState !== socketStates.open) return
    if (message === keepaliveTexts.ping) return socket.send(keepaliveTexts.pong)
    if (LobbySubscriptions.isSubscriber(socket)) return this.#lobby.message(socket)
    this.#closeIfFailed(socket, () => this.#sidecars.message(socket, message))
  }

  socketClosed(socket: Socket): void {
    replyToClose(socket)
    if (!LobbySubscriptions.isSubscriber(socket)) this.#sidecars.disconnected(socket)
  }

  /** [LINK-15] If `step` fails, closes the socket: the sidecar connects again, and then reports all its rooms. */
  #closeIfFailed(socket: Socket, step: () => void): void {
    try {
      step()
    } catch (error) {
      const isInvalidMessage = error instanceof WireError
      socket.close(
        closeCodes.protocol,
        isInvalidMessage ? closeReason(error.message) : 'fault of the Directory',
      )
      if (!isInvalidMessage) throw error
    }
  }

  alarm(): void {
    this.#atomically(() => this.#sidecars.alarm())
  }

  #warn(event: string, detail: string): void {
    const time = new Date(this.#platform.clock.now()).toISOString()
    this.#platform.log('warn', formatLogLine('warn', time, event, { detail }))
  }

  #game(slug: string): Game | undefined {
    return this.#settings.games.find((game) => game.slug === slug)
  }
}

/** Keeps the start time of a fault when a restarted room reports the same fault with a new start time. */
function withFaultStart(
  announcement: RoomAnnouncement,
  known: RoomAnnouncement | undefined,
): RoomAnnouncement {
  const isOld = announcement.trouble && announcement.trouble.what === known?.trouble?.what
  return isOld ? { ...announcement, trouble: known!.trouble! } : announcement
}

const withoutPlayers = (room: RoomAnnouncement) => ({ ...room, players: 0, listEntry: undefined })

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
