// Numbers with a limited range, with names, or with named bits.
import type { Codec, NumberCodec } from '../codec.ts'
import { throwFieldError } from '../field-error.ts'
import { randomEdgeBiasedInteger, randomItem } from '../random-values.ts'
import { throwOutOfRange } from './numbers.ts'

/**
 * A number from `min` to `max`. Reading and writing reject all others.
 * @example level: limited(u8, { min: 1, max: 99 })
 */
export function limited(codec: NumberCodec, { min = codec.low, max = codec.high }): NumberCodec {
  const doc = `${codec.doc} ${min}..${max}`
  return {
    ...codec,
    doc,
    low: min,
    high: max,
    read(reader, earlier) {
      const value = codec.read(reader, earlier)
      return value < min || value > max ? throwOutOfRange(value, doc, min, max) : value
    },
    write(writer, value, whole) {
      if (value < min || value > max) throwOutOfRange(value, doc, min, max)
      codec.write(writer, value, whole)
    },
    sample: (random) => randomEdgeBiasedInteger(random, min, max),
  }
}

/**
 * A 64-bit integer as a JavaScript number. Reading and writing reject values under `low` or beyond ±(2^53 - 1).
 * @example experience: safeInteger(BE.u64)
 */
export function safeInteger(codec: Codec<bigint>, low = 0): NumberCodec {
  const high = Number.MAX_SAFE_INTEGER
  const doc = `${codec.doc} to 2^53 - 1`
  return {
    ...codec,
    doc,
    low,
    high,
    read(reader, earlier) {
      const value = Number(codec.read(reader, earlier))
      return Number.isSafeInteger(value) && value >= low ? value : throwOutOfRange(value, doc, low, high)
    },
    write(writer, value, whole) {
      if (!Number.isSafeInteger(value) || value < low) throwOutOfRange(value, doc, low, high)
      codec.write(writer, BigInt(value), whole)
    },
    sample: (random) => randomEdgeBiasedInteger(random, low, high),
  }
}

/**
 * A boolean. 0 is false, 1 is true. Any other number is a WireError.
 * @example ready: bool(u8)
 */
export function bool(codec: NumberCodec): Codec<boolean> {
  return {
    ...codecBase(codec, `${codec.doc} 0 no, 1 yes`),
    read(reader, earlier) {
      const value = codec.read(reader, earlier)
      return value === 1 || (value === 0 ? false : throwFieldError(`${value} is neither 0 nor 1`))
    },
    write(writer, value, whole) {
      if (typeof value !== 'boolean') throwFieldError(`${String(value)} is neither true nor false`)
      codec.write(writer, value ? 1 : 0, whole)
    },
    sample: (random) => random() < 0.5,
  }
}

type Names = { readonly [name: string]: number }

/**
 * Names for numbers. A number without a name is a WireError.
 * @example direction: enumeration(u8, { north: 0, east: 1, south: 2, west: 3 })
 */
export function enumeration<const N extends Names>(codec: NumberCodec, names: N): Codec<keyof N & string> {
  const numbers = new Map(Object.entries(names))
  const byNumber = new Map([...numbers].map(([name, n]) => [n, name]))
  if (byNumber.size !== numbers.size) throw new Error('two names have the same number')
  return {
    ...codecBase(codec, `${codec.doc} ${formatNames(numbers)}`),
    read(reader, earlier) {
      const n = codec.read(reader, earlier)
      return byNumber.get(n) ?? throwFieldError(`${n} is none of ${formatNames(numbers)}`)
    },
    write(writer, value, whole) {
      codec.write(
        writer,
        numbers.get(value) ?? throwFieldError(`${String(value)} is none of ${formatNames(numbers)}`),
        whole,
      )
    },
    sample: (random) => randomItem(random, [...numbers.keys()]),
  }
}

/**
 * Names for numbers. A number without a name stays a number.
 * @example sound: openEnumeration(LE.u16, { horn: 1, bell: 2 })
 */
export function openEnumeration<const N extends Names>(
  codec: NumberCodec,
  names: N,
): Codec<(keyof N & string) | number> {
  const numbers = new Map<string | number, number>(Object.entries(names))
  const byNumber = new Map([...numbers].map(([name, n]) => [n, name as string]))
  if (byNumber.size !== numbers.size) throw new Error('two names have the same number')
  return {
    ...codecBase(codec, `${codec.doc} ${formatNames(numbers)}, or other`),
    read(reader, earlier) {
      const n = codec.read(reader, earlier)
      return byNumber.get(n) ?? n
    },
    write: (writer, value, whole) => codec.write(writer, numbers.get(value) ?? (value as number), whole),
    sample(random) {
      const n = randomEdgeBiasedInteger(random, codec.low, codec.high)
      return random() < 0.5 ? randomItem(random, [...byNumber.values()]) : (byNumber.get(n) ?? n)
    },
  }
}

/** The names of bits: either names from the lowest bit up ('' for an unnamed bit), or one object of names and masks. */
type Bits = readonly string[] | readonly [{ readonly [name: string]: number }]
type BitNames<B extends Bits> = B extends readonly [infer M extends object]
  ? keyof M & string
  : Exclude<Extract<B[number], string>, ''>
type Flags<B extends Bits> = { [N in BitNames<B>]: boolean }

