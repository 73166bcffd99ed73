// When a link that was lost is dialled again, and when patience with a room that is away ends. wire/LINK.md, LINK-8.
import type { Clock, Timer } from '../wire/clock.ts'

const patienceMs = 60_000
const firstRedialMs = 60
const lastRedialMs = 5_000

export interface RedialSettings {
  readonly clock: Clock
  /** 0 ≤ n < 1: spreads redials. */
  random(): number
  dial(): void
  /** The room has been away for 60 s. */
  giveUp(): void
}

export class Redial {
  readonly #settings: RedialSettings
  #attempts = 0
  #next: Timer | undefined
  #patience: Timer | undefined

  constructor(settings: RedialSettings) {
    this.#settings = settings
  }

  /** It will be dialled again. */
  get due(): boolean {
    return this.#next !== undefined
  }

  /** The room is away: from now on, if it was not before. */
  away(): void {
    this.#patience ??= this.#settings.clock.after(patienceMs, () => {
      this.#patience = undefined
      this.#settings.giveUp()
    })
  }

  /** Dials after a while, which grows from loss to loss; in so many milliseconds. */
  later(): number {
    const { clock, random, dial } = this.#settings
    const ms = random() * Math.min(lastRedialMs, firstRedialMs * 2 ** this.#attempts++)
    this.#next = clock.after(ms, () => {
      this.#next = undefined
      dial()
    })
    return ms
  }

  /** The room is there. */
  met(): void {
    this.#attempts = 0
    this.#patience?.cancel()
    this.#patience = undefined
  }

  stop(): void {
    this.#next?.cancel()
    this.#patience?.cancel()
  }
}
