// Reads a decoded pickle field by field. Errors name the path of the field.

import { PyFloat } from '../../python/values.ts'
import { SeedError } from '../seed-error.ts'
import {
  describeType,
  EnumMember,
  type NamedTuple,
  NamedTupleInstance,
  type PickleValue,
  Tuple,
} from './values.ts'

/** The path is created only for errors. */
export class PickleField {
  readonly value: PickleValue
  readonly #parent: PickleField | undefined
  readonly #name: PickleValue
  readonly #visitBudget: { left: number }

  private constructor(
    value: PickleValue,
    visits: { left: number },
    name: PickleValue = '',
    parent?: PickleField,
  ) {
    this.value = value
    this.#visitBudget = visits
    this.#name = name
    this.#parent = parent
  }

  /**
   * `visits`: the maximum number of values that are examined. A limit is needed because one value may occur in many
   * places.
   */
  static root(value: PickleValue, visits: number): PickleField {
    return new PickleField(value, { left: visits })
  }

  #child(value: PickleValue, name: PickleValue): PickleField {
    return new PickleField(value, this.#visitBudget, name, this)
  }

  #chargeVisits(count: number): void {
    this.#visitBudget.left -= count
    if (this.#visitBudget.left < 0) throw this.error('too many values for the size of the file')
  }

  get path(): string {
    const name = formatPathPart(this.#name)
    return this.#parent?.path ? `${this.#parent.path}.${name}` : name
  }

  error(message: string): SeedError {
    return new SeedError(this.path ? `${this.path}: ${message}` : message)
  }

  #typeError(wanted: string): SeedError {
    return this.error(`expected ${wanted}, got ${describeType(this.value)}`)
  }

  /** Throws if the field is missing. */
  key(name: string): PickleField {
    const field = this.optional(name)
    if (!field) throw this.error(`${name} is missing`)
    return field
  }

  optional(name: string): PickleField | undefined {
    const value = this.#dict().get(name)
    return value === undefined ? undefined : this.#child(value, name)
  }

  #dict(): Map<PickleValue, PickleValue> {
    if (!(this.value instanceof Map)) throw this.#typeError('a dict')
    return this.value
  }

  get size(): number {
    return this.#dict().size
  }

  /** Each key is a PickleField too, so that its type can be checked. */
  *entries(): Generator<[key: PickleField, value: PickleField]> {
    this.#chargeVisits(this.#dict().size)
    for (const [key, value] of this.#dict())
      yield [this.#child(key, `the key ${formatPathPart(key)}`), this.#child(value, key)]
  }

  /** The items of a list or a tuple. */
  items(): PickleField[] {
    const items = this.value instanceof Tuple ? this.value.items : this.value
    if (!Array.isArray(items)) throw this.#typeError('a list')
    this.#chargeVisits(items.length)
    return items.map((item: PickleValue, index) => this.#child(item, index))
  }

  /** The members of a set, a list or a tuple. */
  members(): PickleField[] {
    if (!(this.value instanceof Set)) return this.items()
    this.#chargeVisits(this.value.size)
    return [...this.value].map((item, index) => this.#child(item, index))
  }

  /** The tuple or list must have exactly this length. */
  tuple(length: number): PickleField[] {
    const items = this.items()
    if (items.length !== length) throw this.error(`expected ${length} values, got ${items.length}`)
    return items
  }

  /** In the order of the class's fields. */
  instance(of: NamedTuple): PickleField[] {
    const { value } = this
    if (!(value instanceof NamedTupleInstance) || value.of !== of) throw this.#typeError(`a ${of.name}`)
    return value.fields.map((field, index) => this.#child(field, of.fields[index]!))
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.#typeError('a str')
    return this.value
  }

  bool(): boolean {
    if (typeof this.value !== 'boolean') throw this.#typeError('a bool')
    return this.value
  }

  /** A float or a safe integer. */
  number(): number {
    const value = this.value instanceof PyFloat ? this.value.value : this.value
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.error('expected a finite number')
    return value
  }

  /** Returns an int, or the value of a member of an enumeration. Throws for a value outside of the range. */
  int(least = -Number.MAX_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): number {
    const value = this.value instanceof EnumMember ? this.value.value : this.value
    if (typeof value !== 'number' && typeof value !== 'bigint') throw this.#typeError('an int')
    if (typeof value === 'number' && !Number.isInteger(value)) throw this.#typeError('an int')
    if (typeof value === 'bigint' || value < least || value > most)
      throw this.error(`${String(value).slice(0, 40)} is out of range; expected ${least} to ${most}`)
    return value
  }
}

function formatPathPart(name: PickleValue): string {
  // Only one level is shown, because tuples in a hostile pickle may be nested arbitrarily deep.
  if (name instanceof Tuple)
    return `(${name.items
      .slice(0, 4)
      .map((item) => (item instanceof Tuple ? 'a tuple' : formatPathPart(item)))
      .join(', ')})`
  if (typeof name === 'string' || typeof name === 'number' || typeof name === 'bigint') {
    const text = String(name)
    return text.length > 80 ? `${text.slice(0, 80)}…` : text
  }
  return describeType(name)
}
