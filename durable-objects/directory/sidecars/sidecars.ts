import type { Frame, Game } from '../../../games/game.ts'
import {
  type Assignment,
  closeCodes,
  type MessageToSidecar,
  type RoomReport,
} from '../../../wire/link/control-messages.ts'
import { describeError, formatLogLine } from '../../../wire/util/log-line.ts'
import type { SidecarStats } from '../../model/site-stats.ts'
import { type Platform, type Socket, socketStates } from '../../platform/platform.ts'
import type { ListedRoom } from '../../rpc/directory-rpc.ts'
import type { RoomAddress, RoomAnnouncement } from '../../rpc/rpc-types.ts'
import { lobbyTag } from '../lobby/lobby-subscriptions.ts'
import {
  addressesOf,
  applyReport,
  buildAssignment,
  hasUnassignedListeners,
  type ListenerState,
  listenersOf,
  type RoomWithListeners,
  readReport,
  type SidecarInfo,
} from '../placement/listeners.ts'
import type { DirectoryRepository } from '../storage/directory-repository.ts'
import { isSidecarSilent, SidecarAssignment } from './sidecar-assignment.ts'

/** The names that the Worker allows for rooms. A room of any other name in a report is not looked up. */
const roomPattern = /^[a-z0-9][a-z0-9-]{0,62}$/

export interface SidecarsSettings {
  readonly platform: Platform
  readonly repository: DirectoryRepository
  /** The game of this name; undefined if this build does not have it. */
  game(slug: string): Game | undefined
  /** Asks a room that the Directory does not list whether it exists. If the room exists, it announces itself. */
  findRoom(name: string): Promise<boolean>
  /** Called when the addresses of this room may have changed, or those of any room if `name` is absent. */
  onAddressesChanged(name?: string): void
}

export interface ConnectedSidecar {
  readonly socket: Socket
  readonly sidecar: SidecarInfo
}

export class Sidecars {
  readonly #settings: SidecarsSettings
  readonly #platform: Platform
  readonly #repository: DirectoryRepository
  readonly #assignments: SidecarAssignment

