// A countdown that is announced to all clients every second. Used by the world for the countdown commands. Stored in
// one record while it runs, so that it continues after a restart.
import type { RecordStore } from '../../game.ts'
import { type Message, plain } from './texts.ts'

const key = 'countdown'
const second = 1000

interface Running {
  /** The next number to announce. */
  readonly left: number
  /** When to announce it, in the host's milliseconds. */
  readonly at: number
}

export class Countdown {
  readonly #store: RecordStore
  readonly #announce: (message: Message) => void
  #running: Running | undefined

  constructor(store: RecordStore, announce: (message: Message) => void) {
    this.#store = store
    this.#announce = announce
    this.#running = store.get(key) as Running | undefined
  }

  /** When `wake` is next due. */
  get due(): number | undefined {
    return this.#running?.at
  }

  /** [AP-8.6] [AP-10.5] Counts down from `seconds`, at least 1. A running countdown is set to it at its next second. */
  start(seconds: number, now: number): void {
    this.#say(`Starting countdown of ${seconds}s`, seconds)
    if (this.#running) return this.#keep({ left: seconds, at: this.#running.at })
    this.#running = { left: seconds, at: now }
    this.wake(now)
  }

  /** Announces what is due. After a long pause, announces only the last number. */
  wake(now: number): void {
    if (!this.#running || this.#running.at > now) return
    const { left, at } = this.#running
    const missed = Math.min(left, Math.floor((now - at) / second))
    const said = left - missed
    if (said <= 0) {
      this.#say('GO', 0)
      return this.#keep(undefined)
    }
    this.#say(`${said}`, said)
    this.#keep({ left: said - 1, at: at + (missed + 1) * second })
  }

  #say(text: string, left: number): void {
    this.#announce(plain(`[Server]: ${text}`, 'Countdown', { countdown: left }))
  }

  #keep(running: Running | undefined): void {
    this.#running = running
    if (running) this.#store.put(key, { ...running })
    else this.#store.delete(key)
  }
}
