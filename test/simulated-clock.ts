// Time that passes only when a test says so.
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

  /** What it shows is set forward by so much; no time goes by. */
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

  /** Timers that are armed. */
  get armed(): number {
    return this.#timers.length
  }

  /** Runs everything that is due soon, and what that makes due soon. */
  settle(): void {
    for (let run = this.#soon.shift(); run; run = this.#soon.shift()) run()
  }

  /** Lets `ms` go by: every timer runs at its own time, in order. */
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
