import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  BE,
  decimal,
  decode,
  encode,
  is,
  isBetween,
  latin1,
  list,
  optional,
  presenceBits,
  str,
  struct,
  switchOn,
  text,
  toEnd,
  u8,
  type ValueOf,
  WireError,
  word,
} from '../../../../wire/index.ts'

const bytesOf = (characters: string) => latin1.encode(characters)

describe('optional fields', () => {
  const version = struct({ name: word, cs: decimal(), sc: optional(decimal()), info: optional(text(), 'sc') })

  it('are present if bytes remain', () => {
    const short = { name: 'version', cs: 1001 }
    const middle = { ...short, sc: 1010 }
    const long = { ...middle, info: 'X11 client' }
    for (const [wire, value] of [
      ['version 1001', short],
      ['version 1001 1010', middle],
      ['version 1001 1010 X11 client', long],
    ] as const) {
      expect(decode(version, bytesOf(wire))).toEqual(value)
      expect(encode(version, value)).toEqual(bytesOf(wire))
    }
    expect(() => decode(version, bytesOf('version 1001 x'))).toThrow('sc: "x" is not a number')
    expectTypeOf<ValueOf<typeof version>['sc']>().toEqualTypeOf<number | undefined>()
  })

  it('cannot be encoded to bytes that would be decoded as missing', () => {
    expect(() => encode(version, { name: 'version', cs: 1, info: 'x' })).toThrow('info: allowed only with sc')
    expect(() => encode(version, { name: 'version', cs: 1, sc: 2, info: '' })).toThrow(
      'info: a value of zero bytes would read as missing',
    )
    expect(() => struct({ info: optional(text(), 'sc') })).toThrow('info: no field sc before it')
  })
})

describe('fields with a bit each', () => {
  const changed = presenceBits(u8, 'face', 'name')
  const update = struct({
    changed,
    tag: BE.u16,
    face: changed.of('face', BE.u16),
    name: changed.of('name', str(u8)),
  })

  it('are present if their bit is set, and set their bit when they are written', () => {
    for (const [wire, value] of [
      ['\0\0\x07', { tag: 7 }],
      ['\x01\0\x07\0\x09', { tag: 7, face: 9 }],
      ['\x02\0\x07\x02hi', { tag: 7, name: 'hi' }],
      ['\x03\0\x07\0\x09\x00', { tag: 7, face: 9, name: '' }],
    ] as const) {
      expect(decode(update, bytesOf(wire))).toEqual(value)
      expect(encode(update, value)).toEqual(bytesOf(wire))
    }
    expect(() => decode(update, bytesOf('\x04\0\x07'))).toThrow('changed: unknown bits 0x4')
    expect(() => decode(update, bytesOf('\x01\0\x07'))).toThrow('face: 2 bytes expected, 0 left')
    expectTypeOf<ValueOf<typeof update>>().toEqualTypeOf<{
      tag: number
      face?: number | undefined
      name?: string | undefined
    }>()
  })

  it('may differ between the items of a list', () => {
    const updates = [{ tag: 1, face: 2 }, { tag: 3 }, { tag: 4, name: 'x' }]
    expect(decode(list(update, u8), encode(list(update, u8), updates))).toEqual(updates)
  })

  it('must all follow their bits in one struct: any other struct is refused when it is built', () => {
    const face = changed.of('face', BE.u16)
    const name = changed.of('name', str(u8))
    expect(() => struct({ face, changed, name })).toThrow('face: its bit is not before it')
    expect(() => struct({ changed, face })).toThrow('presence bit of name: no such field uses it')
    expect(() => struct({ changed, face, name: str(u8) })).toThrow('presence bit of name')
    expect(() => changed.of('size' as 'name', u8)).toThrow('there is no bit for size')
    expect(() => struct({ changed, one: struct({ changed, face, name }), face, name })).toThrow(
      'changed is also used inside another field',
    )
  })
})

describe('fields with a conditional layout', () => {
  const stat = struct({
    stat: u8,
    value: switchOn('stat', [
      [is(1, 2), BE.u16],
      [isBetween(2, 9), str(u8)],
    ]),
  })

  it('have the layout of the first condition that is true', () => {
    expect(decode(stat, bytesOf('\x02\0\x05'))).toEqual({ stat: 2, value: 5 })
    expect(decode(stat, bytesOf('\x09\x01x'))).toEqual({ stat: 9, value: 'x' })
    expect(encode(stat, { stat: 3, value: '' })).toEqual(bytesOf('\x03\0'))
    expect(() => decode(stat, bytesOf('\x0a\0'))).toThrow('value: no layout for stat 10')
    expect(() => encode(stat, { stat: 1, value: 'x' })).toThrow(WireError)
    expectTypeOf<ValueOf<typeof stat>['value']>().toEqualTypeOf<number | string>()
  })

  it('are printed with the layout for each condition', () => {
    const { nested } = switchOn('stat', [[isBetween(2, 9), u8]], BE.u32)
    expect(nested?.map(({ step }) => step)).toEqual([' (stat is 2 to 9)', ' (otherwise)'])
  })

  it('may depend on whether a number is in a range', () => {
    expect([1, 2, 9, 10, '5', undefined].map(isBetween(2, 9).holds)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

it('an empty optional list is refused, because it would be read as missing', () => {
  const tags = struct({ count: u8, tags: optional(toEnd(BE.u16)) })
  expect(decode(tags, Uint8Array.of(1))).toEqual({ count: 1 })
  expect(() => encode(tags, { count: 1, tags: [] })).toThrow('a value of zero bytes would read as missing')
})
