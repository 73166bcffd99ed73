// While too much waits to leave a socket, those whose frames would join it are not read: otherwise whoever sends faster
// than the socket carries would fill the memory. First only those who caused it. wire/LINK.md, Flow.
import type { Clock } from '../wire/clock.ts'

/** With more unsent, who has much unacknowledged is not read until the socket has caught up. */
const behindBytes = 1_048_576
const caughtUpBytes = 262_144
/** With more unsent, nobody is read until it is half of that. */
const floodedBytes = 4_194_304
/** So much unacknowledged of one session is much: who plays has less under way, and does not wait for those who flood. */
const muchBytes = 65_536
/** Milliseconds between looks at whether the socket has caught up. */
const lookMs = 10

type Pressure = 'none' | 'behind' | 'flooded'

export interface BackPressureSettings {
  readonly clock: Clock
  /** Bytes that have not left; 0 if there is no socket any more. */
  unsent(): number
  /** Others are to be held back than before. */
  changed(): void
}

export class BackPressure {
  readonly #settings: BackPressureSettings
  #pressure: Pressure = 'none'

  constructor(settings: BackPressureSettings) {
    this.#settings = settings
  }

  /** Whether a session of which so many bytes are unacknowledged is not to be read. */
  holds(unackedBytes: number): boolean {
    return this.#pressure === 'flooded' || (this.#pressure === 'behind' && unackedBytes > muchBytes)
  }

  /** To be called after something was given to the socket. */
  sent(): void {
    const calm = this.#pressure === 'none'
    const unsent = this.#settings.unsent()
    if (unsent > floodedBytes) this.#turn('flooded')
    else if (calm && unsent > behindBytes) this.#turn('behind')
    if (calm && this.#pressure !== 'none') this.#lookLater()
  }

  #lookLater(): void {
    this.#settings.clock.after(lookMs, () => this.#look())
  }

  #look(): void {
    const unsent = this.#settings.unsent()
    if (unsent <= caughtUpBytes) return this.#turn('none')
    if (unsent <= floodedBytes / 2) this.#turn('behind')
    this.#lookLater()
  }

  #turn(pressure: Pressure): void {
    if (this.#pressure === pressure) return
    this.#pressure = pressure
    this.#settings.changed()
  }
}
