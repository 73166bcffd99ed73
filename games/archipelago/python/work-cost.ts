// The size of values, and the cost of measuring it. Used by the data storage, which charges for the data it touches.
import { stringifyJson } from './json.ts'
import { type PyValue, Tuple, tupleFields } from './values.ts'

/** Counts work before it is done, in steps of about 0.25 µs. Throws when the total exceeds the limit. */
export type ChargeSteps = (steps: number) => void

/** Things examined, copied or written per step. */
const thingsPerStep = 4
/** Characters read, compared, copied or written per step. */
const charactersPerStep = 128
/** Digits of integers read, written or computed per step. */
const digitsPerStep = 16

/** The steps to examine, copy or write `things` values. */
export function stepsForItems(things: number): number {
  return Math.ceil(things / thingsPerStep)
}

/** The steps to read, compare or write `characters` characters. */
export function stepsForText(characters: number): number {
  return Math.ceil(characters / charactersPerStep)
}

/** The steps for a text or a number itself: its characters or digits; 0 for containers. */
export function scalarSteps(value: PyValue): number {
  if (typeof value === 'string') return stepsForText(value.length)
  return typeof value === 'bigint' ? Math.ceil(countDigits(value) / digitsPerStep) : 0
}

/** Overestimates, because arithmetic takes longer than reading. */
function countDigits(int: bigint): number {
  return 2 * int.toString(16).length
}

/** JSON lengths of values, measured once. Call `forget` for a container that changes; nested ones must not. */
export class JsonSizes {
  readonly #spend: ChargeSteps
  readonly #known = new WeakMap<object, number>()

  constructor(spend: ChargeSteps) {
    this.#spend = spend
  }

  /** In UTF-16 units. */
  sizeOf(value: PyValue): number {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null) return this.#written(value)
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const size = this.#sizeOf(value)
    this.#known.set(value, size)
    return size
  }

  set(container: PyValue[] | Map<string, PyValue>, size: number): void {
    this.#known.set(container, size)
  }

  forget(container: PyValue[] | Map<string, PyValue>): void {
    this.#known.delete(container)
  }

  #sizeOf(value: Exclude<PyValue, null | boolean | string | number | bigint>): number {
    if (Array.isArray(value)) {
      this.#spend(stepsForItems(value.length))
      let size = 1 + Math.max(1, value.length)
      for (const item of value) size += this.sizeOf(item)
      return size
    }
    if (value instanceof Map) {
      this.#spend(stepsForItems(2 * value.size))
      let size = 1 + Math.max(1, value.size)
      for (const [key, item] of value) size += this.#text(key) + 1 + this.sizeOf(item)
      return size
    }
    if (!(value instanceof Tuple)) return this.#written(value)
    let size = `{"class":"${value.kind}"}`.length
    for (const [i, field] of tupleFields[value.kind].entries())
      size += field.length + 4 + this.sizeOf(value.fields[i]!)
    return size
  }

  #text(text: string): number {
    this.#spend(stepsForText(text.length))
    return stringifyJson(text).length
  }

  #written(scalar: PyValue): number {
    this.#spend(scalarSteps(scalar))
    return stringifyJson(scalar).length
  }
}
