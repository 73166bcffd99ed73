// [DM-3.3]
import { TokenBucket } from '../../shared/token-bucket.ts'

/** The client walks 300 units per second, and half as much is added for clock drift and network delay. */
export const unitsPerSecond = 450
/** Map units that a player may move at once after a silence: 1.5 seconds of walking. */
export const maxUnitsAtOnce = 450

/** Map units that a player may move at once, right after the server has set the position. */
const unitsAfterPlacing = 64

export class MoveAllowance {
  #bucket = new TokenBucket(unitsPerSecond, maxUnitsAtOnce)

  /** Called after the server has set the player's position. */
  restart(now: number): void {
    this.#bucket = new TokenBucket(unitsPerSecond, maxUnitsAtOnce)
    this.#bucket.take(now, maxUnitsAtOnce - unitsAfterPlacing)
  }

  /** Returns false if the allowance is less than the distance. */
  take(units: number, now: number): boolean {
    return units <= maxUnitsAtOnce && this.#bucket.take(now, units)
  }
}
