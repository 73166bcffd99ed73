// Text fields: fixed, length-prefixed, or ended by NUL, line feed, space, or the end of the packet.

import type { Codec, NumberCodec, Reader, Writer } from '../codec.ts'
import { throwFieldError } from '../field-error.ts'
import { type RandomFunction, randomEdgeBiasedInteger, randomLength } from '../random-values.ts'
import { type Charset, latin1, quoted } from './charsets.ts'
import { throwOutOfRange } from './numbers.ts'

/**
 * Text in `size` bytes, padded with NULs. Reading drops everything after the first NUL.
 * @example name: chars(16)
 */
export function chars(size: number, charset = latin1): Codec<string> {
  return {
    doc: `char[${size}]${charsetSuffix(charset)}`,
    min: size,
    max: size,
    read(reader) {
      const at = reader.skip(size)
      return charset.decode(reader.bytes.subarray(at, indexOf(reader, 0, at, at + size)))
    },
    write(writer, value) {
      const bytes = encodeText(charset, value, size)
      if (bytes.includes(0)) throwFieldError(`${quoted(value)} contains a NUL`)
      putPadded(writer, bytes, size)
    },
    sample: (random) => randomText(random, charset, size),
  }
}

/**
 * Text in `size` bytes, padded with NULs. Only trailing NULs are padding, so all bytes round-trip.
 * @example password: padded(32)
 */
export function padded(size: number, charset = latin1): Codec<string> {
  return {
    doc: `padded[${size}]${charsetSuffix(charset)}`,
    min: size,
    max: size,
    read(reader) {
      const at = reader.skip(size)
      let end = at + size
      while (end > at && reader.bytes[end - 1] === 0) end--
      return charset.decode(reader.bytes.subarray(at, end))
    },
    write(writer, value) {
      const bytes = encodeText(charset, value, size)
      if (bytes.at(-1) === 0) throwFieldError(`${quoted(value)} ends in a NUL`)
      putPadded(writer, bytes, size)
    },
    sample: (random) => randomText(random, charset, size),
  }
}

/** `limit`: maximum bytes of the text. `nul`: whether a NUL follows the text, which counts in the length. */
export interface StrOptions {
  readonly limit?: number
  readonly nul?: boolean
}

/**
 * Text prefixed with its length in bytes.
 * @example message: str(BE.u16, utf8, { limit: 200 })
 */
export function str(
  length: NumberCodec,
  charset = latin1,
  { limit, nul = false }: StrOptions = {},
): Codec<string> {
  const end = nul ? 1 : 0
  const most = Math.min(limit ?? Infinity, length.high - end)
  return {
    doc: `${nul ? 'zstr' : 'str'}(${length.doc}${limit === undefined ? '' : ` to ${limit}`})${charsetSuffix(charset)}`,
    min: length.min + end,
    max: length.max + most + end,
    read(reader, earlier) {
      const size = length.read(reader, earlier) - end
      if (size < 0) throwFieldError(`text of ${size + end} bytes has no space for its NUL`)
      if (size > most) throwFieldError(`text of ${size} bytes is over ${most}`)
      const at = reader.skip(size + end)
      if (nul && reader.bytes[at + size] !== 0) throwFieldError('text does not end in NUL')
      return charset.decode(reader.bytes.subarray(at, at + size))
    },
    write(writer, value, whole) {
      const bytes = encodeText(charset, value, most)
      length.write(writer, bytes.length + end, whole)
      writer.put(bytes)
      if (nul) writer.byte(0)
    },
    sample: (random) => randomText(random, charset, most),
  }
}

/**
 * Text up to a NUL.
 * @example name: zstr(latin1, 31)
 */
export function zstr(charset = latin1, limit = Infinity): Codec<string> {
  return terminatedText('zstr', 0, 'NUL', charset, limit)
}

/**
 * Text up to a line feed.
 * @example command: line(ascii, 80)
 */
export function line(charset = latin1, limit = Infinity): Codec<string> {
  return terminatedText('line', 10, 'line feed', charset, limit)
}

/**
 * Text to the end of the packet.
 * @example message: text(utf8, 500)
 */
export function text(charset = latin1, limit = Infinity): Codec<string> {
  return {
    doc: `text${limitText(limit)}${charsetSuffix(charset)}`,
    min: 0,
    max: limit,
    read(reader) {
      if (reader.left > limit) throwFieldError(`text of ${reader.left} bytes is over ${limit}`)
      const at = reader.skip(reader.left)
      return charset.decode(reader.bytes.subarray(at, reader.at))
    },
    write(writer, value) {
      writer.afterOptionalSpace = -1
      writer.put(encodeText(charset, value, limit))
    },
    sample: (random) => randomText(random, charset, limit),
  }
}

