// Back-pressure: while too much output waits in a socket, the clients that add to it are not read. Otherwise a client
// that sends faster than the socket would fill the memory. Heavy senders are paused first. wire/LINK.md, Flow.
import type { Clock } from '../wire/clock.ts'

/** Over this many unsent bytes, clients with much unacknowledged data are paused until the socket has caught up. */
const behindBytes = 1_048_576
const caughtUpBytes = 262_144
/** Over this many unsent bytes, all clients are paused until half of it is sent. */
const floodedBytes = 4_194_304
/** "Much" unacknowledged data of a session. Players have less in flight, so that a flood does not delay them. */
const muchBytes = 65_536
/** Milliseconds between checks whether the socket has caught up. */
const lookMs = 10

type Pressure = 'none' | 'behind' | 'flooded'

export interface BackPressureSettings {
  readonly clock: Clock
  /** Bytes that wait in the socket; 0 without a socket. */
  unsent(): number
  /** The set of paused sessions has changed. */
  changed(): void
}

export class BackPressure {
  readonly #settings: BackPressureSettings
  #pressure: Pressure = 'none'

  constructor(settings: BackPressureSettings) {
    this.#settings = settings
  }

  /** Whether to pause a session with this many unacknowledged bytes. */
  holds(unackedBytes: number): boolean {
    return this.#pressure === 'flooded' || (this.#pressure === 'behind' && unackedBytes > muchBytes)
  }

  /** Call after each write to the socket. */
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
