// The Directory: a single object that knows all rooms, the connected sidecars, and the assignments of rooms to
// sidecars. It is a cache: rooms announce themselves when they change or wake, and if it has lost a room, an authorized
// lookup by name asks the room itself. Play and links query it only for names that a Worker has not seen yet.
import type { Frame, Game } from '../games/game.ts'
import { TokenBucket } from '../games/shared/rate.ts'
import { addressLimitKey } from '../wire/address.ts'
import { keepaliveTexts, closeCodes } from '../wire/assignment.ts'
import { WireError } from '../wire/error.ts'
import { describeError, formatLogLine } from '../wire/log-line.ts'
import type { Sidecar } from './doors.ts'
import type { Figures } from './figures.ts'
import { GuessLimiter } from './guess-limiter.ts'
import { admitTarget } from './hook-targets.ts'
import { Latest } from './latest.ts'
import { Lists } from './lists.ts'
import { Live } from './live.ts'
import { type Platform, type Socket, socketStates } from './platform.ts'
import { Register } from './register.ts'
import type {
  Announcement,
  Asker,
  DirectoryCalls,
  HookTarget,
  ListedRoom,
  RoomsPage,
  SiteSecret,
} from './rooms.ts'
import { Sidecars } from './sidecars.ts'
import { mostFigures, mostSurveyed, type Survey, surveyedMs } from './survey.ts'

/** How long a name is reserved while its room is created. */
const reservationMs = 60_000
/** By then no announcement of a removed room can still be in transit. */
const removedMs = 24 * 60 * 60 * 1000
/** In `open` mode one address may create this many rooms at once, and then one a minute. */
const roomsInHand = 10
const roomEveryMs = 60_000

/** How long, and for how many names, the absence of a room is cached. */
const absentMs = 60_000
const absentNames = 4096
/** Lookups a minute of unknown names for callers without the site's or the sidecars' token, all together. */
const looksPerMinute = 10

export interface DirectorySettings {
  readonly games: readonly Game[]
  readonly platform: Platform
  /** Makes the room of this name announce itself. False: there is none. */
  ask(name: string): Promise<boolean>
}

/** One instance: RPC from the Worker and the Rooms, a WebSocket for each sidecar. */
export class Directory implements Omit<DirectoryCalls, 'version'> {
  readonly #settings: DirectorySettings
  readonly #platform: Platform
  readonly #register: Register
  readonly #lists = new Lists()
  /** Names without a room, each until when that is cached; the oldest first. */
  readonly #absent = new Map<string, number>()
  /** By room; the least recently updated first. */
  readonly #figures = new Map<string, Figures>()
  #surveyed: { readonly survey: Survey; readonly until: number } | undefined
  readonly #latest: Latest
  readonly #live: Live
  readonly #sidecars: Sidecars
  readonly #guesses: GuessLimiter
  readonly #looks = new TokenBucket(looksPerMinute / 60, looksPerMinute)

