import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  maxFileBytes,
  PlayerFileError,
  readPlayerFile,
  type SubmissionRules,
} from '../../../../games/archipelago/gathering/player-file.ts'
import { assertProperty } from '../../../property.ts'

const everything: SubmissionRules = { slots: 100, games: [] }
const read = (text: string) => readPlayerFile(new TextEncoder().encode(text), everything)
const clique = (name: string) => `name: ${name}\ngame: Clique\nClique: {}\n`

function refusal(text: string | Uint8Array, limits = everything): string {
  try {
    readPlayerFile(typeof text === 'string' ? new TextEncoder().encode(text) : text, limits)
  } catch (error) {
    if (error instanceof PlayerFileError) return error.message
    throw error
  }
  return 'accepted'
}

describe('a player’s file', () => {
  test('[AP-16.2] has a slot for each document; a byte order mark and empty documents are ignored', () => {
    const text = `\ufeff---\n${clique('Ann')}---\n---\n# nothing\n---\n${clique('"Bo{number}"')}---\n`
    expect(read(text)).toEqual({
      slots: [
        { names: ['Ann'], games: ['Clique'], requires: '' },
        { names: ['Bo{number}'], games: ['Clique'], requires: '' },
      ],
      warnings: [],
    })
  })

  test('[AP-16.2] may have weights or a list for name and game; weights of 0 do not count', () => {
    const text = 'name: [Ann, Bo]\ngame: {Clique: 50, VVVVVV: 0, Meritous: 1}\nClique: {}\nMeritous: {}\n'
    expect(read(text).slots).toEqual([{ names: ['Ann', 'Bo'], games: ['Clique', 'Meritous'], requires: '' }])
  })

  test('[AP-16.2] may have a one-letter name that YAML 1.1 reads as a boolean but Python does not', () => {
    expect(read(clique('Y')).slots[0]!.names).toEqual(['Y'])
  })

  test('[AP-16.2] states the generator version that it requires, with or without quotes', () => {
    expect(read(`${clique('Ann')}requires:\n  version: 0.6.3\n`).slots[0]!.requires).toBe('0.6.3')
    expect(read(`${clique('Ann')}requires:\n  version: "0.5"\n`).slots[0]!.requires).toBe('0.5')
    expect(read(`${clique('Ann')}requires: []\n`).slots[0]!.requires).toBe('')
  })

  test('[AP-16.2] with triggers, or without options for its game, is accepted with a warning', () => {
    expect(read('name: Ann\ngame: Clique\ntriggers: []\n').warnings).toEqual([
      'slot 1: the options for Clique are missing: add a block with this name',
      'slot 1: its triggers may change the names and games that are shown here',
    ])
  })

  const deep = `${clique('Ann')}x: ${'['.repeat(100_000)}`
  const aliases = `a: &a 1\n${clique('Ann')}b: [${Array.from({ length: 10_000 }, () => '*a').join(', ')}]\n`
  const bomb = `a: &a [x, x]\n${Array.from({ length: 60 }, (_, i) => `b${i}: &b${i} [*${i ? `b${i - 1}` : 'a'}, *a]\n`).join('')}${clique('Ann')}`
  test.each<[why: string, text: string | Uint8Array, refused: RegExp, limits?: SubmissionRules]>([
    ['is empty', '', /^the file is empty$/],
    ['has comments only', '# Ann\n', /^the file is empty$/],
    ['is not UTF-8', Uint8Array.of(0x6e, 0xff, 0xfe), /not text in UTF-8/],
    ['is a zip', Uint8Array.of(0x50, 0x4b, 3, 4, 0xff), /not text in UTF-8/],
    ['is over the limit', 'x'.repeat(maxFileBytes + 1), /over 256 KiB/],
    ['has 1 MB', `${clique('Ann')}x: ${'y'.repeat(1_000_000)}\n`, /over 256 KiB/],
    ['is a text', 'hello', /slot 1: expected options like "name: Ann"/],
    ['is a list', '- name: Ann', /slot 1: expected options/],
    ['has no name', 'game: Clique\nClique: {}\n', /slot 1: name is missing/],
    ['has an empty name', 'name:\ngame: Clique\n', /slot 1: name is missing/],
    ['has a blank name', 'name: "  "\ngame: Clique\n', /slot 1: name must be text/],
    ['has a number as its name', 'name: 7\ngame: Clique\n', /slot 1: name must be text: put it in quotes/],
    [
      'has a YAML 1.1 boolean as its name',
      'name: yes\ngame: Clique\n',
      /name must be text: put it in quotes/,
    ],
    ['has a map of maps as its name', 'name: {a: {}}\ngame: Clique\n', /all weights are 0/],
    ['has no game', 'name: Ann\n', /slot 1: game is missing/],
    ['weighs all games with 0', 'name: Ann\ngame: {Clique: 0}\n', /game: all weights are 0/],
    [
      'weighs 101 games',
      `name: Ann\ngame: {${Array.from({ length: 101 }, (_, i) => `g${i}: 1`).join(', ')}}\n`,
      /over 100 choices/,
    ],
    [
      'has a game with a name of 101 characters',
      `name: Ann\ngame: ${'g'.repeat(101)}\n`,
      /name of the game g+… is too long/,
    ],
    ['has a name of 101 characters', clique('A'.repeat(101)), /slot 1: name "A+… is too long/],
    [
      'lacks the line between two slots',
      clique('Ann') + clique('Bo'),
      /slot 1: name occurs twice: put a line "---"/,
    ],
    ['is no YAML', 'name: "Ann\ngame: Clique\n', /^line \d: /],
    ['is no YAML in its second document', `${clique('Ann')}---\nname: "Bo\n`, /^line \d: /],
    ['is indented with a tab', 'name: Ann\ngame:\n\tClique: 50\n', /^line 3: /],
    ['has an alias', 'a: &a Ann\nname: *a\ngame: Clique\n', /^line 2: aliases \(\*name\) are not supported/],
    ['has an unknown alias', `${clique('Ann')}b: *a\n`, /^line 4: /],
    ['has 10,000 aliases', aliases, /aliases \(\*name\) are not supported/],
    ['has aliases that would expand to 2^60 texts', bomb, /aliases \(\*name\) are not supported/],
    ['merges keys', `a: &a {b: 1}\n${clique('Ann')}x:\n  <<: *a\n`, /aliases \(\*name\) are not supported/],
    ['is nested 100,000 deep', deep, /^the lists and blocks are nested too deeply$/],
    ['has 100,000 lists in a line', `${clique('Ann')}x:\n${'- '.repeat(100_000)}`, /nested too deeply/],
    ['has 80,000 keys in a line', `${clique('Ann')}${'a: '.repeat(80_000)}`, /^line 4: /],
    ['has thousands of slots', clique('Ann{number}').concat('---\n').repeat(4000), /at most 100 slots/],
    ['has 10,000 documents', 'a: 1\n---\n'.repeat(10_000), /slot 1: name is missing/],
    ['has 10,000 empty documents', '---\n'.repeat(10_000), /^the file is empty$/],
    [
      'has more slots than the host allows',
      `${clique('A')}---\n${clique('B')}`,
      /at most 1 slots/,
      { slots: 1, games: [] },
    ],
    [
      'has a game that the room does not allow',
      clique('Ann'),
      /the game Clique is not allowed in this room; choose VVVVVV/,
      { slots: 9, games: ['VVVVVV'] },
    ],
    ['has other braces in its name', clique('"{slot}"'), /name "{slot}" has braces other than/],
    ['has an open brace in its name', clique('"{player"'), /has braces other than/],
    ['has a format in its name', clique('"{player:03}"'), /has braces other than/],
    ['has a reserved name', clique('ARCHIPELAGO'), /is reserved/],
    ['has a name that expands to nothing', clique('"{NUMBER}"'), /is empty/],
    ['has a line break in its name', clique('"a\\nb"'), /has a control character/],
    ['has a long name that is refused', clique(`"${'x'.repeat(500)}{"`), /^.{1,200}$/],
  ])('[AP-16.2] [AP-16.3] that %s is refused', (...[, text, refused, limits]) => {
    expect(refusal(text, limits)).toMatch(refused)
  })

  test('[AP-16.2] is read even if it has 256 KiB of keys, or 600 blocks in each other', () => {
    const keys = Array.from({ length: 20_000 }, (_, i) => `  k${i}: 1\n`).join('')
    expect(read(`name: Ann\ngame: Clique\nClique:\n${keys}`).slots).toHaveLength(1)
    const blocks = Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')
    expect(read(clique('Ann') + blocks).slots).toHaveLength(1)
  })

  test('[AP-16.2] of random bytes or pieces of YAML is read or refused, and never causes another error', () => {
    const words = fc.constantFrom(
      'name: Ann\n',
      'game: Clique\n',
      '---\n',
      '- ',
      '[',
      '{',
      '*a',
      '&a ',
      '"',
      '\t',
      ': ',
      '| ',
      '!!set ',
      '? ',
    )
    assertProperty(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), fc.array(words, { maxLength: 12 })), (given) => {
        expect(refusal(given instanceof Uint8Array ? given : given.join(''))).toBeTypeOf('string')
      }),
    )
  })
})
