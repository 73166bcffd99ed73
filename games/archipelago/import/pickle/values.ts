// The values of a pickle as plain data. Python's types that JavaScript lacks have a class each.
import { isInt, PyFloat } from '../../python/values.ts'

/**
 * Lists are arrays, dicts are Maps, sets and frozensets are Sets, and ints and floats are as in python/values.ts. A
 * value may occur in several places, and a list may contain itself. Code that visits nested values must therefore limit
 * depth and size.
 */
export type PickleValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | PickleValue[]
  | Map<PickleValue, PickleValue>
  | Set<PickleValue>
  | PyFloat
  | Tuple
  | NamedTupleInstance
  | EnumMember
  | PickleClass

export class Tuple {
  readonly items: readonly PickleValue[]

  constructor(items: readonly PickleValue[]) {
    this.items = items
  }
}

export class NamedTupleInstance {
  readonly of: NamedTuple
  readonly fields: readonly PickleValue[]

  constructor(of: NamedTuple, fields: readonly PickleValue[]) {
    this.of = of
    this.fields = fields
  }
}

/** A member of an integer enumeration. */
export class EnumMember {
  readonly of: Enumeration
  readonly value: number

  constructor(of: Enumeration, value: number) {
    this.of = of
    this.value = value
  }
}

export type PickleClass = NamedTuple | Enumeration | CollectionType

export class NamedTuple {
  readonly name: string
  readonly fields: readonly string[]
  /** The default values of the last fields, which may be omitted. */
  readonly defaults: readonly PickleValue[]

  constructor(name: string, fields: readonly string[], defaults: readonly PickleValue[]) {
    this.name = name
    this.fields = fields
    this.defaults = defaults
  }
}

export class Enumeration {
  readonly name: string
  readonly values: readonly number[]

  constructor(name: string, values: readonly number[]) {
    this.name = name
    this.values = values
  }
}

/** A Python type that a pickle may call to create a collection. */
export class CollectionType {
  readonly name: string
  readonly kind: 'set' | 'counter'

  constructor(name: string, kind: 'set' | 'counter') {
    this.name = name
    this.kind = kind
  }
}

/** The type of a value, for error messages. */
export function describeType(value: PickleValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'None'
  if (typeof value === 'boolean') return 'a bool'
  if (typeof value === 'number' || typeof value === 'bigint') return isInt(value) ? 'an int' : 'a float'
  if (typeof value === 'string') return 'a str'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof PyFloat) return 'a float'
  if (value instanceof Tuple) return 'a tuple'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Map) return 'a dict'
  if (value instanceof Set) return 'a set'
  if (value instanceof NamedTupleInstance || value instanceof EnumMember) return `a ${value.of.name}`
  return `the class ${value.name}`
}

/** Python cannot hash lists, dicts and sets. */
export function isHashable(value: PickleValue): boolean {
  return !(Array.isArray(value) || value instanceof Map || value instanceof Set)
}
