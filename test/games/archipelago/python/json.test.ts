// Reads and writes JSON like Python: the results are compared with CPython's results for the same texts, and the limits
// are tested.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EncodedJson, parseJson, stringifyJson } from '../../../../games/archipelago/python/json.ts'
import type { PyDict } from '../../../../games/archipelago/python/values.ts'
import { WireError } from '../../../../wire/util/wire-error.ts'
import { assertProperty } from '../../../property.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/python/${name}`, import.meta.url), 'utf8')
const rows = (name: string) =>
  fixture(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('JSON', () => {
  it('[AP-1.3] is accepted, rejected and written as in Python', () => {
    for (const [text, written] of rows('json.jsonl')) {
      if (written === null) expect(() => parseJson(text), text).toThrow(WireError)
      else expect(stringifyJson(parseJson(text)), text).toBe(written)
    }
  })

  it('has floats with the fewest digits, and with an exponent if Python writes one', () => {
    const text = fixture('floats.json').trim()
    expect(stringifyJson(parseJson(text))).toBe(text)
    expect(stringifyJson(parseJson('[1e16,1e-7,5e-324,123456789012345680.0,0.0001,-0.00001]'))).toBe(
      '[1e+16,1e-07,5e-324,1.2345678901234568e+17,0.0001,-1e-05]',
    )
  })

  it('[AP-1.3] keeps large ints, 1.0, infinities and -0.0 of a Bounce unchanged, as the original does', () => {
    const sent =
      '[{"cmd":"Bounce","slots":[1],"data":{"big":9007199254740993,"f":1.0,"e":1e400,"n":-0.0,"u":"\\u00e9\\ud83d\\ude00"}}]'
    expect(stringifyJson(parseJson(sent))).toBe(
      '[{"cmd":"Bounce","slots":[1],"data":{"big":9007199254740993,"f":1.0,"e":Infinity,"n":-0.0,"u":"é😀"}}]',
    )
  })

  it('[AP-1.4] has the fields of named tuples in order, without unknown fields', () => {
    const sent =
      '{"nested":{"class":"Version","major":1,"minor":2,"build":3},"p":{"class":"NetworkItem","item":1,"location":2,"player":3,"extra":4}}'
    expect(stringifyJson(parseJson(sent))).toBe(
      '{"nested":{"major":1,"minor":2,"build":3,"class":"Version"},"p":{"item":1,"location":2,"player":3,"flags":0,"class":"NetworkItem"}}',
    )
    expect(
      stringifyJson(parseJson('{"Major":"1","MINOR":2.9,"build":true,"Class":"x","class":"Version"}')),
    ).toBe('{"major":1,"minor":2,"build":1,"class":"Version"}')
  })

  it('[AP-1.4] keeps an object unchanged if its class is Hint or unknown, or a field is missing', () => {
    const hintObject =
      '{"class":"Hint","receiving_player":1,"finding_player":2,"location":3,"item":4,"found":false,"note":"x"}'
    for (const text of [
      '{"class":"Version","major":1}',
      '{"class":"toString"}',
      '{"class":[],"a":1}',
      hintObject,
    ]) {
      expect(stringifyJson(parseJson(text))).toBe(text)
    }
  })

  it('keeps the order of keys, including numeric keys and __proto__', () => {
    const text = '{"b":1,"10":2,"2":3,"__proto__":{"a":1},"a":4,"1":"5"}'
    expect(stringifyJson(parseJson(text))).toBe(text)
    expect((parseJson(text) as PyDict).get('10')).toBe(2)
  })

  it('that JSON.stringify wrote is unchanged after reading and writing', () => {
    assertProperty(
      fc.property(fc.json(), (text) => {
        // In Python -0 is an int, so it equals 0.
        const expected = JSON.parse(text, (_key, value) => (value === 0 ? 0 : value))
        expect(JSON.parse(stringifyJson(parseJson(text)))).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  it('contains lone surrogates as escapes, because UTF-8 cannot encode them', () => {
    expect(stringifyJson(parseJson('["\\ud83d"]'))).toBe('["\\ud83d"]')
  })

  it('of any form is read or rejected with a WireError', () => {
    const pieces = [...'{}[]":,1-\\a ', '.0', 'e9', 'NaN', 'Infinity']
    assertProperty(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        try {
          stringifyJson(parseJson(parts.join('')))
        } catch (error) {
          expect(error).toBeInstanceOf(WireError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('that is too long or too deeply nested, or has an int of more than 4,300 digits, is rejected', () => {
    const nested = (depth: number, inner: string) => '['.repeat(depth) + inner + ']'.repeat(depth)
    for (const inner of ['1', '1.0']) {
      expect(stringifyJson(parseJson(nested(200, inner)))).toBe(nested(200, inner))
      for (const depth of [201, 100_000])
        expect(() => parseJson(nested(depth, inner))).toThrow('nested too deeply')
    }
    expect(() => parseJson('[1,2]', { length: 4, depth: 9 })).toThrow('JSON: 5 characters; the limit is 4')
    expect(stringifyJson(parseJson('9'.repeat(4300)))).toBe('9'.repeat(4300))
    expect(() => parseJson(`[${'9'.repeat(4302)}]`)).toThrow('4300 digits')
  })

  it('is read in linear time, even if it is hostile', () => {
    const mega = 1 << 18
    const hostile = [
      `[1.0,"${'\\"'.repeat(mega)}`,
      `{"1"${' '.repeat(mega)}:1`,
      `[${'1.'.repeat(mega)}`,
      '"1" '.repeat(mega),
    ]
    for (const text of hostile) expect(() => parseJson(text)).toThrow(WireError)
  })

  it('of plain objects omits undefined members, and contains encoded texts unchanged', () => {
    expect(
      stringifyJson({ cmd: 'X', none: undefined, data: new EncodedJson('{"f":1.0}'), list: [1, null, true] }),
    ).toBe('{"cmd":"X","data":{"f":1.0},"list":[1,null,true]}')
  })
})
