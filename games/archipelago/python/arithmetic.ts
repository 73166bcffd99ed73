// Python's binary operators, exact for ints of any size. Throws PythonError where Python would raise, and TooLargeError
// for results over the limits.

import { isLess, PythonError, toSequenceIndex } from './comparison.ts'
import { isDict, maxIntDigits, type PyValue, pyFloat, pyInt, toInt, toNumber, typeName } from './values.ts'
import { type ChargeSteps, type JsonSizes, stepsForItems } from './work-cost.ts'

/** A result exceeds a limit that Python does not have. */
export class TooLargeError extends Error {
  override name = 'TooLarge'
}

const largestInt = 10n ** BigInt(maxIntDigits) - 1n
const intBits = largestInt.toString(2).length

export interface OperationBounds {
  /** Maximum characters of a text or items of a list. */
  readonly maxSize: number
  readonly spend: ChargeSteps
  readonly sizes: JsonSizes
}

export function add(a: PyValue, b: PyValue, { maxSize, spend }: OperationBounds): PyValue {
  if (typeof a === 'string' && typeof b === 'string')
    return requireFits(a.length + b.length, maxSize) && a + b
  if (Array.isArray(a) && Array.isArray(b)) {
    requireFits(a.length + b.length, maxSize)
    spend(stepsForItems(a.length + b.length))
    return [...a, ...b]
  }
  return calculate('+', a, b, sumOfInts, sumOfFloats)
}

/**
 * Repeats a text or a list if the other operand is an int. Throws TooLargeError if the JSON of the result is too long.
 */
export function multiply(a: PyValue, b: PyValue, bounds: OperationBounds): PyValue {
  const [sequence, factor] = isSequence(a) ? [a, b] : [b, a]
  const times = isSequence(sequence) ? toSequenceIndex(factor) : undefined
  if (isSequence(sequence) && times !== undefined) return repeatSequence(sequence, times, bounds)
  return calculate('*', a, b, productOfInts, productOfFloats)
}

const sumOfInts = (x: bigint, y: bigint) => x + y
const sumOfFloats = (x: number, y: number) => x + y
const productOfInts = (x: bigint, y: bigint) => x * y
const productOfFloats = (x: number, y: number) => x * y

function isSequence(value: PyValue): value is string | PyValue[] {
  return typeof value === 'string' || Array.isArray(value)
}

function repeatSequence(
  sequence: string | PyValue[],
  times: number,
  { maxSize, spend, sizes }: OperationBounds,
): PyValue {
  if (times <= 0 || sequence.length === 0) return typeof sequence === 'string' ? '' : []
  const each = typeof sequence === 'string' ? sequence.length : times > 1 ? sizes.sizeOf(sequence) : 0
  requireFits(each * times, maxSize)
  if (typeof sequence === 'string') return sequence.repeat(times)
  spend(stepsForItems(sequence.length * times))
  const repeated: PyValue[] = []
  for (let nth = 0; nth < times; nth++) for (const item of sequence) repeated.push(item)
  return repeated
}

function requireFits(size: number, maxSize: number): true {
  if (size > maxSize)
    throw new TooLargeError(`a result of ${size} characters or items; the limit is ${maxSize}`)
  return true
}

/** The result has the sign of the divisor. Formatting of texts is not supported, because no known client uses it. */
export function modulo(a: PyValue, b: PyValue): PyValue {
  if (typeof a === 'string') throw new PythonError('TypeError', 'formatting of texts is not supported')
  return calculate('%', a, b, moduloOfInts, moduloOfFloats)
}

function moduloOfInts(x: bigint, y: bigint): bigint {
  if (y === 0n) throw new PythonError('ZeroDivisionError', 'integer modulo by zero')
  const rest = x % y
  return rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest
}

function moduloOfFloats(x: number, y: number): number {
  if (y === 0) throw new PythonError('ZeroDivisionError', 'float modulo')
  const rest = x % y
  if (rest === 0) return y < 0 ? -0 : 0
  return rest < 0 !== y < 0 ? rest + y : rest
}

export function power(a: PyValue, b: PyValue): PyValue {
  const [x, y] = [toInt(a), toInt(b)]
  if (x === undefined || y === undefined || y < 0)
    return calculate('** or pow()', a, b, undefined, powerOfFloats)
  return whole(powerOfInts(BigInt(x), BigInt(y)))
}

function powerOfInts(x: bigint, y: bigint): bigint {
  if (x === 0n || x === 1n) return y === 0n ? 1n : x
  if (x === -1n) return y % 2n === 0n ? 1n : -1n
  if (y > intBits || BigInt(bits(x) - 1) * y > intBits)
    throw new TooLargeError(`an int of more than ${maxIntDigits} digits`)
  return x ** y
}

function bits(x: bigint): number {
  return (x < 0n ? -x : x).toString(2).length
}

