// The sidecars of a site, which start and stop, and the players who connect through them. Each sidecar has a socket to
// the real Directory and real links to the real rooms. The sockets and timers of a real sidecar are replaced by code
// that follows wire/LINK.md (LINK-9, LINK-12 to 14).
import type { Directory } from '../../../durable-objects/directory/directory.ts'
import type { Room } from '../../../durable-objects/room/room.ts'
import type { SessionHandle, TransportClient } from '../../../sidecar/sessions/session.ts'
import { RoomChannel } from '../../../sidecar/uplink/room-channel.ts'
import {
  type Assignment,
  keepaliveTexts,
  type MessageFromSidecar,
  type MessageToSidecar,
  type RoomReport,
} from '../../../wire/link/control-messages.ts'
import { violate } from '../core/game-model.ts'
import { type Scheduler, TimerOwner } from '../core/scheduler.ts'
import type { SeededRandom } from '../core/seeded-random.ts'
import type { ObjectInstance, SimulatedObject } from '../platform/durable-object.ts'
import { sessionToken } from '../platform/secrets.ts'
import { type ClientEnd, SimulatedSocket } from '../platform/sockets.ts'
import { SitePlayer } from './site-player.ts'

const ids = ['east', 'west', 'north'] as const
const wayMs = 15
const pingMs = 30_000
/** The longest time between two connection attempts of a sidecar, in milliseconds. */
const redialMs = 10_000
/**
 * [LINK-9] Maximum number of reports about a room that the Directory no longer lists, and their interval in
 * milliseconds (`reportMs`).
 */
const maxReports = 6
const reportMs = 10_000
const maxPlayers = 3
const drainMs = 6000
/**
 * [LINK-13] After this many milliseconds each room has at least one live sidecar, and at most as many sidecars as
 * allowed.
 */
export const placementTimeoutMs = 90_000
const placesOfARoom = 2

export interface SiteContext {
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  readonly directory: SimulatedObject<Directory & ObjectInstance>
  readonly rooms: ReadonlyMap<string, SimulatedObject<Room>>
  logLine(line: string): void
}

interface Open {
  port: number
  generation: number
  /** Number of remaining reports about a room that the Directory no longer lists. Undefined while it is listed. */
  left: number | undefined
}

class SiteSidecar extends TimerOwner {
  readonly id: string
  readonly listeners = new Map<string, Open>()
  draining = false
  readonly #context: SiteContext
  readonly #links = new Map<string, RoomChannel>()
  readonly #pipes = new Set<SimulatedSocket>()
  #control: SimulatedSocket | undefined
  #nextPort: number

  constructor(id: string, firstPort: number, context: SiteContext) {
    super()
    this.id = id
    this.#context = context
    this.#nextPort = firstPort
    this.#dial()
  }

