// Assigns rooms to sidecars as sidecars connect and disconnect. Assignments are stored, so that sidecars keep their
// rooms when the Directory's code is replaced, which disconnects all sidecars at once.

import type { Platform } from '../../platform/platform.ts'
import type { RoomAnnouncement } from '../../rpc/rpc-types.ts'
import {
  hasUnassignedListeners,
  type RoomWithListeners,
  roomNameOf,
  type SidecarInfo,
} from '../placement/listeners.ts'
import {
  type PlacementInput,
  placeRoom,
  type SidecarState,
  servingSidecarsOf,
} from '../placement/placement.ts'
import type { DirectoryRepository, RoomAssignment, StoredSidecar } from '../storage/directory-repository.ts'
import { PortAllocator } from './port-allocator.ts'

/** [LINK-13] A disconnected sidecar keeps its rooms for this long: a restart or a deployment takes less time. */
const reconnectGraceMs = 20_000
/**
 * A returning sidecar must stay connected this long before its substitutes lose their rooms, so that rooms do not move
 * to and from an unstable sidecar.
 */
const stableAfterMs = 60_000
/** After this absence a sidecar loses its assignments. */
const forgetAfterMs = 7 * 24 * 60 * 60 * 1000
/**
 * Maximum number of absent sidecars on record. Without the limit, a sidecar with a new id at each start would leave a
 * row for every start within a week.
 */
export const maxAbsentSidecars = 256
/**
 * A sidecar that has pinged, and then sends no ping for this long, counts as disconnected. Sidecars ping every 30 s.
 */
const pingTimeoutMs = 75_000

/**
 * Whether a sidecar that has last pinged at `lastPingAt` counts as disconnected. A ping with a time far in the future
 * arrived before the clock was set back. It does not show whether the sidecar is connected now, so the sidecar has to
 * connect again.
 */
export function isSidecarSilent(lastPingAt: number | undefined, now: number): boolean {
  return lastPingAt !== undefined && Math.abs(now - lastPingAt) >= pingTimeoutMs
}

export interface SidecarAssignmentSettings {
  readonly repository: DirectoryRepository
  readonly platform: Platform
  /** Sidecars with an open socket, including silent ones. `lastPingAt`: undefined if the sidecar has never pinged. */
  sidecars(): readonly { readonly sidecar: SidecarInfo; readonly lastPingAt: number | undefined }[]
  /** Calls `change`, and notifies each sidecar in `ids` whose assignment this has changed. */
  change(name: string, ids: ReadonlySet<string>, change: () => void): void
  /** Called when lost sidecars could not be marked as disconnected. */
  failed(error: unknown): void
}

export class SidecarAssignment {
  readonly #settings: SidecarAssignmentSettings
  readonly #repository: DirectoryRepository
  /** Number of rooms per sidecar. Computed on demand, updated as rooms are assigned, and reset when any are removed. */
  #loads: Map<string, number> | undefined

  constructor(settings: SidecarAssignmentSettings) {
    this.#settings = settings
    this.#repository = settings.repository
    try {
      this.#markLostSidecars()
    } catch (error) {
      // On a full disk the Directory must still answer. The lost sidecars are marked when the next sidecar connects.
      settings.failed(error)
    }
  }

  /**
   * Marks sidecars without a socket as disconnected: the sockets of a crashed instance are lost without a close event,
   * and storing a disconnection may have failed.
   */
  #markLostSidecars(): void {
    const connected = this.#connected()
    for (const { id, state } of this.#repository.sidecars())
      if ((state === 'there' || state === 'back') && !connected.has(id)) this.sidecarDisconnected(id)
  }

  /** Notifies only the other sidecars: the caller sends the connecting sidecar its rooms. */
  sidecarConnected(id: string): void {
    this.#markLostSidecars()
    this.#advanceStates((known) => known.id !== id)
    const known = this.#repository.sidecars().find((one) => one.id === id)
    const state = known && known.state !== 'there' && known.state !== 'left' ? 'back' : 'there'
    if (known?.state !== state) this.#repository.putSidecar({ id, state, at: this.#now })
    this.#reassignAll(id)
    this.#setAlarm()
  }

  /** Called when the last socket of the sidecar has closed. The sidecar's rooms keep their substitutes. */
  sidecarDisconnected(id: string): void {
    const known = this.#repository.sidecars().find((one) => one.id === id)
    if (known?.state === 'there') this.#repository.putSidecar({ id, state: 'left', at: this.#now })
    if (known?.state === 'back') this.#repository.putSidecar({ id, state: 'away', at: this.#now })
    this.#setAlarm()
  }

  forget(id: string): void {
    this.#repository.forgetSidecar(id)
    this.#reassignAll()
    this.#setAlarm()
  }

  onAlarm(): void {
    if (this.#advanceStates(() => true)) this.#reassignAll()
    this.#markLostSidecars()
    this.#setAlarm()
  }

  /** Returns whether any sidecar changed state. */
  #advanceStates(which: (known: StoredSidecar) => boolean): boolean {
    const moved = this.#repository.sidecars().filter((known) => which(known) && this.#advanceState(known))
    return moved.length > 0
  }

