// The size of values, and the cost of measuring it. Used by the data storage, which charges for the data it touches.
import { stringify } from './json.ts'
import { type PyValue, Tuple, tupleFields } from './values.ts'

/** Counts work before it is done, in steps of about 0.25 µs. Throws when the total exceeds the limit. */
export type Spend = (steps: number) => void

/** Things examined, copied or written per step. */
const thingsPerStep = 4
/** Characters read, compared, copied or written per step. */
const charactersPerStep = 128
/** Digits of integers read, written or computed per step. */
const digitsPerStep = 16

/** The steps to examine, copy or write `things` values. */
export function stepsFor(things: number): number {
  return Math.ceil(things / thingsPerStep)
}

/** The steps to read, compare or write `characters` characters. */
export function stepsForText(characters: number): number {
  return Math.ceil(characters / charactersPerStep)
}

/** The steps for a text or a number itself: its characters or digits; 0 for containers. */
export function ownSteps(value: PyValue): number {
  if (typeof value === 'string') return stepsForText(value.length)
  return typeof value === 'bigint' ? Math.ceil(digitsIn(value) / digitsPerStep) : 0
}

/** Overestimates, because arithmetic takes longer than reading. */
function digitsIn(int: bigint): number {
  return 2 * int.toString(16).length
}

/** JSON lengths of values, measured once. Call `forget` for a container that changes; nested ones must not. */
export class Sizes {
  readonly #spend: Spend
  readonly #known = new WeakMap<object, number>()

  constructor(spend: Spend) {
    this.#spend = spend
  }

  /** In UTF-16 units. */
  of(value: PyValue): number {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null) return this.#written(value)
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const size = this.#sizeOf(value)
    this.#known.set(value, size)
    return size
  }

  know(container: PyValue[] | Map<string, PyValue>, size: number): void {
    this.#known.set(container, size)
  }

  forget(container: PyValue[] | Map<string, PyValue>): void {
    this.#known.delete(container)
  }

  #sizeOf(value: Exclude<PyValue, null | boolean | string | number | bigint>): number {
    if (Array.isArray(value)) {
      this.#spend(stepsFor(value.length))
      let size = 1 + Math.max(1, value.length)
      for (const item of value) size += this.of(item)
      return size
    }
    if (value instanceof Map) {
      this.#spend(stepsFor(2 * value.size))
      let size = 1 + Math.max(1, value.size)
      for (const [key, item] of value) size += this.#text(key) + 1 + this.of(item)
      return size
    }
    if (!(value instanceof Tuple)) return this.#written(value)
    let size = `{"class":"${value.kind}"}`.length
    for (const [i, field] of tupleFields[value.kind].entries())
      size += field.length + 4 + this.of(value.fields[i]!)
    return size
  }

  #text(text: string): number {
    this.#spend(stepsForText(text.length))
    return stringify(text).length
  }

  #written(scalar: PyValue): number {
    this.#spend(ownSteps(scalar))
    return stringify(scalar).length
  }
}
