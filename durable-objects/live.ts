// Lobby subscriptions: browsers get updates of rooms over a WebSocket of the Directory that hibernates with it. Updates
// are sent at most once a second, with the state at that time.
import { addressLimitKey, isLoopback } from '../wire/address.ts'
import { closeCodes } from '../wire/assignment.ts'
import type { Clock } from '../wire/clock.ts'
import { Deadline } from './deadline.ts'
import { type Platform, type Socket, socketStates } from './platform.ts'
import type { Address, Announcement } from './rooms.ts'

/** A sidecar's id has no colon. */
const tag = 'live:'
const everyMs = 1000
/** Most subscribers of the whole site, and per address. */
const most = 1000
const mostPerAddress = 20

/** The changing properties of a room. */
export interface LiveRoom {
  readonly name: string
  /** The room is deleted; the other fields are absent. */
  readonly gone?: true
  readonly title?: string
  readonly status?: Announcement['status']
  readonly players?: number
  readonly capacity?: number
  readonly addresses?: readonly Address[]
}

interface Onlooker {
  readonly kind: 'live'
  readonly address: string
  /** Names of rooms; empty: all. */
  readonly names: readonly string[]
}

export interface LiveSettings {
  readonly platform: Platform
  readonly clock: Clock
  /** The room's current state. */
  room(name: string): Promise<(Announcement & { readonly addresses: readonly Address[] }) | undefined>
}

export class Live {
  readonly #settings: LiveSettings
  readonly #changed = new Set<string>()
  readonly #telling: Deadline
  #toldAt = Number.NEGATIVE_INFINITY

  constructor(settings: LiveSettings) {
    this.#settings = settings
    this.#telling = new Deadline(settings.clock, () => void this.#tell())
  }

  /** Whether this is a subscriber's socket. All others are sidecars'. */
  static has(socket: Socket): boolean {
    return (socket.deserializeAttachment() as { readonly kind?: string } | null)?.kind === 'live'
  }

  /** Adds a subscriber and sends the state of its rooms, as its page may be older. False: there are too many. */
  enter(socket: Socket, { address, names }: Omit<Onlooker, 'kind'>): boolean {
    const others = this.#sockets()
    const counted = addressLimitKey(address)
    const same = others.filter((other) => addressLimitKey(onlooker(other).address) === counted)
    if (others.length >= most || (!isLoopback(address) && same.length >= mostPerAddress)) return false
    this.#settings.platform.accept(socket, tag)
    socket.serializeAttachment({ kind: 'live', address, names })
    if (names.length > 0) void this.#send([socket], names)
    return true
  }

  /** Subscribers must not send. */
  message(socket: Socket): void {
    socket.close(closeCodes.protocol, 'this door only tells')
  }

  /** The room has changed. */
  changed(name: string): void {
    if (this.#sockets().length === 0) return
    this.#changed.add(name)
    const { clock } = this.#settings
    this.#telling.arm(Math.min(everyMs, Math.max(0, this.#toldAt + everyMs - clock.now())))
  }

  async #tell(): Promise<void> {
    this.#toldAt = this.#settings.clock.now()
    const names = [...this.#changed]
    this.#changed.clear()
    await this.#send(this.#sockets(), names)
  }

  async #send(sockets: readonly Socket[], names: readonly string[]): Promise<void> {
    const rooms = await Promise.all(names.map((name) => this.#now(name)))
    for (const socket of sockets) {
      const { names: watched } = onlooker(socket)
      const told = watched.length > 0 ? rooms.filter(({ name }) => watched.includes(name)) : rooms
      if (told.length > 0 && socket.readyState === socketStates.open)
        socket.send(JSON.stringify({ rooms: told }))
    }
  }

  async #now(name: string): Promise<LiveRoom> {
    const room = await this.#settings.room(name)
    if (!room) return { name, gone: true }
    const { title, status, players, capacity, addresses } = room
    return { name, title, status, players, capacity, addresses }
  }

  #sockets(): readonly Socket[] {
    return this.#settings.platform
      .sockets(tag)
      .filter((socket) => Live.has(socket) && socket.readyState === socketStates.open)
  }
}

const onlooker = (socket: Socket) => socket.deserializeAttachment() as Onlooker
