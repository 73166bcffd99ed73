import type { Codec, Optional } from '../../../../wire/codec/codec.ts'
import { throwFieldError } from '../../../../wire/codec/field-error.ts'
import { throwOutOfRange } from '../../../../wire/codec/fields/numbers.ts'
import { type RandomFunction, randomItem } from '../../../../wire/codec/random-values.ts'
import { about, decimal, latin1, str, u8, word } from '../../../../wire/index.ts'

/** Text of at most 255 bytes, prefixed by its length [CF-1.4]. */
export const shortString = str(u8)
/** Strings whose length includes a trailing NUL [CF-1.4]. */
export const nulTerminatedString = str(u8, latin1, { nul: true })
/** Negative tags are read without an error, although no thing has one. */
export const decimalTag = about(decimal(-0x80000000, 0xffffffff), 'tag of a thing')

/** Throws WireError if `value` is not a whole number in the range. */
export function checkRange(value: number, what: string, low: number, high: number): number {
  return Number.isInteger(value) && value >= low && value <= high
    ? value
    : throwOutOfRange(value, what, low, high)
}

/** Writes nothing for an empty list, not even the separator in front of it. */
export function omitIfEmpty<T>(codec: Codec<readonly T[]>): Codec<readonly T[]> {
  return {
    ...codec,
    write(writer, value, whole) {
      if (value.length) codec.write(writer, value, whole)
    },
  }
}

export function prefixedByByte<T>(byte: number, codec: Codec<T>): Codec<T> {
  return {
    ...codec,
    doc: `${JSON.stringify(String.fromCharCode(byte))} ${codec.doc}`,
    min: codec.min + 1,
    max: codec.max + 1,
    read(reader, earlier) {
      const at = reader.skip(1)
      if (reader.bytes[at] !== byte) throwFieldError(`expected byte ${byte}, found ${reader.bytes[at]}`)
      return codec.read(reader, earlier)
    },
    write(writer, value, whole) {
      writer.byte(byte)
      codec.write(writer, value, whole)
    },
  }
}

/** An optional count in front of a command. Without a count, the command itself must not start with a number. */
export const optionalCount: Optional<number> = {
  optional: true,
  doc: 'decimal, or nothing',
  min: 0,
  max: 12,
  read: (reader, earlier) =>
    isNumber(firstWord(reader.bytes.subarray(reader.at, reader.end)))
      ? leadingCount.read(reader, earlier)
      : undefined,
  write(writer, value, whole) {
    if (value !== undefined) leadingCount.write(writer, value, whole)
    else if (isNumber(firstWord(latin1.encode(whole.text as string))))
      throwFieldError('the text would be parsed as a number')
  },
  sample: (chance, earlier) => (chance() < 0.5 ? undefined : leadingCount.sample(chance, earlier)),
}
const leadingCount = decimal()

function firstWord(bytes: Uint8Array): string {
  const end = bytes.indexOf(32)
  return latin1.decode(bytes.subarray(0, Math.min(end < 0 ? bytes.length : end, 20)))
}

function isNumber(text: string): boolean {
  return /^-?\d{1,15}$/.test(text) && Number(text) >= leadingCount.low && Number(text) <= leadingCount.high
}

export interface SettingPair {
  readonly key: string
  /** Empty only for the last key, if it has no value. */
  readonly value: string
}

/** Reading accepts any number of spaces between words; writing uses one. */
export const settingPairs: Codec<readonly SettingPair[]> = {
  doc: 'word pairs[to the end]',
  min: 0,
  max: Infinity,
  read(reader) {
    const at = reader.skip(reader.left)
    const words = latin1.decode(reader.bytes.subarray(at, reader.at)).split(' ').filter(Boolean)
    return words.flatMap((key, n) => (n % 2 ? [] : [{ key, value: words[n + 1] ?? '' }]))
  },
  write(writer, value) {
    const words = value.flatMap((setting) => [setting.key, setting.value])
    if (words.at(-1) === '') words.pop()
    if (words.some((one) => one === '' || one.includes(' ')))
      throwFieldError('a key or value is empty or has a space')
    // Without settings, the space after `setup` is left out, too.
    if (words.length) writer.put(latin1.encode(words.join(' ')))
  },
  sample: (chance) => Array.from({ length: Math.floor(chance() * 4) }, () => sampleSetting(chance)),
}

function sampleSetting(chance: RandomFunction): SettingPair {
  return { key: word.sample(chance, {}), value: randomItem(chance, ['0', '1', 'FALSE', '25x25']) }
}
