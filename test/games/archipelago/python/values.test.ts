import { describe, expect, it } from 'vitest'
import { equals, isLess, PythonError, toHashKey } from '../../../../games/archipelago/python/comparison.ts'
import { parseJson } from '../../../../games/archipelago/python/json.ts'
import { formatRepr, isPrintableText } from '../../../../games/archipelago/python/repr.ts'
import {
  formatKey,
  isTruthy,
  PyFloat,
  PyTuple,
  pyFloat,
  pyInt,
  toWholeNumber,
  typeName,
} from '../../../../games/archipelago/python/values.ts'

describe('Python values', () => {
  it('have one representation each: safe ints and fractions are numbers, other ints are bigints, other floats are PyFloat objects', () => {
    expect([pyInt(5n), pyInt(-0), pyInt(2n ** 53n), pyInt(2 ** 53 - 1)]).toEqual([
      5,
      0,
      2n ** 53n,
      2 ** 53 - 1,
    ])
    expect(Object.is(pyInt(-0), 0)).toBe(true)
    expect([pyFloat(1.5), pyFloat(1), pyFloat(Number.NaN)]).toEqual([
      1.5,
      new PyFloat(1),
      new PyFloat(Number.NaN),
    ])
  })

  it('have the type names and texts of Python', () => {
    const value = parseJson(
      `[null,true,5,9007199254740993,1.0,NaN,-Infinity,"it's",{"a":[]},"\\"'\\n\\u00a0é\\ud83d"]`,
    )
    expect((value as []).map(typeName).join(' ')).toBe('NoneType bool int int float float float str dict str')
    expect(formatRepr(value)).toBe(
      `[None, True, 5, 9007199254740993, 1.0, nan, -inf, "it's", {'a': []}, '"\\'\\n\\xa0é\\ud83d']`,
    )
    expect(formatRepr(new PyTuple('Version', [0, 6, 7]))).toBe('Version(major=0, minor=6, build=7)')
  })

  it('are printable if they are texts without line breaks, control characters or unusual spaces', () => {
    for (const text of ['', 'a b', 'emoji 😀 ok', 'é']) expect(isPrintableText(text)).toBe(true)
    for (const text of ['line\nbreak', '\u00a0', '\u200b', '\u2028', '\ud83d', '\x7f'])
      expect(isPrintableText(text)).toBe(false)
  })

  it('can be ids if they are safe integers, even if written as floats such as 5.0', () => {
    expect(['5', '5.0', '-2', '-0.0'].map((text) => toWholeNumber(parseJson(text)))).toEqual([5, 5, -2, 0])
    for (const text of ['5.5', '"5"', 'true', 'null', '9007199254740993', 'NaN', '1e300', '[5]']) {
      expect(toWholeNumber(parseJson(text)), text).toBeUndefined()
    }
  })

  it('are false if null, empty or zero', () => {
    for (const text of ['null', 'false', '0', '0.0', '-0.0', '""', '[]', '{}'])
      expect(isTruthy(parseJson(text)), text).toBe(false)
    for (const text of ['true', '1', '0.1', 'NaN', '"0"', '[0]', '{"a":0}'])
      expect(isTruthy(parseJson(text)), text).toBe(true)
  })

  it('are written as JSON keys like json.dumps writes them', () => {
    expect([1, 2n ** 64n, true, null, 0.5, new PyFloat(1), 'a'].map(formatKey)).toEqual([
      '1',
      '18446744073709551616',
      'true',
      'null',
      '0.5',
      '1.0',
      'a',
    ])
  })

  it('are equal by value, across types', () => {
    for (const [a, b] of [
      ['1', '1.0'],
      ['1', 'true'],
      ['[1,{"a":0}]', '[true,{"a":false}]'],
      ['{"a":1,"b":2}', '{"b":2,"a":1}'],
      ['9007199254740992', '9007199254740992.0'],
    ]) {
      expect(equals(parseJson(a!), parseJson(b!)), `${a} ${b}`).toBe(true)
    }
    for (const [a, b] of [
      ['1', '"1"'],
      ['0', 'null'],
      ['NaN', 'NaN'],
      ['9007199254740993', '9007199254740992.0'],
      ['{"a":1}', '{"b":1}'],
      ['[]', '{}'],
    ]) {
      expect(equals(parseJson(a!), parseJson(b!)), `${a} ${b}`).toBe(false)
    }
  })

  it('have hash keys at most twice as long as their JSON, however deeply tuples are nested', () => {
    const nest = (inner: string) => `{"class":"NetworkItem","item":${inner},"location":"b","player":1}`
    const deep = Array.from({ length: 100 }).reduce<string>(nest, '"a"')
    expect(toHashKey(parseJson(deep)).length).toBeLessThan(2 * deep.length)
    for (const [a, b] of [
      ['"a"', '"b"'],
      ['"1:b"', '""'],
    ])
      expect(toHashKey(parseJson(nest(a!)))).not.toBe(toHashKey(parseJson(nest(b!))))
    expect(toHashKey(parseJson(nest('1')))).toBe(toHashKey(parseJson(nest('1.0'))))
  })

  it('are ordered by code point if they are texts, by the first difference if they are lists, otherwise not at all', () => {
    expect(isLess('\uffff', '😀')).toBe(true)
    expect(isLess(parseJson('[1,2]'), parseJson('[1,3]'))).toBe(true)
    expect(isLess(parseJson('[1]'), parseJson('[1,"x"]'))).toBe(true)
    expect(() => isLess(1, 'a')).toThrow(PythonError)
    expect(() => isLess(null, null)).toThrow(
      "'<' not supported between instances of 'NoneType' and 'NoneType'",
    )
  })
})
