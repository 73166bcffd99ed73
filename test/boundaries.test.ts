// The repository's layout, enforced: every rule holds for the files that are there, and is shown to catch what breaks it.
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  foreignGlobals,
  foreignModules,
  gamesApart,
  importDirections,
  moduleState,
  namedGames,
  type Sources,
  worldsWithoutPackets,
} from './boundaries.ts'

const root = resolve(import.meta.dirname, '..')
const parts = ['wire', 'games', 'durable-objects', 'workers', 'sidecar']
const here: Sources = new Map(
  parts.flatMap((part) =>
    globSync(`${part}/**/*.ts`, { cwd: root }).map((path) => {
      const slashed = path.replaceAll('\\', '/')
      return [slashed, readFileSync(resolve(root, path), 'utf8')] as const
    }),
  ),
)
const games = [...new Set([...here.keys()].flatMap((path) => /^games\/([^/]+)\//.exec(path)?.[1] ?? []))]

/** Module-level tables that are filled once, on first use, and never changed after: `path name`. */
const lazyTables: readonly string[] = []

const only = (path: string, text: string): Sources => new Map([[path, text]])

describe('what is looked at', () => {
  test.each(parts)('%s/ has files', (part) => {
    expect([...here.keys()].filter((path) => path.startsWith(`${part}/`))).not.toEqual([])
  })
  test('there are games, and each has a world', () => {
    expect(games).not.toEqual([])
    for (const game of games) expect(here.has(`games/${game}/world.ts`), game).toBe(true)
  })
})

describe('imports run one way', () => {
  test('in this repository', () => expect(importDirections(here)).toEqual([]))
  test.each([
    ['wire/a.ts', `import { x } from '../games/game.ts'`],
    ['games/a.ts', `import type { Env } from '../durable-objects/env.ts'`],
    ['games/snake/world.ts', `import { x } from '../../sidecar/tcp.ts'`],
    ['durable-objects/a.ts', `export * from '../workers/app.ts'`],
    ['durable-objects/a.ts', `import { games } from '../games/index.ts'`],
    ['workers/app.ts', `const game = await import('../games/snake/index.ts')`],
    ['sidecar/a.ts', `import type { Game } from '../games/game.ts'`],
    ['sidecar/a.ts', `import '../cli/start.ts'`],
  ])('%s: %s is caught', (path, text) => expect(importDirections(only(path, text))).toHaveLength(1))
  test('an import over several lines is caught', () => {
    expect(
      importDirections(only('wire/a.ts', `import {\n  x,\n  y,\n} from '../sidecar/tcp.ts'`)),
    ).toHaveLength(1)
  })
})

describe('wire and games run anywhere', () => {
  test('modules, in this repository', () => expect(foreignModules(here)).toEqual([]))
  test('globals, in this repository', () => expect(foreignGlobals(here)).toEqual([]))
  test.each([
    ['wire/a.ts', `import { unzipSync } from 'fflate'`],
    ['games/snake/map.ts', `import { readFileSync } from 'node:fs'`],
    ['games/snake/map.ts', `import { DurableObject } from 'cloudflare:workers'`],
  ])('%s: %s is caught', (path, text) => expect(foreignModules(only(path, text))).toHaveLength(1))
  test.each([
    'const now = Date.now()',
    'const now = new Date()',
    'export const roll = () => Math.random() * 6',
    'setTimeout(() => {}, 5)',
    'console.log(1)',
    'const id = crypto.randomUUID()',
    'export const bytes = Buffer.alloc(4)',
    'if (process.env.DEBUG) throw 1',
    'export const { now } = globalThis.performance',
  ])('%s is caught', (text) => {
    expect(foreignGlobals(only('games/snake/world.ts', text))).toHaveLength(1)
    expect(foreignGlobals(only('wire/a.ts', text))).toHaveLength(1)
  })
  test.each([
    'host.now()',
    'const text = "Date.now()"',
    '// Math.random()',
    'world.process(1)',
    'Math.max(1, 2)',
  ])('%s is not', (text) => expect(foreignGlobals(only('wire/a.ts', text))).toEqual([]))
})

describe('games stay apart', () => {
  test('in this repository', () => expect(gamesApart(here)).toEqual([]))
  test('one game in another is caught', () => {
    expect(gamesApart(only('games/snake/map.ts', `import { x } from '../ladder/map.ts'`))).toHaveLength(1)
  })
  test('a game in what all games share is caught', () => {
    expect(gamesApart(only('games/rate.ts', `import { x } from './snake/map.ts'`))).toHaveLength(1)
  })
  test('the registry has them all', () => {
    expect(gamesApart(only('games/index.ts', `import { snake } from './snake/index.ts'`))).toEqual([])
  })
})

describe('a world knows no packets', () => {
  test('in this repository', () => expect(worldsWithoutPackets(here)).toEqual([]))
  test('its own import is caught, a type too', () => {
    const text = `import type { FromClient } from './packets.ts'`
    expect(worldsWithoutPackets(only('games/snake/world.ts', text))).toHaveLength(1)
  })
  test('an import by what it imports is caught', () => {
    const sources = new Map([
      ['games/snake/world.ts', `import { Unit } from './units/unit.ts'`],
      ['games/snake/units/unit.ts', `import { fromServer } from '../packets.ts'`],
    ])
    expect(worldsWithoutPackets(sources)).toHaveLength(1)
  })
  test('the session may', () => {
    expect(worldsWithoutPackets(only('games/snake/session.ts', `import './packets.ts'`))).toEqual([])
  })
})

describe('the generic parts name no game', () => {
  test('in this repository', () => expect(namedGames(here, games)).toEqual([]))
  test.each(['snake-pit', 'Snake Pit', 'snakePit'])('%s is caught', (name) => {
    expect(namedGames(only('workers/app.ts', `export const name = '${name}'`), ['snake-pit'])).toHaveLength(1)
  })
  test('as a type or a comment it is no code', () => {
    expect(
      namedGames(only('sidecar/a.ts', '// as snake-pit does\nexport const x = 1'), ['snake-pit']),
    ).toEqual([])
  })
})

describe('modules keep no state', () => {
  test('in this repository', () => expect(moduleState(here, lazyTables)).toEqual([]))
  test.each([
    'let count = 0',
    'export let count = 0',
    'const seen = new Map<string, number>()',
    'const all: string[] = []',
  ])('%s is caught', (text) => {
    const whole = `${text}\nexport const use = () => [typeof count, typeof seen, typeof all]`
    expect(moduleState(only('games/snake/world.ts', whole))).toHaveLength(1)
    expect(moduleState(only('durable-objects/room.ts', whole))).toHaveLength(1)
  })
  test('a table that is full from the beginning, and a variable of a function, are none', () => {
    const text = `const names = new Map([[1, 'a']])\nexport function f() {\n  let n = 0\n  return [n++, names]\n}`
    expect(moduleState(only('games/snake/world.ts', text))).toEqual([])
  })
  test('a named table is let be, others not', () => {
    const sources = only(
      'games/snake/path.ts',
      'let table = undefined\nlet other = 1\nexport const use = () => [table, other]',
    )
    expect(moduleState(sources, ['games/snake/path.ts table'])).toHaveLength(1)
  })
})
