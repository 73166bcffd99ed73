// Time that never goes back. A platform's clock may be put back, and who waits until a time of day (a blow, a command, a
// limit) would then wait as much longer; so a Room, and all that it hosts, has a clock of its own.
import type { Clock, Timer } from '../wire/clock.ts'
import type { Platform } from './platform.ts'

/** The platform's clock, but that it goes on from where it was whenever the platform's was put back. */
export class SteadyClock implements Clock {
  readonly #clock: Clock
  #latest = Number.NEGATIVE_INFINITY
  /** Milliseconds by which the platform's has been put back, all together. */
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

  /** What the platform's clock will show at a time of ours. */
  outside(at: number): number {
    return at - this.#ahead
  }

  after(ms: number, run: () => void): Timer {
    return this.#clock.after(ms, run)
  }

  soon(run: () => void): void {
    this.#clock.soon(run)
  }
}

/** The platform with a steady clock; its alarm comes by that clock too. */
export function steady(platform: Platform): Platform {
  const clock = new SteadyClock(platform.clock)
  const { disk } = platform
  const setAlarm = (at: number | undefined) => disk.setAlarm(at === undefined ? undefined : clock.outside(at))
  return { ...platform, clock, disk: { ...disk, setAlarm } }
}
