// The Directory: which rooms there are, which sidecars are connected, and who carries what where. One object.
// A cache: rooms announce themselves again whenever they change or wake. Play and links never ask it.
import type { Frame, Game } from '../games/game.ts'
import { countedAs } from '../wire/address.ts'
import { type Assignment, closeCodes, type ToSidecar } from '../wire/assignment.ts'
import { WireError } from '../wire/error.ts'
import type { Transport } from '../wire/framing.ts'
import { addressesOf, assignmentOf, ownDoors, readReport, reported, type Sidecar } from './doors.ts'
import { type Platform, type Socket, socketStates } from './platform.ts'
import { Register } from './register.ts'
import type { Address, Announcement, DirectoryCalls } from './rooms.ts'

/** How long a name is held for a room that is being founded. */
const reservationMs = 60_000
/** Nothing that is said of a removed room is longer on its way. */
const removedMs = 24 * 60 * 60 * 1000
/** In `open` mode one address may create this many rooms at once, and then one a minute. */
const roomsInHand = 10
const roomEveryMs = 60_000

type Listed = Announcement & { readonly addresses: readonly Address[] }

export interface DirectorySettings {
  readonly games: readonly Game[]
  readonly platform: Platform
}

/** One instance of it: calls from the Worker and the Rooms, a WebSocket for each sidecar. */
export class Directory implements DirectoryCalls {
  readonly #settings: DirectorySettings
  readonly #platform: Platform
  readonly #register: Register

  constructor(settings: DirectorySettings) {
    this.#settings = settings
    this.#platform = settings.platform
    this.#register = new Register(settings.platform.disk.sql)
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

  async announce(room: Announcement): Promise<'removed' | undefined> {
    const name = `${room.game}/${room.room}`
    const { generation } = room
    // It may have been long on its way, and the room gone or another since.
    if (generation === this.#register.removed(name)) return 'removed'
    if (generation < (this.#register.removed(name) ?? 0)) return undefined
    if (generation < (this.#register.room(name)?.generation ?? 0)) return undefined
    this.#change(name, this.#sidecars(), () => {
      this.#register.release(name, generation)
      this.#register.putRoom(name, room)
      this.#forgetDoors(name, room)
    })
    return undefined
  }

  async remove(name: string, generation: number): Promise<void> {
    if (generation < (this.#register.room(name)?.generation ?? 0)) return
    const now = this.#platform.clock.now()
    this.#change(name, this.#sidecars(), () => {
      this.#register.deleteRoom(name)
      this.#register.putRemoved(name, generation, now, now - removedMs)
    })
  }

  async rooms(): Promise<readonly Listed[]> {
    return this.#register
      .rooms()
      .filter(({ game }) => this.#game(game))
      .map((room) => this.#listed(room))
  }

  async room(name: string): Promise<Listed | undefined> {
    const room = this.#register.room(name)
    return room && this.#game(room.game) && this.#listed(room)
  }

  async address(name: string, transport: Transport): Promise<{ host: string; port: number } | undefined> {
    const room = this.#register.room(name)
    if (!room) return undefined
    for (const { sidecar } of this.#sidecars()) {
      for (const address of addressesOf(room, sidecar, this.#register.doors(name, sidecar.id))) {
        if (address.transport !== transport || address.host === undefined) continue
        return { host: address.host, port: address.port }
      }
    }
    return undefined
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
  enter(socket: Socket, { id, advertise }: Omit<Sidecar, 'since'>): void {
    this.#connect(socket, { id, advertise, since: this.#platform.clock.now() })
  }

  #connect(socket: Socket, sidecar: Sidecar): void {
    for (const older of this.#platform.sockets(sidecar.id)) {
      older.close(closeCodes.fenced, 'a newer socket of this sidecar took over')
    }
    this.#platform.accept(socket, sidecar.id)
    socket.serializeAttachment(sidecar)
    // It may have been restarted: nothing is open until it says so.
    this.#register.forgetReports(sidecar.id)
    const assignments = this.#register
      .rooms()
      .map((room) => this.#assignment(room, sidecar))
      .filter((assignment) => assignment !== undefined)
    send(socket, { type: 'all', assignments })
  }

  message(socket: Socket, message: Frame): void {
    // A fenced socket may still have said something.
    if (socket.readyState !== socketStates.open) return
    try {
      const { name, doors } = readReport(message)
      this.#report(socket, name, doors)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      socket.close(closeCodes.protocol, error.message)
    }
  }

  closed(socket: Socket): void {
    // The platform leaves the answer to us, and until it comes the other end waits.
    if (socket.readyState === socketStates.closing) socket.close(1000, 'goodbye')
  }

  #report(socket: Socket, name: string, doors: Parameters<typeof reported>[2]): void {
    const room = this.#register.room(name)
    // Removed while the report was on its way.
    if (!room) return
    const sidecar = sidecarOf(socket)
    this.#change(name, [{ socket, sidecar }], () => {
      const before = this.#register.doors(name, sidecar.id)
      for (const [key, state] of reported(room, sidecar.id, doors, before)) {
        this.#register.putDoor(name, sidecar.id, key, state)
      }
    })
  }

  /** Makes a change to a room, and tells those sidecars for which it changed anything. */
  #change(name: string, sidecars: readonly Connected[], make: () => void): void {
    const before = sidecars.map(({ sidecar }) => this.#assignmentNamed(name, sidecar))
    make()
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
    return room && this.#assignment(room, sidecar)
  }

  #assignment(room: Announcement, sidecar: Sidecar): Assignment | undefined {
    const game = this.#game(room.game)
    const doors = this.#register.doors(`${room.game}/${room.room}`, sidecar.id)
    return game && assignmentOf(game, room, sidecar, doors)
  }

  #listed(room: Announcement): Listed {
    const name = `${room.game}/${room.room}`
    const addresses = this.#sidecars().flatMap(({ sidecar }) =>
      addressesOf(room, sidecar, this.#register.doors(name, sidecar.id)),
    )
    return { ...room, addresses }
  }

  #game(slug: string): Game | undefined {
    return this.#settings.games.find((game) => game.slug === slug)
  }

  /** Those connected now, the longest-connected first. */
  #sidecars(): Connected[] {
    return this.#platform
      .sockets()
      .filter((socket) => socket.readyState === socketStates.open)
      .map((socket) => ({ socket, sidecar: sidecarOf(socket) }))
      .sort((a, b) => a.sidecar.since - b.sidecar.since || (a.sidecar.id < b.sidecar.id ? -1 : 1))
  }
}

interface Connected {
  readonly socket: Socket
  readonly sidecar: Sidecar
}

const sidecarOf = (socket: Socket): Sidecar => socket.deserializeAttachment() as Sidecar

/** For comparison: what it knows itself, the ports that it chose, is no news to a sidecar. */
const needs = (assignment: Assignment | undefined) =>
  JSON.stringify(assignment, (key, value) => (key === 'remembered' ? undefined : value))

const send = (socket: Socket, message: ToSidecar) => socket.send(JSON.stringify(message))
