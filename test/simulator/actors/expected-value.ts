// The owner's knowledge of one setting. An acknowledged value must survive any failure. A value that was requested but
// not acknowledged may or may not be in effect.

export class ExpectedValue<T> {
  #possible: readonly T[]
  changes = 0

  constructor(first: T) {
    this.#possible = [first]
  }

  /** Undefined while several values are possible. */
  get certain(): T | undefined {
    return this.#possible.length === 1 ? this.#possible[0] : undefined
  }

  mayBe(value: T): boolean {
    return this.#possible.includes(value)
  }

  asks(value: T): void {
    this.changes++
    this.#possible = [...new Set([...this.#possible, value])]
  }

  acknowledged(value: T): void {
    this.changes++
    this.#possible = [value]
  }

  toString(): string {
    return this.#possible.join(' or ')
  }
}
