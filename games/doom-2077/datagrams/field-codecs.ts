import type { Codec, NumberCodec, Reader, WireOnlyField } from '../../../wire/codec/codec.ts'
import { throwOutOfRange } from '../../../wire/codec/fields/numbers.ts'
import { type RandomFunction, randomEdgeBiasedInteger } from '../../../wire/codec/random-values.ts'
import { bool, latin1, toEnd, u8, zstr } from '../../../wire/index.ts'
import { datagramBytes, overheadBytes } from '../framing.ts'

const maxInteger = Number.MAX_SAFE_INTEGER

/** Ids. Values over 2^53 - 1 are refused in both directions [DM-1.6]. */
export const u64: NumberCodec = whole64('u64be', 0)
/** Thousandths. Values beyond ±(2^53 - 1) are refused in both directions [DM-1.6]. */
export const i64: NumberCodec = whole64('i64be', -maxInteger)

function whole64(doc: string, low: number): NumberCodec {
  return {
    doc,
    min: 8,
    max: 8,
    low,
    high: maxInteger,
    read(reader) {
      const at = reader.skip(8)
      const high = low < 0 ? reader.view.getInt32(at) : reader.view.getUint32(at)
      // Exact up to 2^53. A larger value is inexact, but is still above 2^53 and so is refused.
      const value = high * 2 ** 32 + reader.view.getUint32(at + 4)
      return Number.isSafeInteger(value) ? value : throwOutOfRange(value, doc, low, maxInteger)
    },
    write(writer, value) {
      if (!Number.isSafeInteger(value) || value < low) throwOutOfRange(value, doc, low, maxInteger)
      const at = writer.reserve(8)
      const high = Math.floor(value / 2 ** 32)
      writer.view.setInt32(at, high)
      writer.view.setUint32(at + 4, value - high * 2 ** 32)
    },
    sample: (chance: RandomFunction) => randomEdgeBiasedInteger(chance, low, maxInteger),
  }
}

/**
 * Text and a NUL that fill the rest of a message. Reading stops at the first NUL, and the last byte counts as a NUL
 * whatever its value, as in the original [DM-1.7]. Text over `limit` bytes is cut. A text to write must not exceed
 * `limit` bytes. Throws WireError if no byte is left. Such a message crashes the original server.
 */
export function cstr(limit: number): Codec<string> {
  return {
    ...zstr(latin1, limit),
    doc: `cstr(to ${limit})`,
    read(reader) {
      const size = reader.left
      if (!size) reader.failTooShort(1)
      const at = reader.skip(size)
      const text = reader.bytes.subarray(at, at + Math.min(size - 1, limit))
      const nul = text.indexOf(0)
      return latin1.decode(nul < 0 ? text : text.subarray(0, nul))
    },
  }
}

const plainStatesCodec = toEnd(bool(u8), datagramBytes - overheadBytes)

/**
 * States of one byte each, in the order of ids, to the end of the message. A leading count is accepted when reading
 * [DM-1.9].
 */
export const statesCodec: Codec<readonly boolean[]> = {
  ...plainStatesCodec,
  read(reader, earlier) {
    if (hasCount(reader)) reader.skip(2)
    return plainStatesCodec.read(reader, earlier)
  },
}

/**
 * The original's document has a leading count. Ambiguous bytes are read as states, because no known server sends a
 * count.
 */
function hasCount({ bytes, at, left }: Reader): boolean {
  if (left < 2) return false
  const [high, low] = [bytes[at]!, bytes[at + 1]!]
  return high * 256 + low === left - 2 && (high > 1 || low > 1)
}

/** The line feed after every message. Neither side checks it [DM-1.3]. */
export const terminator: WireOnlyField = {
  doc: 'any byte, written as a line feed',
  hidden: true,
  min: 1,
  max: 1,
  read: (reader) => void reader.skip(1) as never,
  write: (writer) => writer.byte(10),
  sample: () => undefined as never,
}