  constructor(settings: SidecarsSettings) {
    this.#settings = settings
    const { platform, repository } = settings
    this.#platform = platform
    this.#repository = repository
    this.#assignments = new SidecarAssignment({
      platform,
      repository,
      sidecars: () =>
        this.#sockets().map((socket) => ({
          sidecar: sidecarOf(socket),
          lastPingAt: platform.lastPing?.(socket),
        })),
      change: (name, ids, make) => this.#changeServingSidecars(name, ids, make),
      failed: (error) => this.#warn('sidecars not marked as lost', { detail: describeError(error) }),
    })
  }

  /** Changes which sidecars serve the room, and notifies those in `ids`. The room's addresses may stay the same. */
  #changeServingSidecars(name: string, ids: ReadonlySet<string>, change: () => void): void {
    const affected = this.connected().filter(({ sidecar }) => ids.has(sidecar.id))
    const addresses = () => JSON.stringify(this.#addresses(name))
    const before = addresses()
    this.#changeAndNotify(name, affected, change)
    if (addresses() !== before) this.#settings.onAddressesChanged(name)
  }

  #addresses(name: string): readonly RoomAddress[] | undefined {
    const known = this.#repository.roomWithListeners(name)
    return known && this.withAddresses(known, this.connected()).addresses
  }

  accept(socket: Socket, sidecar: Omit<SidecarInfo, 'since' | 'hasReported'>): void {
    for (const older of this.#platform.sockets(sidecar.id)) {
      older.close(closeCodes.fenced, 'a newer socket of this sidecar took over')
    }
    this.#platform.accept(socket, sidecar.id)
    const since = this.#platform.clock.now()
    // A sidecar that connects may have restarted, so none of its listeners counts as open until it reports. Earlier
    // reports stay stored, so that an unchanged report writes nothing.
    socket.serializeAttachment({ ...sidecar, since, hasReported: false } satisfies SidecarInfo)
    this.#assignments.sidecarConnected(sidecar.id)
    this.#settings.onAddressesChanged()
    const assignments = this.#assignments
      .withPorts(this.#repository.listRoomsOf(sidecar.id))
      .map((room) => this.#assignment(room, sidecarOf(socket)))
      .filter((assignment) => assignment !== undefined)
    send(socket, { type: 'all', assignments })
  }

  /** Processes a report; throws WireError for an invalid one. */
  message(socket: Socket, message: Frame): void {
    const report = readReport(message)
    if (!report) return // [LINK-15] a report of a type that only newer sidecars send is skipped
    if (report.type === 'all') this.#reportAll(socket, report.rooms)
    else this.#report(socket, report)
  }

  disconnected(socket: Socket): void {
    const { id } = sidecarOf(socket)
    this.#settings.onAddressesChanged()
    for (const name of this.#repository.reportedRooms(id)) this.#settings.onAddressesChanged(name)
    if (!this.connected().some(({ sidecar }) => sidecar.id === id)) this.#assignments.sidecarDisconnected(id)
  }

  forget(id: string): boolean | 'connected' {
    if (this.connected().some(({ sidecar }) => sidecar.id === id)) return 'connected'
    if (!this.#repository.sidecars().some((known) => known.id === id)) return false
    this.#assignments.forget(id)
    this.#settings.onAddressesChanged()
    return true
  }

  alarm(): void {
    this.#assignments.onAlarm()
    // Closes the sockets of silent sidecars. While such a socket is open, each alarm would schedule the next one for
    // the same moment.
    this.connected()
  }

  roomAnnounced(name: string, room: RoomAnnouncement, at: number | undefined): void {
    const before = this.#repository.roomWithListeners(name)
    this.#changeAndNotify(name, this.connected(), () => {
      this.#repository.putRoom(name, room, at)
      this.#assignments.roomAnnounced(room, before)
    })
    this.#settings.onAddressesChanged(name)
  }

  roomRemoved(name: string, change: () => void): void {
    this.#changeAndNotify(name, this.connected(), change)
    this.#assignments.resetLoads()
    this.#settings.onAddressesChanged(name)
  }

  /** Call when a transaction was rolled back. */
  rolledBack(): void {
    this.#assignments.resetLoads()
  }

  /** `among`: the sidecars whose addresses are added, a subset of `connected`. */
  withAddresses(known: RoomWithListeners, among: readonly ConnectedSidecar[]): ListedRoom {
    const addresses = among.flatMap(({ sidecar }) => (sidecar.hasReported ? addressesOf(known, sidecar) : []))
    return { ...known.room, addresses }
  }

  /**
   * Sorted by connection time, earliest first. Closes the sockets of silent sidecars, whose pings have stopped, as when
   * their machine or network has failed.
   */
  connected(): ConnectedSidecar[] {
    const now = this.#platform.clock.now()
    const sockets = this.#sockets()
    const silent = new Set(
      sockets.filter((socket) => isSidecarSilent(this.#platform.lastPing?.(socket), now)),
    )
    for (const socket of silent) socket.close(closeCodes.silent, 'no ping from this sidecar')
    return sockets
      .filter((socket) => !silent.has(socket))
      .map((socket) => ({ socket, sidecar: sidecarOf(socket) }))
      .sort((a, b) => a.sidecar.since - b.sidecar.since || (a.sidecar.id < b.sidecar.id ? -1 : 1))
  }

  stats(): SidecarStats[] {
    const loads = this.#repository.roomsPerSidecar()
    const here = this.connected().map(({ socket, sidecar: { id, advertise, region, since } }) => ({
      ...{ id, advertise, ...(region && { region }), since },
      heard: Math.max(since, this.#platform.lastPing?.(socket) ?? 0),
      rooms: loads.get(id) ?? 0,
    }))
    const connected = new Set(here.map(({ id }) => id))
    const away = this.#repository.sidecars().filter(({ id }) => !connected.has(id))
    return [...here, ...away.map(({ id, at }) => ({ id, since: at, heard: at, rooms: loads.get(id) ?? 0 }))]
  }

  #sockets(): Socket[] {
    // Finds subscribers by their tag, because reading the attachments of a thousand of them would take milliseconds at
    // each call.
    const subscribers = new Set(this.#platform.sockets(lobbyTag))
    return this.#platform
      .sockets()
      .filter((socket) => socket.readyState === socketStates.open && !subscribers.has(socket))
  }

  #reportAll(socket: Socket, reports: readonly RoomReport[]): void {
    const current = reports.filter((report) => !this.#isOfEarlierRoom(report))
    this.#startReports(socket, new Set(current.map(({ name }) => name)))
    for (const report of current) this.#report(socket, report)
  }

  #startReports(socket: Socket, reportedRooms: ReadonlySet<string>): void {
    const sidecar = sidecarOf(socket)
    socket.serializeAttachment({ ...sidecar, hasReported: true } satisfies SidecarInfo)
    this.#settings.onAddressesChanged()
    for (const name of this.#repository.reportedRooms(sidecar.id)) {
      if (!reportedRooms.has(name)) this.#repository.forgetReport(name, sidecar.id)
      this.#settings.onAddressesChanged(name)
    }
  }

  /**
   * Whether the report is about an earlier room of the same name. Such a report is ignored, because the sidecar reports
   * the current room when it has opened that room's listeners.
   */
  #isOfEarlierRoom({ name, generation }: RoomReport): boolean {
    const room = this.#repository.room(name)
    return room !== undefined && generation !== room.generation
  }

  #report(socket: Socket, report: RoomReport): void {
    const { name, doors } = report
    if (!this.#repository.room(name)) return void this.#findLostRoom(socket, name)
    if (this.#isOfEarlierRoom(report)) return
    // After a sidecar connects, a report of one room may arrive before its report of all rooms.
    if (!sidecarOf(socket).hasReported) this.#startReports(socket, new Set())
    const known = this.#repository.roomWithListeners(name)!
    const { id } = sidecarOf(socket)
    if (!this.#hasListenersOf(known, id)) return send(socket, dismissal(name, known.room))
    const before = known.listeners.get(id)
    const changes = [...applyReport(known, id, doors)].filter(
      ([key, state]) => !isSameListener(state, before?.get(key)),
    )
    if (changes.length === 0) return
    // The reporting sidecar is notified too: the documents in its assignment contain the port.
    const affected = this.connected().filter(({ sidecar }) => sidecar.id === id)
    this.#changeAndNotify(name, affected, () => {
      for (const [key, state] of changes) this.#storeListener(name, id, key, state)
    })
    this.#settings.onAddressesChanged(name)
  }

  #storeListener(name: string, sidecar: string, key: string, state: ListenerState): void {
    const { error, rememberedPort } = state
    if (error === undefined && rememberedPort !== undefined)
      this.#repository.assignPort(name, sidecar, rememberedPort)
    this.#repository.putListener(name, sidecar, key, state)
  }

  /**
   * Looks for an unlisted room that a sidecar serves: the room was removed while the report was in transit, or the
   * Directory has lost it. A lost room announces itself, and is then assigned to the sidecar as usual. If the room
   * cannot be asked now, the sidecar reports the room again later.
   */
  async #findLostRoom(socket: Socket, name: string): Promise<void> {
    const [game = '', room = ''] = name.split('/')
    try {
      const isName = name === `${game}/${room}` && this.#settings.game(game) && roomPattern.test(room)
      const removed = this.#repository.removedGeneration(name) !== undefined
      if (isName && !removed) await this.#settings.findRoom(name)
      // The room is read again, because another one may have been created under its name during the await.
      const known = this.#repository.roomWithListeners(name)
      if (known && this.#hasListenersOf(known, sidecarOf(socket).id)) return
      if (socket.readyState === socketStates.open) send(socket, dismissal(name, known?.room))
    } catch (error) {
      this.#warn('room not asked', { game, room, detail: describeError(error) })
    }
  }

  #warn(event: string, fields: { readonly [name: string]: string }): void {
    const time = new Date(this.#platform.clock.now()).toISOString()
    this.#platform.log('warn', formatLogLine('warn', time, event, fields))
  }

  #changeAndNotify(name: string, sidecars: readonly ConnectedSidecar[], change: () => void): void {
    const before = sidecars.map(this.#assignmentsNamed(name))
    change()
    this.#deleteUnusedListeners(name)
    const now = this.#assignmentsNamed(name)
    for (const [i, one] of sidecars.entries()) {
      const assignment = now(one)
      if (comparable(assignment) === comparable(before[i])) continue
      const room = this.#repository.room(name)
      send(one.socket, assignment ? { type: 'room', assignment } : dismissal(name, room))
    }
  }

  #assignmentsNamed(name: string): (one: ConnectedSidecar) => Assignment | undefined {
    const known = this.#repository.roomWithListeners(name)
    return ({ sidecar }) => known && this.#assignment(known, sidecar)
  }

  #assignment(known: RoomWithListeners, sidecar: SidecarInfo): Assignment | undefined {
    const game = this.#settings.game(known.room.game)
    return game && buildAssignment(game, known, sidecar)
  }

  #hasListenersOf(known: RoomWithListeners, sidecar: string): boolean {
    const game = this.#settings.game(known.room.game)
    const doors = listenersOf(known, sidecar)
    return doors.some(({ request }) =>
      game?.listeners.some(({ transport }) => transport === request.transport),
    )
  }

  #deleteUnusedListeners(name: string): void {
    const known = this.#repository.roomWithListeners(name)
    if (!known) return
    for (const [sidecar, doors] of known.listeners) {
      const wanted = new Set(listenersOf(known, sidecar).map(({ key }) => key))
      for (const key of doors.keys())
        if (!wanted.has(key)) this.#repository.deleteListener(name, sidecar, key)
    }
  }
}

const sidecarOf = (socket: Socket): SidecarInfo => socket.deserializeAttachment() as SidecarInfo

/**
 * [LINK-13] Tells a sidecar to stop serving the room. With `leave` the players stay connected, because other sidecars
 * serve the room now. `room`: undefined if the room does not exist.
 */
const dismissal = (name: string, room: RoomAnnouncement | undefined): MessageToSidecar => ({
  type: room && hasUnassignedListeners(room) ? 'leave' : 'gone',
  name,
})

/** Leaves out the remembered ports, which the sidecar has reported itself. */
const comparable = (assignment: Assignment | undefined) =>
  JSON.stringify(assignment, (key, value) => (key === 'remembered' ? undefined : value))

function isSameListener(one: ListenerState, other: ListenerState | undefined): boolean {
  return (
    other !== undefined &&
    one.port === other.port &&
    one.error === other.error &&
    one.rememberedPort === other.rememberedPort &&
    JSON.stringify(one.lists) === JSON.stringify(other.lists)
  )
}

const send = (socket: Socket, message: MessageToSidecar) => socket.send(JSON.stringify(message))
