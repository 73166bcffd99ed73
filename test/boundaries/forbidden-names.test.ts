import { describe, expect, test } from 'vitest'
import { forbiddenGlobals, gameNamesInGenericCode } from './forbidden-names.ts'
import { games, repositorySources, singleSource } from './repository.ts'

describe('the check for platform globals in wire/ and games/', () => {
  test('finds none in this repository', () => expect(forbiddenGlobals(repositorySources)).toEqual([]))
  test.each([
    'const now = Date.now()',
    'const now = new Date()',
    'export const roll = () => Math.random() * 6',
    `export const roll = () => Math['random']() * 6`,
    'const { random } = Math',
    'const chance = Math',
    'const shown = new Intl.NumberFormat()',
    'export const shown = (n: number) => n.toLocaleString()',
    `export const order = (a: string, b: string) => a.localeCompare(b)`,
    'setTimeout(() => {}, 5)',
    'console.log(1)',
    'const id = crypto.randomUUID()',
    'export const bytes = Buffer.alloc(4)',
    'if (process.env.DEBUG) throw 1',
    'export const { now } = globalThis.performance',
    'const here = import.meta.url',
    `const all = (() => {}).constructor('return this')()`,
    'function f(Date: unknown) {}',
    'const text = `' + '$' + '{fetch}`',
  ])('reports %s', (text) => {
    expect(forbiddenGlobals(singleSource('games/snake/world.ts', text))).toHaveLength(1)
    expect(forbiddenGlobals(singleSource('wire/a.ts', text))).toHaveLength(1)
  })
  test.each([
    'export const f = (host: { now(): number }) => host.now()',
    'const text = "Date.now()"',
    '// Math.random()',
    'export const f = (world: { process(n: number): void }) => world.process(1)',
    'export const most = Math.max(1, 2)',
    'export interface Written { readonly at: Date; fetch(): void }',
    'export const table = { Date: 1, fetch: 2 }',
  ])('accepts %s', (text) => expect(forbiddenGlobals(singleSource('wire/a.ts', text))).toEqual([]))
  test('accepts platform globals in a game’s browser code', () =>
    expect(
      forbiddenGlobals(singleSource('games/snake/browser/watch.ts', 'document.title = String(Date.now())')),
    ).toEqual([]))
})

describe('the check for names of games in the generic parts', () => {
  test('finds none in this repository', () =>
    expect(gameNamesInGenericCode(repositorySources, games)).toEqual([]))
  test.each(['snake-pit', 'Snake Pit', 'snakePit'])('reports %s in a string', (name) => {
    expect(
      gameNamesInGenericCode(singleSource('workers/app.ts', `export const name = '${name}'`), ['snake-pit']),
    ).toHaveLength(1)
  })
  test('reports an identifier that contains the name of a game', () => {
    expect(
      gameNamesInGenericCode(singleSource('sidecar/a.ts', 'export const snakePit = 1'), ['snake-pit']),
    ).toHaveLength(1)
  })
  test.each([
    ['lan', 1],
    ['openLanRoom', 1],
    ['plans', 0],
    ['languagePlan', 0],
  ])('finds the short name `lan` in %s %i times', (word, times) => {
    const source = singleSource('sidecar/a.ts', `export const ${word} = 1`)
    expect(gameNamesInGenericCode(source, ['lan'])).toHaveLength(times)
  })
  test('accepts names of games in types and comments', () => {
    const text = '// as snake-pit does\nexport interface SnakePit { readonly x: number }'
    expect(gameNamesInGenericCode(singleSource('sidecar/a.ts', text), ['snake-pit'])).toEqual([])
  })
})
