// [AP-16.2] Reads a player's YAML file as far as that needs no Python: slots, names and games. The values of a game's own
// options are not read. A file is untrusted, so its documents and depth are bounded, and aliases are refused unread.
import {
  type Document,
  EVENT_ID,
  type Event,
  eventsToAst,
  type MappingNode,
  NOT_RESOLVED,
  type Node,
  parseEvents,
  type ScalarNode,
  YAML11_SCHEMA,
  YAMLException,
} from 'js-yaml'
import { decodeUtf8 } from '../../../wire/util/utf8.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { nameTemplateProblem } from './slot-name.ts'

export const maxFileBytes = 256 * 1024
/** Python's parser reads YAML 1.1, too. */
const schema = YAML11_SCHEMA
const maxGameLength = 100
const maxQuotedLength = 60
/** Lists and maps in each other. */
const maxNesting = 1000
/** Names or games that the generator chooses from. */
const maxChoices = 100

/** One slot that a file asks for. */
export interface WantedSlot {
  /** Name templates. With several, the generator rolls one. */
  readonly names: readonly string[]
  /** With several, the generator rolls one. */
  readonly games: readonly string[]
  /** The oldest generator that the file accepts; '' if it does not say. */
  readonly requires: string
}

export interface PlayerFile {
  readonly slots: readonly WantedSlot[]
  readonly warnings: readonly string[]
}

/** The file cannot be used. The error's text is a sentence for its author. */
export class PlayerFileError extends Error {
  override name = 'PlayerFileError'
}

/** The host's limits. */
export interface SubmissionRules {
  readonly slots: number
  /** Empty: all. */
  readonly games: readonly string[]
}

/** Throws PlayerFileError. */
export function readPlayerFile(bytes: Uint8Array, limits: SubmissionRules): PlayerFile {
  if (bytes.length > maxFileBytes) throw new PlayerFileError(`the file is over ${maxFileBytes / 1024} KiB`)
  return readDocuments(textOf(bytes), limits)
}

function textOf(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes).replace(/^\ufeff/, '')
  } catch (error) {
    if (error instanceof WireError) throw new PlayerFileError('the file is not text in UTF-8')
    throw error
  }
}

function readDocuments(text: string, limits: SubmissionRules): PlayerFile {
  const slots: WantedSlot[] = []
  const warnings: string[] = []
  for (const { contents } of parseDocuments(text)) {
    // The generator ignores an empty document, as after a last `---`.
    if (contents === null || (contents.kind === 'scalar' && scalarValue(contents) === null)) continue
    if (slots.length === limits.slots)
      throw new PlayerFileError(`a file can have at most ${limits.slots} slots, one for each document`)
    slots.push(readSlot(contents, slots.length + 1, limits, warnings))
  }
  if (slots.length === 0) throw new PlayerFileError('the file is empty')
  return { slots, warnings }
}

/** Accepts equal keys in a map; `topLevelKeys` refuses them. */
function parseDocuments(text: string): readonly Document[] {
  try {
    const events = parseEvents(text, { maxDepth: maxNesting })
    rejectAliases(text, events)
    return eventsToAst(events, { source: text, schema })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    if (reason.startsWith('nesting exceeded'))
      throw new PlayerFileError('its lists and blocks are nested too deeply')
    throw new PlayerFileError(`line ${(mark?.line ?? 0) + 1}: ${shorten(reason)}`)
  }
}

function rejectAliases(text: string, events: readonly Event[]): void {
  const alias = events.find(({ type }) => type === EVENT_ID.ALIAS)
  if (alias?.type === EVENT_ID.ALIAS)
    YAMLException.throwAt(text, alias.anchorStart, 'aliases (*name) are not supported: write the value out')
}

/** As the generator reads it; as text if its tag is unknown. */
function scalarValue({ tag, tagged, value }: ScalarNode): unknown {
  const resolved = schema.lookupScalarTag(tag)?.resolve(value, tagged, tag)
  return resolved === undefined || resolved === NOT_RESOLVED ? value : resolved
}

