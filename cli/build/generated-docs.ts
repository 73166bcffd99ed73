// `npm run docs`: writes each game's tables of packets and options into its PROTOCOL.md, the sidecar's settings into
// deploy/README.md, the command's reference into docs/reference/command.md, the button and the first commands into
// README.md and the first tutorial, and, if Debian's Crossfire is installed, how much of it works; between the lines
//     <!-- table: fromClient -->   and   <!-- end of table -->
// With --check it writes nothing, and exits 1 if a document would change.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OptionTable } from '../../games/game.ts'
import { optionsMarkdown } from '../../games/shared/options/describe.ts'
import {
  flagOf,
  type SettingDefinition,
  settingDefinitions,
  variableOf,
} from '../../sidecar/config/setting-definitions.ts'
import { buildProgram } from '../commands/commands.ts'
import '../bundle/import-data-files.ts'
import { packetTableMarkdown } from '../../wire/packets/markdown.ts'
import type { PacketShape } from '../../wire/packets/packet-shape.ts'
import { commandMarkdown } from './command-markdown.ts'
import { coverageMarkdown, isCrossfireInstalled, measureCrossfireCoverage } from './crossfire-coverage.ts'
import { gameFolders } from './game-folders.ts'

/** The method of a packet table that this file uses. */
interface MarkdownTable {
  markdown(): string
}

const root = resolve(import.meta.dirname, '../..')
/** The repository in package.json. A fork may set its own. */
const { repository }: { readonly repository?: string | { readonly url: string } } = JSON.parse(
  readFileSync(resolve(root, 'package.json'), 'utf8'),
)

/** `text` with every marked part replaced by the table that it names. Throws for unknown names. */
export function withTables(text: string, tables: { readonly [name: string]: MarkdownTable }): string {
  return text.replace(tableMarkers, (_, begin: string, name: string, end: string) => {
    const table = tables[name]
    if (!table) throw new Error(`unknown table ${name}`)
    return `${begin}\n\n${table.markdown().trim()}\n\n${end}`
  })
}

const tableMarkers = /^(<!-- table: (\w+) -->)$[\s\S]*?^(<!-- end of table -->)$/gm

/** The tables of `names` that the document does not show exactly once. */
export function missingTables(text: string, names: readonly string[]): string[] {
  const shown = [...text.matchAll(tableMarkers)].map(([, , name]) => name)
  return names.filter((name) => shown.filter((one) => one === name).length !== 1)
}

/** All tables for a game's document, by name. */
export async function tablesOf(game: string): Promise<{ [name: string]: MarkdownTable }> {
  const packets: Record<string, unknown> = await import(fileUrl(game, packetsFileOf(game)))
  const tables = Object.entries(packets).flatMap(([name, value]) => {
    const table = markdownTableOf(value)
    return table ? [[name, table] as const] : []
  })
  const { optionTable }: { optionTable?: OptionTable } = await import(fileUrl(game, 'options.ts'))
  return {
    ...Object.fromEntries(tables),
    ...(optionTable && { options: { markdown: () => optionsMarkdown(optionTable) } }),
  }
}

/** The file with a game's packet tables, or the index of a folder with many of them. */
function packetsFileOf(game: string): string {
  const folder = 'protocol/packets/index.ts'
  return existsSync(resolve(root, 'games', game, folder)) ? folder : 'packets.ts'
}

function fileUrl(game: string, name: string): string {
  return pathToFileURL(resolve(root, 'games', game, name)).href
}

/**
 * A game's own table, which has a method `markdown`, or a table of `packets`, which has none because browsers load it.
 */
function markdownTableOf(value: unknown): MarkdownTable | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('markdown' in value && typeof value.markdown === 'function') return value as MarkdownTable
  if (!('shapes' in value && 'sample' in value)) return undefined
  const { shapes } = value as { readonly shapes: { readonly [type: string]: PacketShape } }
  return { markdown: () => packetTableMarkdown(Object.values(shapes)) }
}

/** The files of the tables that every document must have. */
const requiredTables = { fromClient: 'packets.ts', fromServer: 'packets.ts', options: 'options.ts' } as const

/** Writes or checks one game's document; returns the error, if any. */
export async function updateGameTables(game: string, check: boolean): Promise<string | undefined> {
  const tables = await tablesOf(game)
  for (const [wanted, from] of Object.entries(requiredTables)) {
    if (!tables[wanted]) return `games/${game}/${from} has no ${wanted}`
  }
  return updateDocument(`games/${game}/PROTOCOL.md`, tables, Object.keys(requiredTables), check)
}

/** Writes or checks the table of the sidecar's settings; returns the error, if any. */
export function updateSettingsTable(check: boolean): string | undefined {
  return updateDocument('deploy/README.md', { settings: { markdown: settingsMarkdown } }, ['settings'], check)
}

