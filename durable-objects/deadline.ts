// One thing that is to be done at one time, if nothing comes between.
import type { Clock, Timer } from '../wire/clock.ts'

/** Platforms run a longer timer at once. */
const longestMs = 2 ** 31 - 1

export class Deadline {
  readonly #clock: Clock
  readonly #run: () => void
  #timer: Timer | undefined

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock
    this.#run = run
  }

  /** In `ms` (24 days at most), unless it is armed already. */
  arm(ms: number): void {
    this.#timer ??= this.#clock.after(Math.min(Math.max(0, ms), longestMs), () => {
      this.#timer = undefined
      this.#run()
    })
  }

  get armed(): boolean {
    return this.#timer !== undefined
  }

  cancel(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }
}
