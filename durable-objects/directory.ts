// The Directory: which rooms there are, which sidecars are connected, and who carries what where. One object.
// A cache: rooms announce themselves again whenever they change or wake, and one that it has lost is asked for by name
// when who may have it looked for names it. Play and links ask it only for names that a Worker has not seen yet.
import type { Frame, Game } from '../games/game.ts'
import { Rate } from '../games/shared/rate.ts'
import { countedAs } from '../wire/address.ts'
import { type Assignment, alive, closeCodes, type Report, type ToSidecar } from '../wire/assignment.ts'
import { WireError } from '../wire/error.ts'
import {
  type AllDoorStates,
  addressesOf,
  assignmentOf,
  type DoorState,
  ownDoors,
  readReport,
  reported,
  type Sidecar,
} from './doors.ts'
import { Live } from './live.ts'
import { type Platform, type Socket, socketStates } from './platform.ts'
import { Register, type RoomWithDoors } from './register.ts'
import type { Announcement, Asker, DirectoryCalls, ListedRoom, RoomsPage } from './rooms.ts'

/** How long a name is held for a room that is being founded. */
const reservationMs = 60_000
/** Nothing that is said of a removed room is longer on its way. */
const removedMs = 24 * 60 * 60 * 1000
/** What a room said longer ago is no longer on its way. */
const onTheWayMs = 60_000
/** In `open` mode one address may create this many rooms at once, and then one a minute. */
const roomsInHand = 10
const roomEveryMs = 60_000

/** How long a list of rooms is good while nothing in it changes but how many play; and how many rooms in all lists are. */
const listedMs = 1000
const mostListed = 10_000
/** How long a name that has no room is known to have none, and how many such names. */
const absentMs = 60_000
const absentNames = 4096
/** Who has not shown the site's or the sidecars' token has so many names looked for a minute, all together. */
const looksPerMinute = 10

/** A sidecar asks every 30 s whether we are there: one that has once, and not for so long, is not there itself. */
const silentMs = 75_000
/** Names as the Worker lets a room have them: what a sidecar makes up is looked for nowhere. */
const roomPattern = /^[a-z0-9][a-z0-9-]{0,62}$/

export interface DirectorySettings {
  readonly games: readonly Game[]
  readonly platform: Platform
  /** Has the room of this name announce itself. False: there is none. */
  ask(name: string): Promise<boolean>
}

/** One instance of it: calls from the Worker and the Rooms, a WebSocket for each sidecar. */
export class Directory implements DirectoryCalls {
  readonly #settings: DirectorySettings
  readonly #platform: Platform
  readonly #register: Register
  readonly #lists = new Map<string, { readonly page: RoomsPage; readonly until: number }>()
  /** Names that have no room, and until when that is believed; the oldest first. */
  readonly #absent = new Map<string, number>()
  /** When rooms said what they said last, as long as something older may come; the oldest first. */
  readonly #said = new Map<string, Said>()
  readonly #live: Live
  readonly #looks = new Rate(looksPerMinute / 60, looksPerMinute)

  constructor(settings: DirectorySettings) {
    this.#settings = settings
    this.#platform = settings.platform
    this.#register = new Register(settings.platform.disk.sql)
    const { platform } = settings
    this.#live = new Live({ platform, clock: platform.clock, room: (name) => this.room(name) })
  }

