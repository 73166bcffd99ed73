// [DM-3.3] How far a player may have moved since their last MOVE.
import { TokenBucket } from '../../shared/token-bucket.ts'

/** The client walks 300 units per second; half as much again covers clock drift and network delay. */
export const unitsPerSecond = 450
/** Maximum distance at once, after a silence: 1.5 seconds of walking. */
export const maxUnits = 450

/** Maximum distance at once right after the player was set. */
const unitsAfterPlacing = 64

export class MoveAllowance {
  #bucket = new TokenBucket(unitsPerSecond, maxUnits)

  /** The player was set: clears the accumulated allowance. */
  restart(now: number): void {
    this.#bucket = new TokenBucket(unitsPerSecond, maxUnits)
    this.#bucket.take(now, maxUnits - unitsAfterPlacing)
  }

  /** Uses up this many map units if enough time has passed. */
  take(units: number, now: number): boolean {
    return units <= maxUnits && this.#bucket.take(now, units)
  }
}
