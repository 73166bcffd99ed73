// The values that Python's JSON can have.

/**
 * An int is a `number` if it is a safe integer, otherwise a `bigint`. A float is a `number` if it has a fraction,
 * otherwise a `PyFloat`. Every value has exactly one form, so create ints with `pyInt` and floats with `pyFloat`.
 */
export type PyValue = null | boolean | string | number | bigint | PyFloat | PyTuple | PyValue[] | PyDict
/** Entries are in insertion order. Setting a key again keeps its position, as in Python. */
export type PyDict = Map<string, PyValue>

/** A float without a fraction, such as 1.0, -0.0, 1e16, NaN and ±Infinity. */
export class PyFloat {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** The fields of each tuple, in order. */
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

/** A named tuple, in JSON an object with the fields in order, then `"class": kind`. */
export class PyTuple {
  readonly kind: TupleKind
  readonly fields: readonly PyValue[]

  constructor(kind: TupleKind, fields: readonly PyValue[]) {
    this.kind = kind
    this.fields = fields
  }
}

/** Maximum number of digits of an int that Python 3.11 reads or writes. */
export const maxIntDigits = 4300

/** `n` must be a whole number. */
export function pyInt(n: number | bigint): number | bigint {
  if (typeof n === 'number') return Number.isSafeInteger(n) ? n + 0 : BigInt(n)
  const small = Number(n)
  return Number.isSafeInteger(small) ? small : n
}

export function pyFloat(n: number): number | PyFloat {
  return Number.isInteger(n) || !Number.isFinite(n) ? new PyFloat(n) : n
}

/** Unlike in Python, a bool is not an int. */
export function isInt(value: PyValue | undefined): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value)
}

export function isFloat(value: PyValue | undefined): value is number | PyFloat {
  return value instanceof PyFloat || (typeof value === 'number' && !Number.isInteger(value))
}

export function isDict(value: PyValue | undefined): value is PyDict {
  return value instanceof Map
}

/** Returns an int unchanged, and a bool as 0 or 1. Undefined for other values. */
export function toInt(value: PyValue | undefined): number | bigint | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  return isInt(value) ? value : undefined
}

/** The number that an int, a float or a bool represents. Undefined for other values. */
export function toNumber(value: PyValue | undefined): number | bigint | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof PyFloat) return value.value
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

/** Clients write an id as 5 or 5.0. Undefined for any other value, such as a bool, a string, 5.5 or 2^53. */
export function toWholeNumber(value: PyValue | undefined): number | undefined {
  const number = value instanceof PyFloat ? value.value : value
  return Number.isSafeInteger(number) ? (number as number) + 0 : undefined
}

/** Whether Python's `if value` would be true. */
export function isTruthy(value: PyValue | undefined): boolean {
  if (value instanceof PyFloat) return value.value !== 0
  if (value instanceof Map) return value.size > 0
  if (Array.isArray(value)) return value.length > 0
  return Boolean(value)
}

/**
 * The value's class in Python: `int`, `float`, `bool`, `NoneType`, `str`, `list`, `dict`, or the name of a named tuple.
 */
export function typeName(value: PyValue): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'str'
  if (isInt(value)) return 'int'
  if (isFloat(value)) return 'float'
  if (Array.isArray(value)) return 'list'
  return isDict(value) ? 'dict' : value.kind
}

/**
 * Formats a float like Python's JSON: with the fewest digits that identify the float, and with an exponent from 10^16
 * on (`1e+16`) and below 10^-4 (`9e-05`).
 */
export function formatFloat(n: number): string {
  if (Number.isNaN(n)) return 'NaN'
  if (!Number.isFinite(n)) return n > 0 ? 'Infinity' : '-Infinity'
  if (n === 0) return Object.is(n, -0) ? '-0.0' : '0.0'
  const size = Math.abs(n)
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(n) ? `${n}.0` : `${n}`
  return n.toExponential().replace(/e([+-])([0-9])$/, 'e$10$2')
}

/** Converts a key to text, for example 1 to "1", True to "true" and None to "null". */
export function formatKey(key: null | boolean | string | number | bigint | PyFloat): string {
  if (key instanceof PyFloat) return formatFloat(key.value)
  if (typeof key === 'number' && !Number.isInteger(key)) return formatFloat(key)
  return `${key}`
}
