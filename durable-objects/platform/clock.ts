// The platform's clock, and fixed ticks without drift.
import type { Clock, Timer } from '../../wire/util/clock.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return { cancel: () => clearTimeout(timer) }
  },
  soon: (run) => queueMicrotask(run),
}

/** Late ticks are caught up, at most this many at once; the rest is dropped and counted. */
const maxCatchUpTicks = 5

/** Fixed ticks without drift: each is due `tickMs` after the previous one was due, not after it ran. */
export class Ticker {
  readonly #clock: Clock
  readonly #tickMs: number
  readonly #tick: () => void
  #timer: Timer | undefined
  #due = 0
  /** Ticks dropped because the room was too busy to catch up. */
  overruns = 0

  constructor(clock: Clock, tickMs: number, tick: () => void) {
    this.#clock = clock
    this.#tickMs = tickMs
    this.#tick = tick
  }

  get isRunning(): boolean {
    return this.#timer !== undefined
  }

  start(): void {
    if (this.#timer || this.#tickMs === 0) return
    this.#due = this.#clock.now() + this.#tickMs
    this.#arm()
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  #arm(): void {
    // If the clock is set back, the world must not stop until the clock has caught up.
    const wait = Math.min(this.#tickMs, Math.max(0, this.#due - this.#clock.now()))
    this.#timer = this.#clock.after(wait, () => this.#run())
  }

  #run(): void {
    const now = this.#clock.now()
    if (this.#due - now > this.#tickMs) this.#due = now
    for (let ticks = 0; this.#timer && this.#due <= now; this.#due += this.#tickMs) {
      if (ticks++ < maxCatchUpTicks) this.#tick()
      else this.overruns++
    }
    if (this.#timer) this.#arm()
  }
}
