// A count that is typed in front of what it is for: `12`, and then a step, a verb or a thing.

/** Counts of clients have so many digits. */
const mostDigits = 6

export class Counting {
  readonly #shown: (count: number) => void
  #digits = ''

  /** `shown`: 0 is none any more. */
  constructor(shown: (count: number) => void) {
    this.#shown = shown
  }

  type(digit: string): void {
    this.#digits = `${this.#digits}${digit}`.replace(/^0+/, '').slice(-mostDigits)
    this.#shown(Number(this.#digits))
  }

  /** It counts once. 0: nothing was typed. */
  take(): number {
    const count = Number(this.#digits)
    if (this.#digits !== '') this.#shown(0)
    this.#digits = ''
    return count
  }
}
