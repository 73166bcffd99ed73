// Decides when output is flushed: at once after a quiet time; when busy, batched with the output of a short interval,
// which is longer on a busy link.
import type { Clock, Timer } from '../util/clock.ts'

/** An average gap between messages below this many milliseconds is busy. */
const busyGapMs = 50
/** The weight of the newest gap in the moving average. */
const newestWeight = 0.1

export class FlushCoalescer {
  readonly #clock: Clock
  readonly #ms: number
  readonly #flush: () => void
  #timer: Timer | undefined
  #isFlushQueued = false
  #flushedAt = Number.NEGATIVE_INFINITY
  readonly #busyMs: number
  #gapMs = 2 * busyGapMs

  /** `ms`: the batch interval; `busyMs`: the interval when busy. `flush` sends all output and calls `onFlushed`. */
  constructor(clock: Clock, ms: number, flush: () => void, busyMs = ms) {
    this.#clock = clock
    this.#ms = ms
    this.#busyMs = busyMs
    this.#flush = flush
  }

  /** Call when output waits. */
  schedule(): void {
    if (this.#timer || this.#isFlushQueued) return
    // A clock that was set back must not extend the wait beyond the interval.
    const quietMs = Math.max(0, this.#clock.now() - this.#flushedAt)
    const ms = this.#gapMs < busyGapMs ? this.#busyMs : this.#ms
    if (quietMs < ms) {
      this.#timer = this.#clock.after(ms - quietMs, this.#flush)
      return
    }
    this.#isFlushQueued = true
    this.#clock.soon(() => {
      if (!this.#isFlushQueued) return
      this.#isFlushQueued = false
      this.#flush()
    })
  }

  /** Call after each flush, whatever caused it. */
  onFlushed(): void {
    this.stop()
    const now = this.#clock.now()
    // Gaps are capped, so that a few messages in a row count as busy after any quiet time.
    const gap = Math.min(Math.max(0, now - this.#flushedAt), 4 * busyGapMs)
    this.#gapMs += (gap - this.#gapMs) * newestWeight
    this.#flushedAt = now
  }

  /** Call when the peer has responded: waiting output, or else the next output, is sent at once. */
  onPeerResponse(): void {
    this.#flushedAt = Number.NEGATIVE_INFINITY
    if (!this.#timer) return
    this.stop()
    this.schedule()
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#isFlushQueued = false
  }
}
