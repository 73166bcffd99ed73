// Decides when output is flushed: at once after a quiet time; when busy, batched with the output of a short interval,
// which is longer on a busy link.
import type { Clock, Timer } from '../util/clock.ts'

/** A link whose average gap between messages is below this many milliseconds counts as busy. */
const busyGapMs = 50
/** How long output waits for the other clients' reactions to a response of the peer. */
const followUpMs = 2
/** The longest wait for a response of a peer that is slow, for example because its disk is. */
const maxResponseWaitMs = 12
/** The weight of the newest gap in the moving average. */
const newestWeight = 0.1

export interface PeerResponse {
  /** How many clients the response answers. */
  readonly answered: number
  /** Milliseconds that the peer has worked on the response. */
  readonly tookMs: number
  /** Whether the response answers the last flush, so that the peer is idle. */
  readonly isLast: boolean
}

export class FlushCoalescer {
  readonly #clock: Clock
  readonly #ms: number
  readonly #flush: () => void
  #timer: Timer | undefined
  #isFlushQueued = false
  #flushedAt = Number.NEGATIVE_INFINITY
  readonly #busyMs: number
  #gapMs = 2 * busyGapMs
  /** Outputs since the last flush. */
  #outputs = 0
  /** The number of outputs to expect after the last response, and the end of the wait for them. */
  #followUps = { count: 0, until: 0 }
  /** The moving average of the times that the peer takes for a message. */
  #responseMs = 0

  /** `ms`: the batch interval; `busyMs`: the interval when busy. `flush` sends all output and calls `onFlushed`. */
  constructor(clock: Clock, ms: number, flush: () => void, busyMs = ms) {
    this.#clock = clock
    this.#ms = ms
    this.#busyMs = busyMs
    this.#flush = flush
  }

  /** Call for each output that waits. */
  schedule(): void {
    this.#outputs++
    if (this.#isFlushQueued) return
    const wait = this.#wait()
    // This is the last expected output.
    if (wait <= 0 || this.#outputs === this.#followUps.count) this.stop()
    if (wait > 0) {
      this.#timer ??= this.#clock.after(wait, this.#flush)
      return
    }
    this.#isFlushQueued = true
    this.#clock.soon(() => {
      if (!this.#isFlushQueued) return
      this.#isFlushQueued = false
      this.#flush()
    })
  }

  /** Milliseconds until a flush. A clock that was set back must not extend them beyond the interval. */
  #wait(): number {
    const now = this.#clock.now()
    const { count, until } = this.#followUps
    const forOthers = this.#outputs < count ? Math.min(until - now, followUpMs) : 0
    const ms = Math.max(
      this.#gapMs < busyGapMs ? this.#busyMs : this.#ms,
      Math.min(2 * this.#responseMs, maxResponseWaitMs),
    )
    return Math.max(forOthers, ms - Math.max(0, now - this.#flushedAt))
  }

  /** Call after each flush, whatever caused it. */
  onFlushed(): void {
    this.stop()
    this.#outputs = 0
    const now = this.#clock.now()
    // Gaps are capped, so that a few messages in a row count as busy after any quiet time.
    const gap = Math.min(Math.max(0, now - this.#flushedAt), 4 * busyGapMs)
    this.#gapMs += (gap - this.#gapMs) * newestWeight
    this.#flushedAt = now
  }

  /** Call when the peer has responded. */
  onPeerResponse({ answered, tookMs, isLast }: PeerResponse): void {
    // Each answered client probably asks again soon. The requests of several clients are sent together.
    const count = answered > 1 ? this.#outputs + answered : 0
    this.#followUps = { count, until: this.#clock.now() + followUpMs }
    if (tookMs <= maxResponseWaitMs) this.#responseMs += (tookMs - this.#responseMs) * newestWeight
    if (!isLast) return
    this.#flushedAt = Number.NEGATIVE_INFINITY
    if (!this.#timer) return
    this.stop()
    this.#outputs--
    this.schedule()
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#isFlushQueued = false
  }
}
