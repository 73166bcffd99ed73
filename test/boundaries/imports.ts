// What may import what. Every check takes sources in memory, paths as in the repository.
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

/** Of a game what runs in browsers: its player and its watcher. Whoever imports it is in a browser too. */
export const browserCode = /^games\/[^/]+\/browser\//

/**
 * wire ← games ← durable-objects ← workers, wire ← sidecar, wire ← browser; what a game has for browsers stands on its
 * game and on browser/, and nothing on it; the generic parts import no game's folder.
 */
export function importDirections(sources: Sources): Violations {
  return eachImport(sources, (path, target) => {
    const allowed = browserCode.test(path) ? [...allowedImports.games, 'browser'] : folders[topFolder(path)]
    if (!allowed || !isRelative(target)) return undefined
    const reached = resolveImport(path, target)
    if (browserCode.test(reached) && !browserCode.test(path))
      return 'what is for browsers is imported there alone'
    if (!allowed.includes(topFolder(reached))) return `${topFolder(path)}/ may not import ${topFolder(reached)}/`
    if (topFolder(path) !== 'games' && gameOf(reached)) return 'only games/ imports the folder of a game'
    if (topFolder(path) === 'durable-objects' && reached === 'games/index.ts') return 'a Room is given its games'
    return undefined
  })
}

/** wire/ imports no package; wire/ and games/ import nothing that only Node or only Workers have. */
export function foreignModules(sources: Sources): Violations {
  return eachImport(sources, (path, target) => {
    if (!isPure(path) || isRelative(target)) return undefined
    if (target === '*') return 'what is imported is written there'
    if (topFolder(path) === 'wire') return 'wire/ has no dependency'
    return /^(node|cloudflare):/.test(target) ? 'wire/ and games/ run anywhere' : undefined
  })
}

/** No game knows another; games/index.ts alone knows them all. */
export function gameCrossImports(sources: Sources): Violations {
  return eachImport(sources, (path, target) => {
    if (topFolder(path) !== 'games' || !isRelative(target) || path === 'games/index.ts') return undefined
    const other = gameOf(resolveImport(path, target))
    return other && other !== gameOf(path) ? `${gameOf(path) ?? 'games/'} may not import ${other}` : undefined
  })
}

/** What pages are made of: each other, what the game's readings say, and the contract's types. */
const ofPages = /^(hono\/|\.\/[^/]+$|\.\.\/readings\/|\.\.\/\.\.\/game\.ts$)/

/** A game's pages are made of its readings and of nothing else; markup is loaded by pages/index.ts, when it is asked for. */
export function pageImports(sources: Sources): Violations {
  return eachImport(sources, (path, target) => {
    if (/^games\/[^/]+\/pages\//.test(path))
      return ofPages.test(target) ? undefined : 'a page knows its reading and nothing else'
    if (topFolder(path) === 'games' && target.endsWith('.tsx')) return 'plain Node reads no markup'
    return undefined
  })
}

/** Of a game's folder what belongs to conversations: bytes, and what a client believes. */
const sessionFiles = /^games\/[^/]+\/((packets|session|framing)\.ts|(packets|talk)\/)/
/** Of wire/ what is no packet: the error that closes a peer, and how text is counted in bytes. */
const allowedInWorlds = ['wire/util/wire-error.ts', 'wire/util/utf8.ts']

/** Nothing that a game's world.ts imports, however far down, is part of a conversation or of its packets' vocabulary. */
export function packetsInWorlds(sources: Sources): Violations {
  const violations: string[] = []
  for (const world of sources.keys()) {
    if (!/^games\/[^/]+\/world\.ts$/.test(world)) continue
    const reached = new Set([world])
    for (const path of reached) {
      for (const file of filesImportedBy(path, sources.get(path) ?? '')) {
        if (sessionFiles.test(file) || (topFolder(file) === 'wire' && !allowedInWorlds.includes(file)))
          violations.push(`${path}: a world knows no ${file}`)
        else if (gameOf(file) === gameOf(world)) reached.add(file)
      }
    }
  }
  return violations
}

/** A game's doors, as CONTRIBUTING names them; whatever else it has stands in a folder that says what it is about. */
const gameEntryFiles = ['index', 'options', 'founding', 'framing', 'packets', 'session', 'world']

/** At the root of a game's folder stand its doors alone. */
export function gameRootFiles(sources: Sources): Violations {
  return [...sources.keys()].flatMap((path) => {
    const file = gameOf(path) && /^games\/[^/]+\/([^/]+)\.ts$/.exec(path)?.[1]
    return file && !gameEntryFiles.includes(file) ? [`${path}: at the root of a game stand its doors alone`] : []
  })
}

/** Files that import each other, over however many steps, types too: one line a circle. */
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
 * Folders that import each other, over however many steps, types too: one line a circle. Left out are games/ itself and
 * the root of each game: what stands there are doors, which the folders come in by and the rest of the game goes out by.
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

function isGameEntry(path: string): boolean {
  return posix.dirname(path) === 'games' || /^games\/(?!shared\/)[^/]+\/[^/]+$/.test(path)
}

/** Tarjan's: the sets of nodes each of which reaches all others, and nodes that point at themselves. */
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

/** `soaprun` for `games/soaprun/…`; undefined for what games share, what lies in games/ itself, and elsewhere. */
export function gameOf(path: string): string | undefined {
  return /^games\/(?!shared\/)([^/]+)\//.exec(path)?.[1]
}

/** It runs anywhere, and so knows nothing of where. What a game has for browsers runs there alone. */
export function isPure(path: string): boolean {
  return topFolder(path) === 'wire' || (topFolder(path) === 'games' && !browserCode.test(path))
}

export function isRelative(target: string): boolean {
  return target.startsWith('.')
}
