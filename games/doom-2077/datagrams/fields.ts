// Fields that DOOM-2077 has and the common vocabulary has not: 64-bit numbers as plain ones, its strings, its lists of
// door and lift states, and the byte behind every message.
import type { Codec, Hidden, NumberCodec } from '../../../wire/codec.ts'
import { bool, latin1, toEnd, u8, zstr } from '../../../wire/index.ts'
import { outOfRange } from '../../../wire/numbers.ts'
import type { Reader } from '../../../wire/reader.ts'
import { anyNumber, type Chance } from '../../../wire/sample.ts'
import { datagramBytes, overheadBytes } from '../framing.ts'

const most = Number.MAX_SAFE_INTEGER

/** Ids. Over 2^53 - 1 is refused on both sides [DM-1.6]. */
export const u64: NumberCodec = whole64('u64be', 0)
/** Thousandths. Beyond 2^53 - 1 either way is refused on both sides [DM-1.6]. */
export const i64: NumberCodec = whole64('i64be', -most)

function whole64(doc: string, low: number): NumberCodec {
  return {
    doc,
    min: 8,
    max: 8,
    low,
    high: most,
    read(reader) {
      const at = reader.take(8)
      const high = low < 0 ? reader.view.getInt32(at) : reader.view.getUint32(at)
      // Exact up to 2^53, and past it still too large.
      const value = high * 2 ** 32 + reader.view.getUint32(at + 4)
      return Number.isSafeInteger(value) ? value : outOfRange(value, doc, low, most)
    },
    write(writer, value) {
      if (!Number.isSafeInteger(value) || value < low) outOfRange(value, doc, low, most)
      const at = writer.room(8)
      const high = Math.floor(value / 2 ** 32)
      writer.view.setInt32(at, high)
      writer.view.setUint32(at + 4, value - high * 2 ** 32)
    },
    sample: (chance: Chance) => anyNumber(chance, low, most),
  }
}

/**
 * Text with a NUL behind it that fills the rest of its message. Read as the original reads it: to the first NUL, and
 * the last byte counts as one whatever it is [DM-1.7]; what is over `limit` bytes is cut. Written, it must fit. Throws
 * WireError where there is no last byte, which brings the original down.
 */
export function cstr(limit: number): Codec<string> {
  return {
    ...zstr(latin1, limit),
    doc: `cstr(to ${limit})`,
    read(reader) {
      const size = reader.left
      if (!size) reader.short(1)
      const at = reader.take(size)
      const text = reader.bytes.subarray(at, at + Math.min(size - 1, limit))
      const nul = text.indexOf(0)
      return latin1.decode(nul < 0 ? text : text.subarray(0, nul))
    },
  }
}

const plainStates = toEnd(bool(u8), datagramBytes - overheadBytes)

/** One byte each, in the order of their ids, to the end of the message. Read with a count in front, too [DM-1.9]. */
export const states: Codec<readonly boolean[]> = {
  ...plainStates,
  read(reader, earlier) {
    if (isCounted(reader)) reader.take(2)
    return plainStates.read(reader, earlier)
  },
}

/** The document has a count. Where it could be two states as well, it is: no server is known to send counts. */
function isCounted({ bytes, at, left }: Reader): boolean {
  if (left < 2) return false
  const [high, low] = [bytes[at]!, bytes[at + 1]!]
  return high * 256 + low === left - 2 && (high > 1 || low > 1)
}

/** The line feed behind every message. Neither side looks at it [DM-1.3]. */
export const terminator: Hidden = {
  doc: 'any byte, written as a line feed',
  hidden: true,
  min: 1,
  max: 1,
  read: (reader) => void reader.take(1) as never,
  write: (writer) => writer.byte(10),
  sample: () => undefined as never,
}