function readSlot(contents: Node, number: number, limits: SubmissionRules, warnings: string[]): WantedSlot {
  const place = `slot ${number}`
  if (contents.kind !== 'mapping')
    throw new PlayerFileError(`${place}: expected options like "name: Ann", one a line`)
  const keys = topLevelKeys(contents, place)
  if (!keys.has('name')) throw new PlayerFileError(`${place}: name is missing`)
  if (!keys.has('game')) throw new PlayerFileError(`${place}: game is missing`)
  const names = choicesOf(valueAt(contents, 'name'), `${place}: name`)
  for (const name of names) {
    const problem = nameTemplateProblem(name)
    if (problem) throw new PlayerFileError(`${place}: name ${shorten(JSON.stringify(name))} ${problem}`)
  }
  const games = choicesOf(valueAt(contents, 'game'), `${place}: game`)
  for (const game of games) checkGame(game, keys, limits, place, warnings)
  if (keys.has('triggers')) warnings.push(`${place}: its triggers may change what is shown here`)
  return { names, games, requires: requiredVersion(contents) }
}

/** The node under this key of a map, if any. */
function valueAt({ items }: MappingNode, name: string): Node | undefined {
  return items.find(({ key }) => key.kind === 'scalar' && key.value === name)?.value
}

/** Throws PlayerFileError for a key that is there twice. */
function topLevelKeys({ items }: MappingNode, place: string): Set<string> {
  const keys = new Set<string>()
  for (const { key } of items) {
    const name = key.kind === 'scalar' ? String(scalarValue(key)) : ''
    if (keys.has(name))
      throw new PlayerFileError(
        `${place}: ${shorten(name)} is there twice: a line "---" between two slots is missing`,
      )
    keys.add(name)
  }
  return keys
}

function checkGame(
  game: string,
  keys: ReadonlySet<string>,
  limits: SubmissionRules,
  place: string,
  warnings: string[],
): void {
  const shown = shorten(game)
  if (game.length > maxGameLength) throw new PlayerFileError(`${place}: game ${shown} is too long a name`)
  if (limits.games.length > 0 && !limits.games.includes(game))
    throw new PlayerFileError(`${place}: game ${shown} is not played here; choose ${listed(limits.games)}`)
  if (!keys.has(game)) warnings.push(`${place}: it has no options for ${shown}: add a block of this name`)
}

/** A text, or the texts that the generator chooses from: a list, or a map with their weights. */
function choicesOf(node: Node | undefined, place: string): string[] {
  if (node?.kind === 'scalar') return [textIn(node, place)]
  if (node === undefined || node.kind === 'alias' || node.items.length === 0)
    throw new PlayerFileError(`${place} is missing`)
  if (node.items.length > maxChoices) throw new PlayerFileError(`${place} has over ${maxChoices} choices`)
  if (node.kind === 'sequence') return [...new Set(node.items.map((item) => textIn(item, place)))]
  const chosen = node.items.filter(({ value }) => value.kind === 'scalar' && Number(scalarValue(value)) > 0)
  if (chosen.length === 0) throw new PlayerFileError(`${place}: all its weights are 0`)
  return [...new Set(chosen.map(({ key }) => textIn(key, place)))]
}

function textIn(node: Node, place: string): string {
  const value = node.kind === 'scalar' ? scalarValue(node) : undefined
  if (typeof value === 'string' && value.trim() !== '') return value
  // Python's parser reads these as text.
  if (typeof value === 'boolean' && node.kind === 'scalar' && /^[yYnN]$/.test(node.value)) return node.value
  if (value === null || value === '') throw new PlayerFileError(`${place} is missing`)
  throw new PlayerFileError(`${place} must be text: put it in quotes`)
}

/** The version in `requires: version: 0.6.3`. */
function requiredVersion(contents: MappingNode): string {
  const requires = valueAt(contents, 'requires')
  const version = requires?.kind === 'mapping' ? valueAt(requires, 'version') : undefined
  const text = version?.kind === 'scalar' ? scalarValue(version) : undefined
  return typeof text === 'string' && /^\d{1,3}(\.\d{1,3}){1,2}$/.test(text) ? text : ''
}

const shorten = (text: string) =>
  text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text

/** The first few of many. */
function listed(games: readonly string[]): string {
  const shown = 8
  return games.length > shown ? `${games.slice(0, shown).join(', ')} …` : games.join(', ')
}
