// A clock that advances only when a test calls `pass`.
import type { Clock, Timer } from '../wire/util/clock.ts'

interface Pending {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

export class SimulatedClock implements Clock {
  #now: number
  #skewMs = 0
  #order = 0
  #timers: Pending[] = []
  #soon: (() => void)[] = []

  constructor(now = Date.UTC(2030, 0, 1)) {
    this.#now = now
  }

  now(): number {
    return this.#now + this.#skewMs
  }

  /** Sets the clock forward without running timers. */
  setForward(ms: number): void {
    this.#skewMs += ms
  }

  after(ms: number, run: () => void): Timer {
    const timer = { at: this.#now + Math.max(0, ms), order: this.#order++, run }
    this.#timers.push(timer)
    return {
      cancel: () => {
        this.#timers = this.#timers.filter((other) => other !== timer)
      },
    }
  }

  soon(run: () => void): void {
    this.#soon.push(run)
  }

  /** The number of pending timers. */
  get armed(): number {
    return this.#timers.length
  }

  /** Runs all `soon` callbacks, including new ones. */
  settle(): void {
    for (let run = this.#soon.shift(); run; run = this.#soon.shift()) run()
  }

  /** Advances the time by `ms` and runs the due timers in order. */
  pass(ms: number): void {
    const end = this.#now + ms
    this.settle()
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
      this.settle()
    }
    this.#now = end
  }

  #next(end: number): Pending | undefined {
    let next: Pending | undefined
    for (const timer of this.#timers) {
      if (timer.at > end) continue
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer
    }
    return next
  }
}
