// A socket that has too much unsent: nobody is read until it has caught up. wire/LINK.md, Flow.
import type { Clock } from '../wire/clock.ts'

const behindBytes = 1_048_576
const caughtUpBytes = 262_144
/** How often that is looked at. */
const lookMs = 10

export interface BackPressureSettings {
  readonly clock: Clock
  /** Bytes that have not left; 0 if there is no socket any more. */
  unsent(): number
  pause(): void
  resume(): void
}

export class BackPressure {
  readonly #settings: BackPressureSettings
  #behind = false

  constructor(settings: BackPressureSettings) {
    this.#settings = settings
  }

  get behind(): boolean {
    return this.#behind
  }

  /** Something was given to the socket. */
  sent(): void {
    if (this.#behind || this.#settings.unsent() <= behindBytes) return
    this.#behind = true
    this.#settings.pause()
    this.#catchUp()
  }

  #catchUp(): void {
    if (this.#settings.unsent() > caughtUpBytes) {
      this.#settings.clock.after(lookMs, () => this.#catchUp())
      return
    }
    this.#behind = false
    this.#settings.resume()
  }
}
