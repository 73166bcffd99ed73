// Assigns rooms to sidecars as these connect and disconnect. Assignments are stored, so that a deployment, which
// disconnects all sidecars at once, takes no room from any of them.
import { isForAnybody, type RoomWithDoors, type Sidecar } from './doors.ts'
import { carriersOf, type Fleet, type Presence, settled } from './places.ts'
import type { Platform } from './platform.ts'
import type { Carried, Known, Register } from './register.ts'
import type { Announcement } from './rooms.ts'
import { SamePorts } from './same-ports.ts'

/** [LINK-13] A disconnected sidecar keeps its rooms for this long: a restart or a deployment takes less. */
const expectedMs = 20_000
/** A returning sidecar must stay this long before its substitutes lose their rooms: a flapping one moves nothing. */
const provenMs = 60_000
/** After this absence a sidecar loses its places. */
const forgottenMs = 7 * 24 * 60 * 60 * 1000
/** Most absent sidecars on record: one with a new id at each start would otherwise leave a week's worth of them. */
export const mostGone = 256
/** A sidecar pings every 30 s. One that has pinged before, and not for this long, counts as disconnected. */
export const silentMs = 75_000

export interface CarriageSettings {
  readonly register: Register
  readonly platform: Platform
  /** Connected sidecars, silent or not, each with the platform's time of its last ping (undefined: never). */
  sidecars(): readonly { readonly sidecar: Sidecar; readonly asked: number | undefined }[]
  /** Makes a change to a room and notifies those of these sidecars that it affects. */
  change(name: string, ids: ReadonlySet<string>, make: () => void): void
}

export class Carriage {
  readonly #settings: CarriageSettings
  readonly #register: Register
  /** Number of rooms per sidecar. Computed on demand, updated as rooms are assigned, and reset when any are removed. */
  #loads: Map<string, number> | undefined

  constructor(settings: CarriageSettings) {
    this.#settings = settings
    this.#register = settings.register
    this.#findLost()
  }

  /** A crashed instance took its sockets along without any close event. */
  #findLost(): void {
    const here = this.#here()
    for (const { id, state } of this.#register.sidecars())
      if ((state === 'there' || state === 'back') && !here.has(id)) this.left(id)
  }

  /** A sidecar has connected. The caller sends it its rooms. */
  arrived(id: string): void {
    this.#move((known) => known.id !== id)
    const known = this.#register.sidecars().find((one) => one.id === id)
    const state = known && known.state !== 'there' && known.state !== 'left' ? 'back' : 'there'
    if (known?.state !== state) this.#register.putSidecar({ id, state, at: this.#now })
    this.#settleAll(id)
    this.#wake()
  }

  /** Its last socket has closed. Earlier substitutes stay; rooms assigned to it since have other sidecars. */
  left(id: string): void {
    const known = this.#register.sidecars().find((one) => one.id === id)
    if (known?.state === 'there') this.#register.putSidecar({ id, state: 'left', at: this.#now })
    if (known?.state === 'back') this.#register.putSidecar({ id, state: 'away', at: this.#now })
    this.#wake()
  }

  alarm(): void {
    if (this.#move(() => true)) this.#settleAll()
    this.#wake()
  }

  /** Advances these sidecars; returns whether any changed state. */
  #move(which: (known: Known) => boolean): boolean {
    const moved = this.#register.sidecars().filter((known) => which(known) && this.#moves(known))
    return moved.length > 0
  }

