// Fields that are on the wire but not in the value, because they are constant or derived from other fields.
import {
  type Codec,
  type Count,
  type DecodedFields,
  formatByteCount,
  type NumberCodec,
  type Reader,
  type WireOnlyField,
  Writer,
} from '../codec.ts'
import { throwFieldError } from '../field-error.ts'

/**
 * The number of items of `target`, a later field of the same struct that takes its size from this count.
 * @example const players = count('players', u8); struct({ playerCount: players, players: list(player, players) })
 */
export function count(target: string, as: NumberCodec): Count {
  const mark = Symbol(target)
  return {
    doc: `${as.doc} = number of ${target}`,
    hidden: true,
    target,
    mark,
    low: as.low,
    high: as.high,
    min: as.min,
    max: as.max,
    read(reader, earlier) {
      const n = as.read(reader, earlier)
      reader.storeValue(mark, n)
      return n as never
    },
    write: (writer, _, whole) => as.write(writer, lengthOf(whole[target]), whole),
    sample: () => undefined as never,
  }
}

/** The length in bytes of the later fields `first` to `last` of the same struct. */
export interface ByteLength extends WireOnlyField {
  readonly first: string
  readonly last: string
  /**
   * Until the range is processed, the reader stores the length under this mark, and the writer the position of the
   * length.
   */
  readonly mark: symbol
  /** Sets the reader's end to the end of the range, and returns the previous one. */
  beginRange(reader: Reader): number
  endRange(reader: Reader, end: number): never
  /** Call when all fields of the range are written. Writes their length at the stored position. */
  fill(writer: Writer, start: number, whole: DecodedFields): void
  /** A copy of this field for a packet whose length field is wrong on the wire. */
  withOverride(override: LengthOverride): ByteLength
}

/**
 * Lengths for packets whose length field is wrong on the wire. `writtenLength`: sent instead of the true length.
 * Readers accept `writtenLength`, `acceptedLength` and the true length.
 */
export interface LengthOverride {
  readonly writtenLength?: number
  readonly acceptedLength?: number
}

/**
 * The length in bytes of the fields `first` to `last`, plus `plus`. The fields must fill this length exactly. A `text`,
 * `rest` or `toEnd` among them ends where the range ends.
 * @example { length: byteLengthOf(LE.u32, 'body'), id: u8, body }
 */
export function byteLengthOf(
  as: NumberCodec,
  first: string,
  last = first,
  plus = 0,
  override: LengthOverride = {},
): ByteLength {
  if (as.min !== as.max) throw new Error(`a length cannot be a ${as.doc}, which varies in size`)
  const mark = Symbol(`${first} to ${last}`)
  const { writtenLength, acceptedLength } = override
  return {
    mark,
    doc: `${as.doc} = bytes of ${first}${last === first ? '' : ` to ${last}`}${plus ? ` + ${plus}` : ''}`,
    hidden: true,
    first,
    last,
    min: as.min,
    max: as.max,
    read(reader, earlier) {
      const length = as.read(reader, earlier)
      if (length < plus) throwFieldError(`${length} is less than ${plus}`)
      reader.storeValue(mark, length)
      return length as never
    },
    write(writer, _, whole) {
      writer.storePosition(mark, writer.at)
      as.write(writer, as.low, whole)
    },
    beginRange(reader) {
      const end = reader.end
      const length = reader.storedValue(mark)
      if (length === writtenLength || length === acceptedLength) return end
      const size = length - plus
      if (size > reader.left) reader.failTooShort(size)
      reader.end = reader.at + size
      return end
    },
    endRange(reader, end) {
      if (end !== reader.end) {
        reader.finish()
        reader.end = end
      }
      return undefined as never
    },
    fill(writer, start, whole) {
      const end = writer.at
      writer.at = writer.storedPosition(mark)
      as.write(writer, writtenLength ?? end - start + plus, whole)
      writer.at = end
    },
    withOverride: (other) => byteLengthOf(as, first, last, plus, other),
    sample: () => undefined as never,
  }
}

export function isByteLength(codec: Codec<unknown>): codec is ByteLength {
  return 'fill' in codec
}

/**
 * The only valid value at this position.
 * @example magic: constant(chars(4), 'PACK'), version: constant(u8, 10)
 */
export function constant<T>(codec: Codec<T>, value: T): WireOnlyField {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  if (codec.min === codec.max) return constantBytes(value, shown, encodeConstant(codec, value))
  return {
    doc: shown,
    hidden: true,
    ...sizeRange(codec, value),
    read(reader, earlier) {
      const found = codec.read(reader, earlier)
      if (found !== value) throwFieldError(`${shown} expected, found ${String(found)}`)
      return found as never
    },
    write: (writer, _, whole) => codec.write(writer, value, whole),
    sample: () => undefined as never,
  }
}

/**
 * `size` bytes without meaning: written as zeros, ignored when read.
 * @example unused: padding(3)
 */
export function padding(size: number): WireOnlyField {
  return {
    doc: `${formatByteCount(size)} of padding`,
    hidden: true,
    min: size,
    max: size,
    read(reader) {
      const at = reader.skip(size)
      return reader.bytes.slice(at, at + size) as never
    },
    write(writer) {
      const at = writer.reserve(size)
      writer.bytes.fill(0, at, at + size)
    },
    sample: () => undefined as never,
  }
}

function constantBytes(value: unknown, shown: string, bytes: Uint8Array): WireOnlyField {
  return {
    doc: shown,
    hidden: true,
    min: bytes.length,
    max: bytes.length,
    read(reader) {
      const at = reader.skip(bytes.length)
      for (let i = 0; i < bytes.length; i++) {
        if (reader.bytes[at + i] !== bytes[i])
          throwFieldError(`${shown} expected, found byte ${reader.bytes[at + i]}`)
      }
      return value as never
    },
    write: (writer) => writer.put(bytes),
    sample: () => undefined as never,
  }
}

/** Bytes of the encoded value; in `min` without a trailing space that the writer may remove. */
function sizeRange<T>(codec: Codec<T>, value: T): { min: number; max: number } {
  const writer = new Writer()
  codec.write(writer, value, {})
  const max = writer.at
  writer.trim()
  return { min: writer.at, max }
}

function encodeConstant<T>(codec: Codec<T>, value: T): Uint8Array {
  const writer = new Writer(codec.max)
  codec.write(writer, value, {})
  return writer.copy()
}

/** The length of a list or of bytes. */
export function lengthOf(value: unknown): number {
  const length = (value as { length?: unknown } | undefined)?.length
  return typeof length === 'number' && typeof value === 'object'
    ? length
    : throwFieldError(`${String(value)} is not a list`)
}
