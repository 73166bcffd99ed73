// The state of a pickle's operations: a stack, its marks, a memo, and limits that keep them small.

import { WireError } from '../../../../wire/util/wire-error.ts'
import { decodeUtf8 } from '../../../../wire/util/utf8.ts'
import { int } from '../../python/values.ts'
import { SeedFault } from '../fault.ts'
import { isHashable, kindOf, type PickleValue } from './values.ts'

/** The limits of one pickle. Real ones of 120 slots take about 200,000 steps and 10 MiB. */
export interface PickleLimits {
  readonly steps: number
  /** Values on the stack at once; Python's own batches have 2,000. */
  readonly stack: number
  readonly marks: number
  readonly memo: number
  /** The size of all values built, in bytes, estimated from their size in the engine. */
  readonly bytes: number
  /** Of one int; Python itself writes no int of over 4,300 digits as text. */
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

/** Throws SeedFault for reads past the end, overflows and values of the wrong type. */
export class Machine {
  readonly #limits: PickleLimits
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #stack: PickleValue[] = []
  readonly #marks: number[] = []
  readonly #memo: PickleValue[] = []
  #at = 0
  #steps = 0
  #built = 0

  constructor(bytes: Uint8Array, limits: PickleLimits) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#limits = limits
  }

  get at(): number {
    return this.#at
  }

  /** Reads the next operation's code. */
  step(): number {
    if (++this.#steps > this.#limits.steps) throw new SeedFault(`over ${this.#limits.steps} operations`)
    return this.u8()
  }

  #take(length: number): number {
    const at = this.#at
    if (!(length <= this.#bytes.length - at))
      throw new SeedFault(`${length} bytes wanted, ${this.#bytes.length - at} left`)
    this.#at = at + length
    return at
  }

  u8(): number {
    return this.#bytes[this.#take(1)]!
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), true)
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4), true)
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), true)
  }

  /** A length of eight bytes; a value that a number cannot represent exactly is over any limit. */
  u64(): number {
    return Number(this.#view.getBigUint64(this.#take(8), true))
  }

  f64(): number {
    return this.#view.getFloat64(this.#take(8))
  }

  bytes(length: number): Uint8Array {
    const at = this.#take(length)
    this.charge(length + 64)
    return this.#bytes.slice(at, at + length)
  }

  text(length: number): string {
    const at = this.#take(length)
    this.charge(length + 24)
    if (length <= 32) {
      const short = this.#ascii(at, length)
      if (short !== undefined) return short
    }
    try {
      return decodeUtf8(this.#bytes.subarray(at, at + length))
    } catch (error) {
      if (error instanceof WireError) throw new SeedFault('text that is not UTF-8')
      throw error
    }
  }

  /** Most texts are short names, for which the platform's decoder is slower than this loop. */
  #ascii(at: number, length: number): string | undefined {
    const codes: number[] = []
    for (let i = at; i < at + length; i++) {
      const code = this.#bytes[i]!
      if (code > 127) return undefined
      codes.push(code)
    }
    return String.fromCharCode(...codes)
  }

  /** Reads to the end of the line and skips the line break. */
  line(): string {
    const end = this.#bytes.indexOf(10, this.#at)
    if (end < 0 || end - this.#at > 256) throw new SeedFault('a name without an end')
    const text = this.text(end - this.#at)
    this.#at++
    return text
  }

  /** Two's complement, little-endian. */
  int(length: number): number | bigint {
    if (length > this.#limits.intBytes) throw new SeedFault(`an int of ${length} bytes`)
    const at = this.#take(length)
    if (length === 0) return 0
    const negative = this.#bytes[at + length - 1]! > 127
    if (length <= 6) {
      let small = 0
      for (let i = at + length - 1; i >= at; i--) small = small * 256 + this.#bytes[i]!
      return negative ? small - 256 ** length : small
    }
    this.charge(length + 16)
    let hex = ''
    for (let i = at + length - 1; i >= at; i--) hex += this.#bytes[i]!.toString(16).padStart(2, '0')
    const unsigned = BigInt(`0x${hex}`)
    const big = negative ? unsigned - (1n << BigInt(8 * length)) : unsigned
    return int(big)
  }

  charge(bytes: number): void {
    this.#built += bytes
    if (this.#built > this.#limits.bytes)
      throw new SeedFault(`it builds over ${this.#limits.bytes / 1024 / 1024} MiB of data`)
  }

  push(value: PickleValue): void {
    if (this.#stack.length >= this.#limits.stack)
      throw new SeedFault(`over ${this.#limits.stack} values at once`)
    this.#stack.push(value)
  }

  /** Never removes values below the last mark. */
  pop(): PickleValue {
    const value = this.#stack.length > (this.#marks.at(-1) ?? 0) ? this.#stack.pop() : undefined
    if (value === undefined) throw new SeedFault('nothing on the stack')
    return value
  }

  /** The topmost value, without removing it. */
  top(): PickleValue {
    const value = this.#stack.length > (this.#marks.at(-1) ?? 0) ? this.#stack.at(-1) : undefined
    if (value === undefined) throw new SeedFault('nothing on the stack')
    return value
  }

  mark(): void {
    if (this.#marks.length >= this.#limits.marks) throw new SeedFault(`over ${this.#limits.marks} marks`)
    this.#marks.push(this.#stack.length)
  }

  /** Removes the last mark and returns the values above it. */
  popMark(): PickleValue[] {
    const mark = this.#marks.pop()
    if (mark === undefined) throw new SeedFault('no mark on the stack')
    return this.#stack.splice(mark)
  }

  /** The topmost value after `popMark`: the collection to fill. */
  list(): PickleValue[] {
    const list = this.top()
    if (!Array.isArray(list)) throw new SeedFault(`items for ${kindOf(list)}`)
    return list
  }

  dict(): Map<PickleValue, PickleValue> {
    const dict = this.top()
    if (!(dict instanceof Map)) throw new SeedFault(`keys for ${kindOf(dict)}`)
    return dict
  }

  set(): Set<PickleValue> {
    const set = this.top()
    if (!(set instanceof Set)) throw new SeedFault(`members for ${kindOf(set)}`)
    return set
  }

  memoize(index = this.#memo.length): void {
    if (index > this.#memo.length || index >= this.#limits.memo)
      throw new SeedFault(`memo ${index} out of order`)
    this.charge(8)
    this.#memo[index] = this.top()
  }

  recall(index: number): void {
    const value = this.#memo[index]
    if (value === undefined) throw new SeedFault(`nothing in memo ${index}`)
    this.push(value)
  }

  /** The final value, which must be the only one left. */
  result(): PickleValue {
    const left = this.#bytes.length - this.#at
    if (this.#marks.length || this.#stack.length !== 1)
      throw new SeedFault('it ends with an unfinished value')
    if (left) throw new SeedFault(`${left} bytes after its end`)
    return this.#stack[0]!
  }
}

export function setItem(dict: Map<PickleValue, PickleValue>, key: PickleValue, value: PickleValue): void {
  if (!isHashable(key)) throw new SeedFault(`${kindOf(key)} as a key`)
  dict.set(key, value)
}

export function addMember(set: Set<PickleValue>, member: PickleValue): void {
  if (!isHashable(member)) throw new SeedFault(`${kindOf(member)} in a set`)
  set.add(member)
}
