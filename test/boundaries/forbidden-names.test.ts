// What code may speak of: held for the files that are there, and shown to catch what breaks it.
import { describe, expect, test } from 'vitest'
import { forbiddenGlobals, gameNamesInGenericCode } from './forbidden-names.ts'
import { games, repositorySources, singleSource } from './repository.ts'

describe('wire and games ask nothing of where they run', () => {
  test('in this repository', () => expect(forbiddenGlobals(repositorySources)).toEqual([]))
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
  ])('%s is caught', (text) => {
    expect(forbiddenGlobals(singleSource('games/snake/world.ts', text))).toHaveLength(1)
    expect(forbiddenGlobals(singleSource('wire/a.ts', text))).toHaveLength(1)
  })
  test('but what a game has for browsers', () =>
    expect(
      forbiddenGlobals(singleSource('games/snake/browser/play.ts', 'document.title = String(Date.now())')),
    ).toEqual([]))
  test.each([
    'export const f = (host: { now(): number }) => host.now()',
    'const text = "Date.now()"',
    '// Math.random()',
    'export const f = (world: { process(n: number): void }) => world.process(1)',
    'export const most = Math.max(1, 2)',
    'export interface Written { readonly at: Date; fetch(): void }',
    'export const table = { Date: 1, fetch: 2 }',
  ])('%s is not', (text) => expect(forbiddenGlobals(singleSource('wire/a.ts', text))).toEqual([]))
  test('what a game has for browsers may know that it is in one', () =>
    expect(forbiddenGlobals(singleSource('games/snake/browser/watch.ts', 'document.title'))).toEqual([]))
})

describe('the generic parts name no game', () => {
  test('in this repository', () => expect(gameNamesInGenericCode(repositorySources, games)).toEqual([]))
  test.each(['snake-pit', 'Snake Pit', 'snakePit'])('%s is caught', (name) => {
    expect(gameNamesInGenericCode(singleSource('workers/app.ts', `export const name = '${name}'`), ['snake-pit'])).toHaveLength(1)
  })
  test('as a name of the code it is caught', () => {
    expect(gameNamesInGenericCode(singleSource('sidecar/a.ts', 'export const snakePit = 1'), ['snake-pit'])).toHaveLength(1)
  })
  test('as a type or a comment it is no code', () => {
    const text = '// as snake-pit does\nexport interface SnakePit { readonly x: number }'
    expect(gameNamesInGenericCode(singleSource('sidecar/a.ts', text), ['snake-pit'])).toEqual([])
  })
})