/** Writes or checks the reference of the command; returns the error, if any. */
export function updateCommandReference(check: boolean): string | undefined {
  const markdown = () => commandMarkdown(buildProgram({ out() {}, err() {} }, []))
  return updateDocument('docs/reference/command.md', { command: { markdown } }, ['command'], check)
}

/**
 * Updates the button of README. The button deploys the repository in package.json. If there is none, it links to
 * instructions.
 */
export function updateReadme(check: boolean): string | undefined {
  const address = repositoryAddress(repository)
  const tables = {
    button: { markdown: () => buttonMarkdown(address) },
    clone: { markdown: () => cloneMarkdown(address) },
  }
  return updateDocument('README.md', tables, Object.keys(tables), check)
}

/** The first commands of the first tutorial. */
export function updateFirstTutorial(check: boolean): string | undefined {
  const clone = { markdown: () => cloneMarkdown(repositoryAddress(repository)) }
  return updateDocument('docs/tutorials/at-home.md', { clone }, ['clone'], check)
}

/** [CF-20.9] Measures how much of Debian's Crossfire world works, if it is installed; returns the error, if any. */
export async function updateCrossfireCoverage(check: boolean): Promise<string | undefined> {
  if (!isCrossfireInstalled()) return undefined
  const coverage = await measureCrossfireCoverage()
  const table = { markdown: () => coverageMarkdown(coverage) }
  return updateDocument('games/crossfire/import/README.md', { coverage: table }, ['coverage'], check)
}

/** `repository`: in npm's form, `github:owner/name` or a url. */
export function repositoryAddress(
  repository: string | { readonly url: string } | undefined,
): string | undefined {
  return (typeof repository === 'string' ? repository : repository?.url)
    ?.replace(/^github:/, 'https://github.com/')
    .replace(/^gitlab:/, 'https://gitlab.com/')
    .replace(/^git\+/, '')
    .replace(/\.git$/, '')
}

/** `address`: the repository's URL, if it is known. */
export function buttonMarkdown(address: string | undefined): string {
  const to = address
    ? `https://deploy.workers.cloudflare.com/?url=${encodeURI(address)}`
    : 'docs/tutorials/deployed.md#deploy-with-the-button'
  return `[![Deploy to Cloudflare](https://deploy.workers.cloudflare.com/button)](${to})`
}

/** Without an address, the command uses a variable that the reader sets. */
export function cloneMarkdown(address: string | undefined): string {
  const commands = [
    '```sh',
    `git clone ${address ?? '"$REPOSITORY"'} packetboat`,
    'cd packetboat',
    'npm ci && npm start',
    '```',
  ].join('\n')
  return address
    ? commands
    : `${commands}\n\n\`REPOSITORY\` is the address of this project's repository, where you found it.`
}

function settingsMarkdown(): string {
  const rows = Object.entries<SettingDefinition<unknown>>(settingDefinitions).map(
    ([key, { placeholder, description }]) =>
      `| \`${flagOf(key)} ${placeholder}\` | \`${variableOf(key)}\`, \`${key}\` | ${description} |`,
  )
  return ['| flag | environment, key of the file | |', '| --- | --- | --- |', ...rows].join('\n')
}

/** `wanted`: the tables that the document must have. */
function updateDocument(
  name: string,
  tables: { readonly [name: string]: MarkdownTable },
  required: readonly string[],
  check: boolean,
): string | undefined {
  const file = resolve(root, name)
  if (!existsSync(file)) return `${name} is missing`
  const text = readFileSync(file, 'utf8')
  const missing = missingTables(text, required)
  if (missing.length) return `${name} has not exactly one part marked <!-- table: ${missing[0]} -->`
  const updated = withTables(text, tables)
  if (updated === text) return undefined
  if (check) return `${name} does not show the tables as they are: npm run docs`
  writeFileSync(file, updated)
  console.log(`${name} written`)
  return undefined
}

if (process.argv[1] === import.meta.filename) {
  const check = process.argv.includes('--check')
  const slugs = gameFolders(root)
  const wrong: (string | undefined)[] = []
  for (const slug of slugs) wrong.push(await updateGameTables(slug, check))
  if (!slugs.length) wrong.push('there are no games')
  wrong.push(
    updateSettingsTable(check),
    updateCommandReference(check),
    updateReadme(check),
    updateFirstTutorial(check),
  )
  // Skipped with --check, because it takes 6 s and needs the packages: `npm run test:crossfire-data` checks this table.
  if (!check) wrong.push(await updateCrossfireCoverage(check))
  for (const line of wrong) if (line) console.log(line)
  process.exitCode = wrong.some(Boolean) ? 1 : 0
}
