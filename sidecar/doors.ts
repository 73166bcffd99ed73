// Reconciles the listeners of all assigned rooms with the desired state: opens, changes and closes them, retries failed
// ones, and reports the results. Knows transports by name only.
import type { Logger } from 'pino'
import type { Assignment, Door, Opened, Report } from '../wire/assignment.ts'
import type { Certificate } from './certificate.ts'
import { systemClock } from './clock.ts'
import { openDispatch } from './dispatch.ts'
import { Guests, type OpenDoor, type OpenTransport, type Surroundings, type Wanted } from './door.ts'
import { roomLog } from './log.ts'
import type { Metrics } from './metrics.ts'
import { isFixed, type PortRules, portsFor } from './ports.ts'
import type { Call, Client } from './session.ts'
import { openTcp } from './tcp.ts'
import { WriteTimes } from './timings.ts'
import { openUdp } from './udp.ts'
import { openWebSocket } from './websocket.ts'

/** Maximum connections of one listener. */
const mostPerDoor = 4_096
/** Milliseconds between retries of listeners that could not be opened. */
export const retryEvery = 10_000
/** Retries of the report of a room that the Directory did not list, at the same interval. The room is then removed. */
export const asks = 6

const transports: Record<Door['transport'], OpenTransport> = {
  tcp: openTcp,
  udp: openUdp,
  websocket: openWebSocket,
  dispatch: openDispatch,
}

/** An additional port for a room's dispatch response, from this sidecar's settings. */
export interface ExtraDispatch {
  /** `game/room`. */
  readonly room: string
  readonly port: number
}

export interface DoorsSettings {
  readonly bind: string
  readonly ports: PortRules
  readonly dispatch: readonly ExtraDispatch[]
  readonly proxies: readonly string[]
  readonly balancers: readonly string[]
  readonly certificate?: Certificate | undefined
  /** Opens the sessions of clients, and drops the link of a room. */
  readonly links: { open(room: Assignment, client: Client): Call; drop(name: string): void }
  readonly metrics: Metrics
  readonly log: Logger
  away(): boolean
  /** Called after each change of a room's listeners. */
  opened(report: Report): void
  /** Called after `all`, with all assigned rooms. */
  allOpened(reports: readonly Report[]): void
}

/** The current state of a listener. */
export interface Standing extends Opened {
  /** `game/room`. */
  readonly name: string
}

interface Place {
  wanted: Wanted
  /** From this sidecar's settings: not reported to the Worker. */
  readonly extra: boolean
  readonly around: Surroundings
  open?: OpenDoor | undefined
  error?: string | undefined
}

interface Room {
  /** Of the last assignment. */
  generation?: number | undefined
  readonly guests: Guests
  readonly log: Logger
  places: Place[]
  /** Set if the Directory did not list the room: how many more reports to send before it is removed. */
  asksLeft?: number | undefined
}

