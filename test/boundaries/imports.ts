// Every check takes sources in memory, with paths as in the repository.
import { posix } from 'node:path'
import { importsOf, type Sources, type Violations } from './syntax.ts'

const allowedImports = {
  wire: ['wire'],
  games: ['wire', 'games'],
  sidecar: ['wire', 'sidecar'],
  browser: ['wire', 'browser'],
}
const folders: { readonly [folder: string]: readonly string[] } = {
  ...allowedImports,
  'durable-objects': [...allowedImports.games, 'durable-objects'],
  workers: [...allowedImports.games, 'durable-objects', 'workers', 'package.json'],
}

/** A game's browser code: its browser player and its spectator page. No other code imports browser code. */
export const browserCode = /^games\/[^/]+\/browser\//

/**
 * wire ← games ← durable-objects ← workers, wire ← sidecar, wire ← browser. A game's browser code imports its game and
 * browser/. No other code imports browser code. The generic parts import no game's folder.
 */
export function importDirections(sources: Sources): Violations {
  return eachImport(sources, (path, target) => {
    const allowed = browserCode.test(path) ? [...allowedImports.games, 'browser'] : folders[topFolder(path)]
    if (!allowed || !isRelative(target)) return undefined
    const reached = resolveImport(path, target)
    if (browserCode.test(reached) && !browserCode.test(path)) return 'only browser code imports browser code'
    if (!allowed.includes(topFolder(reached)))
      return `${topFolder(path)}/ may not import ${topFolder(reached)}/`
    if (topFolder(path) !== 'games' && gameOf(reached)) return 'only games/ imports the folder of a game'
    if (topFolder(path) === 'durable-objects' && reached === 'games/index.ts')
      return 'the Worker passes the games to the Room'
    return undefined
  })
}

/** wire/ imports no package. wire/ and games/ import no module of Node or Workers. */
export function foreignModules(sources: Sources): Violations {
  return eachImport(sources, (path, target) => {
    if (!isPure(path) || isRelative(target)) return undefined
    if (target === '*') return 'the import path must be a literal'
    if (topFolder(path) === 'wire') return 'wire/ has no dependencies'
    return /^(node|cloudflare):/.test(target)
      ? 'wire/ and games/ use neither Node nor Workers modules'
      : undefined
  })
}

export function gameCrossImports(sources: Sources): Violations {
  return eachImport(sources, (path, target) => {
    if (topFolder(path) !== 'games' || !isRelative(target) || path === 'games/index.ts') return undefined
    const other = gameOf(resolveImport(path, target))
    return other && other !== gameOf(path) ? `${gameOf(path) ?? 'games/'} may not import ${other}` : undefined
  })
}

/**
 * A game's pages import only each other, the game's endpoints, and types. Other code of games/ must not import `.tsx`
 * files.
 */
export function pageImports(sources: Sources): Violations {
  return eachImport(sources, (path, target) => {
    const [, game] = /^games\/([^/]+)\/pages\//.exec(path) ?? []
    if (game) {
      const reached = isRelative(target) ? resolveImport(path, target) : target
      const allowed = [`games/${game}/pages/`, `games/${game}/endpoints/`, 'games/game.ts', 'hono/']
      return allowed.some((one) => reached.startsWith(one))
        ? undefined
        : 'a page imports only endpoints and types'
    }
    if (topFolder(path) === 'games' && target.endsWith('.tsx')) return 'Node cannot load .tsx files'
    return undefined
  })
}

/**
 * The files of a game's sessions: packets and the client's state. `protocol/events/` is excluded, because it has only
 * the world's events.
 */
const sessionFiles = /^games\/[^/]+\/((packets|session|framing)\.ts|(packets|protocol(?!\/events\/))\/)/
/** The folder of wire/ that does not depend on packets. */
const allowedInWorlds = 'wire/util/'

