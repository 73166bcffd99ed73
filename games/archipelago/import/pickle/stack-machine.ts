// The stack, the marks and the memo have limits, because a pickle is untrusted.

import type { decodeUtf8 } from '../../../../wire/util/utf8.ts'
import { WireError } from '../../../../wire/util/wire-error.ts'
import { pyInt } from '../../python/values.ts'
import { SeedError } from '../seed-error.ts'
import { describeType, isHashable, type PickleValue } from './values.ts'

/** A real multidata of 120 slots takes about 200,000 steps and 10 MiB. */
export interface PickleLimits {
  readonly steps: number
  /** Maximum values on the stack. Pickles that Python writes push batches of up to 2,000 values. */
  readonly stack: number
  readonly marks: number
  readonly memo: number
  /** Maximum size of all values that are created, in bytes, estimated for the JavaScript engine. */
  readonly bytes: number
  /** Maximum bytes of an int. The maximum corresponds to 4,300 digits, because Python writes no larger int as text. */
  readonly intBytes: number
}
export const pickleLimits: PickleLimits = {
  steps: 16_000_000,
  stack: 100_000,
  marks: 1000,
  memo: 4_000_000,
  bytes: 96 * 1024 * 1024,
  intBytes: 1785,
}

/** Throws SeedError if the bytes end, a limit is exceeded, or a value has the wrong type. */
export class PickleMachine {
  readonly #limits: PickleLimits
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #decode: typeof decodeUtf8
  readonly #stack: PickleValue[] = []
  readonly #marks: number[] = []
  readonly #memo: PickleValue[] = []
  #offset = 0
  #steps = 0
  #builtBytes = 0

  /** `decode`: throws WireError for invalid bytes. */
  constructor(bytes: Uint8Array, limits: PickleLimits, decode: typeof decodeUtf8) {
    this.#decode = decode
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#limits = limits
  }

  get offset(): number {
    return this.#offset
  }

  nextOperation(): number {
    if (++this.#steps > this.#limits.steps) throw new SeedError(`over ${this.#limits.steps} operations`)
    return this.u8()
  }

  #advance(length: number): number {
    const at = this.#offset
    if (!(length <= this.#bytes.length - at))
      throw new SeedError(`expected ${length} more bytes, got ${this.#bytes.length - at}`)
    this.#offset = at + length
    return at
  }

  u8(): number {
    return this.#bytes[this.#advance(1)]!
  }

  u16(): number {
    return this.#view.getUint16(this.#advance(2), true)
  }

  i32(): number {
    return this.#view.getInt32(this.#advance(4), true)
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4), true)
  }

  /** A length that a number cannot represent exactly exceeds every limit. */
  u64(): number {
    return Number(this.#view.getBigUint64(this.#advance(8), true))
  }

  f64(): number {
    return this.#view.getFloat64(this.#advance(8))
  }

  bytes(length: number): Uint8Array {
    const at = this.#advance(length)
    this.chargeBytes(length + 64)
    return this.#bytes.slice(at, at + length)
  }

  text(length: number): string {
    const at = this.#advance(length)
    this.chargeBytes(length + 24)
    if (length <= 32) {
      const short = this.#ascii(at, length)
      if (short !== undefined) return short
    }
    try {
      return this.#decode(this.#bytes.subarray(at, at + length))
    } catch (error) {
      if (error instanceof WireError) throw new SeedError('text is not UTF-8')
      throw error
    }
  }

  /** Undefined if the text is not ASCII. For short texts, this loop is faster than the platform's decoder. */
  #ascii(at: number, length: number): string | undefined {
    const codes: number[] = []
    for (let i = at; i < at + length; i++) {
      const code = this.#bytes[i]!
      if (code > 127) return undefined
      codes.push(code)
    }
    return String.fromCharCode(...codes)
  }

