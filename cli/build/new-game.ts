// `npm run new-game NAME`: writes the folder, the tests and the registry line of a new game.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import '../bundle/import-data-files.ts'
import { parseGameName } from '../new-game/game-name.ts'
import { registrationPlaces } from '../new-game/register-game.ts'
import { filesFromTemplate } from '../new-game/template-files.ts'
import { describeInOneLine, Failure, UsageError } from '../terminal/failure.ts'
import { gameFolders } from './game-folders.ts'
import { updateGameTables } from './generated-docs.ts'

const root = resolve(import.meta.dirname, '../..')

const firstPort = 7007

async function createGame(slug: string | undefined): Promise<void> {
  const slugs = gameFolders(root)
  const name = parseGameName(slug, slugs, new Set(slugs.flatMap(rulePrefixesOf)))
  const port = await freePort()
  const files = filesFromTemplate(name, port)
  const existing = files.find(({ path }) => existsSync(resolve(root, path)))
  if (existing) throw new UsageError(`${existing.path} exists; nothing was written`)
  const lists = registrationPlaces.map(({ path, add }) => ({
    path,
    text: add(readFileSync(resolve(root, path), 'utf8'), name),
  }))
  for (const { path, text } of [...files, ...lists]) write(path, text)
  const error = await updateGameTables(name.slug, false)
  if (error) throw new Failure(error)
  updateGrowth()
  const written = [...files, ...lists].map(({ path }) => path).filter((path) => /\.tsx?$/.test(path))
  runCommand(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...written])
  console.log(
    `Created games/${name.slug}/ and test/games/${name.slug}/, a client for the simulator and one for the benchmarks, and added the game to ${lists.map(({ path }) => path).join(', ')}.`,
  )
  console.log(`Its rule ids start with ${name.prefix}-, and its listener is TCP port ${port}. Try it:`)
  console.log(`  npx vitest run --project node test/games/${name.slug}`)
  console.log('  npm start')
}

function rulePrefixesOf(slug: string): string[] {
  const document = resolve(root, 'games', slug, 'PROTOCOL.md')
  if (!existsSync(document)) return []
  return [...readFileSync(document, 'utf8').matchAll(/^- \*\*([A-Z]+)-\d/gm)].map(([, prefix]) => prefix!)
}

/** A new process creates the tables, because this process has loaded the sources without the new game. */
function updateGrowth(): void {
  const path = 'docs/reference/growth.md'
  const tables = runCommand(process.execPath, ['bench/growth/main.ts']).trimEnd()
  const document = readFileSync(resolve(root, path), 'utf8')
  const [head = ''] = tables.split('\n')
  const from = document.indexOf(head)
  if (from < 0) throw new Failure(`${path} has no table of bounds`)
  const lines = document.slice(from).split('\n')
  const rest = lines.slice(lines.findIndex((line) => !line.startsWith('|')))
  write(path, [document.slice(0, from) + tables, ...rest].join('\n'))
}

async function freePort(): Promise<number> {
  const { games } = await import('../../games/index.ts')
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

function runCommand(program: string, commandLine: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, commandLine, { cwd: root, encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Failure(
    `${commandLine[0]}: ${[error?.message, stdout, stderr].filter(Boolean).join('\n').trim()}`,
  )
}

try {
  await createGame(process.argv[2])
} catch (error) {
  console.error(
    error instanceof Failure || error instanceof UsageError ? error.message : describeInOneLine(error),
  )
  process.exitCode = error instanceof UsageError ? 2 : 1
}
