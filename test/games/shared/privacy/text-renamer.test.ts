import { describe, expect, test } from 'vitest'
import { TextRenamer } from '../../../../games/shared/privacy/text-renamer.ts'

const renaming = new TextRenamer(
  new Map([
    ['Bob', 'Exq'],
    ['Bob Two', 'Exquvwx'],
    ['a+b', 'Zed'],
    ['İrem', 'Wert'],
    ['ΝΙΚΟΣ', 'Plong'],
  ]),
)

describe('a renaming', () => {
  test.each([
    ['Bob says: hello Bobby', 'Exq says: hello Bobby'],
    ["bob's gravestone, for BOB", "exq's gravestone, for Exq"],
    ['Bob Two and Bob', 'Exquvwx and Exq'],
    ['(a+b) but not aab', '(zed) but not aab'],
    ['Übob, bob_2, 3bob', 'Übob, bob_2, 3bob'],
    ['İ Bob', 'İ Exq'],
    ['İrem has joined, irem has left', 'Wert has joined, wert has left'],
    ["ΝΙΚΟΣ's sword, νικος", "Plong's sword, plong"],
    ['', ''],
  ])('turns %j into %j', (text, renamed) => {
    expect(renaming.inText(text)).toBe(renamed)
    expect(renaming.isIn(text)).toBe(text !== renamed)
  })

  test('recognizes whether a text begins with a name, and renames only whole names', () => {
    expect(renaming.beginsText('bob: hi')).toBe(true)
    expect(renaming.beginsText('hi bob')).toBe(false)
    expect(renaming.of('BOB')).toBe('Exq')
    expect(renaming.of('Bobby')).toBeUndefined()
    expect(renaming.apply('Bobby')).toBe('Bobby')
    expect(new TextRenamer(new Map()).inText('Bob')).toBe('Bob')
  })
})
