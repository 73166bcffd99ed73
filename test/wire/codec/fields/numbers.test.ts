import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BE,
  bool,
  decode,
  encode,
  enumeration,
  flags,
  hasAnyBit,
  i8,
  LE,
  limited,
  openEnumeration,
  openFlags,
  packed,
  safeInteger,
  struct,
  u8,
  WireError,
  when,
} from '../../../../wire/index.ts'
import { assertProperty } from '../../../property.ts'
import { seededRandom } from '../../packets/seeded-random.ts'

const integers = { u8, i8, ...prefixed('LE', LE), ...prefixed('BE', BE) }
const runs = { numRuns: 100 }

describe.each(Object.entries(integers))('%s', (_, codec) => {
  it('round-trips over its whole range', () => {
    for (const value of [codec.low, codec.high, 0, 1, codec.low + 1, codec.high - 1]) {
      expect(decode(codec, encode(codec, value))).toBe(value)
    }
    assertProperty(
      fc.property(fc.integer({ min: codec.low, max: codec.high }), (value) => {
        expect(decode(codec, encode(codec, value))).toBe(value)
      }),
      runs,
    )
  })

  it('refuses out-of-range values and fractions', () => {
    for (const value of [codec.low - 1, codec.high + 1, 0.5, NaN, Infinity, 2 ** 53, '1', undefined, null]) {
      expect(() => encode(codec, value as number)).toThrow(WireError)
    }
  })
})

describe('whole numbers', () => {
  it('follow the byte order of their endianness', () => {
    expect(encode(LE.u16, 0x0102)).toEqual(Uint8Array.of(2, 1))
    expect(encode(BE.u16, 0x0102)).toEqual(Uint8Array.of(1, 2))
    expect(encode(LE.i16, -2)).toEqual(Uint8Array.of(0xfe, 0xff))
    expect(encode(BE.i16, -2)).toEqual(Uint8Array.of(0xff, 0xfe))
    expect(encode(LE.u32, 0x01020304)).toEqual(Uint8Array.of(4, 3, 2, 1))
    expect(encode(BE.i32, -2)).toEqual(Uint8Array.of(0xff, 0xff, 0xff, 0xfe))
    expect(encode(BE.u64, 0x0102030405060708n)).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))
    expect(encode(LE.u64, 0x0102030405060708n)).toEqual(Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1))
  })

  it('report the expected and the actual value in errors', () => {
    expect(() => encode(u8, 256)).toThrow(new WireError('256 is not a whole number from 0 to 255 (u8)'))
    expect(() => decode(LE.u32, Uint8Array.of(1))).toThrow(new WireError('4 bytes expected, 1 left'))
    expect(() => decode(u8, Uint8Array.of(1, 2, 3))).toThrow(new WireError('2 bytes left over'))
  })

  it('of 64 bits are accepted up to their limits and refused beyond them', () => {
    for (const codec of [LE.u64, BE.u64]) {
      for (const value of [0n, 1n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n]) {
        expect(decode(codec, encode(codec, value))).toBe(value)
      }
      for (const value of [-1n, 2n ** 64n, 5]) expect(() => encode(codec, value as bigint)).toThrow(WireError)
    }
    for (const codec of [LE.i64, BE.i64]) {
      for (const value of [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)]) {
        expect(decode(codec, encode(codec, value))).toBe(value)
      }
      for (const value of [2n ** 63n, -(2n ** 63n) - 1n, 5]) {
        expect(() => encode(codec, value as bigint)).toThrow(WireError)
      }
    }
  })
})

it('floats round-trip; an f32 is rounded', () => {
  assertProperty(
    fc.property(fc.double(), (value) => {
      for (const codec of [LE.f64, BE.f64]) expect(decode(codec, encode(codec, value))).toBe(value)
    }),
    runs,
  )
  expect(decode(LE.f32, encode(LE.f32, 0.1))).toBe(Math.fround(0.1))
  expect(decode(BE.f32, encode(BE.f32, Infinity))).toBe(Infinity)
  expect(() => encode(LE.f32, 1e300)).toThrow('1e+300 does not fit into an f32')
  expect(() => encode(LE.f64, '1' as unknown as number)).toThrow(WireError)
})

