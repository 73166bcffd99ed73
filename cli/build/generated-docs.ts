// `npm run docs`: writes tables into documents: each game's packets and options into its PROTOCOL.md, the sidecar's
// settings into deploy/README.md, the command's reference into docs/reference/command.md, and the button and the first
// commands into README.md and the first tutorial. If Debian's Crossfire is installed, it also writes how much of that
// world works. It replaces the text between the lines
//     <!-- table: fromClient -->   and   <!-- end of table -->
// With --check it writes nothing, and exits 1 if a document would change.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OptionTable } from '../../games/game.ts'
import { optionsMarkdown } from '../../games/shared/options/describe.ts'
import {
  flagOfSetting,
  type SettingDefinition,
  settingDefinitions,
  variableOfSetting,
} from '../../sidecar/config/setting-definitions.ts'
import { buildProgram } from '../commands/commands.ts'
import '../bundle/import-data-files.ts'
import { packetTableMarkdown } from '../../wire/packets/markdown.ts'
import type { PacketShape } from '../../wire/packets/packet-shape.ts'
import { commandMarkdown } from './command-markdown.ts'
import { coverageMarkdown, isCrossfireInstalled, measureCrossfireCoverage } from './crossfire-coverage.ts'
import { gameFolders } from './game-folders.ts'

interface MarkdownTable {
  markdown(): string
}

const root = resolve(import.meta.dirname, '../..')
/** The field `repository` in package.json. */
const { repository }: { readonly repository?: string | { readonly url: string } } = JSON.parse(
  readFileSync(resolve(root, 'package.json'), 'utf8'),
)

/** Throws for an unknown name. */
export function replaceTables(text: string, tables: { readonly [name: string]: MarkdownTable }): string {
  return text.replace(tableMarkers, (_, begin: string, name: string, end: string) => {
    const table = tables[name]
    if (!table) throw new Error(`unknown table ${name}`)
    return `${begin}\n\n${table.markdown().trim()}\n\n${end}`
  })
}

const tableMarkers = /^(<!-- table: (\w+) -->)$[\s\S]*?^(<!-- end of table -->)$/gm

export function missingTables(text: string, names: readonly string[]): string[] {
  const shown = [...text.matchAll(tableMarkers)].map(([, , name]) => name)
  return names.filter((name) => shown.filter((one) => one === name).length !== 1)
}

export async function protocolTables(game: string): Promise<{ [name: string]: MarkdownTable }> {
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

/** If a game has several files of packet tables, their index exports the tables. */
function packetsFileOf(game: string): string {
  const folder = 'protocol/packets/index.ts'
  return existsSync(resolve(root, 'games', game, folder)) ? folder : 'packets.ts'
}

function fileUrl(game: string, name: string): string {
  return pathToFileURL(resolve(root, 'games', game, name)).href
}

/**
 * The table in an exported value: an object with a method `markdown`, or the result of `packets()`, which has no such
 * method, because browsers load it.
 */
function markdownTableOf(value: unknown): MarkdownTable | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('markdown' in value && typeof value.markdown === 'function') return value as MarkdownTable
  if (!('shapes' in value && 'sample' in value)) return undefined
  const { shapes } = value as { readonly shapes: { readonly [type: string]: PacketShape } }
  return { markdown: () => packetTableMarkdown(Object.values(shapes)) }
}

/** The tables that every PROTOCOL.md must have, with the files that define them. */
const requiredTables = { fromClient: 'packets.ts', fromServer: 'packets.ts', options: 'options.ts' } as const

/** Returns the error, if any. */
export async function updateGameTables(game: string, check: boolean): Promise<string | undefined> {
  const tables = await protocolTables(game)
  for (const [wanted, from] of Object.entries(requiredTables)) {
    if (!tables[wanted]) return `games/${game}/${from} has no ${wanted}`
  }
  return updateDocument(`games/${game}/PROTOCOL.md`, tables, Object.keys(requiredTables), check)
}

export function updateSettingsTable(check: boolean): string | undefined {
  return updateDocument('deploy/README.md', { settings: { markdown: settingsMarkdown } }, ['settings'], check)
}

export function updateCommandReference(check: boolean): string | undefined {
  const markdown = () => commandMarkdown(buildProgram({ out() {}, err() {} }, []))
  return updateDocument('docs/reference/command.md', { command: { markdown } }, ['command'], check)
}

/** The button deploys the repository in package.json, or links to instructions if package.json has none. */
export function updateReadme(check: boolean): string | undefined {
  const address = repositoryAddress(repository)
  const tables = {
    button: { markdown: () => buttonMarkdown(address) },
    clone: { markdown: () => cloneMarkdown(address) },
  }
  return updateDocument('README.md', tables, Object.keys(tables), check)
}

export function updateFirstTutorial(check: boolean): string | undefined {
  const clone = { markdown: () => cloneMarkdown(repositoryAddress(repository)) }
  return updateDocument('docs/tutorials/at-home.md', { clone }, ['clone'], check)
}

/** [CF-20.9] Skipped if Debian's Crossfire is not installed. */
export async function updateCrossfireCoverage(check: boolean): Promise<string | undefined> {
  if (!isCrossfireInstalled()) return undefined
  const coverage = await measureCrossfireCoverage()
  const table = { markdown: () => coverageMarkdown(coverage) }
  return updateDocument('games/crossfire/import/README.md', { coverage: table }, ['coverage'], check)
}

/** `repository`: in npm's form, as `github:owner/name` or a URL. */
export function repositoryAddress(
  repository: string | { readonly url: string } | undefined,
): string | undefined {
  return (typeof repository === 'string' ? repository : repository?.url)
    ?.replace(/^github:/, 'https://github.com/')
    .replace(/^gitlab:/, 'https://gitlab.com/')
    .replace(/^git\+/, '')
    .replace(/\.git$/, '')
}

export function buttonMarkdown(address: string | undefined): string {
  const to = address
    ? `https://deploy.workers.cloudflare.com/?url=${encodeURI(address)}`
    : 'docs/tutorials/deployed.md#deploy-with-the-button'
  return `[![Deploy to Cloudflare](https://deploy.workers.cloudflare.com/button)](${to})`
}

/** If `address` is undefined, the commands use a variable that the reader sets. */
export function cloneMarkdown(address: string | undefined): string {
  const commands = [
    '```sh',
    `git clone ${address ?? '"$REPOSITORY"'} packetboat`,
    'cd packetboat',
    'npm ci && npm start',
    '```',
  ].join('\n')
  return address ? commands : `${commands}\n\n\`REPOSITORY\` is the url of this project's repository.`
}

function settingsMarkdown(): string {
  const rows = Object.entries<SettingDefinition<unknown>>(settingDefinitions).map(
    ([key, { placeholder, description }]) =>
      `| \`${flagOfSetting(key)} ${placeholder}\` | \`${variableOfSetting(key)}\`, \`${key}\` | ${description} |`,
  )
  return ['| flag | environment, key of the file | |', '| --- | --- | --- |', ...rows].join('\n')
}

/** `required`: the names of the tables that the document must have. */
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
  if (missing.length) return `${name} must have exactly one part marked <!-- table: ${missing[0]} -->`
  const updated = replaceTables(text, tables)
  if (updated === text) return undefined
  if (check) return `${name} has an outdated table: run npm run docs`
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
  // `--check` skips this table, because measuring takes 6 s and needs the packages. `npm run test:crossfire-data`
  // checks the table.
  if (!check) wrong.push(await updateCrossfireCoverage(check))
  for (const line of wrong) if (line) console.log(line)
  process.exitCode = wrong.some(Boolean) ? 1 : 0
}
