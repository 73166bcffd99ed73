// A monotonic clock. After a platform's clock is set back, anything that waits for a point in time (a blow, a command,
// a limit) would wait that much longer; so a Room and its contents use this one.
import type { Clock, Timer } from '../../wire/util/clock.ts'
import type { Platform } from './platform.ts'

/** The platform's clock, continued from its latest time whenever that is set back. */
export class MonotonicClock implements Clock {
  readonly #clock: Clock
  #latest = Number.NEGATIVE_INFINITY
  /** Milliseconds by which the platform's clock has been set back in total. */
  #ahead = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    const now = this.#clock.now()
    this.#ahead = Math.max(this.#ahead, this.#latest - now)
    this.#latest = now + this.#ahead
    return this.#latest
  }

  /** The platform's time at a time of this clock. */
  toPlatformTime(at: number): number {
    return at - this.#ahead
  }

  after(ms: number, run: () => void): Timer {
    return this.#clock.after(ms, run)
  }

  soon(run: () => void): void {
    this.#clock.soon(run)
  }
}

/** The platform with a steady clock, which also sets its alarm. */
export function withMonotonicClock(platform: Platform): Platform {
  const clock = new MonotonicClock(platform.clock)
  const { disk } = platform
  const setAlarm = (at: number | undefined) =>
    disk.setAlarm(at === undefined ? undefined : clock.toPlatformTime(at))
  return { ...platform, clock, disk: { ...disk, setAlarm } }
}