  constructor(settings: DirectorySettings) {
    this.#settings = settings
    const { platform } = settings
    this.#platform = platform
    this.#register = new Register(platform.disk.sql)
    this.#guesses = new GuessLimiter({
      clock: platform.clock,
      store: {
        read: () => this.#register.guesses,
        write: (state) => this.#register.putGuesses(state),
        failed: (error) => this.#warn('guesses not written', describeError(error)),
      },
    })
    this.#latest = new Latest(platform.clock.now(), (name) => this.#register.saidAt(name))
    this.#live = new Live({ platform, clock: platform.clock, room: (name) => this.room(name) })
    this.#sidecars = new Sidecars({
      platform,
      register: this.#register,
      game: (slug) => this.#game(slug),
      find: (name) => this.has(name, 'site'),
      changed: (name) => {
        this.#lists.clear()
        if (name !== undefined) this.#live.changed(name)
      },
    })
  }

  async reserve(name: string): Promise<number | undefined> {
    if (this.#register.room(name)) return undefined
    const now = this.#platform.clock.now()
    const generation = Math.max(now, (this.#register.removed(name) ?? 0) + 1)
    const held = this.#register.reserve(name, generation, now, now + reservationMs)
    return held ? generation : undefined
  }

  async hold(name: string, generation: number): Promise<void> {
    this.#register.hold(name, generation, this.#platform.clock.now() + reservationMs)
  }

  async held(name: string): Promise<number | undefined> {
    return this.#register.held(name, this.#platform.clock.now())
  }

  async release(name: string, generation: number): Promise<void> {
    this.#register.release(name, generation)
  }

  async announce(said: Announcement, at?: number, figures?: Figures): ReturnType<DirectoryCalls['announce']> {
    const name = nameOf(said)
    const now = this.#platform.clock.now()
    const known = this.#register.room(name)
    // Shared ids are stored apart from the room: lists do not need them.
    const { sharedIds, ...room } = goingOn(said, known)
    const { generation } = room
    if (at !== undefined && this.#latest.isLate(name, known?.generation, { generation, at }, now))
      return 'late'
    if (figures) this.#keepFigures(name, figures)
    // Most announcements on wake change nothing.
    if (known && isSame(known, room) && (!sharedIds || this.#register.sharesIds(name))) return undefined
    const removed = this.#register.removed(name)
    // A delayed announcement of a room that is removed or replaced by now.
    if (generation === removed) return 'removed'
    // Or the room was created so late that its name had another room meanwhile, now removed, or removed before we lost
    // our disk: it needs a later generation. A removed room never gets this answer.
    const latest = Math.max(known?.generation ?? 0, removed ?? 0)
    if (generation < latest) return { generation: Math.max(now, latest + 1) }
    if (known && known.generation !== generation) this.#register.deleteIds(name)
    if (sharedIds && (known?.generation !== generation || !this.#register.sharesIds(name)))
      this.#register.putSharedIds(name, sharedIds)
    this.#absent.delete(name)
    this.#register.release(name, generation)
    if (known && isSame({ ...known, players: 0 }, { ...room, players: 0 })) {
      this.#register.putRoom(name, room, at)
      this.#live.changed(name)
    } else this.#sidecars.announced(name, room, at)
    return undefined
  }

  async remove(name: string, generation: number): Promise<void> {
    // An older removal is known already. Storing its generation would admit delayed announcements of a later room.
    const latest = Math.max(this.#register.room(name)?.generation ?? 0, this.#register.removed(name) ?? 0)
    if (generation < latest) return
    const now = this.#platform.clock.now()
    this.#figures.delete(name)
    this.#sidecars.removed(name, () => {
      this.#register.deleteRoom(name)
      this.#register.putRemoved(name, generation, now, now - removedMs)
    })
  }

  async rooms(): Promise<readonly ListedRoom[]> {
    return this.#list('', -1).rooms
  }

  async page({ after, limit }: Parameters<DirectoryCalls['page']>[0]): Promise<RoomsPage> {
    return this.#list(after, limit)
  }

  #list(after: string, limit: number): RoomsPage {
    return this.#lists.at(this.#platform.clock.now(), `${limit} ${after}`, () => {
      const connected = this.#sidecars.connected()
      const listing = this.#register.listing(after, limit)
      const rooms = listing
        .filter(({ room }) => this.#game(room.game))
        .map((one) => this.#sidecars.listed(one, connected))
      const last = listing.length === limit ? listing.at(-1)?.room : undefined
      return { rooms, ...(last && { next: nameOf(last) }) }
    })
  }

  async survey(): Promise<Survey> {
    const now = this.#platform.clock.now()
    const known = this.#surveyed
    if (known && now < known.until && now >= known.until - surveyedMs) return known.survey
    const { roll } = this.#register
    const survey: Survey = {
      sums: roll.sums(),
      rooms: roll.first(mostSurveyed).map((room) => {
        const figures = this.#figures.get(`${room.game}/${room.room}`)
        return figures ? { ...room, figures } : room
      }),
      more: roll.size > mostSurveyed,
      sidecars: this.#sidecars.surveyed(),
    }
    this.#surveyed = { survey, until: now + surveyedMs }
    return survey
  }

  /** The figures of a room that stopped announcing are evicted first. */
  #keepFigures(name: string, figures: Figures): void {
    this.#figures.delete(name)
    this.#figures.set(name, figures)
    if (this.#figures.size > mostFigures) this.#figures.delete(this.#figures.keys().next().value!)
  }

  async room(name: string): Promise<ListedRoom | undefined> {
    const known = this.#register.withDoors(name)
    if (!known || !this.#game(known.room.game)) return undefined
    return this.#sidecars.listed(known, this.#sidecars.connected())
  }

  async has(name: string, asker: Asker): Promise<boolean> {
    if (this.#register.room(name)) return true
    const now = this.#platform.clock.now()
    if (asker === 'guest' || (this.#absent.get(name) ?? 0) > now) return false
    if (asker === 'host' && (this.#register.removed(name) !== undefined || !this.#looks.take(now)))
      return false
    if (await this.#settings.ask(name)) return true
    this.#absent.delete(name)
    this.#absent.set(name, now + absentMs)
    if (this.#absent.size > absentNames) this.#absent.delete(this.#absent.keys().next().value!)
    return false
  }

  async named({ name, id }: { readonly name: string; readonly id: string }): Promise<string | undefined> {
    return this.#register.roomOf(name, id)
  }

  async admitHook(target: HookTarget): Promise<number> {
    return admitTarget(this.#register, target, this.#platform.clock.now())
  }

  /**
   * Whether this address may create a room. 0: yes, and it is counted; else the milliseconds to wait. `full`: the site
   * has `mostRooms` (0: no limit).
   */
  async admit(address: string, mostRooms = 0): Promise<number | 'full'> {
    if (mostRooms > 0 && this.#register.rooms >= mostRooms) return 'full'
    const now = this.#platform.clock.now()
    const counted = addressLimitKey(address)
    const had = this.#register.allowance(counted) ?? { rooms: roomsInHand, at: now }
    const rooms = Math.min(roomsInHand, had.rooms + (now - had.at) / roomEveryMs)
    if (rooms < 1) return Math.ceil((1 - rooms) * roomEveryMs)
    this.#register.putAllowance(counted, { rooms: rooms - 1, at: now }, now - roomsInHand * roomEveryMs)
    return 0
  }

  async wrongToken(address: string, secret: SiteSecret, mark: string): Promise<number> {
    return this.#guesses.begin(address, secret, mark) || this.#guesses.wait(address, secret)
  }

  /** Accepts a sidecar's socket. The Worker has checked its token and the shape of its parameters. */
  enter(socket: Socket, sidecar: Omit<Sidecar, 'since' | 'reported'>): void {
    this.#sidecars.enter(socket, sidecar)
  }

  /** Accepts a lobby subscriber's socket. False: there are too many. */
  look(socket: Socket, who: { readonly address: string; readonly names: readonly string[] }): boolean {
    return this.#live.enter(socket, who)
  }

  message(socket: Socket, message: Frame): void {
    // A superseded socket may still have messages in transit.
    if (socket.readyState !== socketStates.open) return
    if (message === keepaliveTexts.ping) return socket.send(keepaliveTexts.pong)
    if (Live.has(socket)) return this.#live.message(socket)
    try {
      this.#sidecars.message(socket, message)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      socket.close(closeCodes.protocol, error.message)
    }
  }

  closed(socket: Socket): void {
    if (!Live.has(socket)) this.#sidecars.left(socket)
    // The platform leaves the close reply to us, and the other end waits for it.
    if (socket.readyState === socketStates.closing) socket.close(1000, 'goodbye')
  }

  /** Set for sidecars that have disconnected or may have. */
  alarm(): void {
    this.#sidecars.alarm()
  }

  #warn(event: string, detail: string): void {
    const time = new Date(this.#platform.clock.now()).toISOString()
    this.#platform.log('warn', formatLogLine('warn', time, event, { detail }))
  }

  #game(slug: string): Game | undefined {
    return this.#settings.games.find((game) => game.slug === slug)
  }
}

const nameOf = ({ game, room }: Announcement) => `${game}/${room}`

/** Keeps the start time of a continuing fault that another instance of the room reports anew. */
function goingOn(said: Announcement, known: Announcement | undefined): Announcement {
  const isOld = said.trouble && said.trouble.what === known?.trouble?.what
  return isOld ? { ...said, trouble: known!.trouble! } : said
}

const isSame = (one: Announcement, other: Announcement) => JSON.stringify(one) === JSON.stringify(other)
