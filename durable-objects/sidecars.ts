// The Directory's end of the sidecars' control sockets: sends assignments, and receives reports of listeners.

import type { Frame, Game } from '../games/game.ts'
import { type Assignment, closeCodes, type RoomReport, type MessageToSidecar } from '../wire/assignment.ts'
import { describeError, formatLogLine } from '../wire/log-line.ts'
import { Carriage, silentMs } from './carriage.ts'
import {
  addressesOf,
  assignmentOf,
  type DoorState,
  isForAnybody,
  ownDoors,
  type RoomWithDoors,
  readReport,
  reported,
  type Sidecar,
} from './doors.ts'
import { Live } from './live.ts'
import { type Platform, type Socket, socketStates } from './platform.ts'
import type { Register } from './register.ts'
import type { Address, Announcement, ListedRoom } from './rooms.ts'
import type { SurveyedSidecar } from './survey.ts'

/** Names that the Worker allows for rooms: other names in reports are not looked up. */
const roomPattern = /^[a-z0-9][a-z0-9-]{0,62}$/

export interface SidecarsSettings {
  readonly platform: Platform
  readonly register: Register
  /** Undefined: this build does not have it. */
  game(slug: string): Game | undefined
  /** Whether the room exists; one that the Directory has lost announces itself. */
  find(name: string): Promise<boolean>
  /** Addresses of rooms have changed; `name`: only of this one. */
  changed(name?: string): void
}

export interface Connected {
  readonly socket: Socket
  readonly sidecar: Sidecar
}

export class Sidecars {
  readonly #settings: SidecarsSettings
  readonly #platform: Platform
  readonly #register: Register
  readonly #carriage: Carriage

