// Writes a pickle of protocol 4 that CPython can read. Supports only what saves/write-save.ts needs.

import { Writer } from '../../../../wire/codec/codec.ts'
import { PyFloat } from '../../python/values.ts'
import { encodeWithSurrogates } from './surrogates.ts'
import { EnumMember, NamedTupleInstance, type PickleClass, type PickleValue, Tuple } from './values.ts'

const opcodes = {
  proto: 0x80,
  stop: 0x2e,
  mark: 0x28,
  none: 0x4e,
  newTrue: 0x88,
  newFalse: 0x89,
  binInt: 0x4a,
  binInt1: 0x4b,
  binInt2: 0x4d,
  long1: 0x8a,
  long4: 0x8b,
  binFloat: 0x47,
  shortBinUnicode: 0x8c,
  binUnicode: 0x58,
  shortBinBytes: 0x43,
  binBytes: 0x42,
  emptyDict: 0x7d,
  setItems: 0x75,
  emptyList: 0x5d,
  appends: 0x65,
  emptyTuple: 0x29,
  tuple: 0x74,
  emptySet: 0x8f,
  addItems: 0x90,
  memoize: 0x94,
  binGet: 0x68,
  longBinGet: 0x6a,
  stackGlobal: 0x93,
  newObj: 0x81,
  reduce: 0x52,
} as const

/** Python writes batches of the same size. */
const batchSize = 1000

/**
 * The value must not contain itself. A function creates a value when it is written, so that many large values need not
 * exist at the same time.
 */
export type WritableValue = PickleValue | Map<PickleValue, WritableValue> | (() => PickleValue)

/** Only classes and named tuples are memoized, because the pickle is compressed afterwards. */
export function writePickle(value: WritableValue): Uint8Array {
  const pickle = new PickleWriter()
  pickle.write(value)
  return pickle.end()
}

class PickleWriter {
  readonly #out = new Writer(4096)
  readonly #memo = new Map<PickleClass | NamedTupleInstance, number>()

  constructor() {
    this.#out.byte(opcodes.proto)
    this.#out.byte(4)
  }

  end(): Uint8Array {
    this.#out.byte(opcodes.stop)
    return this.#out.copy()
  }

  write(value: WritableValue): void {
    if (typeof value === 'function') this.write(value())
    else if (value === null) this.#out.byte(opcodes.none)
    else if (typeof value === 'boolean') this.#out.byte(value ? opcodes.newTrue : opcodes.newFalse)
    else if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'bigint') this.#long(value)
    else if (typeof value === 'string')
      this.#lengthPrefixed(encodeWithSurrogates(value), opcodes.shortBinUnicode, opcodes.binUnicode)
    else if (value instanceof PyFloat) this.#float(value.value)
    else if (value instanceof Uint8Array) this.#lengthPrefixed(value, opcodes.shortBinBytes, opcodes.binBytes)
    else if (value instanceof Tuple) this.#tuple(value.items)
    else if (value instanceof NamedTupleInstance)
      this.#memoized(value, () => this.#call(value.of, value.fields, opcodes.newObj))
    else if (value instanceof EnumMember) this.#call(value.of, [value.value], opcodes.reduce)
    else if (value instanceof Map) this.#dict(value)
    else if (value instanceof Set) this.#batched(opcodes.emptySet, [...value], opcodes.addItems)
    else if (Array.isArray(value)) this.#batched(opcodes.emptyList, value, opcodes.appends)
    else this.#class(value)
  }

  #number(value: number): void {
    if (!Number.isInteger(value)) this.#float(value)
    else if (value >= 0 && value < 0x100)
      this.#bytes(opcodes.binInt1, 1, (view, at) => view.setUint8(at, value))
    else if (value >= 0 && value < 0x10000)
      this.#bytes(opcodes.binInt2, 2, (view, at) => view.setUint16(at, value, true))
    else if (value === (value | 0))
      this.#bytes(opcodes.binInt, 4, (view, at) => view.setInt32(at, value, true))
    else this.#long(BigInt(value))
  }

  #float(value: number): void {
    this.#bytes(opcodes.binFloat, 8, (view, at) => view.setFloat64(at, value))
  }

  #bytes(code: number, size: number, set: (view: DataView, at: number) => void): void {
    this.#out.byte(code)
    const at = this.#out.reserve(size)
    set(this.#out.view, at)
  }

  /** Two's complement, little-endian, with a sign bit. */
  #long(value: bigint): void {
    const size = Math.ceil(((value < 0n ? ~value : value).toString(16).length * 4 + 1) / 8)
    if (size < 0x100) this.#bytes(opcodes.long1, 1, (view, at) => view.setUint8(at, size))
    else this.#bytes(opcodes.long4, 4, (view, at) => view.setUint32(at, size, true))
    const hex = BigInt.asUintN(8 * size, value)
      .toString(16)
      .padStart(2 * size, '0')
    for (let i = size - 1; i >= 0; i--) this.#out.byte(Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))
  }

  #lengthPrefixed(bytes: Uint8Array, short: number, long: number): void {
    const { length } = bytes
    if (length < 0x100) this.#bytes(short, 1, (view, at) => view.setUint8(at, length))
    else this.#bytes(long, 4, (view, at) => view.setUint32(at, length, true))
    this.#out.put(bytes)
  }

  #tuple(items: readonly PickleValue[]): void {
    if (!items.length) return this.#out.byte(opcodes.emptyTuple)
    this.#out.byte(opcodes.mark)
    for (const item of items) this.write(item)
    this.#out.byte(opcodes.tuple)
  }

  #dict(dict: ReadonlyMap<PickleValue, WritableValue>): void {
    this.#batched(opcodes.emptyDict, [...dict].flat(1) as WritableValue[], opcodes.setItems)
  }

  #batched(empty: number, items: readonly WritableValue[], fill: number): void {
    this.#out.byte(empty)
    for (let at = 0; at < items.length; at += batchSize) {
      this.#out.byte(opcodes.mark)
      for (const item of items.slice(at, at + batchSize)) this.write(item)
      this.#out.byte(fill)
    }
  }

  #call(of: PickleClass, args: readonly PickleValue[], how: number): void {
    this.#class(of)
    this.#tuple(args)
    this.#out.byte(how)
  }

  #class(of: PickleClass): void {
    this.#memoized(of, () => {
      const dot = of.name.lastIndexOf('.')
      this.write(of.name.slice(0, dot))
      this.write(of.name.slice(dot + 1))
      this.#out.byte(opcodes.stackGlobal)
    })
  }

  #memoized(value: PickleClass | NamedTupleInstance, write: () => void): void {
    const known = this.#memo.get(value)
    if (known !== undefined && known < 0x100)
      return this.#bytes(opcodes.binGet, 1, (view, at) => view.setUint8(at, known))
    if (known !== undefined)
      return this.#bytes(opcodes.longBinGet, 4, (view, at) => view.setUint32(at, known, true))
    write()
    this.#memo.set(value, this.#memo.size)
    this.#out.byte(opcodes.memoize)
  }
}
