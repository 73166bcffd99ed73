// `npm run new-game NAME`: writes the folder, the tests and the registry line of a new game: a small one that works,
// in which every line is sent to all. Replace it step by step with the real game.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { games } from '../games/index.ts'
import { renewTables } from './docs.ts'
import { gameFolders } from './games.ts'
import { newFiles } from './new-game/files.ts'
import { gameName } from './new-game/name.ts'
import { registered } from './new-game/registry.ts'
import { Failure, oneLine, Usage } from './terminal/failure.ts'

const root = resolve(import.meta.dirname, '..')
const registry = resolve(root, 'games/index.ts')

/** The first port to try for new games. */
const firstPort = 7007

async function newGame(given: string | undefined): Promise<void> {
  const slugs = gameFolders(root)
  const name = gameName(given, slugs, new Set(slugs.flatMap(prefixesOf)))
  const port = freePort()
  const files = newFiles(name, port)
  const there = files.find(({ path }) => existsSync(resolve(root, path)))
  if (there) throw new Usage(`${there.path} is there already, and nothing was written`)
  const line = registered(readFileSync(registry, 'utf8'), name)
  for (const { path, text } of files) write(path, text)
  writeFileSync(registry, line)
  const wrong = await renewTables(name.slug, false)
  if (wrong) throw new Failure(wrong)
  const made = [`games/${name.slug}`, `test/games/${name.slug}`]
  run(process.execPath, [
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--write',
    'games/index.ts',
    ...made,
  ])
  console.log(
    `games/${name.slug}/ and test/games/${name.slug}/ are written, and games/index.ts has their line.`,
  )
  console.log(`Its rules are ${name.prefix}-1.1 and on; its door is TCP port ${port}. It plays as it is:`)
  console.log(`  npx vitest run --project node test/games/${name.slug}`)
  console.log('  npm start')
}

/** Prefixes of a game's rule ids. */
function prefixesOf(slug: string): string[] {
  const document = resolve(root, 'games', slug, 'PROTOCOL.md')
  if (!existsSync(document)) return []
  return [...readFileSync(document, 'utf8').matchAll(/^- \*\*([A-Z]+)-\d/gm)].map(([, prefix]) => prefix!)
}

/** The first port that no other game's listener has. */
function freePort(): number {
  const taken = new Set(
    games.flatMap(({ listeners }) => listeners.flatMap(({ port, localPort }) => [port, localPort])),
  )
  let port = firstPort
  while (taken.has(port)) port++
  return port
}

function write(path: string, text: string): void {
  const file = resolve(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function run(program: string, words: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd: root, encoding: 'utf8' })
  if (status === 0) return
  throw new Failure(`${words[0]}: ${[error?.message, stdout, stderr].filter(Boolean).join('\n').trim()}`)
}

try {
  await newGame(process.argv[2])
} catch (error) {
  console.error(error instanceof Failure || error instanceof Usage ? error.message : oneLine(error))
  process.exitCode = error instanceof Usage ? 2 : 1
}
