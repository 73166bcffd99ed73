// A repeat count is a number, such as `12`, that the player types before a step, a verb or a thing.

const maxDigits = 6

export class RepeatCount {
  readonly #onChange: (count: number) => void
  #digits = ''

  /** `shown`: called with the count; 0 hides it. */
  constructor(shown: (count: number) => void) {
    this.#onChange = shown
  }

  type(digit: string): void {
    this.#digits = `${this.#digits}${digit}`.replace(/^0+/, '').slice(-maxDigits)
    this.#onChange(Number(this.#digits))
  }

  /** Returns the count and clears it; 0 if no digits were typed. */
  take(): number {
    const count = Number(this.#digits)
    if (this.#digits !== '') this.#onChange(0)
    this.#digits = ''
    return count
  }
}