  #dial(): void {
    const { directory } = this.#context
    const control = this.#pipe(directory, {
      opened: () => this.#ping(control),
      message: (message) => this.#onMessage(String(message)),
      closed: () => {
        this.#control = undefined
        this.#after(redialMs * this.#context.random.next(), () => this.#dial())
      },
    })
    this.#control = control
    control.connect((socket) => {
      directory.hosted!.acceptSidecar(socket, { id: this.id, advertise: `${this.id}.test` })
      return true
    })
  }

  #ping(control: SimulatedSocket): void {
    if (control !== this.#control) return
    control.up(keepaliveTexts.ping)
    this.#after(pingMs, () => this.#ping(control))
  }

  #onMessage(text: string): void {
    if (text === keepaliveTexts.pong) return
    const message = JSON.parse(text) as MessageToSidecar
    if (message.type === 'all') return this.#all(message.assignments)
    if (message.type === 'room') {
      this.#open(message.assignment)
      this.#say({ type: 'opened', ...this.#reportOf(message.assignment.name) })
    } else if (this.listeners.delete(message.name) && message.type === 'gone') this.#end(message.name)
  }

  #all(assignments: readonly Assignment[]): void {
    const listed = new Set(assignments.map(({ name }) => name))
    const unlisted = [...this.listeners].filter(([name]) => !listed.has(name))
    for (const assignment of assignments) this.#open(assignment)
    this.#say({ type: 'all', rooms: Array.from(listed, (name) => this.#reportOf(name)) })
    for (const [name, listener] of unlisted) {
      listener.left = maxReports
      this.#reportAgain(name, listener)
    }
  }

  /** [LINK-9] Reports an unlisted room several times, then treats it as deleted. */
  #reportAgain(name: string, listener: Open): void {
    if (listener.left === undefined || this.listeners.get(name) !== listener) return
    if (listener.left-- === 0) {
      this.listeners.delete(name)
      return this.#end(name)
    }
    this.#say({ type: 'opened', ...this.#reportOf(name) })
    this.#after(reportMs, () => this.#reportAgain(name, listener))
  }

  #open({ name, generation, doors: [listener] }: Assignment): void {
    const known = this.listeners.get(name)
    const wanted = listener!.remembered
    if (!known)
      return void this.listeners.set(name, { port: wanted ?? this.#nextPort++, generation, left: undefined })
    known.left = undefined
    // [LINK-14] A room of another generation moves to its own port.
    if (known.generation !== generation && wanted !== undefined) known.port = wanted
    known.generation = generation
  }

  #reportOf(name: string): RoomReport {
    const { port, generation } = this.listeners.get(name)!
    const doors = [{ transport: 'tcp', asked: 0, port } as const]
    return { name, generation, doors }
  }

  #say(message: MessageFromSidecar): void {
    this.#control?.up(JSON.stringify(message))
  }

  #end(name: string): void {
    this.#links.get(name)?.end(1000, 'room gone')
  }

  // ---- Players -----------------------------------------------------------------------------------------------------

  get mayBeEntered(): boolean {
    return this.alive && !this.draining
  }

  enter(name: string, client: TransportClient): SessionHandle {
    const link = this.#links.get(name) ?? this.#link(name)
    this.#links.set(name, link)
    return link.open(client)
  }

  #link(name: string): RoomChannel {
    const { scheduler, random, rooms } = this.#context
    const room = rooms.get(name)!
    const link: RoomChannel = new RoomChannel({
      name,
      hello: { sidecar: this.id, process: `${this.id} ${random.integerBelow(2 ** 32)}` },
      clock: scheduler.clock(this),
      random: () => random.next(),
      newToken: () => sessionToken(random),
      dial: (events) => {
        const pipe = this.#pipe(room, {
          opened: () => events.onOpen(),
          message: (message) => events.onMessage(message as Uint8Array),
          closed: (code) => events.onClose(code),
        })
        pipe.connect((socket) => room.hosted!.acceptSidecar(socket))
        return { send: (message) => pipe.up(message), close: () => pipe.close(), bufferedBytes: 0 }
      },
      flushMs: 4,
      windowBytes: 65_536,
      ticks: false,
      idleMs: 0,
      onEnded: () => {
        if (this.#links.get(name) === link) this.#links.delete(name)
      },
      log: (_level, event) => this.#context.logLine(`${this.id} to ${name}: ${event}`),
    })
    return link
  }

  // ---- Faults ------------------------------------------------------------------------------------------------------

  /** Kills the sidecar's process: its sockets close, and it announces nothing. */
  die(): void {
    this.alive = false
    for (const pipe of this.#pipes) pipe.cut()
  }

  drain(): void {
    this.draining = true
    for (const link of this.#links.values()) void link.drain()
    this.#after(drainMs, () => {
      this.#control?.close()
      this.alive = false
    })
  }

  /** Cuts a socket, or makes it lose all messages without closing. */
  fails(how: 'cut' | 'stick'): void {
    const open = [...this.#pipes].filter((pipe) => pipe.open)
    if (open.length > 0) this.#context.random.choose(open)[how]()
  }

  #pipe(object: SimulatedObject<ObjectInstance>, far: ClientEnd): SimulatedSocket {
    const { scheduler, random } = this.#context
    const clientEnd: ClientEnd = {
      opened: () => this.alive && far.opened(),
      message: (message) => this.alive && far.message(message),
      closed: (code, reason) => {
        this.#pipes.delete(pipe)
        if (this.alive) far.closed(code, reason)
      },
    }
    const pipe = new SimulatedSocket(object, clientEnd, {
      scheduler,
      random,
      delayMs: () => wayMs * (0.5 + random.next()),
      beforeMessage() {},
      afterMessage() {},
    })
    this.#pipes.add(pipe)
    return pipe
  }

  #after(ms: number, run: () => void): void {
    this.#context.scheduler.after(ms, run, this)
  }
}

export class SiteSidecars {
  readonly #context: SiteContext
  readonly #sidecars: (SiteSidecar | undefined)[]
  readonly #players: SitePlayer[] = []
  /** Rooms that do not exist or may be deleted at any moment. Players do not connect to these rooms. */
  readonly #unstable: Set<string>
  /** Number of deletions so far, and pending deletions by room. */
  #deletions = 0
  readonly #under = new Map<string, number>()
  #processes = 0
  #names = 0

