// Runs one thing once at a given time, unless it is cancelled.
import type { Clock, Timer } from '../../wire/util/clock.ts'

/** Platforms fire longer timers at once. */
const maxDelayMs = 2 ** 31 - 1

export class OneShotTimer {
  readonly #clock: Clock
  readonly #run: () => void
  #timer: Timer | undefined

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock
    this.#run = run
  }

  /** Runs in `ms` (24 days at most), unless already armed. */
  start(ms: number): void {
    this.#timer ??= this.#clock.after(Math.min(Math.max(0, ms), maxDelayMs), () => {
      this.#timer = undefined
      this.#run()
    })
  }

  get isRunning(): boolean {
    return this.#timer !== undefined
  }

  cancel(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }
}