export class Doors {
  readonly #settings: DoorsSettings
  readonly #rooms = new Map<string, Room>()
  /** Rooms that other sidecars carry now, except for clients that are still connected here, and their names. */
  readonly #leaving = new Map<Room, string>()
  readonly #retrying: NodeJS.Timeout
  /** Serializes changes. */
  #turn: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(settings: DoorsSettings) {
    this.#settings = settings
    this.#retrying = setInterval(() => this.#queue(() => this.#retry()), retryEvery).unref()
  }

  /**
   * Applies a complete list of assignments. The Directory may have lost a room that is carried here: its clients stay
   * connected while it is reported again, until the Directory replies that it is assigned or gone.
   */
  all(assignments: readonly Assignment[]): Promise<void> {
    const names = new Set(assignments.map(({ name }) => name))
    const wanted = new Set(assignments.flatMap(({ doors }) => doors.map(({ port }) => port)))
    return this.#queue(async () => {
      const unlisted: [name: string, room: Room][] = []
      for (const [name, room] of this.#rooms) {
        if (names.has(name)) continue
        if (room.places.some(({ open }) => open && wanted.has(open.port))) await this.#remove(name)
        else unlisted.push([name, room])
      }
      await this.#apply(assignments)
      this.#settings.allOpened(Array.from(names, (name) => this.#reportOf(name)))
      for (const [name, room] of unlisted) this.#ask(name, room, asks)
    })
  }

  #ask(name: string, room: Room, left: number): void {
    room.asksLeft = left
    this.#tell(name)
  }

  room(assignment: Assignment): Promise<void> {
    return this.#queue(async () => {
      await this.#apply([assignment])
      this.#tell(assignment.name)
    })
  }

  gone(name: string): Promise<void> {
    return this.#queue(() => this.#remove(name))
  }

  /** [LINK-13] Another sidecar carries the room now: accepts no new clients, but keeps connected ones. */
  leave(name: string): Promise<void> {
    return this.#queue(async () => {
      const room = this.#rooms.get(name)
      if (!room) return
      this.#rooms.delete(name)
      this.#leaving.set(room, name)
      const doors = room.places.flatMap(({ open }) => (open ? [open] : []))
      await Promise.all(doors.map((door) => door.stop()))
      void Promise.all(doors.map((door) => door.empty())).then(() =>
        this.#queue(() => this.#left(name, room)),
      )
    })
  }

  /** Cleans up when the last client of a room that another sidecar carries has disconnected. */
  async #left(name: string, room: Room): Promise<void> {
    if (!this.#leaving.delete(room)) return
    // The link is shared with a later assignment of the same name, so keep it if there is one.
    const isOpen = this.#rooms.has(name) || [...this.#leaving.values()].includes(name)
    await (isOpen ? closed(room) : this.#end(name, room))
  }

  /** All listeners, open or not. */
  list(): Standing[] {
    return [...this.#rooms].flatMap(([name, room]) =>
      room.places.map((place) => ({ name, ...standing(place) })),
    )
  }

  /** Accepts no new clients, and opens no more listeners. */
  stop(): Promise<void> {
    clearInterval(this.#retrying)
    return this.#queue(async () => {
      this.#stopped = true
      await Promise.all(this.#places().map((place) => place.open?.stop()))
    })
  }

  /** Stops, closes all clients, and resolves when they have received their pending output, within 5 s. */
  async close(reason: string): Promise<void> {
    await this.stop()
    const doors = this.#places().flatMap(({ open }) => (open ? [open] : []))
    this.#rooms.clear()
    this.#leaving.clear()
    await Promise.all(doors.map((door) => door.close(reason)))
    await Promise.all(doors.map((door) => door.empty()))
  }

  #places(): Place[] {
    return [...this.#rooms.values(), ...this.#leaving.keys()].flatMap((room) => room.places)
  }

  #queue(change: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      if (!this.#stopped) await change().catch((error) => this.#settings.log.error({ err: error }, 'doors'))
    })
    return this.#turn
  }

  async #apply(assignments: readonly Assignment[]): Promise<void> {
    const arriving: Place[] = []
    const leaving: Place[] = []
    for (const assignment of assignments) this.#rearrange(assignment, arriving, leaving)
    const blocked = await this.#open(arriving)
    for (const place of leaving) await place.open?.close('door closed')
    if (leaving.length) await this.#open(blocked)
  }

  /** Keeps listeners that are still wanted, and adds the others to `arriving` (to open) and `leaving` (to close). */
  #rearrange(assignment: Assignment, arriving: Place[], leaving: Place[]): void {
    const room = this.#rooms.get(assignment.name) ?? this.#newRoom(assignment.name)
    room.asksLeft = undefined
    const isAnother = room.generation !== undefined && room.generation !== assignment.generation
    room.generation = assignment.generation
    const before = new Set(room.places)
    room.places = this.#wantedBy(assignment, room.log).map(({ wanted, extra }) => {
      const kept = [...before].find(
        (place) =>
          place.extra === extra &&
          isSame(place.wanted.door, wanted.door) &&
          !(isAnother && isElsewhere(place, wanted.door)),
      )
      if (kept && before.delete(kept)) return keep(kept, wanted)
      return { wanted, extra, around: this.#surroundings(assignment.name, room, wanted.door) }
    })
    arriving.push(...room.places.filter((place) => !place.open))
    leaving.push(...before)
  }

  #wantedBy(assignment: Assignment, log: Logger): { wanted: Wanted; extra: boolean }[] {
    const answering = assignment.doors.find((door) => door.transport === 'dispatch')
    const extras = this.#settings.dispatch.filter(({ room }) => room === assignment.name)
    if (extras.length && !answering) log.warn('this room has no dispatch answer to give at another port')
    return [
      ...assignment.doors.map((door) => ({ wanted: { assignment, door }, extra: false })),
      ...(answering ? extras : []).map(({ port }) => ({
        wanted: { assignment, door: { transport: 'dispatch' as const, port, answer: answering!.answer! } },
        extra: true,
      })),
    ]
  }

  #newRoom(name: string): Room {
    const room = { guests: new Guests(), log: roomLog(this.#settings.log, name), places: [] }
    this.#rooms.set(name, room)
    return room
  }

  #surroundings(name: string, { guests, log }: Room, { transport }: Door): Surroundings {
    const { links, metrics, away, proxies, balancers, certificate } = this.#settings
    return {
      open: (room, client) => links.open(room, client),
      guests,
      mostPerDoor,
      proxies,
      balancers,
      certificate,
      log,
      clock: systemClock,
      tally: metrics.tally(name, transport),
      writes: new WriteTimes(systemClock, metrics.timings.of(name)),
      away,
    }
  }

  /** Opens fixed ports first, so that no other listener takes them. Returns the places whose port was in use. */
  async #open(places: readonly Place[]): Promise<Place[]> {
    const blocked: Place[] = []
    for (const place of [...places].sort((a, b) => this.#freedom(a) - this.#freedom(b))) {
      await this.#openOne(place)
      if (place.error === 'EADDRINUSE') blocked.push(place)
    }
    return blocked
  }

  #freedom({ wanted: { door } }: Place): number {
    if (isFixed(door, this.#settings.ports)) return 0
    return door.remembered ? 1 : 2
  }

  async #openOne(place: Place): Promise<void> {
    const { door } = place.wanted
    const { log } = place.around
    const before = place.error
    place.error = await this.#tryPorts(place)
    const { transport, port } = door
    if (place.open) log.info({ transport, port: place.open.port }, 'open')
    else if (place.error !== before) log.warn({ transport, port, error: place.error }, 'not open')
  }

  /** Why none of the allowed ports could be opened; undefined: `place.open` is set. */
  async #tryPorts(place: Place): Promise<string | undefined> {
    const { bind, ports } = this.#settings
    const { door } = place.wanted
    const held = new Set(this.#places().flatMap(({ open }) => (open ? [open.port] : [])))
    for (const port of portsFor(door, ports, held)) {
      try {
        place.open = await transports[door.transport](place.wanted, { host: bind, port }, place.around)
        return undefined
      } catch (error) {
        const reason = reasonOf(error)
        if (isFixed(door, ports) || !isTaken(reason)) return reason
      }
    }
    return 'no free port'
  }

  async #remove(name: string): Promise<void> {
    const room = this.#rooms.get(name)
    if (!room) return
    this.#rooms.delete(name)
    await this.#end(name, room)
  }

  async #end(name: string, room: Room): Promise<void> {
    this.#settings.links.drop(name)
    await closed(room)
    this.#settings.metrics.forget(name)
    room.log.info('gone')
  }

  async #retry(): Promise<void> {
    for (const [name, room] of this.#rooms) {
      if (room.asksLeft === 0) {
        await this.#remove(name)
        continue
      }
      if (room.asksLeft !== undefined) this.#ask(name, room, room.asksLeft - 1)
      const failed = room.places.filter((place) => !place.open)
      const before = failed.map((place) => place.error)
      await this.#open(failed)
      if (failed.some((place, index) => place.error !== before[index])) this.#tell(name)
    }
  }

  #tell(name: string): void {
    this.#settings.opened(this.#reportOf(name))
  }

  #reportOf(name: string): Report {
    const { generation, places = [] } = this.#rooms.get(name) ?? {}
    const doors = places.filter((place) => !place.extra).map(standing)
    return { name, ...(generation !== undefined && { generation }), doors }
  }
}

async function closed({ places }: Room): Promise<void> {
  await Promise.all(places.map(({ open }) => open?.close('room gone')))
}

function keep(place: Place, wanted: Wanted): Place {
  place.wanted = wanted
  place.open?.change(wanted)
  return place
}

/** Whether both are the same listener, even if limits, framing or response differ. */
function isSame(a: Door, b: Door): boolean {
  const alike = !a.framing === !b.framing && !a.answer === !b.answer
  return alike && a.transport === b.transport && a.port === b.port
}

/** [LINK-14] Whether it is open at a port of the previous room that is not the one remembered for this room. */
function isElsewhere({ open }: Place, { port, remembered }: Door): boolean {
  return port === 0 && open !== undefined && remembered !== undefined && open.port !== remembered
}

function standing({ wanted: { door }, open, error }: Place): Opened {
  const { transport, port: asked } = door
  return { transport, asked, port: open?.port ?? asked, ...(error && { error }) }
}

/** Whether another port may work. */
function isTaken(reason: string): boolean {
  return reason === 'EADDRINUSE' || reason === 'EACCES'
}

/** The system's error code, or the message of another error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