  constructor(context: SiteContext) {
    this.#context = context
    this.#unstable = new Set(context.rooms.keys())
    this.#sidecars = ids.map((_, i) => this.#start(i))
  }

  #start(i: number): SiteSidecar {
    return new SiteSidecar(ids[i]!, 40_000 + 100 * this.#processes++, this.#context)
  }

  get #alive(): readonly SiteSidecar[] {
    return this.#sidecars.filter((one) => one !== undefined).filter(({ alive }) => alive)
  }

  /** Lets players of the room connect through any sidecar, play or disconnect. */
  play(room: string): void {
    if (this.#unstable.has(room)) return
    const { random } = this.#context
    const mine = this.#players.filter((player) => player.room === room && !player.over)
    if (mine.length < maxPlayers && random.happens(0.3)) {
      const player = new SitePlayer(`g${this.#names++}`, room, this.#context.logLine)
      this.#players.push(player)
      mine.push(player)
    }
    for (const player of mine) {
      if (!player.isIn) this.#admit(player)
      else if (random.happens(0.1)) player.disconnect()
      for (let times = random.integerBelow(4); times > 0; times--) player.add()
    }
  }

  /** Connects the player, if possible through another sidecar than the previous time: players know all addresses. */
  #admit(player: SitePlayer): void {
    const open = this.#alive.filter((one) => one.mayBeEntered && one.listeners.has(player.room))
    const others = open.filter((one) => one !== player.by)
    const by = others.length > 0 ? this.#context.random.choose(others) : open[0]
    if (by) player.come(by)
  }

  fail(): void {
    const { random, logLine } = this.#context
    const i = random.integerBelow(ids.length)
    const sidecar = this.#sidecars[i]
    const what = random.choose(['die', 'drain', 'cut', 'stick', 'come', 'come'] as const)
    logLine(`${ids[i]}: ${what}`)
    if (what === 'come' || !sidecar?.alive) this.#sidecars[i] = sidecar?.alive ? sidecar : this.#start(i)
    else if (what === 'cut' || what === 'stick') sidecar.fails(what)
    else sidecar[what]()
    for (const player of this.#players) if (player.isIn && !player.by?.alive) player.lost('its sidecar died')
  }

  /**
   * Call this before a creation, and the returned function when the room exists: it marks the room as stable, unless a
   * deletion was pending or began in the meantime, which may still remove the room.
   */
  startCreation(room: string): () => void {
    const deletions = this.#under.get(room) ? undefined : this.#deletions
    return () => {
      if (deletions === this.#deletions) this.#unstable.delete(room)
    }
  }

  /**
   * Call this before a deletion, and the returned function when it has ended. From the first call on the room's players
   * count as disconnected.
   */
  startDeletion(room: string): () => void {
    const under = () => this.#under.get(room) ?? 0
    this.#deletions++
    this.#under.set(room, under() + 1)
    this.#unstable.add(room)
    for (const player of this.#players)
      if (player.room === room && !player.over) {
        player.over = true
        player.disconnect()
      }
    return () => this.#under.set(room, under() - 1)
  }

  /**
   * [LINK-12] [LINK-13] [LINK-14] Checks the assignments of rooms. `before`: the rooms that the Directory listed
   * `placementTimeoutMs` ago. `now`: the rooms that it lists now.
   */
  checkPlacement(before: readonly string[], now: readonly string[]): void {
    const living = this.#alive.filter(({ mayBeEntered }) => mayBeEntered)
    for (const name of before.filter((one) => now.includes(one))) {
      const open = living.flatMap((one) => one.listeners.get(name) ?? [])
      const at = `${name} is open at ${open.map(({ port }) => port)} of ${living.map(({ id }) => id)}`
      if (open.length < Math.min(placesOfARoom, living.length)) violate('each room has live sidecars', at)
      const ports = new Set(open.map(({ port }) => port))
      if (ports.size > 1) violate('a room has the same port on all sidecars', at)
    }
    for (const { id, listeners } of living)
      for (const [name] of listeners)
        if (!now.includes(name)) violate('no sidecar serves a deleted room', `${id} has ${name}`)
  }

  checkTotals(room: string, totals: Readonly<Record<string, number>>, sessions: number): void {
    const mine = this.#players.filter((player) => player.room === room && !player.over)
    for (const player of mine) player.checkTotal(totals[player.name] ?? 0)
    const inside = mine.filter(({ isIn }) => isIn).length
    if (sessions > inside)
      violate('no session exists twice', `${room} has ${sessions} sessions and ${inside} players`)
  }
}
