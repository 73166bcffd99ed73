// Encodes a pickled value as JSON text, byte for byte like Archipelago's own encoder, within limits.

import { Float, floatText, keyText } from '../../python/values.ts'
import { SeedFault } from '../fault.ts'
import { Instance, kindOf, Member, type PickleValue, Tuple } from './values.ts'

/** No client reads deeper JSON. */
const deepest = 100

/** The characters that may still be written; shared by all texts of one upload, whose values may be shared too. */
export interface Allowance {
  left: number
}

/**
 * Compact, keys in order, non-ASCII unescaped; tuples and sets are arrays, named tuples objects with a trailing
 * `class`. Throws SeedFault, starting with `path`, for values that JSON lacks and over the limits.
 */
export function jsonText(value: PickleValue, path: string, allowance: Allowance): string {
  return new JsonWriter(path, allowance).write(value)
}

class JsonWriter {
  readonly #path: string
  readonly #allowance: Allowance
  #text = ''

  constructor(path: string, allowance: Allowance) {
    this.#path = path
    this.#allowance = allowance
  }

  write(value: PickleValue): string {
    this.#value(value, 0)
    return this.#text
  }

  #fault(message: string): SeedFault {
    return new SeedFault(`${this.#path}: ${message}`)
  }

  #put(text: string): void {
    this.#allowance.left -= text.length
    if (this.#allowance.left < 0) throw this.#fault('too much text in all')
    this.#text += text
  }

  #value(value: PickleValue, depth: number): void {
    if (depth > deepest) throw this.#fault(`over ${deepest} levels deep`)
    if (value === null || typeof value !== 'object') this.#put(this.#plain(value))
    else if (value instanceof Float) this.#put(floatText(value.value))
    else if (value instanceof Member) this.#put(String(value.value))
    else if (value instanceof Tuple) this.#array(value.items, depth)
    else if (Array.isArray(value) || value instanceof Set) this.#array(value, depth)
    else if (value instanceof Map) this.#dict(value, depth)
    else if (value instanceof Instance) this.#instance(value, depth)
    else throw this.#fault(`JSON has no ${kindOf(value)}`)
  }

  #plain(value: null | boolean | number | bigint | string): string {
    if (typeof value === 'string') {
      // Checked before encoding: many values may share one text.
      if (value.length > this.#allowance.left) throw this.#fault('too much text in all')
      return JSON.stringify(value)
    }
    if (typeof value === 'number' && !Number.isInteger(value)) return floatText(value)
    return String(value)
  }

  #array(items: Iterable<PickleValue>, depth: number): void {
    let mark = '['
    for (const item of items) {
      this.#put(mark)
      this.#value(item, depth + 1)
      mark = ','
    }
    this.#put(mark === '[' ? '[]' : ']')
  }

  #dict(dict: ReadonlyMap<PickleValue, PickleValue>, depth: number): void {
    let mark = '{'
    for (const [key, value] of dict) {
      this.#put(mark)
      this.#put(JSON.stringify(this.#key(key)))
      this.#put(':')
      this.#value(value, depth + 1)
      mark = ','
    }
    this.#put(mark === '{' ? '{}' : '}')
  }

  #key(key: PickleValue): string {
    if (typeof key === 'string') return key
    if (key === null || typeof key !== 'object' || key instanceof Float) return keyText(key)
    if (key instanceof Member) return String(key.value)
    throw this.#fault(`JSON has no ${kindOf(key)} as a key`)
  }

  #instance({ of, fields }: Instance, depth: number): void {
    let mark = '{'
    for (const [i, field] of of.fields.entries()) {
      this.#put(`${mark}"${field}":`)
      this.#value(fields[i]!, depth + 1)
      mark = ','
    }
    this.#put(`,"class":"${of.name.slice(of.name.indexOf('.') + 1)}"}`)
  }
}
