import { PyFloat, PyTuple, type PyValue, toInt, toNumber, typeName } from './values.ts'
import { type ChargeSteps, stepsForItems, stepsForText } from './work-cost.ts'

/** Charges nothing for values that are known to be small. */
const noCharge: ChargeSteps = () => {}

/** An exception that Python would raise. `kind`: the name of its class. */
export class PythonError extends Error {
  override name = 'PythonError'
  readonly kind: string

  constructor(kind: string, message: string) {
    super(`${kind}: ${message}`)
    this.kind = kind
  }
}

/**
 * Python's `a == b`. Numbers are equal by value, whatever their type (1 == 1.0 == True). The order of a dict's keys
 * does not matter.
 */
export function equals(a: PyValue, b: PyValue, spend: ChargeSteps = noCharge): boolean {
  const x = toNumber(a)
  if (x !== undefined) {
    const y = toNumber(b)
    return y !== undefined && compareNumbers(x, y) === 0
  }
  if (Array.isArray(a)) return Array.isArray(b) && equalItems(a, b, spend)
  if (a instanceof PyTuple) return b instanceof PyTuple && equalItems(a.fields, b.fields, spend)
  if (!(a instanceof Map)) return sameText(a, b, spend)
  if (!(b instanceof Map) || a.size !== b.size) return false
  for (const [key, item] of a) {
    spend(1)
    const other = b.get(key)
    if (other === undefined || !equalsOrBothNaN(item, other, spend)) return false
  }
  return true
}

function equalItems(a: readonly PyValue[], b: readonly PyValue[], spend: ChargeSteps): boolean {
  return a.length === b.length && firstDifferent(a, b, spend) === undefined
}

/** Compares up to the length of the shorter list. */
function firstDifferent(
  a: readonly PyValue[],
  b: readonly PyValue[],
  spend: ChargeSteps,
): number | undefined {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    if (i % comparedPerCharge === 0) spend(stepsForItems(comparedPerCharge))
    if (!equalsOrBothNaN(a[i]!, b[i]!, spend)) return i
  }
  return undefined
}

const comparedPerCharge = 8

function sameText(a: PyValue, b: PyValue, spend: ChargeSteps): boolean {
  if (typeof a === 'string' && typeof b === 'string' && a.length === b.length) spend(stepsForText(a.length))
  return a === b
}

/** NaN equals NaN here, because Python's JSON parser uses the same object for every NaN. */
export function equalsOrBothNaN(a: PyValue, b: PyValue, spend: ChargeSteps = noCharge): boolean {
  if (typeof a === 'object' && a === b) return true
  return equals(a, b, spend) || (isNan(a) && isNan(b))
}

function isNan(value: PyValue): boolean {
  return value instanceof PyFloat && Number.isNaN(value.value)
}

/**
 * Python's `a < b`. Throws PythonError (TypeError) for types that Python cannot order. Charges the steps before the
 * comparison.
 */
export function isLess(a: PyValue, b: PyValue, spend: ChargeSteps = noCharge): boolean {
  const [x, y] = [toNumber(a), toNumber(b)]
  if (x !== undefined && y !== undefined) return x < y
  if (typeof a === 'string' && typeof b === 'string') {
    spend(stepsForText(Math.min(a.length, b.length)))
    return compareCodePoints(a, b) < 0
  }
  if (Array.isArray(a) && Array.isArray(b)) return lessItems(a, b, spend)
  if (a instanceof PyTuple && b instanceof PyTuple) return lessItems(a.fields, b.fields, spend)
  const types = `'${typeName(a)}' and '${typeName(b)}'`
  throw new PythonError('TypeError', `'<' not supported between instances of ${types}`)
}

function lessItems(a: readonly PyValue[], b: readonly PyValue[], spend: ChargeSteps): boolean {
  const at = firstDifferent(a, b, spend)
  return at === undefined ? a.length < b.length : isLess(a[at]!, b[at]!, spend)
}

/** NaN if `a` or `b` is NaN. */
function compareNumbers(a: number | bigint, b: number | bigint): number {
  return a < b ? -1 : a > b ? 1 : Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0
}

/**
 * Python orders strings by code points. JavaScript orders them by UTF-16 units, which differs between surrogates and
 * characters from U+E000 on.
 */
function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return codeUnitRank(x) - codeUnitRank(y)
  }
  return a.length - b.length
}

function codeUnitRank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit
}

/**
 * Returns a text that is the same for two values exactly if `equalsOrBothNaN` is true for them. Throws PythonError
 * (TypeError) for lists and dicts, which Python cannot hash.
 */
export function toHashKey(value: PyValue): string {
  const number = toNumber(value)
  if (number !== undefined) return `n${Number.isInteger(number) ? BigInt(number) : number}`
  if (typeof value === 'string') return `s${value}`
  if (value === null) return 'None'
  // Lengths separate the fields, because quoting would double the text at each level of nesting.
  if (value instanceof PyTuple)
    return `t${value.fields.map((field) => lengthPrefixed(toHashKey(field))).join('')}`
  throw new PythonError('TypeError', `unhashable type: '${typeName(value)}'`)
}

const lengthPrefixed = (text: string) => `${text.length}:${text}`

/** Undefined for values other than ints and bools. Throws PythonError for an int of more than 64 bits. */
export function toSequenceIndex(value: PyValue): number | undefined {
  const index = toInt(value)
  if (index === undefined) return undefined
  if (BigInt.asIntN(64, BigInt(index)) === BigInt(index)) return Number(index)
  throw new PythonError('OverflowError', "cannot fit 'int' into an index-sized integer")
}
