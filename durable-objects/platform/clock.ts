import type { Clock, Timer } from '../../wire/util/clock.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return { cancel: () => clearTimeout(timer) }
  },
  soon: (run) => queueMicrotask(run),
}

/** Rejects with this message if the answer takes longer than `ms`. A later answer is ignored. */
export function withTimeout<T>(
  answer: Promise<T>,
  ms: number,
  message: string,
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = clock.after(ms, () => reject(new Error(message)))
  const cancel = () => timer.cancel()
  answer.then(cancel, cancel)
  answer.then(resolve, reject)
  return promise
}

/**
 * A clock that never goes back: when the platform's clock is set back, it continues from its latest time. Otherwise
 * everything that waits for a point in time, such as a rate limit, would wait longer by the length of that step. A Room
 * and its parts use this clock.
 */
export class MonotonicClock {
  readonly #clock: Pick<Clock, 'now'>
  #latest = Number.NEGATIVE_INFINITY
  /** The sum of all steps by which the platform's clock was set back. */
  #ahead = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  now(): number {
    const now = this.#clock.now()
    this.#ahead = Math.max(this.#ahead, this.#latest - now)
    this.#latest = now + this.#ahead
    return this.#latest
  }

  toPlatformTime(at: number): number {
    return at - this.#ahead
  }
}

/** The longest delay of a timer, in milliseconds: platforms fire timers with longer delays at once. */
const maxDelayMs = 2 ** 31 - 1

/** Can be started again after it has run or was cancelled. */
export class OneShotTimer {
  readonly #clock: Clock
  readonly #run: () => void
  #timer: Timer | undefined

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock
    this.#run = run
  }

  /** Runs the callback in `ms` (24 days at most). Does nothing if the timer is already running. */
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

/** Maximum number of late ticks that are run at once. Further late ticks are dropped and counted in `overruns`. */
const maxCatchUpTicks = 5

/** Each tick is due `tickMs` after the previous tick was due, not after it ran. */
export class Ticker {
  readonly #clock: Clock
  readonly #tickMs: number
  readonly #tick: () => void
  #timer: Timer | undefined
  #due = 0
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
    // The wait has a limit, so that the world does not stop until a clock that was set back has caught up.
    const wait = Math.min(this.#tickMs, Math.max(0, this.#due - this.#clock.now()))
    this.#timer = this.#clock.after(wait, () => this.#run())
  }

  #run(): void {
    const now = this.#clock.now()
    if (this.#due - now > this.#tickMs) this.#due = now
    for (let ticks = 0; this.#timer && this.#due <= now; this.#due += this.#tickMs) {
      // A world whose ticks take longer than their interval never catches up. Its frames must be served in between.
      if (ticks++ < maxCatchUpTicks && this.#clock.now() - now < this.#tickMs) this.#tick()
      else this.overruns++
    }
    if (this.#timer) this.#arm()
  }
}
