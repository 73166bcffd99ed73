// While too much waits to leave a socket, those whose frames would join it are not read: otherwise whoever sends faster
// than the socket carries would fill the memory. wire/LINK.md, Flow.
import type { Clock } from '../wire/clock.ts'

const behindBytes = 1_048_576
const caughtUpBytes = 262_144
/** Milliseconds between looks at whether the socket has caught up. */
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

  /** To be called after something was given to the socket. */
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
