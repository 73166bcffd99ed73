// UDP source addresses can be forged. Without a limit for addresses that are not validated, the room could be used to
// flood the owner of an address. echo-probes.ts validates addresses.

/** [DM-2.7] Bytes that an unvalidated address may receive for each byte that it sent. */
const amplification = 3

export class AmplificationLimit {
  #isValidated: boolean
  #allowance = 0

  /** `isValidated`: whether the address is validated from the start. */
  constructor(isValidated: boolean) {
    this.#isValidated = isValidated
  }

  get isValidated(): boolean {
    return this.#isValidated
  }

  /** [DM-2.7] Bytes that may be sent to the address now. */
  get allowance(): number {
    return this.#isValidated ? Number.POSITIVE_INFINITY : this.#allowance
  }

  onReceived(bytes: number): void {
    this.#allowance += amplification * bytes
  }

  onSent(bytes: number): void {
    this.#allowance -= bytes
  }

  /** [DM-2.8] Called when the address has echoed a value that only its owner received. */
  markValidated(): void {
    this.#isValidated = true
  }
}
