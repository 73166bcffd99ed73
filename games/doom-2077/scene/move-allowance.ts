// [DM-3.3] How far one may have come since he was last heard of.
import { Rate } from '../../shared/rate.ts'

/** The client walks 300 units a second; half as much again is for its clock and for what the network delays. */
export const unitsPerSecond = 450
/** What may come at once, after a silence: a client's walk of one and a half seconds. */
export const mostUnits = 450

/** What may come at once of somebody who was just set somewhere. */
const fewUnits = 64

export class MoveAllowance {
  #rate = new Rate(unitsPerSecond, mostUnits)

  /** He was set somewhere: what he may have saved up while he stood is gone. */
  restart(now: number): void {
    this.#rate = new Rate(unitsPerSecond, mostUnits)
    this.#rate.take(now, mostUnits - fewUnits)
  }

  /** Takes a step of so many map units, if there was time for it. */
  take(units: number, now: number): boolean {
    return units <= mostUnits && this.#rate.take(now, units)
  }
}
