// Address validation. UDP source addresses can be forged, so a room sends little to an address until it is validated.
// Otherwise the room could be used to flood the owner of the address. The validation is in echo-probes.ts and is called
// by ../../session.ts.

/** [DM-2.7] Bytes that an unvalidated address may receive for each byte that it sent. */
const amplification = 3

/**
 * Limits the bytes that are sent to an address. Until the address is validated, the limit is proportional to the bytes
 * that it has sent.
 */
export class AddressValidation {
  #isValidated: boolean
  #allowance = 0

  /** `proven`: whether the address is validated from the start. */
  constructor(proven: boolean) {
    this.#isValidated = proven
  }

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
