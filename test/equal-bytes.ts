// Compares typed arrays as a whole. Vitest compares them element by element, by key, which takes seconds for a picture or an
// archive. A setup file: it runs once for each test file.
import { expect } from 'vitest'

const isArray = (value: unknown): value is NodeJS.TypedArray =>
  ArrayBuffer.isView(value) && !(value instanceof DataView)
const bytesOf = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray) =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** Undefined lets vitest decide, which distinguishes the zeros of floats and NaN. */
function areEqualArrays(a: unknown, b: unknown): boolean | undefined {
  if (!isArray(a) || !isArray(b) || a.constructor !== b.constructor) return undefined
  if (Buffer.compare(bytesOf(a), bytesOf(b)) === 0) return true
  return a instanceof Float32Array || a instanceof Float64Array ? undefined : false
}

/** Files of one thread share the testers. */
const installed = Symbol.for('packetboat: typed arrays are compared as a whole')
if (!(installed in globalThis)) {
  Object.assign(globalThis, { [installed]: true })
  expect.addEqualityTesters([areEqualArrays])
}
