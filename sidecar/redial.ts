// When a link that was lost is dialled again, and when patience with a room that is away ends. wire/LINK.md, LINK-8.
import type { Clock, Timer } from '../wire/clock.ts'

const patienceMs = 60_000
const firstRedialMs = 60
const lastRedialMs = 5_000
/** Of a sidecar with many links, which are lost all at once, each waits so much longer for each of them; so much at most. */
const spreadMs = 10
const widestMs = 2_000

export interface RedialSettings {
  readonly clock: Clock
  /** 0 ≤ n < 1: spreads redials. */
  random(): number
  /** How many links the sidecar has. */
  links(): number
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
    const { clock, random, links, dial } = this.#settings
    const first = Math.min(widestMs, Math.max(firstRedialMs, links() * spreadMs))
    const ms = random() * Math.max(first, Math.min(lastRedialMs, firstRedialMs * 2 ** this.#attempts++))
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
