// Values of Python's JSON: ints of any size, floats distinct from ints, ordered dicts, named tuples. Used by JSON, the
// data storage, the session and the reader of seeds. Independent of packets.

/**
 * A `number` that is a safe integer is Python's int; one with a fraction is Python's float. All others are a `Float` or
 * a `bigint`, so that every value has exactly one form: create them with `int` and `float`.
 */
export type PyValue = null | boolean | string | number | bigint | Float | Tuple | PyValue[] | Dict
/** In insertion order; setting a key again keeps its position, as in Python. */
export type Dict = Map<string, PyValue>

/** A float that a JS number would show as an int or cannot represent: 1.0, -0.0, 1e16, NaN, ±Infinity. */
export class Float {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** The five named tuples that packets carry as objects with a `class`: their fields in order. */
export const tupleFields = {
  Version: ['major', 'minor', 'build'],
  NetworkItem: ['item', 'location', 'player', 'flags'],
  NetworkPlayer: ['team', 'slot', 'alias', 'name'],
  NetworkSlot: ['name', 'game', 'type', 'group_members'],
  Hint: [
    'receiving_player',
    'finding_player',
    'location',
    'item',
    'found',
    'entrance',
    'item_flags',
    'status',
  ],
} as const
export type TupleKind = keyof typeof tupleFields

/** In JSON, an object with its fields in order, then `"class": kind`. */
export class Tuple {
  readonly kind: TupleKind
  readonly fields: readonly PyValue[]

  constructor(kind: TupleKind, fields: readonly PyValue[]) {
    this.kind = kind
    this.fields = fields
  }

  /** Undefined if the field does not exist. */
  get(field: string): PyValue | undefined {
    return this.fields[(tupleFields[this.kind] as readonly string[]).indexOf(field)]
  }
}

/** The most digits of an int that Python 3.11 reads or writes. */
export const intDigits = 4300

/** Python's int in its unique form. `n` is a whole number. */
export function pyInt(n: number | bigint): number | bigint {
  if (typeof n === 'number') return Number.isSafeInteger(n) ? n + 0 : BigInt(n)
  const small = Number(n)
  return Number.isSafeInteger(small) ? small : n
}

/** Python's float in its unique form. */
export function pyFloat(n: number): number | Float {
  return Number.isInteger(n) || !Number.isFinite(n) ? new Float(n) : n
}

/** Whether the value is an int. Unlike in Python, a bool is not. */
export function isInt(value: PyValue | undefined): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value)
}

export function isFloat(value: PyValue | undefined): value is number | Float {
  return value instanceof Float || (typeof value === 'number' && !Number.isInteger(value))
}

export function isDict(value: PyValue | undefined): value is Dict {
  return value instanceof Map
}

/** An int, or a bool as 0 or 1: the values that Python accepts as an int. */
export function toIntOrBool(value: PyValue | undefined): number | bigint | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  return isInt(value) ? value : undefined
}

/** The number that an int, a float or a bool represents; undefined for other values. */
export function toNumber(value: PyValue | undefined): number | bigint | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Float) return value.value
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

/** An id in any spelling of clients: 5 and 5.0 are 5. Undefined for other values (bools, strings, 5.5, 2^53). */
export function toWholeNumber(value: PyValue | undefined): number | undefined {
  const number = value instanceof Float ? value.value : value
  return Number.isSafeInteger(number) ? (number as number) + 0 : undefined
}

/** The truth value, as in `if value`. */
export function isTruthy(value: PyValue | undefined): boolean {
  if (value instanceof Float) return value.value !== 0
  if (value instanceof Map) return value.size > 0
  if (Array.isArray(value)) return value.length > 0
  return Boolean(value)
}

/** The name of a value's class: `int`, `float`, `bool`, `NoneType`, `str`, `list`, `dict`, or the tuple's. */
export function typeName(value: PyValue): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'str'
  if (isInt(value)) return 'int'
  if (isFloat(value)) return 'float'
  if (Array.isArray(value)) return 'list'
  return isDict(value) ? 'dict' : value.kind
}

/** `repr` of a float: the shortest digits that read back, `1e+16` from 10^16 on and `9e-05` below 10^-4. */
export function formatFloat(n: number): string {
  if (Number.isNaN(n)) return 'NaN'
  if (!Number.isFinite(n)) return n > 0 ? 'Infinity' : '-Infinity'
  if (n === 0) return Object.is(n, -0) ? '-0.0' : '0.0'
  const size = Math.abs(n)
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(n) ? `${n}.0` : `${n}`
  return n.toExponential().replace(/e([+-])([0-9])$/, 'e$10$2')
}

/** A dict's key as a JSON string: 1 is "1", True "true", None "null". */
export function formatKey(key: null | boolean | string | number | bigint | Float): string {
  if (key instanceof Float) return formatFloat(key.value)
  if (typeof key === 'number' && !Number.isInteger(key)) return formatFloat(key)
  return `${key}`
}