/**
 * A word in a packet of words. It ends at a space, which is skipped, or at the end of the packet. The space is written
 * if another field follows, even an empty `text` or list. An empty word is a WireError.
 * @example verb: word, argument: text()
 */
export const word: Codec<string> = {
  doc: 'word',
  min: 1,
  max: Infinity,
  read: readWord,
  write: writeWord,
  sample: (random) => randomText(random, latin1, 8) || 'x',
}

/**
 * An integer as a decimal word, such as `-12`. Leading zeros are accepted, but not preserved.
 * @example count: decimal(0, 999)
 */
export function decimal(low = -0x80000000, high = 0x7fffffff): NumberCodec {
  return {
    doc: 'decimal',
    min: 1,
    max: Math.max(String(low).length, String(high).length) + 1,
    low,
    high,
    read(reader) {
      const digits = readWord(reader)
      if (!/^-?\d{1,15}$/.test(digits)) throwFieldError(`${quoted(digits)} is not a number`)
      const value = Number(digits) || 0
      if (value < low || value > high) throwOutOfRange(value, 'decimal', low, high)
      return value
    },
    write(writer, value) {
      if (!Number.isSafeInteger(value) || value < low || value > high)
        throwOutOfRange(value, 'decimal', low, high)
      writeWord(writer, String(value))
    },
    sample: (random) => randomEdgeBiasedInteger(random, low, high),
  }
}

function putPadded(writer: Writer, bytes: Uint8Array, size: number): void {
  const at = writer.reserve(size)
  writer.bytes.set(bytes, at)
  writer.bytes.fill(0, at + bytes.length, at + size)
}

function readWord(reader: Reader): string {
  const from = reader.at
  const end = indexOf(reader, 32, from, reader.end)
  if (end === from) throwFieldError(`word expected, found ${reader.left ? 'a space' : 'the end'}`)
  reader.at = Math.min(end + 1, reader.end)
  return latin1.decode(reader.bytes.subarray(from, end))
}

function writeWord(writer: Writer, value: string): void {
  if (value === '' || value.includes(' ')) throwFieldError(`${quoted(value)} is not a word`)
  writer.put(latin1.encode(value))
  writer.byte(32)
  writer.afterOptionalSpace = writer.at
}

function terminatedText(
  doc: string,
  stop: number,
  stopName: string,
  charset: Charset,
  limit: number,
): Codec<string> {
  return {
    doc: `${doc}${limitText(limit)}${charsetSuffix(charset)}`,
    min: 1,
    max: limit + 1,
    read(reader) {
      const from = reader.at
      const most = Math.min(reader.end, from + limit + 1)
      const end = indexOf(reader, stop, from, most)
      if (end === most)
        throwFieldError(
          most < reader.end ? `no ${stopName} in ${limit + 1} bytes` : `no ${stopName} at the end`,
        )
      reader.at = end + 1
      return charset.decode(reader.bytes.subarray(from, end))
    },
    write(writer, value) {
      const bytes = encodeText(charset, value, limit)
      if (bytes.includes(stop)) throwFieldError(`${quoted(value)} contains a ${stopName}`)
      writer.put(bytes)
      writer.byte(stop)
    },
    sample: (random) => randomText(random, charset, limit),
  }
}

function indexOf(reader: Reader, byte: number, from: number, to: number): number {
  let at = from
  while (at < to && reader.bytes[at] !== byte) at++
  return at
}

function encodeText(charset: Charset, value: string, most: number): Uint8Array {
  if (typeof value !== 'string') throwFieldError(`${String(value)} is not text`)
  const bytes = charset.encode(value)
  if (bytes.length > most) throwFieldError(`text of ${bytes.length} bytes is over ${most}`)
  return bytes
}

function randomText(random: RandomFunction, charset: Charset, most: number): string {
  const wanted = randomLength(random, 0, most)
  let value = ''
  for (let n = 0; n < wanted; n++) {
    const longer = value + charset.sample(random)
    if (charset.encode(longer).length > most) break
    value = longer
  }
  return value
}

function charsetSuffix(charset: Charset): string {
  return charset === latin1 ? '' : ` ${charset.name}`
}

function limitText(limit: number): string {
  return limit === Infinity ? '' : `(to ${limit})`
}
