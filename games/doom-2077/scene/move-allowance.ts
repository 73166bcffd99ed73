// [DM-3.3] How far one may have come since he was last heard of.
import { Rate } from '../../shared/rate.ts'

/** The client walks 300 units a second. Its clock and the way here are given half as much again. */
export const unitsPerSecond = 450
/** What may come at once, after a silence: of a client that walked all the while one and a half seconds. */
export const mostUnits = 450

/** Of who has just come somewhere all of a sudden. */
const fewUnits = 64

export class MoveAllowance {
  #rate = new Rate(unitsPerSecond, mostUnits)

  /** What he walked before counts no more. */
  restart(now: number): void {
    this.#rate = new Rate(unitsPerSecond, mostUnits)
    this.#rate.take(now, mostUnits - fewUnits)
  }

  /** Takes a step of so many map units, if there was time for it. */
  take(units: number, now: number): boolean {
    return units <= mostUnits && this.#rate.take(now, units)
  }
}
