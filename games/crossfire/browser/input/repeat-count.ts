// A count, such as `12`, typed before a step, a verb or a thing.

/** Maximum digits of a count. */
const maxDigits = 6

export class RepeatCount {
  readonly #onChange: (count: number) => void
  #digits = ''

  /** `shown` is called with the count to show; 0 hides the count. */
  constructor(shown: (count: number) => void) {
    this.#onChange = shown
  }

  type(digit: string): void {
    this.#digits = `${this.#digits}${digit}`.replace(/^0+/, '').slice(-maxDigits)
    this.#onChange(Number(this.#digits))
  }

  /** Returns the count and clears it. The count is 0 if no digits were typed. */
  take(): number {
    const count = Number(this.#digits)
    if (this.#digits !== '') this.#onChange(0)
    this.#digits = ''
    return count
  }
}