  constructor(settings: SidecarsSettings) {
    this.#settings = settings
    const { platform, register } = settings
    this.#platform = platform
    this.#register = register
    this.#carriage = new Carriage({
      platform,
      register,
      sidecars: () =>
        this.#sockets().map((socket) => ({ sidecar: sidecarOf(socket), asked: platform.lastPing?.(socket) })),
      change: (name, ids, make) => this.#move(name, ids, make),
    })
  }

  /** Changes a room's carriers. Its addresses may stay the same. */
  #move(name: string, ids: ReadonlySet<string>, make: () => void): void {
    const told = this.connected().filter(({ sidecar }) => ids.has(sidecar.id))
    const addresses = () => JSON.stringify(this.#addresses(name))
    const before = addresses()
    this.#change(name, told, make)
    if (addresses() !== before) this.#settings.changed(name)
  }

  #addresses(name: string): readonly Address[] | undefined {
    const known = this.#register.withDoors(name)
    return known && this.listed(known, this.connected()).addresses
  }

  /** Accepts a sidecar. The Worker has checked its token and the shape of its parameters. */
  enter(socket: Socket, sidecar: Omit<Sidecar, 'since' | 'reported'>): void {
    for (const older of this.#platform.sockets(sidecar.id)) {
      older.close(closeCodes.fenced, 'a newer socket of this sidecar took over')
    }
    this.#platform.accept(socket, sidecar.id)
    const since = this.#platform.clock.now()
    // It may have restarted, so nothing counts as open until it reports. Earlier reports stay stored, so that an
    // unchanged one writes nothing.
    socket.serializeAttachment({ ...sidecar, since, reported: false })
    this.#carriage.arrived(sidecar.id)
    this.#settings.changed()
    const assignments = this.#carriage
      .withPorts(this.#register.listingOf(sidecar.id))
      .map((room) => this.#assignment(room, sidecarOf(socket)))
      .filter((assignment) => assignment !== undefined)
    send(socket, { type: 'all', assignments })
  }

  /** Throws WireError for an invalid report. */
  message(socket: Socket, message: Frame): void {
    const report = readReport(message)
    if (!report) return // [LINK-15] from a newer sidecar
    if (report.type === 'all') this.#reportAll(socket, report.rooms)
    else this.#report(socket, report)
  }

  /** The sidecar's addresses are not reachable any more. */
  left(socket: Socket): void {
    const { id } = sidecarOf(socket)
    this.#settings.changed()
    for (const name of this.#register.carriedBy(id)) this.#settings.changed(name)
    if (!this.connected().some(({ sidecar }) => sidecar.id === id)) this.#carriage.left(id)
  }

  alarm(): void {
    this.#carriage.alarm()
    // Disconnects sidecars just seen to be silent. Otherwise they could stay, and set an immediate alarm forever.
    this.connected()
  }

  /** Adds or replaces a room, and notifies the sidecars that this affects. */
  announced(name: string, room: Announcement, at: number | undefined): void {
    const before = this.#register.withDoors(name)
    this.#change(name, this.connected(), () => {
      this.#register.putRoom(name, room, at)
      this.#carriage.announced(room, before)
    })
    this.#settings.changed(name)
  }

  /** Makes a change that removes a room. */
  removed(name: string, make: () => void): void {
    this.#change(name, this.connected(), make)
    this.#carriage.removed()
    this.#settings.changed(name)
  }

  /** A room with its addresses on connected sidecars; `among`: `connected`. */
  listed(known: RoomWithDoors, among: readonly Connected[]): ListedRoom {
    const addresses = among.flatMap(({ sidecar }) => (sidecar.reported ? addressesOf(known, sidecar) : []))
    return { ...known.room, addresses }
  }

  /** The connected sidecars, the longest connected first. */
  connected(): Connected[] {
    return this.#sockets()
      .filter((socket) => !this.#isSilent(socket))
      .map((socket) => ({ socket, sidecar: sidecarOf(socket) }))
      .sort((a, b) => a.sidecar.since - b.sidecar.since || (a.sidecar.id < b.sidecar.id ? -1 : 1))
  }

  /** Sidecars connected now or in the last week. */
  surveyed(): SurveyedSidecar[] {
    const loads = this.#register.loads()
    const here = this.connected().map(({ socket, sidecar: { id, advertise, region, since } }) => ({
      ...{ id, advertise, ...(region && { region }), since },
      heard: Math.max(since, this.#platform.lastPing?.(socket) ?? 0),
      rooms: loads.get(id) ?? 0,
    }))
    const connected = new Set(here.map(({ id }) => id))
    const away = this.#register.sidecars().filter(({ id }) => !connected.has(id))
    return [...here, ...away.map(({ id, at }) => ({ id, since: at, heard: at, rooms: loads.get(id) ?? 0 }))]
  }

  #sockets(): Socket[] {
    return this.#platform
      .sockets()
      .filter((socket) => socket.readyState === socketStates.open && !Live.has(socket))
  }

  /** Half-open: its machine or network failed without a close. Disconnects it. */
  #isSilent(socket: Socket): boolean {
    const asked = this.#platform.lastPing?.(socket)
    if (asked === undefined || this.#platform.clock.now() - asked < silentMs) return false
    socket.close(closeCodes.silent, 'this sidecar has been silent for too long')
    return true
  }

  /** A report of everything that a sidecar has open. */
  #reportAll(socket: Socket, reports: readonly RoomReport[]): void {
    const current = reports.filter((report) => !this.#isOfAnother(report))
    this.#begins(socket, new Set(current.map(({ name }) => name)))
    for (const report of current) this.#report(socket, report)
  }

  /** Drops its earlier reports of all other rooms. */
  #begins(socket: Socket, said: ReadonlySet<string>): void {
    const sidecar = sidecarOf(socket)
    socket.serializeAttachment({ ...sidecar, reported: true })
    this.#settings.changed()
    for (const name of this.#register.carriedBy(sidecar.id)) {
      if (!said.has(name)) this.#register.forgetReport(name, sidecar.id)
      this.#settings.changed(name)
    }
  }

  /**
   * Whether the report is of an earlier room of this name. The sidecar is assigned the current one and will report
   * that. A report without a generation is from an older build, and accepted.
   */
  #isOfAnother({ name, generation }: RoomReport): boolean {
    const room = this.#register.room(name)
    return room !== undefined && generation !== undefined && generation !== room.generation
  }

  #report(socket: Socket, report: RoomReport): void {
    const { name, doors } = report
    if (!this.#register.room(name)) return void this.#lookFor(socket, name)
    if (this.#isOfAnother(report)) return
    // An older build reports room by room.
    if (!sidecarOf(socket).reported) this.#begins(socket, new Set())
    const known = this.#register.withDoors(name)!
    const { id } = sidecarOf(socket)
    if (!this.#isFor(known, id)) return send(socket, dismissal(name, known.room))
    const before = known.doors.get(id)
    const news = [...reported(known, id, doors)].filter(
      ([key, state]) => !isSameDoor(state, before?.get(key)),
    )
    if (news.length === 0) return
    // The reply contains the port that it has.
    const told = this.connected().filter(({ sidecar }) => sidecar.id === id)
    this.#change(name, told, () => {
      for (const [key, state] of news) this.#putDoor(name, id, key, state)
    })
    this.#settings.changed(name)
  }

  #putDoor(name: string, sidecar: string, key: string, state: DoorState): void {
    const { error, remembered } = state
    if (error === undefined && remembered !== undefined) this.#register.takePort(name, sidecar, remembered)
    this.#register.putDoor(name, sidecar, key, state)
  }

  /**
   * A sidecar carries an unlisted room: it was removed while the report was in transit, or the Directory has lost it.
   * In that case it announces itself, and the sidecar is assigned it as usual. If it cannot be asked now, the sidecar
   * reports it again.
   */
  async #lookFor(socket: Socket, name: string): Promise<void> {
    const [game = '', room = ''] = name.split('/')
    try {
      const isName = name === `${game}/${room}` && this.#settings.game(game) && roomPattern.test(room)
      const removed = this.#register.removed(name) !== undefined
      if (isName && !removed) await this.#settings.find(name)
      // Meanwhile another room may have been created under the name.
      const known = this.#register.withDoors(name)
      if (known && this.#isFor(known, sidecarOf(socket).id)) return
      if (socket.readyState === socketStates.open) send(socket, dismissal(name, known?.room))
    } catch (error) {
      const fields = { game, room, detail: describeError(error) }
      const time = new Date(this.#platform.clock.now()).toISOString()
      this.#platform.log('warn', formatLogLine('warn', time, 'room not asked', fields))
    }
  }

  /** Makes a change to a room, and notifies those of these sidecars that it affected. */
  #change(name: string, sidecars: readonly Connected[], make: () => void): void {
    const before = sidecars.map(this.#assignmentsNamed(name))
    make()
    this.#forgetDoors(name)
    const now = this.#assignmentsNamed(name)
    for (const [i, one] of sidecars.entries()) {
      const assignment = now(one)
      if (needs(assignment) === needs(before[i])) continue
      const room = this.#register.room(name)
      send(one.socket, assignment ? { type: 'room', assignment } : dismissal(name, room))
    }
  }

  #assignmentsNamed(name: string): (one: Connected) => Assignment | undefined {
    const known = this.#register.withDoors(name)
    return ({ sidecar }) => known && this.#assignment(known, sidecar)
  }

  #assignment(known: RoomWithDoors, sidecar: Sidecar): Assignment | undefined {
    const game = this.#settings.game(known.room.game)
    return game && assignmentOf(game, known, sidecar)
  }

  /** Whether it has listeners of this room. */
  #isFor(known: RoomWithDoors, sidecar: string): boolean {
    const game = this.#settings.game(known.room.game)
    const doors = ownDoors(known, sidecar)
    return doors.some(({ entry }) => game?.listeners.some(({ transport }) => transport === entry.transport))
  }

  /** Forgets the ports of listeners that the room does not ask this sidecar for any more. */
  #forgetDoors(name: string): void {
    const known = this.#register.withDoors(name)
    if (!known) return
    for (const [sidecar, doors] of known.doors) {
      const wanted = new Set(ownDoors(known, sidecar).map(({ key }) => key))
      for (const key of doors.keys()) if (!wanted.has(key)) this.#register.deleteDoor(name, sidecar, key)
    }
  }
}

const sidecarOf = (socket: Socket): Sidecar => socket.deserializeAttachment() as Sidecar

/** [LINK-13] If others carry the room now, its players stay connected; `room` undefined: there is none. */
const dismissal = (name: string, room: Announcement | undefined): MessageToSidecar => ({
  type: room && isForAnybody(room) ? 'leave' : 'gone',
  name,
})

/** For comparison, without the ports that the sidecar chose itself. */
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

const send = (socket: Socket, message: MessageToSidecar) => socket.send(JSON.stringify(message))
