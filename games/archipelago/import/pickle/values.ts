// What a pickle says, as plain data: Python's values that JavaScript lacks get a class each, nothing of Python runs.
import { Float, isInt } from '../../python/values.ts'

/**
 * A list is an array, a dict a Map, a set or frozenset a Set; ints and floats are as in python/values.ts. Values may be shared and lists may hold themselves: whoever walks one bounds its depth and size.
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
  | Float
  | Tuple
  | Instance
  | Member
  | PickleClass

export class Tuple {
  readonly items: readonly PickleValue[]

  constructor(items: readonly PickleValue[]) {
    this.items = items
  }
}

/** A named tuple, with all its fields. */
export class Instance {
  readonly of: NamedTuple
  readonly fields: readonly PickleValue[]

  constructor(of: NamedTuple, fields: readonly PickleValue[]) {
    this.of = of
    this.fields = fields
  }

  /** By the field's name in Python. */
  get(field: string): PickleValue | undefined {
    return this.fields[this.of.fields.indexOf(field)]
  }
}

/** A member of an integer enumeration. */
export class Member {
  readonly of: Enumeration
  readonly value: number

  constructor(of: Enumeration, value: number) {
    this.of = of
    this.value = value
  }
}

export type PickleClass = NamedTuple | Enumeration | Collection

export class NamedTuple {
  readonly name: string
  readonly fields: readonly string[]
  /** Of the last fields, which may be left out. */
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

/** A builtin that makes a collection of another. */
export class Collection {
  readonly name: string
  readonly kind: 'set' | 'counter'

  constructor(name: string, kind: 'set' | 'counter') {
    this.name = name
    this.kind = kind
  }
}

/** How an error names what it met. */
export function kindOf(value: PickleValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'None'
  if (typeof value === 'boolean') return 'a bool'
  if (typeof value === 'number' || typeof value === 'bigint') return isInt(value) ? 'an int' : 'a float'
  if (typeof value === 'string') return 'a str'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof Float) return 'a float'
  if (value instanceof Tuple) return 'a tuple'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Map) return 'a dict'
  if (value instanceof Set) return 'a set'
  if (value instanceof Instance || value instanceof Member) return `a ${value.of.name}`
  return `the class ${value.name}`
}

/** Lists, dicts and sets are keys of nothing in Python. */
export function isHashable(value: PickleValue): boolean {
  return !(Array.isArray(value) || value instanceof Map || value instanceof Set)
}