/**
 * Named bits of a number. Other bits are a WireError.
 * @example carries: flags(u8, 'sword', 'crown')
 * @example state: flags(BE.u32, { unpaid: 0x200 })
 */
export function flags<const B extends Bits>(codec: NumberCodec, ...bits: B): Codec<Flags<B>> {
  const masks = masksOf(bits)
  const known = unionOfMasks(masks)
  return {
    ...codecBase(codec, `${codec.doc} ${formatBits(masks)}`),
    read(reader, earlier) {
      const n = codec.read(reader, earlier)
      if ((n & ~known) !== 0) throwFieldError(`unknown bits 0x${((n & ~known) >>> 0).toString(16)}`)
      return splitBits(n, masks) as Flags<B>
    },
    write: (writer, value, whole) => codec.write(writer, combineBits(value, masks), whole),
    sample: (random) => Object.fromEntries(masks.map(([name]) => [name, random() < 0.5])) as Flags<B>,
  }
}

/**
 * Named bits of a number. All other bits are kept in the number `unknown`.
 * @example state: openFlags(u8, 'asleep', 'poisoned')
 */
export function openFlags<const B extends Bits>(
  codec: NumberCodec,
  ...bits: B
): Codec<Flags<B> & { unknown: number }> {
  const masks = masksOf(bits)
  const known = unionOfMasks(masks)
  type Open = Flags<B> & { unknown: number }
  return {
    ...codecBase(codec, `${codec.doc} ${formatBits(masks)}, others kept`),
    read(reader, earlier) {
      const n = codec.read(reader, earlier)
      return { ...splitBits(n, masks), unknown: (n & ~known) >>> 0 } as Open
    },
    write(writer, value, whole) {
      if (value.unknown & known) throwFieldError(`0x${value.unknown.toString(16)} contains named bits`)
      codec.write(writer, (combineBits(value, masks) | value.unknown) >>> 0, whole)
    },
    sample(random) {
      const n = randomEdgeBiasedInteger(random, 0, codec.high)
      return { ...splitBits(n, masks), unknown: (n & ~known) >>> 0 } as Open
    },
  }
}

/**
 * Several numbers packed into the bits of one number, the first in the highest bits. The widths must add up to all its
 * bits.
 * @example cell: packed(BE.u16, { x: 6, y: 6, layer: 4 })
 */
export function packed<const P extends { readonly [name: string]: number }>(
  codec: NumberCodec,
  parts: P,
): Codec<{ -readonly [N in keyof P]: number }> {
  const entries = Object.entries(parts)
  const widths = entries.map(([, width]) => width)
  if (widths.reduce((sum, width) => sum + width, 0) !== codec.max * 8)
    throw new Error(`the widths do not add up to the bits of ${codec.doc}`)
  type Parts = { -readonly [N in keyof P]: number }
  return {
    ...codecBase(codec, `${codec.doc} ${entries.map(([name, width]) => `${name}:${width}`).join(' ')}`),
    read(reader, earlier) {
      let n = codec.read(reader, earlier)
      const low = entries.toReversed().map(([name, width]) => {
        const part = n % 2 ** width
        n = Math.floor(n / 2 ** width)
        return [name, part]
      })
      return Object.fromEntries(low.toReversed()) as Parts
    },
    write(writer, value, whole) {
      let n = 0
      for (const [name, width] of entries) {
        const part = (value as Names)[name]!
        if (!Number.isInteger(part) || part < 0 || part >= 2 ** width)
          throwOutOfRange(part, name, 0, 2 ** width - 1)
        n = n * 2 ** width + part
      }
      codec.write(writer, n, whole)
    },
    sample: (random) =>
      Object.fromEntries(
        entries.map(([name, width]) => [name, randomEdgeBiasedInteger(random, 0, 2 ** width - 1)]),
      ) as Parts,
  }
}

type Mask = readonly [name: string, mask: number]

function masksOf(bits: Bits): Mask[] {
  const [first] = bits
  const masks: Mask[] =
    typeof first === 'object'
      ? Object.entries(first)
      : (bits as readonly string[]).map((name, i): Mask => [name, 2 ** i]).filter(([name]) => name !== '')
  const all = masks.reduce((sum, [, mask]) => sum + mask, 0)
  if (all !== unionOfMasks(masks)) throw new Error('two names have the same bit')
  return masks
}

function unionOfMasks(masks: readonly Mask[]): number {
  return masks.reduce((known, [, mask]) => known | mask, 0) >>> 0
}

function splitBits(n: number, masks: readonly Mask[]): { [name: string]: boolean } {
  const value: { [name: string]: boolean } = {}
  for (const [name, mask] of masks) value[name] = (n & mask) !== 0
  return value
}

function combineBits(value: { readonly [name: string]: unknown }, masks: readonly Mask[]): number {
  let n = 0
  for (let i = 0; i < masks.length; i++) if (value[masks[i]![0]]) n |= masks[i]![1]
  return n >>> 0
}

function formatBits(masks: readonly Mask[]): string {
  return `bits ${masks.map(([name, mask]) => `${name}=0x${mask.toString(16)}`).join(' ')}`
}

function formatNames(numbers: ReadonlyMap<string | number, number>): string {
  return [...numbers].map(([name, n]) => `${n} ${name}`).join(', ')
}

function codecBase({ min, max }: NumberCodec, doc: string) {
  return { doc, min, max }
}
