// Address validation. UDP source addresses can be forged, so a room sends little to an address until it is validated;
// otherwise it could be used to flood the address's owner. The check itself: echo-probes.ts, called by ../../session.ts.

/** [DM-2.7] Bytes that an unvalidated address may receive for each byte that it sent. */
const amplification = 3

/** Limits what is sent to an address: in proportion to what it sent until validated, then without limit. */
export class AddressValidation {
  #isValidated: boolean
  #allowance = 0

  /** `proven`: validated from the start. */
  constructor(proven: boolean) {
    this.#isValidated = proven
  }

  get isValidated(): boolean {
    return this.#isValidated
  }

  /** [DM-2.7] Bytes that may be sent now. */
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

  /** [DM-2.8] The address has echoed a value that only its owner received. */
  markValidated(): void {
    this.#isValidated = true
  }
}