  async reserve(name: string): Promise<number | undefined> {
    if (this.#register.room(name)) return undefined
    const now = this.#platform.clock.now()
    const generation = Math.max(now, (this.#register.removed(name) ?? 0) + 1)
    const held = this.#register.reserve(name, generation, now, now + reservationMs)
    return held ? generation : undefined
  }

  async release(name: string, generation: number): Promise<void> {
    this.#register.release(name, generation)
  }

  async announce(room: Announcement, at?: number): ReturnType<DirectoryCalls['announce']> {
    const name = nameOf(room)
    const { generation } = room
    if (at !== undefined && this.#isLate(name, generation, at)) return 'late'
    const known = this.#register.room(name)
    // Most wakes bring no news.
    if (known && JSON.stringify(known) === JSON.stringify(room)) return undefined
    const removed = this.#register.removed(name)
    // It may have been long on its way, and the room gone or another since.
    if (generation === removed) return 'removed'
    if (generation < (known?.generation ?? 0)) return undefined
    // Or it was founded so late that the name had another room meanwhile: it has to come after that one.
    if (generation < (removed ?? 0)) return { generation: Math.max(this.#platform.clock.now(), removed! + 1) }
    this.#absent.delete(name)
    const lists = known && isSameButForPlayers(known, room) ? [...this.#lists] : []
    this.#change(name, this.#sidecars(), () => {
      this.#register.release(name, generation)
      this.#register.putRoom(name, room)
      this.#forgetDoors(name, room)
    })
    for (const [key, list] of lists) this.#lists.set(key, list)
    return undefined
  }

  /**
   * An instance that was lost may have said it, and the one after it something else since. It is not believed for longer
   * than anything is on its way: of a room whose clock was put back all would be late.
   */
  #isLate(name: string, generation: number, at: number): boolean {
    const now = this.#platform.clock.now()
    for (const [oldest, { until }] of this.#said) {
      if (until > now) break
      this.#said.delete(oldest)
    }
    const last = this.#said.get(name)
    // Of an older room the generation says what becomes of it.
    if (last && generation < last.generation) return false
    if (last && generation === last.generation && at < last.at) return true
    this.#said.delete(name)
    this.#said.set(name, { generation, at, until: now + onTheWayMs })
    return false
  }

  async remove(name: string, generation: number): Promise<void> {
    // What an older removal says is known. To keep its generation instead would let in what comes late of a later one.
    const latest = Math.max(this.#register.room(name)?.generation ?? 0, this.#register.removed(name) ?? 0)
    if (generation < latest) return
    const now = this.#platform.clock.now()
    this.#change(name, this.#sidecars(), () => {
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
    const now = this.#platform.clock.now()
    const key = `${limit} ${after}`
    const known = this.#lists.get(key)
    if (known && now < known.until && now >= known.until - listedMs) return known.page
    const sidecars = this.#sidecars()
    const listing = this.#register.listing(after, limit)
    const rooms = listing.filter(({ room }) => this.#game(room.game)).map((one) => listed(one, sidecars))
    const last = listing.length === limit ? listing.at(-1)?.room : undefined
    const page = { rooms, ...(last && { next: nameOf(last) }) }
    this.#lists.delete(key)
    this.#lists.set(key, { page, until: now + listedMs })
    this.#boundLists()
    return page
  }

  /** The oldest go; what is larger than all may be is asked for anew each time. A list of none takes the room of one. */
  #boundLists(): void {
    let rooms = 0
    for (const { page } of this.#lists.values()) rooms += Math.max(1, page.rooms.length)
    for (const [key, { page }] of this.#lists) {
      if (rooms <= mostListed) return
      this.#lists.delete(key)
      rooms -= Math.max(1, page.rooms.length)
    }
  }

  async room(name: string): Promise<ListedRoom | undefined> {
    const room = this.#register.room(name)
    if (!room || !this.#game(room.game)) return undefined
    return listed({ room, doors: this.#register.allDoors(name) }, this.#sidecars())
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

  /** May this address create a room? 0: yes, and it is counted; else the milliseconds to wait. */
  async admit(address: string): Promise<number> {
    const now = this.#platform.clock.now()
    const counted = countedAs(address)
    const had = this.#register.allowance(counted) ?? { rooms: roomsInHand, at: now }
    const rooms = Math.min(roomsInHand, had.rooms + (now - had.at) / roomEveryMs)
    if (rooms < 1) return Math.ceil((1 - rooms) * roomEveryMs)
    this.#register.putAllowance(counted, { rooms: rooms - 1, at: now }, now - roomsInHand * roomEveryMs)
    return 0
  }

  /** A sidecar's socket; the Worker has checked its token, and the shapes of `id` and `advertise`. */
  enter(socket: Socket, sidecar: Omit<Sidecar, 'since' | 'reported'>): void {
    this.#connect(socket, { ...sidecar, since: this.#platform.clock.now() })
  }

  #connect(socket: Socket, sidecar: Sidecar): void {
    for (const older of this.#platform.sockets(sidecar.id)) {
      older.close(closeCodes.fenced, 'a newer socket of this sidecar took over')
    }
    this.#platform.accept(socket, sidecar.id)
    // It may have been restarted: nothing is open until it says so. What it said before stays as it is until then, so
    // that nothing is written if it says the same.
    socket.serializeAttachment({ ...sidecar, reported: false })
    this.#lists.clear()
    const assignments = this.#register
      .listing()
      .map(({ room, doors }) => this.#assignment(room, sidecar, doors))
      .filter((assignment) => assignment !== undefined)
    send(socket, { type: 'all', assignments })
  }

  /** An onlooker's socket. False: there are too many. */
  look(socket: Socket, who: { readonly address: string; readonly names: readonly string[] }): boolean {
    return this.#live.enter(socket, who)
  }

  message(socket: Socket, message: Frame): void {
    // A fenced socket may still have said something.
    if (socket.readyState !== socketStates.open) return
    if (message === alive.ping) return socket.send(alive.pong)
    if (Live.has(socket)) return this.#live.message(socket)
    try {
      const report = readReport(message)
      if (report.type === 'all') this.#reportAll(socket, report.rooms)
      else this.#report(socket, report)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      socket.close(closeCodes.protocol, error.message)
    }
  }

  closed(socket: Socket): void {
    if (!Live.has(socket)) this.#hasLeft(socket)
    // The platform leaves the answer to us, and until it comes the other end waits.
    if (socket.readyState === socketStates.closing) socket.close(1000, 'goodbye')
  }

  /** What this sidecar carried is not to be reached there any more. */
  #hasLeft(socket: Socket): void {
    this.#lists.clear()
    for (const name of this.#register.carriedBy(sidecarOf(socket).id)) this.#live.changed(name)
  }

  /** Everything that a sidecar has open. */
  #reportAll(socket: Socket, reports: readonly Report[]): void {
    this.#begins(socket, new Set(reports.map(({ name }) => name)))
    for (const report of reports) this.#report(socket, report)
  }

  /** What it said before of any other room no longer holds. */
  #begins(socket: Socket, said: ReadonlySet<string>): void {
    const sidecar = sidecarOf(socket)
    socket.serializeAttachment({ ...sidecar, reported: true })
    this.#lists.clear()
    for (const name of this.#register.carriedBy(sidecar.id)) {
      if (!said.has(name)) this.#register.forgetReport(name, sidecar.id)
      this.#live.changed(name)
    }
  }

  #report(socket: Socket, { name, doors }: Report): void {
    const room = this.#register.room(name)
    if (!room) return void this.#lookFor(socket, name)
    // An older build reports room by room.
    if (!sidecarOf(socket).reported) this.#begins(socket, new Set())
    const sidecar = sidecarOf(socket)
    if (!this.#assignment(room, sidecar, new Map())) return send(socket, { type: 'gone', name })
    const before = this.#register.doors(name, sidecar.id)
    const news = [...reported(room, sidecar.id, doors, before)].filter(
      ([key, state]) => !isSameDoor(state, before.get(key)),
    )
    if (news.length === 0) return
    this.#change(name, [{ socket, sidecar }], () => {
      for (const [key, state] of news) this.#register.putDoor(name, sidecar.id, key, state)
    })
  }

  /**
   * A sidecar carries a room that is not listed: it was removed while the report was on its way, or we have lost it. Then
   * it announces itself, and the sidecar is told as every one is. If it cannot be asked now, the sidecar reports it again.
   */
  async #lookFor(socket: Socket, name: string): Promise<void> {
    try {
      const [game = '', room = ''] = name.split('/')
      const isName = name === `${game}/${room}` && this.#game(game) !== undefined && roomPattern.test(room)
      const removed = this.#register.removed(name) !== undefined
      if (isName && !removed && (await this.has(name, 'site')) && this.#isFor(sidecarOf(socket), name)) return
      if (socket.readyState === socketStates.open) send(socket, { type: 'gone', name })
    } catch (error) {
      const told = { level: 'warn', event: 'room not asked', name, detail: String(error) }
      this.#platform.log('warn', JSON.stringify(told))
    }
  }

  #isFor(sidecar: Sidecar, name: string): boolean {
    return this.#assignmentNamed(name, sidecar) !== undefined
  }

  /** Makes a change to a room, and tells those sidecars for which it changed anything. */
  #change(name: string, sidecars: readonly Connected[], make: () => void): void {
    const before = sidecars.map(({ sidecar }) => this.#assignmentNamed(name, sidecar))
    make()
    this.#lists.clear()
    this.#live.changed(name)
    for (const [i, { socket, sidecar }] of sidecars.entries()) {
      const assignment = this.#assignmentNamed(name, sidecar)
      if (needs(assignment) === needs(before[i])) continue
      send(socket, assignment ? { type: 'room', assignment } : { type: 'gone', name })
    }
  }

  /** Ports are remembered for as long as the room asks for them. */
  #forgetDoors(name: string, room: Announcement): void {
    for (const sidecar of this.#register.sidecarsOf(name)) {
      const wanted = new Set(ownDoors(room, sidecar).map(({ key }) => key))
      for (const key of this.#register.doors(name, sidecar).keys()) {
        if (!wanted.has(key)) this.#register.deleteDoor(name, sidecar, key)
      }
    }
  }

  #assignmentNamed(name: string, sidecar: Sidecar): Assignment | undefined {
    const room = this.#register.room(name)
    return room && this.#assignment(room, sidecar, this.#register.allDoors(name))
  }

  #assignment(room: Announcement, sidecar: Sidecar, doors: AllDoorStates): Assignment | undefined {
    const game = this.#game(room.game)
    return game && assignmentOf(game, room, sidecar, doors)
  }

  #game(slug: string): Game | undefined {
    return this.#settings.games.find((game) => game.slug === slug)
  }

  /** Half-open: its machine or its network is gone, and nobody has said so. It is let go. */
  #isSilent(socket: Socket): boolean {
    const asked = this.#platform.lastPing?.(socket)
    if (asked === undefined || this.#platform.clock.now() - asked < silentMs) return false
    socket.close(closeCodes.silent, 'this sidecar has been silent for too long')
    return true
  }

  /** Those connected now, the longest-connected first. */
  #sidecars(): Connected[] {
    return this.#platform
      .sockets()
      .filter((socket) => socket.readyState === socketStates.open && !Live.has(socket))
      .filter((socket) => !this.#isSilent(socket))
      .map((socket) => ({ socket, sidecar: sidecarOf(socket) }))
      .sort((a, b) => a.sidecar.since - b.sidecar.since || (a.sidecar.id < b.sidecar.id ? -1 : 1))
  }
}

interface Said {
  readonly generation: number
  readonly at: number
  readonly until: number
}

interface Connected {
  readonly socket: Socket
  readonly sidecar: Sidecar
}

const sidecarOf = (socket: Socket): Sidecar => socket.deserializeAttachment() as Sidecar

/** A room where those that are connected have it open. */
function listed({ room, doors }: RoomWithDoors, sidecars: readonly Connected[]): ListedRoom {
  const addresses = sidecars.flatMap(({ sidecar }) =>
    sidecar.reported ? addressesOf(room, sidecar, doors.get(sidecar.id) ?? new Map()) : [],
  )
  return { ...room, addresses }
}

const nameOf = ({ game, room }: Announcement) => `${game}/${room}`

const isSameButForPlayers = (one: Announcement, other: Announcement) =>
  JSON.stringify({ ...one, players: 0 }) === JSON.stringify({ ...other, players: 0 })

/** For comparison: what it knows itself, the ports that it chose, is no news to a sidecar. */
const needs = (assignment: Assignment | undefined) =>
  JSON.stringify(assignment, (key, value) => (key === 'remembered' ? undefined : value))

function isSameDoor(one: DoorState, other: DoorState | undefined): boolean {
  return (
    other !== undefined &&
    one.port === other.port &&
    one.error === other.error &&
    one.remembered === other.remembered
  )
}

const send = (socket: Socket, message: ToSidecar) => socket.send(JSON.stringify(message))
