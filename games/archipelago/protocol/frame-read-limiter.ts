// [AP-9.11] Limits how often a room reads long packets: while it reads one, it serves no other client. Used by sessions
// before they read a frame.
import { TokenBucket } from '../../shared/token-bucket.ts'
import { limits } from './limits.ts'

/** Shared by all sessions of a room. */
export class FrameReadLimiter {
  readonly #longFrames = new TokenBucket(limits.readStepsPerSecond, limits.readStepBurst)

  /** Milliseconds until a frame with this reading cost (`estimateReadSteps`) may be read; 0: now, and it counts as read. */
  takeOrWait(frame: string, steps: number, now: number): number {
    return frame.length > limits.longUnits ? this.#longFrames.takeOrWait(now, steps) : 0
  }
}
