// When output leaves: at once when it was quiet, together with what follows within a moment when it is busy.
import type { Clock, Timer } from './clock.ts'

export class Window {
  readonly #clock: Clock
  readonly #ms: number
  readonly #flush: () => void
  #timer: Timer | undefined
  #soon = false
  #flushedAt = Number.NEGATIVE_INFINITY

  /** `ms`: the moment. `flush` sends what waits and calls `flushed`. */
  constructor(clock: Clock, ms: number, flush: () => void) {
    this.#clock = clock
    this.#ms = ms
    this.#flush = flush
  }

  /** Something waits. */
  touch(): void {
    if (this.#timer || this.#soon) return
    // A clock that was put back must not make it wait for longer than the moment.
    const quiet = Math.max(0, this.#clock.now() - this.#flushedAt)
    if (quiet < this.#ms) {
      this.#timer = this.#clock.after(this.#ms - quiet, this.#flush)
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
    this.#flushedAt = this.#clock.now()
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
