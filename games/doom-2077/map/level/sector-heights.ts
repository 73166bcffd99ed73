import type { Line, Sector } from '../../import/map-data.ts'
import type { Door, Lift } from './doors-and-lifts.ts'

type DoorPosition = 'open' | 'closed' | 'moving'
type LiftPosition = 'high' | 'low' | 'moving'

/**
 * `id`: the id in the protocol. A moving door or lift counts as being in both positions, because clients see it move
 * slightly earlier or later than the server.
 */
export interface DoorAndLiftPositions {
  door(id: number): DoorPosition
  lift(id: number): LiftPosition
}

/** [DM-9.7] The client's maximum step up and minimum headroom. */
const maxStepUp = 24
const minHeadroom = 41
/** [DM-9.7] Height of the eyes above the feet, in map units. */
export const eyeHeight = 41

export class SectorHeights {
  readonly #sectors: readonly Sector[]
  readonly #doors: readonly Door[]
  readonly #lifts: readonly Lift[]
  readonly #doorBySector = new Map<number, number>()
  readonly #liftBySector = new Map<number, number>()

  constructor(sectors: readonly Sector[], doors: readonly Door[], lifts: readonly Lift[]) {
    this.#sectors = sectors
    this.#doors = doors
    this.#lifts = lifts
    for (const [id, { sector }] of doors.entries()) this.#doorBySector.set(sector, id)
    for (const [id, { sector }] of lifts.entries()) this.#liftBySector.set(sector, id)
  }

  /** Returns the height of the floor. For a moving lift, this is the lower of its two heights. */
  floor(sector: number, doorsAndLifts: DoorAndLiftPositions): number {
    const id = this.#liftBySector.get(sector)
    if (id === undefined) return this.#sectors[sector]!.floor
    const { low, high } = this.#lifts[id]!
    return doorsAndLifts.lift(id) === 'high' ? high : low
  }

  #highestFloor(sector: number, doorsAndLifts: DoorAndLiftPositions): number {
    const id = this.#liftBySector.get(sector)
    if (id === undefined) return this.#sectors[sector]!.floor
    const { low, high } = this.#lifts[id]!
    return doorsAndLifts.lift(id) === 'low' ? low : high
  }

  /** Returns the height of the ceiling. For a moving door, this is the higher of its two heights. */
  ceiling(sector: number, doorsAndLifts: DoorAndLiftPositions): number {
    const id = this.#doorBySector.get(sector)
    if (id === undefined) return this.#sectors[sector]!.ceiling
    const { closed, open } = this.#doors[id]!
    return doorsAndLifts.door(id) === 'closed' ? closed : open
  }

  /** Checks only the headroom of the entered sector, as the client does. */
  canEnter(from: number, to: number, doorsAndLifts: DoorAndLiftPositions): boolean {
    const floor = this.floor(to, doorsAndLifts)
    if (floor - this.#highestFloor(from, doorsAndLifts) > maxStepUp) return false
    return this.ceiling(to, doorsAndLifts) - floor >= minHeadroom
  }

  openingBetween(
    { front, back }: Line,
    doorsAndLifts: DoorAndLiftPositions,
  ): { bottom: number; top: number } | undefined {
    if (back === undefined) return undefined
    const bottom = Math.max(this.floor(front, doorsAndLifts), this.floor(back, doorsAndLifts))
    const top = Math.min(this.ceiling(front, doorsAndLifts), this.ceiling(back, doorsAndLifts))
    return bottom < top ? { bottom, top } : undefined
  }
}