  #advanceState({ id, state, at }: StoredSidecar): boolean {
    const lastPingAt = this.#settings.sidecars().find(({ sidecar }) => sidecar.id === id)?.lastPingAt
    const silent = isSidecarSilent(lastPingAt, this.#now)
    const isDue = this.#now >= at + (stateDurationsMs[state] ?? Number.POSITIVE_INFINITY)
    // If the clock was set back, the duration of the state is counted from the new time on.
    if (at > this.#now) this.#repository.putSidecar({ id, state, at: this.#now })
    if (silent ? state === 'gone' : !isDue) return false
    if (silent || state === 'left' || state === 'away') {
      this.#repository.putSidecar({ id, state: 'gone', at: this.#now })
      this.#repository.deleteOldestGone(maxAbsentSidecars)
    } else if (state === 'back') this.#repository.putSidecar({ id, state: 'there', at: this.#now })
    else this.#repository.deleteSidecar(id)
    return true
  }

  /**
   * The time from which the sidecar counts as silent, which may be in the past. Undefined if the sidecar has sent no
   * ping in the first `pingTimeoutMs` after it connected, because such a sidecar never sends pings.
   */
  #silentAt({
    sidecar: { since },
    lastPingAt,
  }: ReturnType<SidecarAssignmentSettings['sidecars']>[number]): number | undefined {
    const at = Math.min(lastPingAt ?? since, this.#now) + pingTimeoutMs
    return lastPingAt !== undefined || at > this.#now ? at : undefined
  }

  /**
   * Sets the alarm for the next change of a sidecar's state. A single sidecar cannot be substituted, so its pings need
   * no alarm.
   */
  #setAlarm(): void {
    const sidecars = this.#settings.sidecars()
    const dues = this.#repository
      .sidecars()
      .flatMap(({ state, at }) =>
        stateDurationsMs[state] ? [Math.min(at, this.#now) + stateDurationsMs[state]] : [],
      )
    if (sidecars.length > 1) dues.push(...sidecars.flatMap((one) => this.#silentAt(one) ?? []))
    if (sidecars.length > 0 && dues.length > 0) this.#settings.platform.disk.setAlarm(Math.min(...dues))
  }

  /** Call after the announcement is stored. `before`: the room's previous state. */
  roomAnnounced(room: RoomAnnouncement, before: RoomWithListeners | undefined): void {
    const name = roomNameOf(room)
    const stored = this.#repository.assignmentOf(name)
    if (!hasUnassignedListeners(room)) {
      if (stored) this.#repository.deleteAssignment(name)
      this.#loads = undefined
    } else if (!stored || stored.region !== room.region) {
      const assignments = placeRoom({ name, region: room.region }, stored?.assignments ?? [], this.#fleet())
      this.#repository.putAssignment({ name, region: room.region, assignments })
    } else if (isSame(before?.room.listen, room.listen)) return
    this.#assignPorts(this.#ports(), name)
  }

  /** Call when a room was removed, or a transaction was rolled back. */
  resetLoads(): void {
    this.#loads = undefined
  }

  /** `except`: a sidecar that is not notified, because it receives the full list anyway. */
  #reassignAll(except?: string): void {
    for (const room of this.#repository.unassignedRooms())
      if (hasUnassignedListeners(room))
        this.#repository.putAssignment({ name: roomNameOf(room), region: room.region, assignments: [] })
    const rooms = this.#repository.assignments()
    this.#loads = undefined
    const fleet = this.#fleet()
    const ports = this.#ports()
    for (const room of rooms) this.#reassign(room, fleet, ports, except)
  }

  #reassign(
    room: RoomAssignment,
    fleet: PlacementInput,
    ports: PortAllocator,
    except: string | undefined,
  ): void {
    const now = { ...room, assignments: placeRoom(room, room.assignments, fleet) }
    if (isSame(room.assignments, now.assignments)) return
    const affected = new Set([...servingSidecarsOf(room.assignments), ...servingSidecarsOf(now.assignments)])
    if (except !== undefined) affected.delete(except)
    this.#settings.change(room.name, affected, () => {
      this.#repository.putAssignment(now)
      this.#assignPorts(ports, room.name)
    })
  }

  #assignPorts(ports: PortAllocator, name: string): void {
    const known = this.#repository.roomWithListeners(name)
    if (known) ports.assignPorts(known)
  }

  /**
   * Reserves the rooms' ports on a connecting sidecar, which may have been disconnected when a room was announced.
   * Returns the rooms with these ports.
   */
  withPorts(rooms: readonly RoomWithListeners[]): RoomWithListeners[] {
    const ports = this.#ports()
    return rooms.map((known) =>
      ports.assignPorts(known) ? this.#repository.roomWithListeners(roomNameOf(known.room))! : known,
    )
  }

  #ports(): PortAllocator {
    return new PortAllocator(this.#repository, this.#connected())
  }

  get #now(): number {
    return this.#settings.platform.clock.now()
  }

  #connected(): ReadonlyMap<string, SidecarInfo> {
    const listening = this.#settings
      .sidecars()
      .filter(({ lastPingAt }) => !isSidecarSilent(lastPingAt, this.#now))
    return new Map(listening.map(({ sidecar }) => [sidecar.id, sidecar]))
  }

  #fleet(): PlacementInput {
    const connected = this.#connected()
    if (connected.size > 1) this.#loads ??= this.#repository.roomsPerSidecar()
    const known = new Map<string, SidecarState>(
      this.#repository.sidecars().map(({ id, state }) => [id, state]),
    )
    return {
      connected,
      roomsPerSidecar: this.#loads ?? new Map(),
      stateOf: (id) => known.get(id) ?? (connected.has(id) ? 'there' : 'forgotten'),
    }
  }
}

const stateDurationsMs: { readonly [state in StoredSidecar['state']]?: number } = {
  left: reconnectGraceMs,
  away: reconnectGraceMs,
  gone: forgetAfterMs,
  back: stableAfterMs,
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
