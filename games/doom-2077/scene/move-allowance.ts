// [DM-3.3] How far a player may have moved since their last MOVE.
import { TokenBucket } from '../../shared/token-bucket.ts'

/** The client walks 300 units per second; half as much again covers clock drift and network delay. */
export const unitsPerSecond = 450
/** Maximum distance at once, after a silence: 1.5 seconds of walking. */
export const mostUnits = 450

/** Maximum distance at once right after the player was set. */
const fewUnits = 64

export class MoveAllowance {
  #rate = new TokenBucket(unitsPerSecond, mostUnits)

  /** The player was set: clears the accumulated allowance. */
  restart(now: number): void {
    this.#rate = new TokenBucket(unitsPerSecond, mostUnits)
    this.#rate.take(now, mostUnits - fewUnits)
  }

  /** Uses up this many map units if enough time has passed. */
  take(units: number, now: number): boolean {
    return units <= mostUnits && this.#rate.take(now, units)
  }
}