  /** Advances a sidecar to its next state if that is due. */
  #moves({ id, state, at }: Known): boolean {
    const asked = this.#settings.sidecars().find(({ sidecar }) => sidecar.id === id)?.asked
    const isSilent = asked !== undefined && this.#now >= asked + silentMs
    const isDue = this.#now >= at + (waitsFor[state] ?? Number.POSITIVE_INFINITY)
    if (isSilent ? state === 'gone' : !isDue) return false
    if (isSilent || state === 'left' || state === 'away') {
      this.#register.putSidecar({ id, state: 'gone', at: this.#now })
      this.#register.forgetGone(mostGone)
    } else if (state === 'back') this.#register.putSidecar({ id, state: 'there', at: this.#now })
    else this.#register.deleteSidecar(id)
    return true
  }

  /** When it counts as silent unless it pings; undefined for one that has never pinged in that time. */
  #silentAt({
    sidecar: { since },
    asked,
  }: ReturnType<CarriageSettings['sidecars']>[number]): number | undefined {
    const at = (asked ?? since) + silentMs
    return asked !== undefined || at > this.#now ? at : undefined
  }

  /** Sets the alarm for the next change of state. A lone sidecar has no substitute and costs no alarm. */
  #wake(): void {
    const sidecars = this.#settings.sidecars()
    const dues = this.#register
      .sidecars()
      .flatMap(({ state, at }) => (waitsFor[state] ? [at + waitsFor[state]] : []))
    if (sidecars.length > 1) dues.push(...sidecars.flatMap((one) => this.#silentAt(one) ?? []))
    if (sidecars.length > 0 && dues.length > 0) this.#settings.platform.disk.setAlarm(Math.min(...dues))
  }

  /** A room was announced and is in the register; `before`: its previous state. */
  announced(room: Announcement, before: RoomWithDoors | undefined): void {
    const name = nameOf(room)
    const carried = this.#register.carriedNamed(name)
    if (!isForAnybody(room)) {
      if (carried) this.#register.deleteCarried(name)
      this.#loads = undefined
    } else if (!carried || carried.region !== room.region) {
      const places = settled({ name, region: room.region }, carried?.places ?? [], this.#fleet())
      this.#register.putCarried({ name, region: room.region, places })
    } else if (isSame(before?.room.listen, room.listen)) return
    this.#keepPorts(this.#ports(), name)
  }

  /** A room was removed. */
  removed(): void {
    this.#loads = undefined
  }

  /** `except`: a sidecar that receives the full list anyway. */
  #settleAll(except?: string): void {
    for (const room of this.#register.unplaced())
      if (isForAnybody(room))
        this.#register.putCarried({ name: nameOf(room), region: room.region, places: [] })
    const rooms = this.#register.carried()
    this.#loads = undefined
    const fleet = this.#fleet()
    const ports = this.#ports()
    for (const room of rooms) this.#settle(room, fleet, ports, except)
  }

  #settle(room: Carried, fleet: Fleet, ports: SamePorts, except: string | undefined): void {
    const now = { ...room, places: settled(room, room.places, fleet) }
    if (isSame(room.places, now.places)) return
    const told = new Set([...carriersOf(room.places), ...carriersOf(now.places)])
    if (except !== undefined) told.delete(except)
    this.#settings.change(room.name, told, () => {
      this.#register.putCarried(now)
      this.#keepPorts(ports, room.name)
    })
  }

  #keepPorts(ports: SamePorts, name: string): void {
    const known = this.#register.withDoors(name)
    if (known) ports.keep(known)
  }

  /** Adds ports to the rooms for a sidecar that connects: it may have been away when a room was announced. */
  withPorts(rooms: readonly RoomWithDoors[]): RoomWithDoors[] {
    const ports = this.#ports()
    return rooms.map((known) => (ports.keep(known) ? this.#register.withDoors(nameOf(known.room))! : known))
  }

  #ports(): SamePorts {
    return new SamePorts(this.#register, this.#here())
  }

  get #now(): number {
    return this.#settings.platform.clock.now()
  }

  #here(): ReadonlyMap<string, Sidecar> {
    const listening = this.#settings
      .sidecars()
      .filter(({ asked }) => asked === undefined || this.#now < asked + silentMs)
    return new Map(listening.map(({ sidecar }) => [sidecar.id, sidecar]))
  }

  /** Loads are counted only where there is a choice. */
  #fleet(): Fleet {
    const here = this.#here()
    if (here.size > 1) this.#loads ??= this.#register.loads()
    const known = new Map<string, Presence>(this.#register.sidecars().map(({ id, state }) => [id, state]))
    return {
      here,
      loads: this.#loads ?? new Map(),
      presence: (id) => known.get(id) ?? (here.has(id) ? 'there' : 'forgotten'),
    }
  }
}

/** Duration of each state until the next; `there` has no end. */
const waitsFor: { readonly [state in Known['state']]?: number } = {
  left: expectedMs,
  away: expectedMs,
  gone: forgottenMs,
  back: provenMs,
}

const nameOf = ({ game, room }: Announcement) => `${game}/${room}`

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
