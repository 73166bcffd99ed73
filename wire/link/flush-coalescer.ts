// Output after a quiet time is flushed at once. Other output is batched with the output of a short interval, which is
// longer on a busy link.
import type { Clock, Timer } from '../util/clock.ts'

/** A link whose average gap between messages is below this many milliseconds counts as busy. */
const busyGapMs = 50
/**
 * Milliseconds for which output waits for further output of other clients, after a response of the peer to several
 * clients.
 */
const followUpMs = 2
/**
 * Maximum milliseconds for which output waits because the peer responds slowly. Longer responses do not count in the
 * average, because a slow disk may delay the peer.
 */
const maxResponseWaitMs = 12
const newestWeight = 0.1

export interface PeerResponse {
  /** Number of clients whose frames the response answers. */
  readonly answered: number
  /** Milliseconds for which the peer worked on the response. */
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
  #outputs = 0
  /** `count`: the number of outputs that are expected after the last response. `until`: when the wait for them ends. */
  #followUps = { count: 0, until: 0 }
  /** The moving average of the times that the peer takes for a message. */
  #responseMs = 0

  /**
   * `ms`: the batch interval in milliseconds. `busyMs`: the interval on a busy link. `flush`: sends all output and
   * calls `onFlushed`.
   */
  constructor(clock: Clock, ms: number, flush: () => void, busyMs = ms) {
    this.#clock = clock
    this.#ms = ms
    this.#busyMs = busyMs
    this.#flush = flush
  }

  schedule(): void {
    this.#outputs++
    if (this.#isFlushQueued) return
    const wait = this.#wait()
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

  /** A clock that was set back does not extend the wait beyond the interval. */
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
    // Gaps are capped, so that after any quiet time a few quick messages make the link busy again.
    const gap = Math.min(Math.max(0, now - this.#flushedAt), 4 * busyGapMs)
    this.#gapMs += (gap - this.#gapMs) * newestWeight
    this.#flushedAt = now
  }

  /** Call when the peer has responded. */
  onPeerResponse({ answered, tookMs, isLast }: PeerResponse): void {
    // Each answered client probably sends its next frame soon, so as many outputs are expected.
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