/** In Python, unlike in JavaScript, 1 to any power is 1, and so is -1 to the power of ±Infinity. */
function powerOfFloats(x: number, y: number): number {
  if (x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y))) return 1
  if (x === 0 && y < 0 && Number.isFinite(y))
    throw new PythonError('ZeroDivisionError', '0.0 cannot be raised to a negative power')
  const result = x ** y
  if (Number.isNaN(result) && !Number.isNaN(x) && !Number.isNaN(y)) {
    throw new PythonError('TypeError', 'JSON has no complex numbers')
  }
  if (!Number.isFinite(result) && Number.isFinite(x) && Number.isFinite(y)) {
    throw new PythonError('OverflowError', 'Numerical result out of range')
  }
  return result
}

export function floor(value: PyValue): PyValue {
  return rounded(value, Math.floor)
}

export function ceiling(value: PyValue): PyValue {
  return rounded(value, Math.ceil)
}

/** The result is always an int, of any size. */
function rounded(value: PyValue, round: (n: number) => number): PyValue {
  const number = toNumber(value)
  if (number === undefined) throw new PythonError('TypeError', `must be real number, not ${typeName(value)}`)
  if (typeof number === 'bigint') return number
  if (Number.isNaN(number)) throw new PythonError('ValueError', 'cannot convert float NaN to integer')
  if (!Number.isFinite(number))
    throw new PythonError('OverflowError', 'cannot convert float infinity to integer')
  return pyInt(round(number))
}

/** Returns `a` if the values are equal, or if one is NaN. */
export function maximum(a: PyValue, b: PyValue, { spend }: OperationBounds): PyValue {
  return isLess(a, b, spend) ? b : a
}

export function minimum(a: PyValue, b: PyValue, { spend }: OperationBounds): PyValue {
  return isLess(b, a, spend) ? b : a
}

export function exclusiveOr(a: PyValue, b: PyValue): PyValue {
  return bitwise('^', a, b, (x, y) => x ^ y)
}

export function and(a: PyValue, b: PyValue): PyValue {
  return bitwise('&', a, b, (x, y) => x & y)
}

/** Also merges two dicts into a new dict. */
export function or(a: PyValue, b: PyValue, { spend }: OperationBounds): PyValue {
  if (isDict(a) && isDict(b)) {
    spend(a.size + b.size)
    return new Map([...a, ...b])
  }
  return bitwise('|', a, b, (x, y) => x | y)
}

/** The result of two bools is a bool. */
function bitwise(sign: string, a: PyValue, b: PyValue, of: (x: bigint, y: bigint) => bigint): PyValue {
  const [x, y] = [toInt(a), toInt(b)]
  if (x === undefined || y === undefined) throw unsupported(sign, a, b)
  const result = of(BigInt(x), BigInt(y))
  return typeof a === 'boolean' && typeof b === 'boolean' ? result === 1n : whole(result)
}

export function shiftLeft(a: PyValue, b: PyValue): PyValue {
  return shift('<<', a, b, (x, count) => {
    if (x !== 0n && count > intBits) throw new TooLargeError(`an int of more than ${maxIntDigits} digits`)
    return x === 0n ? x : x << count
  })
}

export function shiftRight(a: PyValue, b: PyValue): PyValue {
  return shift('>>', a, b, (x, count) => x >> count)
}

function shift(sign: string, a: PyValue, b: PyValue, of: (x: bigint, count: bigint) => bigint): PyValue {
  const [x, count] = [toInt(a), toInt(b)]
  if (x === undefined || count === undefined) throw unsupported(sign, a, b)
  if (count < 0) throw new PythonError('ValueError', 'negative shift count')
  return whole(of(BigInt(x), BigInt(count)))
}

/** The result is an int for two ints, otherwise a float. If `ints` is undefined, ints are converted to floats. */
function calculate(
  sign: string,
  a: PyValue,
  b: PyValue,
  ints: ((x: bigint, y: bigint) => bigint) | undefined,
  floats: (x: number, y: number) => number,
): PyValue {
  const [x, y] = [toInt(a), toInt(b)]
  if (ints && x !== undefined && y !== undefined) return whole(ints(BigInt(x), BigInt(y)))
  const [n, m] = [toNumber(a), toNumber(b)]
  if (n === undefined || m === undefined) throw unsupported(sign, a, b)
  return pyFloat(floats(toFloat(n), toFloat(m)))
}

function toFloat(n: number | bigint): number {
  const number = Number(n)
  if (typeof n === 'bigint' && !Number.isFinite(number)) {
    throw new PythonError('OverflowError', 'int too large to convert to float')
  }
  return number
}

function whole(n: bigint): number | bigint {
  if (n > largestInt || n < -largestInt) throw new TooLargeError(`an int of more than ${maxIntDigits} digits`)
  return pyInt(n)
}

function unsupported(sign: string, a: PyValue, b: PyValue): PythonError {
  const types = `'${typeName(a)}' and '${typeName(b)}'`
  return new PythonError('TypeError', `unsupported operand type(s) for ${sign}: ${types}`)
}
