// The building blocks of packet tables.
import { FieldError, toWireError } from './field-error.ts'
import type { RandomFunction } from './random-values.ts'

/** The fields of the current struct: when reading, those that are already read; when writing, all fields. */
export interface DecodedFields {
  [name: string]: unknown
}

/**
 * One wire layout.
 * @example const position: Codec<{ x: number; y: number }> = struct({ x: LE.i16, y: LE.i16 })
 */
export interface Codec<T> {
  /** The layout as a packet table prints it: `u16le`, `char[8]`, `{ x: i16le, y: i16le }[u8]`. */
  readonly doc: string
  /** Size in bytes. `max` is Infinity if the field extends to the end of the packet. */
  readonly min: number
  readonly max: number
  /** `earlier`: the fields already read, which `when`, `switchOn` and computed sizes use. Throws WireError. */
  read(reader: Reader, earlier: DecodedFields): T
  /** Throws WireError for a value out of range. The writer's position is then undefined. */
  write(writer: Writer, value: T, whole: DecodedFields): void
  /** A random value that `write` accepts. */
  sample(random: RandomFunction, earlier: DecodedFields): T
  readonly meaning?: string
  /**
   * Fields that must precede this field in the struct: the name of a field, or the count or the presence bits that this
   * field needs.
   */
  readonly needs?: readonly FieldDependency[]
  readonly nested?: readonly NestedCodec[]
}

/** The name of a field, or a field that exists only on the wire. */
export type FieldDependency = string | Count | PresenceBits

export interface NestedCodec {
  /** The suffix that a layout adds to the field's name: `.x`, `[]`. */
  readonly step: string
  readonly codec: Codec<unknown>
}

/**
 * An integer and its range.
 * @example const level: NumberCodec = limited(u8, { min: 1, max: 99 })
 */
export interface NumberCodec extends Codec<number> {
  readonly low: number
  readonly high: number
}

/**
 * A field that is on the wire but not in the value: a count, a length, a constant, padding.
 * @example const magic: WireOnlyField = constant(chars(4), 'PACK')
 */
export interface WireOnlyField extends Codec<never> {
  readonly hidden: true
}

/**
 * The number of items of the later field `target`. The reader stores the number under `mark` until it reads `target`.
 * @example const players: Count = count('players', u8)
 */
export interface Count extends WireOnlyField {
  readonly target: string
  readonly low: number
  readonly high: number
  readonly mark: symbol
}

/**
 * A field that may be absent.
 * @example const reason: Optional<string> = optional(zstr())
 */
export interface Optional<T> extends Codec<T | undefined> {
  readonly optional: true
}

/**
 * One bit for each of several later optional fields. The reader stores the bits under `mark` until it reads the fields.
 */
export interface PresenceBits<N extends string = string> extends WireOnlyField {
  readonly bits: readonly N[]
  readonly mark: symbol
  of<T>(name: N, codec: Codec<T>): Optional<T>
}

/**
 * The type of a codec's values.
 * @example type Unit = ValueOf<typeof unit>
 */
export type ValueOf<C> = C extends Codec<infer T> ? T : never

/**
 * The same layout with a description of its meaning, for the printed table.
 * @example speed: about(u8, 'tiles a second')
 */
export function about<C extends Codec<unknown>>(codec: C, meaning: string): C {
  return { ...codec, meaning }
}

/**
 * Reads bytes from the front to `end`.
 * @example const reader = new Reader(bytes); const id = u8.read(reader, {}); reader.finish()
 */
export class Reader {
  readonly bytes: Uint8Array
  /** `end`: the position after the last byte. */
  at = 0
  end: number
  /** Set only for an annotated hex dump: records each field as it is read. */
  trace: FieldTrace | undefined
  #view: DataView | undefined
  #values: Map<symbol, number> | undefined

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.end = bytes.length
  }

  get view(): DataView {
    if (this.#view) return this.#view
    const { buffer, byteOffset, byteLength } = this.bytes
    this.#view = new DataView(buffer, byteOffset, byteLength)
    return this.#view
  }

  storeValue(mark: symbol, n: number): void {
    this.#values ??= new Map()
    this.#values.set(mark, n)
  }

  /** The number stored under the mark; 0 if there is none. */
  storedValue(mark: symbol): number {
    return this.#values?.get(mark) ?? 0
  }

  get left(): number {
    return this.end - this.at
  }

  /** Skips `size` bytes and returns their position; throws WireError if fewer are left. */
  skip(size: number): number {
    const at = this.at
    if (size > this.end - at) this.failTooShort(size)
    this.at = at + size
    return at
  }

  failTooShort(size: number): never {
    throw new FieldError(`${formatByteCount(size)} expected, ${this.left} left`)
  }

  /** Ends reading; throws WireError if bytes are left. */
  finish(): void {
    if (this.at !== this.end) throw new FieldError(`${formatByteCount(this.left)} left over`)
  }
}

