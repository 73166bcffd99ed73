// Fuzzy matches of names, compared with CPython's ranking and the texts of the recorded sessions.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from '../../../../games/archipelago/names/edit-distance.ts'
import {
  findBestMatch,
  NameCandidates,
  parseNumericId,
} from '../../../../games/archipelago/names/fuzzy-match.ts'
import { assertProperty } from '../../../property.ts'

const match = (input: string, names: Iterable<string>) => findBestMatch(input, new NameCandidates(names))
const points = (text: string) => Uint32Array.from(text, (character) => character.codePointAt(0)!)
const distance = (a: string, b: string) => editDistance(points(a), points(b))
const file = readFileSync(new URL('../fixtures/python/fuzzy.jsonl', import.meta.url), 'utf8')

describe('fuzzy names', () => {
  it('[AP-8.3] have the same matches, scores and decisions as in the original', () => {
    for (const line of file.trim().split('\n')) {
      const [input, names, answer, percent, sure] = JSON.parse(line)
      expect(match(input, names), line).toMatchObject({ name: answer, percent, isSure: sure })
    }
  })

  it('use the unrestricted Damerau-Levenshtein distance, in which letters can be inserted between two swapped letters', () => {
    expect(distance('ca', 'abc')).toBe(2)
    expect([distance('', 'abc'), distance('abc', ''), distance('', '')]).toEqual([3, 3, 0])
    expect([
      distance('abcdef', 'abdcef'),
      distance('kitten', 'sitting'),
      distance('aaaaaaaa', 'bbbbbbbb'),
    ]).toEqual([1, 3, 8])
  })

  it('use a distance that is a metric: symmetric, 0 only for equal texts, and with the triangle inequality', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
    assertProperty(
      fc.property(word, word, word, (a, b, c) => {
        expect(distance(a, b)).toBe(distance(b, a))
        expect(distance(a, b) === 0).toBe(a === b)
        expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c))
      }),
    )
  })

  it('[AP-8.3] have the best match that a comparison with every name would find', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'c', ' '), maxLength: 8 })
    fc.assert(
      fc.property(word, fc.uniqueArray(word, { minLength: 1, maxLength: 12 }), (input, names) => {
        const ratios = names.map((name) =>
          name === input
            ? 1.01
            : 1 - distance(input.toLowerCase(), name.toLowerCase()) / Math.max(input.length, name.length),
        )
        const best = Math.max(...ratios)
        const [first, second] = ratios.map((ratio) => Math.trunc(ratio * 100)).sort((x, y) => y - x)
        const isSure = second === undefined ? first! > 90 : best >= 1 || (first! >= 75 && first! - second > 5)
        expect(match(input, names)).toMatchObject({
          name: names[ratios.indexOf(best)],
          percent: first,
          isSure,
        })
      }),
    )
  })

  it('[AP-8.3] match input that differs only in case, even if an earlier name is very similar', () => {
    const name = 'The Long Corridor below the Eastern Tower, Chest'
    const names = [name.replace('Long', 'Logn'), name]
    expect(match(name.toUpperCase(), names)).toMatchObject({ name, percent: 100, isSure: true })
  })

  it('[AP-8.3] are compared up to a limited number of characters, however many names resemble the input', () => {
    const letters = 'etaoinshrdlu '
    const names = Array.from(
      { length: 10_000 },
      (_, i) =>
        Array.from({ length: 40 }, (_, at) => letters[(i * 7 + at * (1 + (i % 11))) % letters.length]).join(
          '',
        ) + i,
    )
    const input = letters.repeat(10).slice(0, 128)
    expect(match(input, names)!.steps).toBeLessThan(10_000 + 1_048_576 / 4 + 128 * 50)
    expect(match(names[9_999]!, names)).toMatchObject({ percent: 101, isSure: true, steps: 10_000 })
  })

  it('that fail to match are reported in the words of the recorded sessions', () => {
    for (const [input, names, best, percent] of [
      ['nobodyxyz', ['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay'], 'Ben', 11],
      ['qqqqq', ['Eternal Crown', 'Security Keycard A'], 'Eternal Crown', 0],
      ['nothing like this', ['Tile 13', 'Tile 2'], 'Tile 13', 29],
      ['nothing like this', ['Howling_Wraiths', 'Lurien'], 'Howling_Wraiths', 41],
      ['zzzzqqqq', ['Horizontal', 'Soul_Eater'], 'Horizontal', 9],
    ] as const)
      expect(match(input, names)!.message).toBe(
        `Didn't find something that closely matches '${input}', did you mean '${best}'? (${percent}% sure)`,
      )
  })

  it('match input that is equal, differs in case or lacks one letter, as in the recorded sessions', () => {
    const names = ['Map Width', 'Map Height', 'Map Bombs']
    expect(match('Map Height', names)).toMatchObject({ name: 'Map Height', percent: 101, isSure: true })
    expect(match('MAP WIDTH', names)).toMatchObject({ name: 'Map Width', percent: 100, isSure: true })
    expect(match('Map Heigh', names)).toMatchObject({ name: 'Map Height', percent: 90, isSure: true })
  })

  it('[AP-8.3] match only if the best name leads the second by over 5 percent, or scores over 90 percent as the only name', () => {
    expect(match('Tile 9', ['Tile 1', 'Tile 2'])).toMatchObject({
      name: 'Tile 1',
      percent: 83,
      isSure: false,
      message: "Too many close matches for 'Tile 9', did you mean 'Tile 1'? (83% sure)",
    })
    expect(match('abcdefghix', ['abcdefghij'])).toMatchObject({ percent: 90, isSure: false })
    expect(match('abcdefghijx', ['abcdefghijk'])).toMatchObject({ percent: 90, isSure: false })
    expect(match('abcdefghijkl', ['abcdefghijkm'])).toMatchObject({ percent: 91, isSure: true })
  })

  it('match nothing if there are no names, and the reply quotes at most 128 characters of the input', () => {
    expect(match('x', [])).toBeUndefined()
    expect(match('', ['a'])).toMatchObject({ name: 'a', percent: 0, isSure: false })
    expect(match('y'.repeat(100_000), ['a', 'b'])?.message).toContain(` '${'y'.repeat(128)}',`)
  })

  it('are not searched if the argument consists of ASCII digits, because it is an id', () => {
    expect(['80001', '0', '007'].map(parseNumericId)).toEqual([80001, 0, 7])
    for (const text of ['', '-1', '1.0', '1e3', ' 1', '½', '٣', '9007199254740993', '9'.repeat(40)]) {
      expect(parseNumericId(text), text).toBeUndefined()
    }
  })
})
