// Floors and ceilings as the doors and lifts stand, and the openings between sectors.
import type { Line, Sector } from '../import/map-data.ts'
import type { Door, Lift } from './specials.ts'

export type DoorPosition = 'open' | 'closed' | 'moving'
export type LiftPosition = 'high' | 'low' | 'moving'

/**
 * Where doors and lifts are, by id. What is moving is taken to be in both places: clients see it a little earlier or
 * later than the server, and whoever passes in either place is right.
 */
export interface Movables {
  door(id: number): DoorPosition
  lift(id: number): LiftPosition
}

/** [DM-9.7] A step up, and the height between floor and ceiling, that the client walks with. Its eyes' height is 41. */
const step = 24
const headRoom = 41
export const eyeHeight = 41

export class Heights {
  readonly #sectors: readonly Sector[]
  readonly #doors: readonly Door[]
  readonly #lifts: readonly Lift[]
  /** By sector: the id of the door or lift it is. */
  readonly #doorOf = new Map<number, number>()
  readonly #liftOf = new Map<number, number>()

  constructor(sectors: readonly Sector[], doors: readonly Door[], lifts: readonly Lift[]) {
    this.#sectors = sectors
    this.#doors = doors
    this.#lifts = lifts
    for (const [id, { sector }] of doors.entries()) this.#doorOf.set(sector, id)
    for (const [id, { sector }] of lifts.entries()) this.#liftOf.set(sector, id)
  }

  /** Of a lift that moves: the lower. */
  floor(sector: number, movables: Movables): number {
    const id = this.#liftOf.get(sector)
    if (id === undefined) return this.#sectors[sector]!.floor
    const { low, high } = this.#lifts[id]!
    return movables.lift(id) === 'high' ? high : low
  }

  #highestFloor(sector: number, movables: Movables): number {
    const id = this.#liftOf.get(sector)
    if (id === undefined) return this.#sectors[sector]!.floor
    const { low, high } = this.#lifts[id]!
    return movables.lift(id) === 'low' ? low : high
  }

  /** Of a door that moves: the higher. */
  ceiling(sector: number, movables: Movables): number {
    const id = this.#doorOf.get(sector)
    if (id === undefined) return this.#sectors[sector]!.ceiling
    const { closed, open } = this.#doors[id]!
    return movables.door(id) === 'closed' ? closed : open
  }

  /** Whether one walks from one sector into the next, as the client decides it: by the height of what is entered. */
  entered(from: number, to: number, movables: Movables): boolean {
    const floor = this.floor(to, movables)
    if (floor - this.#highestFloor(from, movables) > step) return false
    return this.ceiling(to, movables) - floor >= headRoom
  }

  /** What is open between the two sides of a line; undefined: nothing. */
  opening({ front, back }: Line, movables: Movables): { bottom: number; top: number } | undefined {
    if (back === undefined) return undefined
    const bottom = Math.max(this.floor(front, movables), this.floor(back, movables))
    const top = Math.min(this.ceiling(front, movables), this.ceiling(back, movables))
    return bottom < top ? { bottom, top } : undefined
  }
}
