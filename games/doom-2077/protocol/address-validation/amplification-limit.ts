// The limit of the bytes that are sent to an address before it is validated. UDP source addresses can be forged, and
// without the limit the room could be used to flood the owner of an address. echo-probes.ts validates addresses.

/** [DM-2.7] Bytes that an unvalidated address may receive for each byte that it sent. */
const amplification = 3

/**
 * Limits the bytes that are sent to an address. Until the address is validated, the limit is proportional to the bytes
 * that it has sent.
 */
export class AmplificationLimit {
  #isValidated: boolean
  #allowance = 0

  /** `proven`: whether the address is validated from the start. */
  constructor(proven: boolean) {
    this.#isValidated = proven
  }

  /** Whether the address is validated, so that there is no limit. */
  get isValidated(): boolean {
    return this.#isValidated
  }

  /** [DM-2.7] Bytes that may be sent to the address now. */
  get allowance(): number {
    return this.#isValidated ? Number.POSITIVE_INFINITY : this.#allowance
  }

  /** Counts received bytes. */
  onReceived(bytes: number): void {
    this.#allowance += amplification * bytes
  }

  /** Counts sent bytes. */
  onSent(bytes: number): void {
    this.#allowance -= bytes
  }

  /** [DM-2.8] Called when the address has echoed a value that only its owner received. */
  markValidated(): void {
    this.#isValidated = true
  }
}
