// [DM-3.3] How far a player may have moved since their last MOVE.
import { TokenBucket } from '../../shared/token-bucket.ts'

/**
 * Maximum speed. The client walks 300 units per second, and half as much is added for clock drift and network delay.
 */
export const unitsPerSecond = 450
/** Maximum distance in map units at once after a silence: 1.5 seconds of walking. */
export const maxUnits = 450

/** Maximum distance in map units right after the server has set the player's position. */
const unitsAfterPlacing = 64

export class MoveAllowance {
  #bucket = new TokenBucket(unitsPerSecond, maxUnits)

  /** Reduces the allowance after the server has set the player's position. */
  restart(now: number): void {
    this.#bucket = new TokenBucket(unitsPerSecond, maxUnits)
    this.#bucket.take(now, maxUnits - unitsAfterPlacing)
  }

  /** Uses up this many map units of the allowance. Returns false if the allowance is smaller. */
  take(units: number, now: number): boolean {
    return units <= maxUnits && this.#bucket.take(now, units)
  }
}
