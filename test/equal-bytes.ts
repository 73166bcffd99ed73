// Lets Vitest compare typed arrays as a whole. Vitest's own comparison, element by element, takes seconds for a picture
// or an archive. This is a setup file, which runs once for each test file.
import { expect } from 'vitest'

const isArray = (value: unknown): value is NodeJS.TypedArray =>
  ArrayBuffer.isView(value) && !(value instanceof DataView)
const bytesOf = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray) =>
  new Uint8Array(buffer, byteOffset, byteLength)

/**
 * Returns undefined for values that are not typed arrays of one type, and for unequal float arrays: Vitest then
 * compares them itself, by its rules for 0, -0 and NaN.
 */
function areEqualArrays(a: unknown, b: unknown): boolean | undefined {
  if (!isArray(a) || !isArray(b) || a.constructor !== b.constructor) return undefined
  if (Buffer.compare(bytesOf(a), bytesOf(b)) === 0) return true
  return a instanceof Float32Array || a instanceof Float64Array ? undefined : false
}

/** Test files in one thread share the equality testers, so only the first file adds one. */
const installed = Symbol.for('packetboat: typed arrays are compared as a whole')
if (!(installed in globalThis)) {
  Object.assign(globalThis, { [installed]: true })
  expect.addEqualityTesters([areEqualArrays])
}
