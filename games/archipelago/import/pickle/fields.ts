// Reads a decoded pickle key by key, with type checks and errors that name the path.

import { Float } from '../../python/values.ts'
import { SeedFault } from '../fault.ts'
import { Instance, kindOf, Member, type NamedTuple, type PickleValue, Tuple } from './values.ts'

/** A value and its position. The path is only built for errors. */
export class Field {
  readonly value: PickleValue
  readonly #parent: Field | undefined
  readonly #name: PickleValue
  readonly #visits: { left: number }

  private constructor(value: PickleValue, visits: { left: number }, name: PickleValue = '', parent?: Field) {
    this.value = value
    this.#visits = visits
    this.#name = name
    this.#parent = parent
  }

  /** The root of an upload. `visits` limits the values examined: a shared value may occur in many places. */
  static root(value: PickleValue, visits: number): Field {
    return new Field(value, { left: visits })
  }

  #within(value: PickleValue, name: PickleValue): Field {
    return new Field(value, this.#visits, name, this)
  }

  #visit(count: number): void {
    this.#visits.left -= count
    if (this.#visits.left < 0) throw this.fault('too many values in all for a file of its size')
  }

  get path(): string {
    const name = shown(this.#name)
    return this.#parent?.path ? `${this.#parent.path}.${name}` : name
  }

  fault(message: string): SeedFault {
    return new SeedFault(this.path ? `${this.path}: ${message}` : message)
  }

  #unlike(wanted: string): SeedFault {
    return this.fault(`${wanted} is wanted, not ${kindOf(this.value)}`)
  }

  /** A required field of a dict. */
  key(name: string): Field {
    const field = this.optional(name)
    if (!field) throw this.fault(`${name} is missing`)
    return field
  }

  optional(name: string): Field | undefined {
    const value = this.#dict().get(name)
    return value === undefined ? undefined : this.#within(value, name)
  }

  #dict(): Map<PickleValue, PickleValue> {
    if (!(this.value instanceof Map)) throw this.#unlike('a dict')
    return this.value
  }

  get size(): number {
    return this.#dict().size
  }

  /** The entries of a dict; each key is a field too, so that its type can be checked. */
  *entries(): Generator<[key: Field, value: Field]> {
    this.#visit(this.#dict().size)
    for (const [key, value] of this.#dict())
      yield [this.#within(key, `the key ${shown(key)}`), this.#within(value, key)]
  }

  /** The items of a list or a tuple. */
  items(): Field[] {
    const items = this.value instanceof Tuple ? this.value.items : this.value
    if (!Array.isArray(items)) throw this.#unlike('a list')
    this.#visit(items.length)
    return items.map((item: PickleValue, index) => this.#within(item, index))
  }

  /** The members of a set, a list or a tuple. */
  members(): Field[] {
    if (!(this.value instanceof Set)) return this.items()
    this.#visit(this.value.size)
    return [...this.value].map((item, index) => this.#within(item, index))
  }

  /** The items of a tuple (or list) of exactly this length. */
  tuple(length: number): Field[] {
    const items = this.items()
    if (items.length !== length) throw this.fault(`${length} values are wanted, not ${items.length}`)
    return items
  }

  /** The fields of a named tuple, in order. */
  instance(of: NamedTuple): Field[] {
    const { value } = this
    if (!(value instanceof Instance) || value.of !== of) throw this.#unlike(`a ${of.name}`)
    return value.fields.map((field, index) => this.#within(field, of.fields[index]!))
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.#unlike('a str')
    return this.value
  }

  bool(): boolean {
    if (typeof this.value !== 'boolean') throw this.#unlike('a bool')
    return this.value
  }

  /** A float or an int that a JS number can represent. */
  number(): number {
    const value = this.value instanceof Float ? this.value.value : this.value
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.fault('a number is wanted')
    return value
  }

  /** An int or the member of an enumeration; a value beyond 2^53 is a fault. */
  int(least = -Number.MAX_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): number {
    const value = this.value instanceof Member ? this.value.value : this.value
    if (typeof value !== 'number' && typeof value !== 'bigint') throw this.#unlike('an int')
    if (typeof value === 'number' && !Number.isInteger(value)) throw this.#unlike('an int')
    if (typeof value === 'bigint' || value < least || value > most)
      throw this.fault(`${String(value).slice(0, 40)} is not from ${least} to ${most}`)
    return value
  }
}

function shown(name: PickleValue): string {
  // One level only: a hostile tuple may be arbitrarily deep.
  if (name instanceof Tuple)
    return `(${name.items
      .slice(0, 4)
      .map((item) => (item instanceof Tuple ? 'a tuple' : shown(item)))
      .join(', ')})`
  if (typeof name === 'string' || typeof name === 'number' || typeof name === 'bigint') {
    const text = String(name)
    return text.length > 80 ? `${text.slice(0, 80)}…` : text
  }
  return kindOf(name)
}
