import { stringifyJson } from './json.ts'
import { PyTuple, type PyValue, tupleFields } from './values.ts'

/** Charges work before it is done, in steps of about 0.25 µs. Throws if the total exceeds the limit. */
export type ChargeSteps = (steps: number) => void

/** Values that are examined, copied or written in one step. */
const thingsPerStep = 4
/** Characters that are read, compared, copied or written in one step. */
const charactersPerStep = 128
/** Digits of integers that are read, written or computed in one step. */
const digitsPerStep = 16

export function stepsForItems(things: number): number {
  return Math.ceil(things / thingsPerStep)
}

export function stepsForText(characters: number): number {
  return Math.ceil(characters / charactersPerStep)
}

/** The cost is 0 for lists and dicts. */
export function stepsForScalar(value: PyValue): number {
  if (typeof value === 'string') return stepsForText(value.length)
  return typeof value === 'bigint' ? Math.ceil(countDigits(value) / digitsPerStep) : 0
}

/** An overestimate of the number of digits, because arithmetic takes longer than reading. */
function countDigits(int: bigint): number {
  return 2 * int.toString(16).length
}

/**
 * Lengths of JSON texts. Each list or dict is measured once. Call `forget` before a list or dict changes. A list or
 * dict inside another one must not change.
 */
export class JsonSizes {
  readonly #spend: ChargeSteps
  readonly #known = new WeakMap<object, number>()

  constructor(spend: ChargeSteps) {
    this.#spend = spend
  }

  /** The length of the value's JSON text in UTF-16 units. */
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
    if (!(value instanceof PyTuple)) return this.#written(value)
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
    this.#spend(stepsForScalar(scalar))
    return stringifyJson(scalar).length
  }
}
