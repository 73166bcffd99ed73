// Back-pressure: while too much output waits in a socket, the clients that add to it are not read. Otherwise a client
// that sends faster than the socket would fill the memory. Heavy senders are paused first. wire/LINK.md, Flow.
import type { Clock } from '../../wire/util/clock.ts'

/** Over this many unsent bytes, heavy senders are paused until the socket has caught up. */
const behindBytes = 1_048_576
const caughtUpBytes = 262_144
/** Over this many unsent bytes, all clients are paused until half of it is sent. */
const floodedBytes = 4_194_304
/** Sessions with more unacknowledged data are paused first. Players have less in flight, so a flood does not delay them. */
const heavySenderBytes = 65_536
/** Milliseconds between checks whether the socket has caught up. */
const checkIntervalMs = 10

type Pressure = 'none' | 'behind' | 'flooded'

export interface BackPressureSettings {
  readonly clock: Clock
  /** Bytes that wait in the socket; 0 without a socket. */
  unsentBytes(): number
  /** The set of paused sessions has changed. */
  onChange(): void
}

export class BackPressure {
  readonly #settings: BackPressureSettings
  #pressure: Pressure = 'none'

  constructor(settings: BackPressureSettings) {
    this.#settings = settings
  }

  /** Whether to pause a session with this many unacknowledged bytes. */
  shouldPause(unackedBytes: number): boolean {
    return this.#pressure === 'flooded' || (this.#pressure === 'behind' && unackedBytes > heavySenderBytes)
  }

  /** Call after each write to the socket. */
  afterWrite(): void {
    const wasNone = this.#pressure === 'none'
    const unsent = this.#settings.unsentBytes()
    if (unsent > floodedBytes) this.#setPressure('flooded')
    else if (wasNone && unsent > behindBytes) this.#setPressure('behind')
    if (wasNone && this.#pressure !== 'none') this.#scheduleCheck()
  }

  #scheduleCheck(): void {
    this.#settings.clock.after(checkIntervalMs, () => this.#check())
  }

  #check(): void {
    const unsent = this.#settings.unsentBytes()
    if (unsent <= caughtUpBytes) return this.#setPressure('none')
    if (unsent <= floodedBytes / 2) this.#setPressure('behind')
    this.#scheduleCheck()
  }

  #setPressure(pressure: Pressure): void {
    if (this.#pressure === pressure) return
    this.#pressure = pressure
    this.#settings.onChange()
  }
}
