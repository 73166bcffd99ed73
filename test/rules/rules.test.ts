// Every rule id of a document must be in the title of a test, and every rule id in a title must be in a document. Rules
// marked `(describes)` need no test.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { games, singleSource, sourcesOf } from '../boundaries/repository.ts'
import { testTitlesIn } from './test-titles.ts'

const root = resolve(import.meta.dirname, '../..')
const titles = testTitlesIn(sourcesOf('test'))

interface Document {
  readonly path: string
  readonly id: RegExp
  readonly rules: readonly { readonly id: string; readonly describes: boolean }[]
}

/** A rule's line starts with its id in bold, as a list item or, in LINK.md, in brackets. */
function documentAt(path: string): Document {
  const text = readFileSync(resolve(root, path), 'utf8')
  const heads = text.matchAll(/^(?:- )?\*\*\[?([A-Z]+-\d+(?:\.\d+)?)\b[^*]*\*\*( \(describes\))?/gm)
  const rules = [...heads].map(([, id, describes]) => ({ id: id!, describes: describes !== undefined }))
  const form = rules[0]?.id.replace(/\d+/g, '\\d+').replace('.', '\\.')
  return { path, id: new RegExp(`\\b${form}\\b`, 'g'), rules }
}

const documents = ['wire/LINK.md', 'wire/EXPORT.md', ...games.map((game) => `games/${game}/PROTOCOL.md`)].map(
  documentAt,
)

const idsIn = (texts: readonly string[], id: RegExp) =>
  new Set(texts.flatMap((text) => [...text.matchAll(id)].map(([found]) => found)))

describe.each(documents)('$path', ({ id, rules }) => {
  const named = idsIn(titles, id)

  test('has at least eight rules', () => expect(rules.length).toBeGreaterThanOrEqual(8))

  test('has a test for every rule', () => {
    const wanted = rules.filter(({ id, describes }) => !describes && !named.has(id))
    expect(wanted.map(({ id }) => id)).toEqual([])
  })

  test('contains every rule that the title of a test names', () => {
    const ids = new Set(rules.map(({ id }) => id))
    expect([...named].filter((name) => !ids.has(name))).toEqual([])
  })
})

describe('the search for titles', () => {
  const found = (text: string) => [
    ...idsIn(testTitlesIn(singleSource('a.test.ts', text)), /\bSR-\d+\.\d+\b/g),
  ]

  test.each([
    `test('[SR-1.1] falls', () => {})`,
    `describe('[SR-1.1] falling', () => {})`,
    'it(`[SR-1.1] falls $' + '{far}`, async () => {})',
    `it.each([1, 2])('[SR-1.1] falls %i', () => {})`,
    `it.each([['SR-1.1', 2]])('%s falls', () => {})`,
    `test.concurrent.for(all)('[SR-1.1] falls', () => {})`,
    `test.runIf(unix)('[SR-1.1] falls', () => {})`,
    `test('falls ' + 'as [SR-1.1] says', () => {})`,
  ])('finds %s', (text) => expect(found(text)).toEqual(['SR-1.1']))

  test.each([
    `// test('[SR-1.1] falls')`,
    `const text = "test('[SR-1.1] falls')"`,
    `test.skip('[SR-1.1] falls', () => {})`,
    `test.todo('[SR-1.1] falls')`,
    `expect(rule, 'SR-1.1').toBe(1)`,
    `test('falls', () => expect(1, 'SR-1.1').toBe(1))`,
    `test.each(['SR-1.1'])('falls', () => {})`,
  ])('ignores %s', (text) => expect(found(text)).toEqual([]))
})