describe('numbers with a meaning', () => {
  it('may have a smaller range than their type', () => {
    const index = limited(u8, { max: 62 })
    expect(index.doc).toBe('u8 0..62')
    expect(decode(index, Uint8Array.of(62))).toBe(62)
    expect(() => decode(index, Uint8Array.of(63))).toThrow('63 is not a whole number from 0 to 62')
    expect(() => encode(index, 63)).toThrow(WireError)
  })

  it('of 64 bits may be limited to the values that a JavaScript number stores exactly', () => {
    const experience = safeInteger(BE.u64)
    const most = Number.MAX_SAFE_INTEGER
    expect(decode(experience, Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 2))).toBe(2 ** 32 + 2)
    expect(encode(experience, most)).toEqual(encode(BE.u64, BigInt(most)))
    expect(() => decode(experience, encode(BE.u64, 2n ** 53n))).toThrow(
      '9007199254740992 is not a whole number from 0 to 9007199254740991 (u64be to 2^53 - 1)',
    )
    for (const value of [-1, 0.5, 2 ** 53]) expect(() => encode(experience, value)).toThrow(WireError)
    const debt = safeInteger(LE.i64, -most)
    expect(decode(debt, encode(debt, -most))).toBe(-most)
    expect(() => decode(debt, encode(LE.i64, -(2n ** 53n)))).toThrow(WireError)
    expect(() => decode(debt, encode(LE.i64, -(2n ** 63n)))).toThrow(WireError)
  })

  it('that stand for true or false are 1 or 0, and any other number is refused', () => {
    expect(decode(bool(u8), Uint8Array.of(1))).toBe(true)
    expect(encode(bool(u8), false)).toEqual(Uint8Array.of(0))
    expect(() => decode(bool(u8), Uint8Array.of(2))).toThrow('2 is neither 0 nor 1')
  })

  it('of an enumeration have names; an unknown value is refused, unless the field keeps unknown values', () => {
    const names = { clear: 0, rain: 1 }
    expect(decode(enumeration(u8, names), Uint8Array.of(1))).toBe('rain')
    expect(() => decode(enumeration(u8, names), Uint8Array.of(2))).toThrow('2 is none of 0 clear, 1 rain')
    expect(() => encode(enumeration(u8, names), 'fog' as 'rain')).toThrow('fog is none of')
    expect(decode(openEnumeration(u8, names), Uint8Array.of(2))).toBe(2)
    expect(encode(openEnumeration(u8, names), 2)).toEqual(Uint8Array.of(2))
    expect(encode(openEnumeration(u8, names), 'rain')).toEqual(Uint8Array.of(1))
    expect(() => enumeration(u8, { a: 1, b: 1 })).toThrow('two names have the same number')
  })

  it('that are flags have named bits; unknown bits are refused, unless the field keeps unknown bits', () => {
    const items = flags(u8, 'sword', '', 'shield')
    expect(decode(items, Uint8Array.of(4))).toEqual({ sword: false, shield: true })
    expect(encode(items, { sword: true, shield: true })).toEqual(Uint8Array.of(5))
    expect(() => decode(items, Uint8Array.of(2))).toThrow('unknown bits 0x2')
    const open = openFlags(BE.u32, { unpaid: 0x200, top: 0x80000000 })
    expect(decode(open, encode(BE.u32, 0x80000201))).toEqual({ unpaid: true, top: true, unknown: 1 })
    expect(encode(open, { unpaid: false, top: true, unknown: 1 })).toEqual(encode(BE.u32, 0x80000001))
    expect(() => encode(open, { unpaid: false, top: false, unknown: 0x200 })).toThrow(WireError)
    expect(() => flags(u8, { a: 3, b: 2 })).toThrow('two names have the same bit')
  })

  it('may be packed into the bits of one number, from the highest bit on', () => {
    const coordinates = packed(BE.u16, { x: 6, y: 6, scroll: 4 })
    expect(encode(coordinates, { x: 14, y: 15, scroll: 1 })).toEqual(Uint8Array.of(0x38, 0xf1))
    expect(decode(coordinates, Uint8Array.of(0x38, 0xf1))).toEqual({ x: 14, y: 15, scroll: 1 })
    expect(() => encode(coordinates, { x: 64, y: 0, scroll: 0 })).toThrow(
      '64 is not a whole number from 0 to 63 (x)',
    )
    const wide = packed(LE.u32, { high: 1, low: 31 })
    expect(decode(wide, encode(wide, { high: 1, low: 2 ** 31 - 1 }))).toEqual({ high: 1, low: 2 ** 31 - 1 })
    expect(() => packed(u8, { x: 7 })).toThrow('do not add up to the bits of u8')
    const bits = packed(u8, { first: 1, rest: 7 })
    const samples = Array.from({ length: 50 }, (_, seed) => bits.sample(seededRandom(seed), {}).first)
    expect(new Set(samples)).toEqual(new Set([0, 1]))
  })

  it('that are flags may determine which fields follow', () => {
    const update = struct({ flags: u8, weight: when('flags', hasAnyBit(4), LE.u16) })
    expect(decode(update, Uint8Array.of(5, 1, 0))).toEqual({ flags: 5, weight: 1 })
    expect(decode(update, Uint8Array.of(3))).toEqual({ flags: 3 })
  })
})

function prefixed(name: string, { u16, i16, u32, i32 }: typeof LE) {
  const entries = Object.entries({ u16, i16, u32, i32 }).map(
    ([key, codec]) => [`${name}.${key}`, codec] as const,
  )
  return Object.fromEntries(entries)
}
