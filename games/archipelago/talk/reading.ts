// [AP-9.11] How often a room reads long packets: while it reads one nobody else is answered, whoever sent it.
// Who uses it: sessions, before they read a frame.
import { Rate } from '../../shared/rate.ts'
import { limits } from './limits.ts'

/** One for all sessions of a room. */
export class Reading {
  readonly #long = new Rate(limits.readStepsPerSecond, limits.readStepBurst)

  /** Milliseconds until a frame may be read that costs so many steps (`readingSteps`); 0: now, and it counts as read. */
  wait(frame: string, steps: number, now: number): number {
    return frame.length > limits.longUnits ? this.#long.wait(now, steps) : 0
  }
}
