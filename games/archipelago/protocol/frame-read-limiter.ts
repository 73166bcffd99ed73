// [AP-9.11] A room serves no other client while it reads a frame.
import { TokenBucket } from '../../shared/token-bucket.ts'
import { protocolLimits } from './limits.ts'

/** All sessions of a room share one limiter. */
export class FrameReadLimiter {
  readonly #longFrames = new TokenBucket(protocolLimits.readStepsPerSecond, protocolLimits.readStepBurst)

  /**
   * Returns the milliseconds until the frame may be read. 0 if the frame may be read now; its steps are then charged.
   * `steps`: the result of `estimateReadSteps` for the frame.
   */
  chargeOrWait(frame: string, steps: number, now: number): number {
    return frame.length > protocolLimits.longUnits ? this.#longFrames.takeOrWait(now, steps) : 0
  }
}
