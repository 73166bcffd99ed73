// Values as Python's JSON holds them: ints of any size, floats kept apart from ints, ordered dicts, named tuples.
// Who uses it: JSON, the data storage, the session, the reader of seeds. It knows no packet.

/**
 * A `number` that is a safe integer is Python's int; one with a fraction is Python's float. What either could not
 * show is a `Float` or a `bigint`, so that every value has one form only: make them with `int` and `float`.
 */
export type PyValue = null | boolean | string | number | bigint | Float | Tuple | PyValue[] | Dict
/** In the order of insertion; setting a key again keeps its place, as in Python. */
export type Dict = Map<string, PyValue>

/** A float that a JS number would show as an int or not at all: 1.0, -0.0, 1e16, NaN, ±Infinity. */
export class Float {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** The five named tuples that travel in packets as objects with a `class`: their fields in their order. */
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

/** In JSON an object of its fields in order, then `"class": kind`. */
export class Tuple {
  readonly kind: TupleKind
  readonly fields: readonly PyValue[]

  constructor(kind: TupleKind, fields: readonly PyValue[]) {
    this.kind = kind
    this.fields = fields
  }

  /** Undefined: it has no such field. */
  get(field: string): PyValue | undefined {
    return this.fields[(tupleFields[this.kind] as readonly string[]).indexOf(field)]
  }
}

/** The most digits of an int that Python 3.11 reads or writes. */
export const intDigits = 4300

/** Python's int in its one form. `n` is a whole number. */
export function int(n: number | bigint): number | bigint {
  if (typeof n === 'number') return Number.isSafeInteger(n) ? n + 0 : BigInt(n)
  const small = Number(n)
  return Number.isSafeInteger(small) ? small : n
}

/** Python's float in its one form. */
export function float(n: number): number | Float {
  return Number.isInteger(n) || !Number.isFinite(n) ? new Float(n) : n
}

/** An int; unlike in Python, a bool is none. */
export function isInt(value: PyValue | undefined): value is number | bigint {
  return typeof value === 'bigint' || Number.isInteger(value)
}

export function isFloat(value: PyValue | undefined): value is number | Float {
  return value instanceof Float || (typeof value === 'number' && !Number.isInteger(value))
}

export function isDict(value: PyValue | undefined): value is Dict {
  return value instanceof Map
}

/** An int, or a bool as 0 or 1: what Python takes where an int is wanted. */
export function asInt(value: PyValue | undefined): number | bigint | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  return isInt(value) ? value : undefined
}

/** The number that an int, a float or a bool stands for; undefined for everything else. */
export function asNumber(value: PyValue | undefined): number | bigint | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Float) return value.value
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

/** An id as clients may spell it: 5 and 5.0 are 5. Undefined for what no id can be (bools, strings, 5.5, 2^53). */
export function wholeNumber(value: PyValue | undefined): number | undefined {
  const number = value instanceof Float ? value.value : value
  return Number.isSafeInteger(number) ? (number as number) + 0 : undefined
}

/** What `if value` asks. */
export function truthy(value: PyValue | undefined): boolean {
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
export function floatText(n: number): string {
  if (Number.isNaN(n)) return 'NaN'
  if (!Number.isFinite(n)) return n > 0 ? 'Infinity' : '-Infinity'
  if (n === 0) return Object.is(n, -0) ? '-0.0' : '0.0'
  const size = Math.abs(n)
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(n) ? `${n}.0` : `${n}`
  return n.toExponential().replace(/e([+-])([0-9])$/, 'e$10$2')
}

/** How a dict's key is written in JSON, where keys are strings: 1 is "1", True "true", None "null". */
export function keyText(key: null | boolean | string | number | bigint | Float): string {
  if (key instanceof Float) return floatText(key.value)
  if (typeof key === 'number' && !Number.isInteger(key)) return floatText(key)
  return `${key}`
}
