// What an owner knows of a room: what was acknowledged holds, whatever is lost; what was asked and not answered may hold.

export class ExpectedValue<T> {
  #possible: readonly T[]
  /** How often it has changed. */
  changes = 0

  constructor(first: T) {
    this.#possible = [first]
  }

  /** Undefined: it may be one of several. */
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
