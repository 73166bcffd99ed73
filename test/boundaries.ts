// The checks behind boundaries.test.ts: what may import what, and what must not stand where. They work on sources in
// memory, paths as in the repository, and give one line for every violation.
import { posix } from 'node:path'
import { transformSync } from 'esbuild'

/** Path from the repository's root (with `/`) → text. */
export type Sources = ReadonlyMap<string, string>

const listed = { wire: ['wire'], games: ['wire', 'games'], sidecar: ['wire', 'sidecar'] }
const folders: { readonly [folder: string]: readonly string[] } = {
  ...listed,
  'durable-objects': [...listed.games, 'durable-objects'],
  workers: [...listed.games, 'durable-objects', 'workers', 'package.json'],
}

/** wire ← games ← durable-objects ← workers, wire ← sidecar; the generic parts import no game's folder. */
export function importDirections(sources: Sources): string[] {
  return eachImport(sources, (path, target) => {
    const allowed = folders[top(path)]
    if (!allowed || !isRelative(target)) return undefined
    const reached = posix.join(posix.dirname(path), target)
    if (!allowed.includes(top(reached))) return `${top(path)}/ may not import ${top(reached)}/`
    if (top(path) !== 'games' && gameOf(reached)) return 'only games/ imports the folder of a game'
    if (top(path) === 'durable-objects' && reached === 'games/index.ts') return 'a Room is given its games'
    return undefined
  })
}

/** wire/ imports no package; wire/ and games/ import nothing that only Node or only Workers have. */
export function foreignModules(sources: Sources): string[] {
  return eachImport(sources, (path, target) => {
    if (!isPure(path) || isRelative(target)) return undefined
    if (top(path) === 'wire') return 'wire/ has no dependency'
    return /^(node|cloudflare):/.test(target) ? 'wire/ and games/ run anywhere' : undefined
  })
}

/** No game knows another; games/index.ts alone knows them all. */
export function gamesApart(sources: Sources): string[] {
  return eachImport(sources, (path, target) => {
    if (top(path) !== 'games' || !isRelative(target) || path === 'games/index.ts') return undefined
    const other = gameOf(posix.join(posix.dirname(path), target))
    return other && other !== gameOf(path) ? `${gameOf(path) ?? 'games/'} may not import ${other}` : undefined
  })
}

/** Nothing that a game's world.ts imports, however far down, is packets.ts or session.ts. */
export function worldsWithoutPackets(sources: Sources): string[] {
  const violations: string[] = []
  for (const world of sources.keys()) {
    if (!/^games\/[^/]+\/world\.ts$/.test(world)) continue
    const reached = new Set([world])
    for (const path of reached) {
      for (const target of importsOf(sources.get(path) ?? '').filter(isRelative)) {
        const file = posix.join(posix.dirname(path), target)
        if (/^games\/[^/]+\/(packets|session)\.ts$/.test(file))
          violations.push(`${path}: a world knows no ${file}`)
        if (gameOf(file) === gameOf(world)) reached.add(file)
      }
    }
  }
  return violations
}

/**
 * The language's own clock, chance and ways around; and what Node and Workers have besides, used as theirs is (their
 * names alone are good names: the compiler, which knows neither platform there, tells the two apart).
 */
const globals = new RegExp(
  [
    String.raw`(?<![.\w$])(?:(Date|globalThis|eval|Function)\b(?!\s*:)`,
    String.raw`(Math\.random|setTimeout\(|setInterval\(|setImmediate\(|queueMicrotask\(|fetch\(|require\()`,
    String.raw`(console\.\w+|performance\.\w+|Buffer\.\w+|crypto\.(?:subtle|random\w+|getRandom\w+))`,
    String.raw`(process\.(?:env|exit|argv|std\w+|hrtime|nextTick|on|cwd)\b))`,
  ].join('|'),
)

/** In wire/ and games/ time, chance and output come from the host alone. */
export function foreignGlobals(sources: Sources): string[] {
  return eachFile(sources, isPure, (code) => {
    const found = globals.exec(withoutTexts(code))
    return found ? `${found[0]} is not for wire/ and games/` : undefined
  })
}

/** The generic parts hold no game's slug or title, however it is written together. */
export function namedGames(sources: Sources, names: readonly string[]): string[] {
  const generic = (path: string) => ['workers', 'durable-objects', 'sidecar'].includes(top(path))
  const written = names.map((name) => [name, new RegExp(name.split(/[- ]/).join('[-_ ]?'), 'i')] as const)
  return eachFile(sources, generic, (code) => {
    const found = written.find(([, pattern]) => pattern.test(code))
    return found ? `the name ${found[0]} is for its own folder` : undefined
  })
}

/**
 * Rooms share an isolate, so games/ and durable-objects/ keep nothing in modules: no `let`, no collection that begins
 * empty. `tables` (as `path name`) are those filled once and never changed after.
 */
export function moduleState(sources: Sources, tables: readonly string[] = []): string[] {
  const shared = (path: string) => ['games', 'durable-objects'].includes(top(path))
  const state =
    /^(?:export )?(?:(?:let|var) (?<changes>\w+)|const (?<fills>\w+) = (?:new (?:Weak)?(?:Map|Set)\(\)|\[\]|\{\});)/gm
  return [...sources]
    .filter(([path]) => shared(path))
    .flatMap(([path, text]) =>
      [...codeOf(text).matchAll(state)]
        .map(({ groups }) => groups?.changes ?? groups?.fills ?? '')
        .filter((name) => !tables.includes(`${path} ${name}`))
        .map((name) => `${path}: ${name} would be shared by all rooms`),
    )
}

function eachImport(sources: Sources, check: (path: string, target: string) => string | undefined): string[] {
  return [...sources].flatMap(([path, text]) =>
    importsOf(text).flatMap((target) => {
      const wrong = check(path, target)
      return wrong ? [`${path} imports ${target}: ${wrong}`] : []
    }),
  )
}

function eachFile(
  sources: Sources,
  which: (path: string) => boolean,
  check: (code: string) => string | undefined,
): string[] {
  return [...sources].flatMap(([path, text]) => {
    const wrong = which(path) ? check(codeOf(text)) : undefined
    return wrong ? [`${path}: ${wrong}`] : []
  })
}

function top(path: string): string {
  return path.split('/')[0] ?? ''
}

/** `soaprun` for `games/soaprun/…`; undefined for what lies in games/ itself, and elsewhere. */
function gameOf(path: string): string | undefined {
  return /^games\/([^/]+)\//.exec(path)?.[1]
}

function isPure(path: string): boolean {
  return top(path) === 'wire' || top(path) === 'games'
}

function isRelative(target: string): boolean {
  return target.startsWith('.')
}

/** Type imports too, which compiled code no longer shows. */
function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const statements = /\b(?:import|export)\b(?:[^'"`;=]*?\bfrom)?\s*\(?\s*['"]([^'"]+)['"]/g
  return [...code.matchAll(statements)].map(([, target]) => target!)
}

/** Without comments and types, every statement of the module at the beginning of its line. */
function codeOf(text: string): string {
  return transformSync(text, { loader: 'ts', target: 'esnext' }).code.replaceAll('/* @__PURE__ */ ', '')
}

/** Strings emptied; of templates only what stands between their `${}` goes. */
function withoutTexts(code: string): string {
  const texts = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g
  const templates = /`(?:[^`\\]|\\.)*`/g
  const holes = (template: string) =>
    [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, inside]) => inside).join(';')
  return code.replace(texts, '""').replace(templates, (template) => `(${holes(template)})`)
}
