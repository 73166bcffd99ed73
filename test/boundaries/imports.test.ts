import { describe, expect, test } from 'vitest'
import {
  fileCircles,
  folderCircles,
  foreignModules,
  gameCrossImports,
  gameRootFiles,
  importDirections,
  packetsInWorlds,
  pageImports,
} from './imports.ts'
import { games, parts, repositorySources, singleSource, sourcesOf } from './repository.ts'

describe('the checked sources', () => {
  test.each(parts)('include files of %s/', (part) => {
    expect([...repositorySources.keys()].filter((path) => path.startsWith(`${part}/`))).not.toEqual([])
  })
  test('include games, each with a world', () => {
    expect(games).not.toEqual([])
    for (const game of games) expect(repositorySources.has(`games/${game}/world.ts`), game).toBe(true)
  })
})

describe('the import directions', () => {
  test('hold in this repository', () =>
    expect(importDirections(new Map([...repositorySources, ...sourcesOf('browser')]))).toEqual([]))
  test.each([
    ['wire/a.ts', `import { x } from '../games/game.ts'`],
    ['games/a.ts', `import type { Env } from '../durable-objects/env.ts'`],
    ['games/snake/world.ts', `import { x } from '../../sidecar/listeners/transports/tcp.ts'`],
    ['games/snake/world.ts', `let env: import('../../durable-objects/env.ts').Env`],
    ['durable-objects/a.ts', `export * from '../workers/app.ts'`],
    ['durable-objects/a.ts', `import { games } from '../games/index.ts'`],
    ['workers/app.ts', `const game = await import('../games/snake/index.ts')`],
    ['workers/app.ts', 'const game = await import(`../games/snake/index.ts`)'],
    ['sidecar/a.ts', `import type { Game } from '../games/game.ts'`],
    ['sidecar/a.ts', `import '../cli/start.ts'`],
    ['browser/a.ts', `import { games } from '../games/index.ts'`],
    ['games/snake/session.ts', `import { draw } from './browser/watch.ts'`],
    ['games/snake/session.ts', `import { socket } from '../../browser/connection/connection.ts'`],
    ['games/snake/browser/watch.ts', `import { page } from '../../../workers/page.ts'`],
    ['wire/a.ts', `import {\n  x,\n  y, // from './here.ts'\n} from '../sidecar/tcp.ts'`],
  ])('forbid in %s: %s', (path, text) => expect(importDirections(singleSource(path, text))).toHaveLength(1))
  test('allow a game’s browser code to import its packets and browser/', () => {
    const text = `import { packets } from '../packets.ts'\nimport { socket } from '../../../browser/connection.ts'`
    expect(importDirections(singleSource('games/snake/browser/watch.ts', text))).toEqual([])
  })
  test('ignore imports in strings and comments', () => {
    const text = `// import '../sidecar/tcp.ts'\nexport const text = "import '../sidecar/tcp.ts'"`
    expect(importDirections(singleSource('wire/a.ts', text))).toEqual([])
  })
})

describe('the platform rules of wire/ and games/', () => {
  test('hold in this repository', () => expect(foreignModules(repositorySources)).toEqual([]))
  test.each([
    ['wire/a.ts', `import { unzipSync } from 'fflate'`],
    ['games/snake/map.ts', `import { readFileSync } from 'node:fs'`],
    ['games/snake/map.ts', `import { DurableObject } from 'cloudflare:workers'`],
    ['games/snake/map.ts', `const fs = await import('node:' + 'fs')`],
  ])('forbid in %s: %s', (path, text) => expect(foreignModules(singleSource(path, text))).toHaveLength(1))
})

describe('the rules between games', () => {
  test('hold in this repository', () => expect(gameCrossImports(repositorySources)).toEqual([]))
  test.each([
    ['forbid a game to import another', 'games/snake/map.ts', '../ladder/map.ts', 1],
    ['forbid games/shared/ to import a game', 'games/shared/token-bucket.ts', '../snake/map.ts', 1],
    ['allow the registry to import a game', 'games/index.ts', './snake/index.ts', 0],
  ])('%s', (_, path, target, count) => {
    expect(gameCrossImports(singleSource(path, `import { x } from '${target}'`))).toHaveLength(count)
  })
})

describe("the rules for a game's pages", () => {
  test('hold in this repository', () => expect(pageImports(repositorySources)).toEqual([]))
  test.each([
    ['games/snake/pages/room.tsx', `import { World } from '../world.ts'`],
    ['games/snake/pages/room.tsx', `import type { RequestContext } from '../../../workers/routes.ts'`],
    ['games/snake/index.ts', `import { room } from './pages/room.tsx'`],
  ])('forbid in %s: %s', (path, text) => expect(pageImports(singleSource(path, text))).toHaveLength(1))
  test('allow pages to import endpoints, each other and the types of game.ts', () => {
    const text = `import type { ReadResult } from '../endpoints/read.ts'\nimport { Bar } from './bar.tsx'\nimport type { PageRoom } from '../../game.ts'`
    expect(pageImports(singleSource('games/snake/pages/room.tsx', text))).toEqual([])
    expect(
      pageImports(singleSource('games/snake/pages/old/room.tsx', text.replaceAll("'../", "'../../"))),
    ).toEqual([])
  })
})

