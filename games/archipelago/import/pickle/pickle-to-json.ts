// Encodes a value of a pickle as JSON text, byte for byte like Archipelago's own encoder.

import { formatFloat, formatKey, PyFloat } from '../../python/values.ts'
import { SeedError } from '../seed-error.ts'
import { describeType, EnumMember, NamedTupleInstance, type PickleValue, Tuple } from './values.ts'

/** No known client reads deeper JSON. */
const defaultDepth = 100

/**
 * `left`: the number of characters that may still be written. All texts of an upload share one budget, because they
 * may contain the same values.
 */
export interface CharacterBudget {
  left: number
}

/**
 * Tuples and sets become arrays. A named tuple becomes an object with `class` as its last key. Throws SeedError for
 * values that JSON cannot represent and above the limits. The message begins with `path`.
 */
export function pickleToJson(
  value: PickleValue,
  path: string,
  budget: CharacterBudget,
  maxDepth = defaultDepth,
): string {
  return new JsonWriter(path, budget, maxDepth).write(value)
}

class JsonWriter {
  readonly #path: string
  readonly #budget: CharacterBudget
  readonly #maxDepth: number
  #text = ''

  constructor(path: string, budget: CharacterBudget, maxDepth: number) {
    this.#path = path
    this.#maxDepth = maxDepth
    this.#budget = budget
  }

  write(value: PickleValue): string {
    this.#value(value, 0)
    return this.#text
  }

  #error(message: string): SeedError {
    return new SeedError(`${this.#path}: ${message}`)
  }

  #append(text: string): void {
    this.#budget.left -= text.length
    if (this.#budget.left < 0) throw this.#error('too much text for the size of the file')
    this.#text += text
  }

  #value(value: PickleValue, depth: number): void {
    if (depth > this.#maxDepth) throw this.#error(`nested over ${this.#maxDepth} levels deep`)
    if (value === null || typeof value !== 'object') this.#append(this.#plain(value))
    else if (value instanceof PyFloat) this.#append(formatFloat(value.value))
    else if (value instanceof EnumMember) this.#append(String(value.value))
    else if (value instanceof Tuple) this.#array(value.items, depth)
    else if (Array.isArray(value) || value instanceof Set) this.#array(value, depth)
    else if (value instanceof Map) this.#dict(value, depth)
    else if (value instanceof NamedTupleInstance) this.#instance(value, depth)
    else throw this.#error(`JSON cannot represent ${describeType(value)}`)
  }

  #plain(value: null | boolean | number | bigint | string): string {
    if (typeof value === 'string') {
      // The length is checked before encoding, because one long text may occur many times.
      if (value.length > this.#budget.left) throw this.#error('too much text for the size of the file')
      return JSON.stringify(value)
    }
    if (typeof value === 'number' && !Number.isInteger(value)) return formatFloat(value)
    return String(value)
  }

  #array(items: Iterable<PickleValue>, depth: number): void {
    let mark = '['
    for (const item of items) {
      this.#append(mark)
      this.#value(item, depth + 1)
      mark = ','
    }
    this.#append(mark === '[' ? '[]' : ']')
  }

  #dict(dict: ReadonlyMap<PickleValue, PickleValue>, depth: number): void {
    let mark = '{'
    for (const [key, value] of dict) {
      this.#append(mark)
      this.#append(JSON.stringify(this.#key(key)))
      this.#append(':')
      this.#value(value, depth + 1)
      mark = ','
    }
    this.#append(mark === '{' ? '{}' : '}')
  }

  #key(key: PickleValue): string {
    if (typeof key === 'string') return key
    if (key === null || typeof key !== 'object' || key instanceof PyFloat) return formatKey(key)
    if (key instanceof EnumMember) return String(key.value)
    throw this.#error(`JSON cannot use ${describeType(key)} as a key`)
  }

  #instance({ of, fields }: NamedTupleInstance, depth: number): void {
    let mark = '{'
    for (const [i, field] of of.fields.entries()) {
      this.#append(`${mark}"${field}":`)
      this.#value(fields[i]!, depth + 1)
      mark = ','
    }
    this.#append(`,"class":"${of.name.slice(of.name.indexOf('.') + 1)}"}`)
  }
}
