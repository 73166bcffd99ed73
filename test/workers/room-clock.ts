// The time of the Rooms that are tested with their own. It stands still unless a test lets it pass. Timers of a moment run by
// themselves: those that collect output, and those that go on in another event.
import type { Timer } from '../../wire/clock.ts'
import { SimulatedClock } from '../simulated-clock.ts'

/** Milliseconds for which output is collected, at most. */
const outputDelayMs = 2

class RoomClock extends SimulatedClock {
  readonly #timers = new Set<Timer>()

  override after(ms: number, run: () => void): Timer {
    if (ms <= outputDelayMs) {
      const timer = setTimeout(run, 0)
      return { cancel: () => clearTimeout(timer) }
    }
    const timer = super.after(ms, run)
    this.#timers.add(timer)
    return timer
  }

  override soon(run: () => void): void {
    queueMicrotask(run)
  }

  /** The instance that armed them is gone, and its timers with it. */
  cancelAll(): void {
    for (const timer of this.#timers) timer.cancel()
    this.#timers.clear()
  }
}

export const roomClock = new RoomClock()
