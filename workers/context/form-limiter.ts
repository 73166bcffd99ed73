// Limits the number, memory and duration of the forms that one Worker reads at the same time, because their senders may
// not be authorized yet.
import { systemClock } from '../../durable-objects/platform/clock.ts'
import { addressLimitKey, isLoopback } from '../../wire/net/ip-address.ts'
import { type MinUploadRate, uploadTimeoutMs } from '../../wire/net/upload-rate.ts'
import type { Clock, Timer } from '../../wire/util/clock.ts'
import { ApiError, retryLaterError } from '../api/responses/api-error.ts'

export interface FormLimits extends MinUploadRate {
  readonly total: number
  /** Loopback addresses are exempt. */
  readonly perAddress: number
  /** Maximum bytes of all forms together in memory. Files are not included, because they are streamed. */
  readonly heldBytes: number
  /** Loopback addresses are exempt. */
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

  /** Call `release` after reading the form. Throws 503 if too many forms are being read, in all or from `address`. */
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
   * When a client disconnects, the platform can stop the handler at any `await`, and then the handler never releases
   * its slot. So slots past their deadline are dropped.
   */
  #dropAbandoned(): void {
    const now = this.#clock.now()
    for (const slot of this.#slots) if (slot.deadline < now) this.#slots.delete(slot)
  }
}

interface FormSlotOwner {
  checkHeld(): void
  ended(): void
}

export class FormSlot {
  /** Normalized, so that all addresses of an IPv6 /64 share the limits. */
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

  get lateSignal(): AbortSignal {
    return this.#lateController.signal
  }

  get heldBytes(): number {
    return this.#heldByteCount
  }

  get deadline(): number {
    return this.#startedAt + uploadTimeoutMs(this.#receivedBytes, this.#limits)
  }

  /** The deadline depends on the number of received bytes. */
  countReceived(bytes: number): void {
    this.#receivedBytes += bytes
  }

  /** Throws 503 if all forms together, or the forms from this form's address, use too many bytes of memory. */
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

export const formTooSlowError = ({ minBytesPerSecond }: MinUploadRate = defaultFormLimits) =>
  new ApiError('timeout', `the upload is too slow: send at least ${minBytesPerSecond} bytes per second`)

const tooBusy = (detail: string) => retryLaterError('unavailable', detail, 5)
