// Rules and tests, both ways: whatever a document rules is named in the title of a test, and no title names a rule that
// is not there. Rules marked `(describes)` tell how something is, and nothing that could be done otherwise.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { games, only, sourcesOf } from '../boundaries/repository.ts'
import { titlesIn } from './titles.ts'

const root = resolve(import.meta.dirname, '../..')
const titles = titlesIn(sourcesOf('test'))

interface Document {
  readonly path: string
  /** Of any of its rules: in titles that name a section, `SR-5`, there is none. */
  readonly id: RegExp
  readonly rules: readonly { readonly id: string; readonly describes: boolean }[]
}

/** A rule begins its line with its id in bold, as an item of a list or, in LINK.md, in brackets. */
function documentAt(path: string): Document {
  const text = readFileSync(resolve(root, path), 'utf8')
  const heads = text.matchAll(/^(?:- )?\*\*\[?([A-Z]+-\d+(?:\.\d+)?)\b[^*]*\*\*( \(describes\))?/gm)
  const rules = [...heads].map(([, id, describes]) => ({ id: id!, describes: describes !== undefined }))
  const form = rules[0]?.id.replace(/\d+/g, '\\d+').replace('.', '\\.')
  return { path, id: new RegExp(`\\b${form}\\b`, 'g'), rules }
}

const documents = ['wire/LINK.md', ...games.map((game) => `games/${game}/PROTOCOL.md`)].map(documentAt)

/** Rules without a test of their own as yet: this list only becomes shorter. */
const untested: { readonly [path: string]: string } = {
  'games/doom-2077/PROTOCOL.md': [
    'DM-3.2 DM-4.4 DM-4.6 DM-5.4 DM-6.4 DM-7.2 DM-9.10 DM-9.11 DM-9.12 DM-10.2 DM-10.5 DM-11.1',
    'DM-11.2 DM-11.3 DM-11.4 DM-11.5 DM-11.6 DM-11.7 DM-11.8 DM-11.9 DM-11.10 DM-11.11 DM-11.12',
    'DM-11.13 DM-11.14 DM-11.15 DM-11.16 DM-11.17 DM-11.18 DM-11.19 DM-11.20 DM-11.21',
  ].join(' '),
  'games/crossfire/PROTOCOL.md': [
    'CF-1.4 CF-1.10 CF-2.2 CF-4.3 CF-5.2 CF-5.7 CF-6.5 CF-6.6 CF-6.9 CF-6.13 CF-6.14 CF-6.15 CF-7.5',
    'CF-7.16 CF-7.21 CF-8.2 CF-8.5 CF-8.6 CF-10.4 CF-11.8 CF-11.9 CF-11.10 CF-11.11 CF-11.13 CF-14.2',
    'CF-14.4 CF-16.8 CF-17.1 CF-17.2 CF-17.3 CF-17.4 CF-17.5 CF-17.6 CF-17.7 CF-17.8 CF-17.9',
    'CF-17.10 CF-17.11 CF-17.12 CF-17.13 CF-17.14 CF-17.15 CF-17.16 CF-17.17 CF-17.18 CF-17.19',
    'CF-17.20',
  ].join(' '),
  'games/archipelago/PROTOCOL.md': [
    'AP-1.1 AP-2.5 AP-2.11 AP-3.1 AP-3.2 AP-3.3 AP-3.4 AP-3.10 AP-4.2 AP-4.3 AP-4.4 AP-4.5 AP-4.6',
    'AP-4.9 AP-4.10 AP-4.11 AP-4.12 AP-4.13 AP-5.3 AP-5.5 AP-5.9 AP-6.8 AP-7.1 AP-7.6 AP-7.7 AP-8.9',
    'AP-9.7 AP-10.1 AP-10.3 AP-10.4 AP-10.5 AP-10.6 AP-10.7 AP-10.8 AP-10.9 AP-10.10 AP-10.11',
    'AP-10.12 AP-10.13 AP-10.14 AP-10.15',
  ].join(' '),
  'games/arcane-sector/PROTOCOL.md': [
    'AS-1.7 AS-1.12 AS-4.1 AS-5.5 AS-7.3 AS-7.4 AS-12.1 AS-14.1 AS-14.2 AS-14.3 AS-14.4 AS-14.5',
    'AS-14.6 AS-14.7 AS-14.8 AS-14.9 AS-14.10 AS-14.11 AS-14.12 AS-14.13 AS-14.14 AS-14.15 AS-14.16',
    'AS-14.17 AS-14.18 AS-14.19 AS-14.20',
  ].join(' '),
}

const idsIn = (texts: readonly string[], id: RegExp) =>
  new Set(texts.flatMap((text) => [...text.matchAll(id)].map(([found]) => found)))

describe.each(documents)('$path', ({ path, id, rules }) => {
  const named = idsIn(titles, id)

  test('has rules', () => expect(rules.length).toBeGreaterThanOrEqual(8))

  test('has a test for every rule', () => {
    const known = untested[path]?.split(' ') ?? []
    const wanted = rules.filter(({ id, describes }) => !describes && !named.has(id) && !known.includes(id))
    expect(wanted.map(({ id }) => id)).toEqual([])
  })

  test('has every rule that a title names', () => {
    const ids = new Set(rules.map(({ id }) => id))
    expect([...named].filter((name) => !ids.has(name))).toEqual([])
  })
})

describe('a title', () => {
  const found = (text: string) => [...idsIn(titlesIn(only('a.test.ts', text)), /\bSR-\d+\.\d+\b/g)]

  test.each([
    `test('[SR-1.1] falls', () => {})`,
    `describe('[SR-1.1] falling', () => {})`,
    'it(`[SR-1.1] falls $' + '{far}`, async () => {})',
    `it.each([1, 2])('[SR-1.1] falls %i', () => {})`,
    `it.each([['SR-1.1', 2]])('%s falls', () => {})`,
    `test.concurrent.for(all)('[SR-1.1] falls', () => {})`,
    `test.runIf(unix)('[SR-1.1] falls', () => {})`,
    `test('falls ' + 'as [SR-1.1] says', () => {})`,
  ])('is %s', (text) => expect(found(text)).toEqual(['SR-1.1']))

  test.each([
    `// test('[SR-1.1] falls')`,
    `const text = "test('[SR-1.1] falls')"`,
    `test.skip('[SR-1.1] falls', () => {})`,
    `test.todo('[SR-1.1] falls')`,
    `expect(rule, 'SR-1.1').toBe(1)`,
    `test('falls', () => expect(1, 'SR-1.1').toBe(1))`,
    `test.each(['SR-1.1'])('falls', () => {})`,
  ])('is not %s', (text) => expect(found(text)).toEqual([]))
})