/** A game's world.ts imports no session files, and only `allowedInWorlds` of wire/, directly or indirectly. */
export function packetsInWorlds(sources: Sources): Violations {
  const violations: string[] = []
  for (const world of sources.keys()) {
    if (!/^games\/[^/]+\/world\.ts$/.test(world)) continue
    const reached = new Set([world])
    for (const path of reached) {
      for (const file of filesImportedBy(path, sources.get(path) ?? '')) {
        if (sessionFiles.test(file) || (topFolder(file) === 'wire' && !file.startsWith(allowedInWorlds)))
          violations.push(`${path}: a world must not import ${file}`)
        else if (gameOf(file) === gameOf(world)) reached.add(file)
      }
    }
  }
  return violations
}

/** A game's entry points, as listed in CONTRIBUTING.md. All its other files are in folders. */
const gameEntryFiles = ['index', 'options', 'create-room', 'framing', 'packets', 'session', 'world']

export function gameRootFiles(sources: Sources): Violations {
  return [...sources.keys()].flatMap((path) => {
    const file = gameOf(path) && /^games\/[^/]+\/([^/]+)\.ts$/.exec(path)?.[1]
    return file && !gameEntryFiles.includes(file)
      ? [`${path}: the root of a game contains only entry points`]
      : []
  })
}

/** Circular imports of files, direct or indirect, including types: one line per circle. */
export function fileCircles(sources: Sources): Violations {
  const graph = new Map(
    [...sources].map(([path, text]) => [
      path,
      filesImportedBy(path, text).filter((file) => sources.has(file)),
    ]),
  )
  return strongComponents(graph).map((circle) => `circle: ${circle.sort().join(' ')}`)
}

/**
 * Circular imports of folders, direct or indirect, including types: one line per circle. Excludes games/ itself and the
 * root of each game, whose entry points import the game's folders and are imported by them.
 */
export function folderCircles(sources: Sources): Violations {
  const graph = new Map<string, string[]>()
  for (const [path, text] of sources) {
    const from = posix.dirname(path)
    const reached = filesImportedBy(path, text).filter((file) => sources.has(file) && !isGameEntry(file))
    const others = reached.map((file) => posix.dirname(file)).filter((to) => to !== from)
    if (!isGameEntry(path)) graph.set(from, [...(graph.get(from) ?? []), ...others])
  }
  return strongComponents(graph).map((circle) => `folders in a circle: ${circle.sort().join(' ')}`)
}

/** Whether the file is at the root of a game, of games/, or of the template for a new game. */
function isGameEntry(path: string): boolean {
  const folder = posix.dirname(path)
  return (
    folder === 'games' || folder === 'cli/new-game/template/game' || /^games\/(?!shared\/)[^/]+$/.test(folder)
  )
}

/** Tarjan's algorithm: the strongly connected components, and nodes that point at themselves. */
function strongComponents(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const components: string[][] = []
  const visit = (node: string) => {
    const number = numbers.size
    numbers.set(node, number)
    lowest.set(node, number)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!numbers.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== number) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1 || graph.get(node)?.includes(node)) components.push(component)
  }
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node)
  return components
}

function filesImportedBy(path: string, text: string): string[] {
  return importsOf(text)
    .filter(isRelative)
    .map((target) => resolveImport(path, target))
}

function eachImport(
  sources: Sources,
  check: (path: string, target: string) => string | undefined,
): Violations {
  return [...sources].flatMap(([path, text]) =>
    importsOf(text).flatMap((target) => {
      const wrong = check(path, target)
      return wrong ? [`${path} imports ${target}: ${wrong}`] : []
    }),
  )
}

export function resolveImport(path: string, target: string): string {
  return posix.join(posix.dirname(path), target)
}

export function topFolder(path: string): string {
  return path.split('/')[0] ?? ''
}

/**
 * The slug of the game in whose folder the path is: `soaprun` for `games/soaprun/…`. Undefined for games/shared/,
 * games/ itself and other folders.
 */
export function gameOf(path: string): string | undefined {
  return /^games\/(?!shared\/)([^/]+)\//.exec(path)?.[1]
}

/** Code that must run on any platform: wire/ and games/, except for browser code. */
export function isPure(path: string): boolean {
  return topFolder(path) === 'wire' || (topFolder(path) === 'games' && !browserCode.test(path))
}

export function isRelative(target: string): boolean {
  return target.startsWith('.')
}
