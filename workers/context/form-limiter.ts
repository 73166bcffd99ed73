// Limits of the forms that one Worker reads at a time: their number, memory and duration. The clients may not be
// authorized yet.
import { systemClock } from '../../durable-objects/platform/clock.ts'
import { addressLimitKey, isLoopback } from '../../wire/net/ip-address.ts'
import { type MinUploadRate, uploadTimeoutMs } from '../../wire/net/upload-rate.ts'
import type { Clock, Timer } from '../../wire/util/clock.ts'
import { ApiError } from '../api/responses/api-error.ts'

export interface FormLimits extends MinUploadRate {
  readonly total: number
  /** Excludes loopback. */
  readonly perAddress: number
  /** Bytes of fields in memory, for all forms together. Files are streamed. */
  readonly heldBytes: number
  /** Like `heldBytes`, for the forms of one address other than loopback. */
  readonly heldBytesPerAddress: number
}

export const defaultFormLimits: FormLimits = {
  graceMs: 15_000,
  minBytesPerSecond: 4_096,
  total: 64,
  perAddress: 16,
  heldBytes: 32 * 1024 * 1024,
  heldBytesPerAddress: 8 * 1024 * 1024,
}

export class FormLimiter {
  readonly #limits: FormLimits
  readonly #clock: Clock
  readonly #slots = new Set<FormSlot>()

  constructor(limits: FormLimits = defaultFormLimits, clock: Clock = systemClock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Starts reading a form from this address; call `release` on it. Throws 503 if there are too many. */
  acquire(address: string): FormSlot {
    this.#dropAbandoned()
    const normalized = addressLimitKey(address)
    const sameAddress = [...this.#slots].filter((other) => other.address === normalized).length
    if (this.#slots.size >= this.#limits.total) throw tooBusy('the site is reading too many forms')
    if (sameAddress >= this.#limits.perAddress && !isLoopback(address))
      throw tooBusy('too many forms from your address')
    const slot: FormSlot = new FormSlot(normalized, this.#limits, this.#clock, {
      checkHeld: () => this.#checkHeld(address, normalized),
      ended: () => this.#slots.delete(slot),
    })
    this.#slots.add(slot)
    return slot
  }

  #checkHeld(address: string, normalized: string): void {
    let [all, sameAddress] = [0, 0]
    for (const slot of this.#slots) {
      all += slot.heldBytes
      if (slot.address === normalized) sameAddress += slot.heldBytes
    }
    if (all > this.#limits.heldBytes) throw tooBusy('the site has too many forms in memory')
    if (sameAddress > this.#limits.heldBytesPerAddress && !isLoopback(address))
      throw tooBusy('the forms from your address need too much memory')
  }

  /**
   * When a client disconnects, the platform can stop the handler at any await. The form of such a request is never
   * released.
   */
  #dropAbandoned(): void {
    const now = this.#clock.now()
    for (const slot of this.#slots) if (slot.deadline < now) this.#slots.delete(slot)
  }
}

interface FormSlotOwner {
  /** Throws 503 if the forms have too many bytes in memory. */
  checkHeld(): void
  ended(): void
}

export class FormSlot {
  /** The client's address, normalized for limits. */
  readonly address: string
  readonly #limits: FormLimits
  readonly #clock: Clock
  readonly #limiter: FormSlotOwner
  readonly #lateController = new AbortController()
  readonly #startedAt: number
  #timer: Timer
  #receivedBytes = 0
  #heldByteCount = 0

  constructor(address: string, limits: FormLimits, clock: Clock, limiter: FormSlotOwner) {
    this.address = address
    this.#limits = limits
    this.#clock = clock
    this.#limiter = limiter
    this.#startedAt = clock.now()
    this.#timer = this.#armTimer()
  }

  /** Aborts when the form is late. */
  get lateSignal(): AbortSignal {
    return this.#lateController.signal
  }

  /** Bytes of its fields in memory. */
  get heldBytes(): number {
    return this.#heldByteCount
  }

  get deadline(): number {
    return this.#startedAt + uploadTimeoutMs(this.#receivedBytes, this.#limits)
  }

  /** Counts received bytes. */
  countReceived(bytes: number): void {
    this.#receivedBytes += bytes
  }

  /** Counts bytes in memory. Throws 503 if all forms together, or those of its address, have too many. */
  countHeld(bytes: number): void {
    this.#heldByteCount += bytes
    this.#limiter.checkHeld()
  }

  release(): void {
    this.#timer.cancel()
    this.#limiter.ended()
  }

  #armTimer(): Timer {
    return this.#clock.after(this.deadline - this.#clock.now(), () => {
      if (this.deadline > this.#clock.now()) this.#timer = this.#armTimer()
      else this.#lateController.abort()
    })
  }
}

export const formTooSlow = ({ minBytesPerSecond }: MinUploadRate = defaultFormLimits) =>
  new ApiError('timeout', `the upload is too slow: send at least ${minBytesPerSecond} bytes per second`)

const tooBusy = (detail: string) =>
  new ApiError('unavailable', `${detail}: try again in 5 s`, { headers: { 'retry-after': '5' } })
