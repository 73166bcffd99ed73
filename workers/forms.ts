// Limits of the forms that one Worker reads at a time: their number, memory and duration. The senders need not have a
// token yet.
import { systemClock } from '../durable-objects/clock.ts'
import { countedAs, isLoopback } from '../wire/address.ts'
import type { Clock, Timer } from '../wire/clock.ts'
import { allowedMs, type Pace } from '../wire/pace.ts'
import { ApiError } from './answers/error.ts'

export interface FormLimits extends Pace {
  readonly inAll: number
  /** Excludes loopback. */
  readonly perAddress: number
  /** Bytes of fields in memory, for all forms together. Files are streamed. */
  readonly heldBytes: number
}

export const formLimits: FormLimits = {
  graceMs: 15_000,
  bytesPerSecond: 4_096,
  inAll: 64,
  perAddress: 16,
  heldBytes: 32 * 1024 * 1024,
}

export class Forms {
  readonly #limits: FormLimits
  readonly #clock: Clock
  readonly #read = new Set<FormReading>()

  constructor(limits: FormLimits = formLimits, clock: Clock = systemClock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Starts reading a form from this address; call `end` on it. Throws 503 if there are too many. */
  begin(address: string): FormReading {
    this.#forgetLost()
    const counted = countedAs(address)
    const same = [...this.#read].filter((other) => other.address === counted).length
    if (this.#read.size >= this.#limits.inAll) throw busy('the site reads too many forms just now')
    if (same >= this.#limits.perAddress && !isLoopback(address))
      throw busy('too many forms come from this address just now')
    const reading: FormReading = new FormReading(counted, this.#limits, this.#clock, {
      held: () => this.#heldBytes(),
      ended: () => this.#read.delete(reading),
    })
    this.#read.add(reading)
    return reading
  }

  #heldBytes(): number {
    let bytes = 0
    for (const { held } of this.#read) bytes += held
    return bytes
  }

  /** When a client disconnects, the platform can stop the handler at any await: such a form never calls `end`. */
  #forgetLost(): void {
    const now = this.#clock.now()
    for (const reading of this.#read) if (reading.dueAt < now) this.#read.delete(reading)
  }
}

export class FormReading {
  /** Normalized for limits. */
  readonly address: string
  readonly #limits: FormLimits
  readonly #clock: Clock
  readonly #all: { held(): number; ended(): void }
  readonly #late = new AbortController()
  readonly #begunAt: number
  #timer: Timer
  #bytes = 0
  #held = 0

  constructor(address: string, limits: FormLimits, clock: Clock, all: { held(): number; ended(): void }) {
    this.address = address
    this.#limits = limits
    this.#clock = clock
    this.#all = all
    this.#begunAt = clock.now()
    this.#timer = this.#wait()
  }

  /** Aborts when the form is late. */
  get late(): AbortSignal {
    return this.#late.signal
  }

  /** Bytes of its fields in memory. */
  get held(): number {
    return this.#held
  }

  get dueAt(): number {
    return this.#begunAt + allowedMs(this.#bytes, this.#limits)
  }

  /** Counts received bytes. */
  took(bytes: number): void {
    this.#bytes += bytes
  }

  /** Counts bytes in memory. Throws 503 if all forms together have too many. */
  hold(bytes: number): void {
    this.#held += bytes
    if (this.#all.held() > this.#limits.heldBytes) throw busy('the site holds too many forms just now')
  }

  end(): void {
    this.#timer.cancel()
    this.#all.ended()
  }

  #wait(): Timer {
    return this.#clock.after(this.dueAt - this.#clock.now(), () => {
      if (this.dueAt > this.#clock.now()) this.#timer = this.#wait()
      else this.#late.abort()
    })
  }
}

export const tooSlow = ({ bytesPerSecond }: Pace = formLimits) =>
  new ApiError('timeout', `the form came too slowly: send at least ${bytesPerSecond} bytes a second`)

const busy = (detail: string) =>
  new ApiError('unavailable', `${detail}: try again in 5 s`, { headers: { 'retry-after': '5' } })