  /** Reads a line and skips its line break. */
  line(): string {
    const end = this.#bytes.indexOf(10, this.#offset)
    if (end < 0 || end - this.#offset > 256) throw new SeedError('a name does not end with a line break')
    const text = this.text(end - this.#offset)
    this.#offset++
    return text
  }

  /** Two's complement, little-endian. */
  int(length: number): number | bigint {
    if (length > this.#limits.intBytes) throw new SeedError(`an int of ${length} bytes is too large`)
    const at = this.#advance(length)
    if (length === 0) return 0
    const negative = this.#bytes[at + length - 1]! > 127
    if (length <= 6) {
      let small = 0
      for (let i = at + length - 1; i >= at; i--) small = small * 256 + this.#bytes[i]!
      return negative ? small - 256 ** length : small
    }
    this.chargeBytes(length + 16)
    let hex = ''
    for (let i = at + length - 1; i >= at; i--) hex += this.#bytes[i]!.toString(16).padStart(2, '0')
    const unsigned = BigInt(`0x${hex}`)
    const big = negative ? unsigned - (1n << BigInt(8 * length)) : unsigned
    return pyInt(big)
  }

  chargeBytes(bytes: number): void {
    this.#builtBytes += bytes
    if (this.#builtBytes > this.#limits.bytes)
      throw new SeedError(`the pickle expands to over ${this.#limits.bytes / 1024 / 1024} MiB of data`)
  }

  push(value: PickleValue): void {
    if (this.#stack.length >= this.#limits.stack)
      throw new SeedError(`over ${this.#limits.stack} values on the stack`)
    this.#stack.push(value)
  }

  pop(): PickleValue {
    const value = this.top()
    this.#stack.pop()
    return value
  }

  /** Throws if no value is above the last mark. */
  top(): PickleValue {
    const value = this.#stack.length > (this.#marks.at(-1) ?? 0) ? this.#stack.at(-1) : undefined
    if (value === undefined) throw new SeedError('the stack is empty')
    return value
  }

  mark(): void {
    if (this.#marks.length >= this.#limits.marks) throw new SeedError(`over ${this.#limits.marks} marks`)
    this.#marks.push(this.#stack.length)
  }

  /** Removes the last mark and returns the values above it. */
  popMark(): PickleValue[] {
    const mark = this.#marks.pop()
    if (mark === undefined) throw new SeedError('no mark on the stack')
    return this.#stack.splice(mark)
  }

  /** The topmost value, which must be a list. */
  list(): PickleValue[] {
    const list = this.top()
    if (!Array.isArray(list)) throw new SeedError(`cannot add items to ${describeType(list)}`)
    return list
  }

  dict(): Map<PickleValue, PickleValue> {
    const dict = this.top()
    if (!(dict instanceof Map)) throw new SeedError(`cannot add keys to ${describeType(dict)}`)
    return dict
  }

  set(): Set<PickleValue> {
    const set = this.top()
    if (!(set instanceof Set)) throw new SeedError(`cannot add members to ${describeType(set)}`)
    return set
  }

  memoize(index = this.#memo.length): void {
    if (index > this.#memo.length || index >= this.#limits.memo)
      throw new SeedError(`memo ${index} out of order`)
    this.chargeBytes(8)
    this.#memo[index] = this.top()
  }

  pushMemo(index: number): void {
    const value = this.#memo[index]
    if (value === undefined) throw new SeedError(`memo ${index} is empty`)
    this.push(value)
  }

  /** The result must be the only value on the stack. */
  result(): PickleValue {
    const left = this.#bytes.length - this.#offset
    if (this.#marks.length || this.#stack.length !== 1)
      throw new SeedError('the pickle ends with an unfinished value')
    if (left) throw new SeedError(`${left} bytes after the end of the pickle`)
    return this.#stack[0]!
  }
}

export function setDictItem(dict: Map<PickleValue, PickleValue>, key: PickleValue, value: PickleValue): void {
  if (!isHashable(key)) throw new SeedError(`${describeType(key)} cannot be a key`)
  dict.set(key, value)
}

export function addSetMember(set: Set<PickleValue>, member: PickleValue): void {
  if (!isHashable(member)) throw new SeedError(`${describeType(member)} cannot be in a set`)
  set.add(member)
}
