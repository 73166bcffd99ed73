// While a countdown runs, one record stores its state, so that the countdown continues after a restart.
import type { DueTimeShifts, RecordStore } from '../../game.ts'
import { type Message, plainMessage } from './messages.ts'

const key = 'countdown'
const second = 1000

interface RunningCountdown {
  readonly secondsLeft: number
  /** The time of the next announcement, in milliseconds of the room's clock. */
  readonly announceAt: number
}

export const countdownDueTimeShifts: DueTimeShifts = {
  [key](record, later) {
    const running = record as unknown as RunningCountdown
    return { ...running, announceAt: later(running.announceAt) }
  },
}

export class Countdown {
  readonly #store: RecordStore
  readonly #announce: (message: Message) => void
  #running: RunningCountdown | undefined

  constructor(store: RecordStore, announce: (message: Message) => void) {
    this.#store = store
    this.#announce = announce
    this.#running = store.get(key) as RunningCountdown | undefined
  }

  get wakeAt(): number | undefined {
    return this.#running?.announceAt
  }

  /** [AP-8.6] [AP-10.5] A running countdown continues from `seconds` with its next announcement. */
  start(seconds: number, now: number): void {
    this.#announceText(`Starting countdown of ${seconds}s`, seconds)
    if (this.#running) {
      // `announceAt` is more than a second away only if it was stored before the clock was set back.
      const announceAt = Math.min(this.#running.announceAt, now + second)
      return this.#setRunning({ secondsLeft: seconds, announceAt })
    }
    this.#running = { secondsLeft: seconds, announceAt: now }
    this.wake(now)
  }

  /** If several numbers are due, announces only the last one. */
  wake(now: number): void {
    if (!this.#running || this.#running.announceAt > now) return
    const { secondsLeft, announceAt } = this.#running
    const missed = Math.min(secondsLeft, Math.floor((now - announceAt) / second))
    const announced = secondsLeft - missed
    if (announced <= 0) {
      this.#announceText('GO', 0)
      return this.#setRunning(undefined)
    }
    this.#announceText(`${announced}`, announced)
    this.#setRunning({ secondsLeft: announced - 1, announceAt: announceAt + (missed + 1) * second })
  }

  #announceText(text: string, left: number): void {
    this.#announce(plainMessage(`[Server]: ${text}`, 'Countdown', { countdown: left }))
  }

  #setRunning(running: RunningCountdown | undefined): void {
    this.#running = running
    if (running) this.#store.put(key, { ...running })
    else this.#store.delete(key)
  }
}
