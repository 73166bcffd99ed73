// What packet tables are made of: a Codec, its kinds, and the two doors that run one.
import { finished } from './field-error.ts'
import { Reader } from './reader.ts'
import type { Chance } from './sample.ts'
import { Writer } from './writer.ts'

/** The fields of the struct at hand: on reading those read so far, on writing all of them. */
export interface Fields {
  [name: string]: unknown
}

/** One layout: bytes to value and back, from one definition. */
export interface Codec<T> {
  /** As printed in a packet table: `u16le`, `char[8]`, `{ x: i16le, y: i16le }[u8]`. */
  readonly doc: string
  /** Bytes, at least and at most (Infinity: to the end of the packet). */
  readonly min: number
  readonly max: number
  /** `earlier` is what `when`, `by` and derived sizes look at. Throws WireError. */
  read(reader: Reader, earlier: Fields): T
  /** Range-checks. Throws WireError; the writer is then at an undefined place. */
  write(writer: Writer, value: T, whole: Fields): void
  /** A random value that `write` takes. */
  sample(chance: Chance, earlier: Fields): T
  /** Meaning of the field, for the printed table. */
  readonly about?: string
  /** What the struct around must have in front of this: names of fields, or what holds a count or bits. */
  readonly needs?: readonly Need[]
  /** For the printed table: the layouts inside, by what they add to the field's name (`.x`, `[]`). */
  readonly inside?: readonly Inside[]
}

/** A field by its name, or one that is on the wire alone. */
export type Need = string | Count | Presence

export interface Inside {
  readonly step: string
  readonly codec: Codec<unknown>
}

/** A whole number and its range. */
export interface NumberCodec extends Codec<number> {
  readonly low: number
  readonly high: number
}

/** On the wire but not in the value: a count, a length, a constant, padding. */
export interface Hidden extends Codec<never> {
  readonly hidden: true
}

/** The number of items of the field `target`, ahead of it. The reader keeps it by its `mark` until that field is read. */
export interface Count extends Hidden {
  readonly target: string
  readonly low: number
  readonly high: number
  readonly mark: symbol
}

/** A field that may be absent. */
export interface Optional<T> extends Codec<T | undefined> {
  readonly optional: true
}

/** A bit for each field that may be missing, ahead of them. The reader keeps the bits by their `mark` until then. */
export interface Presence<N extends string = string> extends Hidden {
  readonly bits: readonly N[]
  readonly mark: symbol
  /** The field of that name: there if its bit is set. */
  of<T>(name: N, codec: Codec<T>): Optional<T>
}

/** The type of a codec's values. */
export type ValueOf<C> = C extends Codec<infer T> ? T : never

/** The same layout with a word on its meaning, for the printed table. */
export function about<C extends Codec<unknown>>(codec: C, meaning: string): C {
  return { ...codec, about: meaning }
}

const none = Object.freeze({})

/** All of `bytes` as one value. Throws WireError for bytes that do not fit, bytes left over included. */
export function decode<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const reader = new Reader(bytes)
  try {
    const value = codec.read(reader, none)
    reader.finish()
    return value
  } catch (error) {
    throw finished(error)
  }
}

// Encoding never awaits, so one buffer serves every packet; what is returned is a copy.
const scratch = new Writer(1024)

/** Throws WireError for a value that the layout cannot carry. */
export function encode<T>(codec: Codec<T>, value: T): Uint8Array {
  return written((writer) => codec.write(writer, value, none))
}

/** A copy of what `write` puts; not to be nested. */
export function written(write: (writer: Writer) => void): Uint8Array {
  try {
    write(scratch)
    scratch.trim()
    return scratch.copy()
  } catch (error) {
    throw finished(error)
  } finally {
    scratch.reset()
  }
}
