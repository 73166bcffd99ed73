// [AP-9.11] Limits how much time a room spends on reading long frames, because it serves no other client while it reads
// one. Used by sessions before they read a frame.
import { TokenBucket } from '../../shared/token-bucket.ts'
import { limits } from './limits.ts'

/** The limiter that all sessions of a room share. */
export class FrameReadLimiter {
  readonly #longFrames = new TokenBucket(limits.readStepsPerSecond, limits.readStepBurst)

  /**
   * Returns the milliseconds until the frame may be read. 0 if the frame may be read now; its steps are then charged.
   * `steps`: the result of `estimateReadSteps` for the frame.
   */
  chargeOrWait(frame: string, steps: number, now: number): number {
    return frame.length > limits.longUnits ? this.#longFrames.takeOrWait(now, steps) : 0
  }
}
