// Python's values: their one form, what they print as, and how they compare.
import { describe, expect, it } from 'vitest'
import { parse } from '../../../../games/archipelago/python/json.ts'
import { equals, less, PythonError } from '../../../../games/archipelago/python/order.ts'
import { isPrintable, repr } from '../../../../games/archipelago/python/text.ts'
import {
  Float,
  float,
  int,
  keyText,
  Tuple,
  truthy,
  typeName,
  wholeNumber,
} from '../../../../games/archipelago/python/values.ts'

describe('Python values', () => {
  it('have one form each: safe ints and fractions are numbers, other ints bigints, other floats Floats', () => {
    expect([int(5n), int(-0), int(2n ** 53n), int(2 ** 53 - 1)]).toEqual([5, 0, 2n ** 53n, 2 ** 53 - 1])
    expect(Object.is(int(-0), 0)).toBe(true)
    expect([float(1.5), float(1), float(Number.NaN)]).toEqual([1.5, new Float(1), new Float(Number.NaN)])
  })

  it('are named and printed as Python does', () => {
    const value = parse(
      `[null,true,5,9007199254740993,1.0,NaN,-Infinity,"it's",{"a":[]},"\\"'\\n\\u00a0é\\ud83d"]`,
    )
    expect((value as []).map(typeName).join(' ')).toBe('NoneType bool int int float float float str dict str')
    expect(repr(value)).toBe(
      `[None, True, 5, 9007199254740993, 1.0, nan, -inf, "it's", {'a': []}, '"\\'\\n\\xa0é\\ud83d']`,
    )
    expect(repr(new Tuple('Version', [0, 6, 7]))).toBe('Version(major=0, minor=6, build=7)')
  })

  it('quote a packet as the original does in its InvalidPacket', () => {
    expect(repr(parse('{"foo":1}'))).toBe("{'foo': 1}")
    expect(repr(parse('["AP","DeathLink"]'))).toBe("['AP', 'DeathLink']")
  })

  it('are printable text without line breaks, controls and spaces other than the plain one', () => {
    for (const text of ['', 'a b', 'emoji 😀 ok', 'é']) expect(isPrintable(text)).toBe(true)
    for (const text of ['line\nbreak', '\u00a0', '\u200b', '\u2028', '\ud83d', '\x7f'])
      expect(isPrintable(text)).toBe(false)
  })

  it('are ids if they are whole, 5.0 being 5', () => {
    expect(['5', '5.0', '-2', '-0.0'].map((text) => wholeNumber(parse(text)))).toEqual([5, 5, -2, 0])
    for (const text of ['5.5', '"5"', 'true', 'null', '9007199254740993', 'NaN', '1e300', '[5]']) {
      expect(wholeNumber(parse(text)), text).toBeUndefined()
    }
  })

  it('are false when they are nothing, empty or zero', () => {
    for (const text of ['null', 'false', '0', '0.0', '-0.0', '""', '[]', '{}'])
      expect(truthy(parse(text)), text).toBe(false)
    for (const text of ['true', '1', '0.1', 'NaN', '"0"', '[0]', '{"a":0}'])
      expect(truthy(parse(text)), text).toBe(true)
  })

  it('are keys in JSON as json.dumps writes them', () => {
    expect([1, 2n ** 64n, true, null, 0.5, new Float(1), 'a'].map(keyText)).toEqual([
      '1',
      '18446744073709551616',
      'true',
      'null',
      '0.5',
      '1.0',
      'a',
    ])
  })

  it('are equal by what they are worth, whatever their type', () => {
    for (const [a, b] of [
      ['1', '1.0'],
      ['1', 'true'],
      ['[1,{"a":0}]', '[true,{"a":false}]'],
      ['{"a":1,"b":2}', '{"b":2,"a":1}'],
      ['9007199254740992', '9007199254740992.0'],
    ]) {
      expect(equals(parse(a!), parse(b!)), `${a} ${b}`).toBe(true)
    }
    for (const [a, b] of [
      ['1', '"1"'],
      ['0', 'null'],
      ['NaN', 'NaN'],
      ['9007199254740993', '9007199254740992.0'],
      ['{"a":1}', '{"b":1}'],
      ['[]', '{}'],
    ]) {
      expect(equals(parse(a!), parse(b!)), `${a} ${b}`).toBe(false)
    }
  })

  it('compare texts by code point, lists by their first difference, and other types not at all', () => {
    expect(less('\uffff', '😀')).toBe(true)
    expect(less(parse('[1,2]'), parse('[1,3]'))).toBe(true)
    expect(less(parse('[1]'), parse('[1,"x"]'))).toBe(true)
    expect(() => less(1, 'a')).toThrow(PythonError)
    expect(() => less(null, null)).toThrow("'<' not supported between instances of 'NoneType' and 'NoneType'")
  })
})
