// When output leaves: at once when it was quiet, together with what follows within a moment when it is busy; the busier,
// the longer the moment.
import type { Clock, Timer } from './clock.ts'

/** From so many milliseconds between messages on, on average, it is busy. */
const busyGapMs = 50
/** How much of the average the newest gap is. */
const newest = 0.1

export class Window {
  readonly #clock: Clock
  readonly #ms: number
  readonly #flush: () => void
  #timer: Timer | undefined
  #soon = false
  #flushedAt = Number.NEGATIVE_INFINITY
  readonly #busyMs: number
  #gapMs = 2 * busyGapMs

  /** `ms`: the moment; `busyMs`: while messages leave one behind the other. `flush` sends what waits and calls `flushed`. */
  constructor(clock: Clock, ms: number, flush: () => void, busyMs = ms) {
    this.#clock = clock
    this.#ms = ms
    this.#busyMs = busyMs
    this.#flush = flush
  }

  /** Something waits. */
  touch(): void {
    if (this.#timer || this.#soon) return
    // A clock that was put back must not make it wait for longer than the moment.
    const quiet = Math.max(0, this.#clock.now() - this.#flushedAt)
    const ms = this.#gapMs < busyGapMs ? this.#busyMs : this.#ms
    if (quiet < ms) {
      this.#timer = this.#clock.after(ms - quiet, this.#flush)
      return
    }
    this.#soon = true
    this.#clock.soon(() => {
      if (!this.#soon) return
      this.#soon = false
      this.#flush()
    })
  }

  /** It was sent, by whomever. */
  flushed(): void {
    this.stop()
    const now = this.#clock.now()
    // However long it was quiet, a few messages in a row are busy.
    const gap = Math.min(Math.max(0, now - this.#flushedAt), 4 * busyGapMs)
    this.#gapMs += (gap - this.#gapMs) * newest
    this.#flushedAt = now
  }

  /** It was answered already: what waits has waited long enough, and what comes next need not. */
  answered(): void {
    this.#flushedAt = Number.NEGATIVE_INFINITY
    if (!this.#timer) return
    this.stop()
    this.touch()
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#soon = false
  }
}