/**
 * The fields read so far, for an annotated hex dump. `steps`: the path to the current field. `leaves`: the fields
 * without nested fields.
 */
export interface FieldTrace {
  readonly steps: string[]
  readonly leaves: TracedField[]
}

/** The field at `path`, which is in the bytes from `from` to `to`. */
export interface TracedField {
  readonly path: string
  readonly from: number
  readonly to: number
  readonly value: unknown
}

/** `1 byte`, `3 bytes`. */
export function formatByteCount(n: number): string {
  return n === 1 ? '1 byte' : `${n} bytes`
}

/** Maximum bytes of a buffer that is kept for the next packet. */
const maxReusedBytes = 65536

/**
 * Appends bytes.
 * @example const writer = new Writer(); u8.write(writer, 7, {}); writer.copy() // Uint8Array.of(7)
 */
export class Writer {
  bytes: Uint8Array
  at = 0
  /** The position after an optional space, which is removed unless another field follows; -1: there is none. */
  afterOptionalSpace = -1
  #view: DataView | undefined
  #positions: Map<symbol, number> | undefined
  readonly #size: number

  constructor(size = 256) {
    this.#size = size
    this.bytes = new Uint8Array(size)
  }

  /** A view of the buffer, valid until the next `reserve`, which may replace the buffer. */
  get view(): DataView {
    this.#view ??= new DataView(this.bytes.buffer)
    return this.#view
  }

  reserve(size: number): number {
    const at = this.at
    if (at + size > this.bytes.length) this.#grow(at + size)
    this.at = at + size
    return at
  }

  byte(value: number): void {
    const at = this.reserve(1)
    this.bytes[at] = value
  }

  put(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length)
    this.bytes.set(bytes, at)
  }

  /** Remembers the position of a value that is written later. */
  storePosition(mark: symbol, at: number): void {
    this.#positions ??= new Map()
    this.#positions.set(mark, at)
  }

  storedPosition(mark: symbol): number {
    return this.#positions?.get(mark) ?? 0
  }

  trim(): void {
    if (this.afterOptionalSpace === this.at) this.at--
    this.afterOptionalSpace = -1
  }

  copy(): Uint8Array {
    return this.bytes.slice(0, this.at)
  }

  reset(): void {
    this.at = 0
    this.afterOptionalSpace = -1
    this.#positions?.clear()
    if (this.bytes.length > maxReusedBytes) this.#resize(this.#size)
  }

  #grow(minSize: number): void {
    const old = this.bytes
    this.#resize(Math.max(old.length * 2, minSize))
    this.bytes.set(old)
  }

  #resize(size: number): void {
    this.bytes = new Uint8Array(size)
    this.#view = undefined
  }
}

const noFields = Object.freeze({})

/**
 * Reads all of `bytes` as one value. Throws WireError for bytes that do not fit, including leftover bytes.
 * @example decode(LE.u16, Uint8Array.of(1, 2)) // 513
 */
export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const reader = new Reader(bytes)
  try {
    const value = codec.read(reader, noFields)
    reader.finish()
    return value
  } catch (error) {
    throw toWireError(error)
  }
}

// Encoding never awaits, so all packets share one buffer, of which callers receive a copy.
const scratch = new Writer(1024)

/**
 * Encodes a value. Throws WireError for a value that the layout cannot represent.
 * @example encode(LE.u16, 513) // Uint8Array.of(1, 2)
 */
export function encode<T>(codec: Codec<T>, value: T): Uint8Array {
  return encodeWith((writer) => codec.write(writer, value, noFields))
}

/** A copy of the bytes that `write` writes. Calls must not be nested, because they share one buffer. */
export function encodeWith(write: (writer: Writer) => void): Uint8Array {
  try {
    write(scratch)
    scratch.trim()
    return scratch.copy()
  } catch (error) {
    throw toWireError(error)
  } finally {
    scratch.reset()
  }
}
