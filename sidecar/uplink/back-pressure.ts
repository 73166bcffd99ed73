// Without back-pressure, a client that sends faster than the socket would fill the memory. Clients that send most are
// paused first. wire/LINK.md, Flow.
import type { Clock } from '../../wire/util/clock.ts'

/** Above this many unsent bytes, heavy senders are paused until at most `caughtUpBytes` are unsent. */
const behindBytes = 1_048_576
const caughtUpBytes = 262_144
/** Above this many unsent bytes, all clients are paused until at most half as many are unsent. */
const floodedBytes = 4_194_304
/**
 * Sessions with more unacknowledged bytes are heavy senders. Players have fewer unacknowledged bytes, so another
 * client's flood does not pause them.
 */
const heavySenderBytes = 65_536
/** Interval of checks whether the socket has caught up. */
const checkIntervalMs = 10

type Pressure = 'none' | 'behind' | 'flooded'

export interface BackPressureContext {
  readonly clock: Clock
  /** Bytes that wait in the socket; 0 if there is no socket. */
  unsentBytes(): number
  /** Called when the set of sessions to pause has changed. */
  onChange(): void
}

export class BackPressure {
  readonly #context: BackPressureContext
  #pressure: Pressure = 'none'

  constructor(settings: BackPressureContext) {
    this.#context = settings
  }

  shouldPause(unackedBytes: number): boolean {
    return this.#pressure === 'flooded' || (this.#pressure === 'behind' && unackedBytes > heavySenderBytes)
  }

  afterWrite(): void {
    const wasNone = this.#pressure === 'none'
    const unsent = this.#context.unsentBytes()
    if (unsent > floodedBytes) this.#setPressure('flooded')
    else if (wasNone && unsent > behindBytes) this.#setPressure('behind')
    if (wasNone && this.#pressure !== 'none') this.#scheduleCheck()
  }

  #scheduleCheck(): void {
    this.#context.clock.after(checkIntervalMs, () => this.#check())
  }

  #check(): void {
    const unsent = this.#context.unsentBytes()
    if (unsent <= caughtUpBytes) return this.#setPressure('none')
    if (unsent <= floodedBytes / 2) this.#setPressure('behind')
    this.#scheduleCheck()
  }

  #setPressure(pressure: Pressure): void {
    if (this.#pressure === pressure) return
    this.#pressure = pressure
    this.#context.onChange()
  }
}