describe('the rules for a game’s world', () => {
  test('hold in this repository', () => expect(packetsInWorlds(repositorySources)).toEqual([]))
  test.each([
    `import type { FromClient } from './packets.ts'`,
    `import { fromServer } from './packets/chat.ts'`,
    `import { Talk } from './session.ts'`,
    `import { framing } from './framing.ts'`,
    `import { u8 } from '../../wire/index.ts'`,
    `import type { Codec } from '../../wire/codec/codec.ts'`,
  ])('forbid %s', (text) => {
    expect(packetsInWorlds(singleSource('games/snake/world.ts', text))).toHaveLength(1)
  })
  test('forbid a world to import packets through another file', () => {
    const sources = new Map([
      ['games/snake/world.ts', `import { Unit } from './units/unit.ts'`],
      ['games/snake/units/unit.ts', `import { fromServer } from '../packets/moves.ts'`],
    ])
    expect(packetsInWorlds(sources)).toHaveLength(1)
  })
  test.each([
    ['world', '../../wire/util/utf8.ts'],
    ['session', './packets.ts'],
  ])('allow %s.ts to import %s', (file, target) => {
    expect(packetsInWorlds(singleSource(`games/snake/${file}.ts`, `import '${target}'`))).toEqual([])
  })
})

describe("the rules for the root of a game's folder", () => {
  test('hold in this repository', () => expect(gameRootFiles(repositorySources)).toEqual([]))
  test('forbid files that are not entry points', () => {
    expect(gameRootFiles(singleSource('games/snake/food.ts', ''))).toHaveLength(1)
    expect(gameRootFiles(singleSource('games/snake/food/food.ts', ''))).toEqual([])
  })
})

describe('the check for circular imports of files', () => {
  test('finds none in this repository', () => expect(fileCircles(repositorySources)).toEqual([]))
  test('finds a circular import of types among three files', () => {
    const sources = new Map([
      ['games/snake/scene.ts', `import type { Unit } from './units/unit.ts'`],
      ['games/snake/units/unit.ts', `export { food } from '../food.ts'`],
      ['games/snake/food.ts', `export type Food = import('./scene.ts').Scene`],
      ['games/snake/world.ts', `import { scene } from './scene.ts'`],
    ])
    expect(fileCircles(sources)).toEqual([
      'circle: games/snake/food.ts games/snake/scene.ts games/snake/units/unit.ts',
    ])
  })
  test('finds a file that imports itself', () => {
    expect(fileCircles(singleSource('wire/a.ts', `import { x } from './a.ts'`))).toHaveLength(1)
  })
  test('accepts a file that two files import', () => {
    const sources = new Map([
      ['wire/a.ts', `import './b.ts'\nimport './c.ts'`],
      ['wire/b.ts', `import './c.ts'`],
      ['wire/c.ts', ''],
    ])
    expect(fileCircles(sources)).toEqual([])
  })
})

describe('the check for circular imports of folders', () => {
  test('finds none in this repository', () => expect(folderCircles(repositorySources)).toEqual([]))
  test('finds a circular import of types among three folders whose files import each other in no circle', () => {
    const sources = new Map([
      ['games/snake/scene/scene.ts', `import type { Unit } from '../units/unit.ts'`],
      ['games/snake/units/unit.ts', ''],
      ['games/snake/units/feeding.ts', `export { food } from '../food/food.ts'`],
      ['games/snake/food/food.ts', ''],
      ['games/snake/food/growing.ts', `export type Food = import('../scene/directions.ts').Direction`],
      ['games/snake/scene/directions.ts', ''],
    ])
    expect(fileCircles(sources)).toEqual([])
    expect(folderCircles(sources)).toEqual([
      'folders in a circle: games/snake/food games/snake/scene games/snake/units',
    ])
  })
  test('counts a folder and its subfolder as two folders', () => {
    const sources = new Map([
      ['cli/snake.ts', `import './snake/name.ts'`],
      ['cli/snake/name.ts', `import '../failure.ts'`],
      ['cli/failure.ts', ''],
    ])
    expect(folderCircles(sources)).toEqual(['folders in a circle: cli cli/snake'])
  })
  test("excludes a game's entry points", () => {
    const sources = new Map([
      ['games/game.ts', ''],
      ['games/index.ts', `import './snake/session.ts'`],
      ['games/snake/session.ts', `import './protocol/resume-state.ts'`],
      [
        'games/snake/protocol/resume-state.ts',
        `import '../packets.ts'\nimport '../../game.ts'\nimport '../units/unit.ts'`,
      ],
      ['games/snake/units/unit.ts', `import '../options.ts'`],
      ['games/snake/packets.ts', ''],
      ['games/snake/options.ts', ''],
    ])
    expect(folderCircles(sources)).toEqual([])
  })
})
