// [AP-16.2] Reads the slots, names and games of a player's YAML file. Only the generator knows the options of a game.
// Files are untrusted. Therefore the number of documents and the nesting are limited, and YAML aliases are refused
// before they are resolved.
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
/** The YAML schema that Python's parser uses. */
const schema = YAML11_SCHEMA
const maxGameLength = 100
const maxQuotedLength = 60
const maxNesting = 1000
/** Maximum number of names or games from which the generator chooses one. */
const maxChoices = 100

export interface RequestedSlot {
  /** Templates of the name, from which the generator chooses one at random. */
  readonly names: readonly string[]
  /** The generator chooses one of the games at random. */
  readonly games: readonly string[]
  /** The oldest version of the generator that the file accepts, or ''. */
  readonly requires: string
}

export interface PlayerFile {
  readonly slots: readonly RequestedSlot[]
  readonly warnings: readonly string[]
}

/** The message is for the author of the file. */
export class PlayerFileError extends Error {
  override name = 'PlayerFileError'
}

/** The limits that the host has set. */
export interface SubmissionRules {
  readonly slots: number
  /** Empty if all games are allowed. */
  readonly games: readonly string[]
}

/** Throws PlayerFileError if the file cannot be used. */
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
  const slots: RequestedSlot[] = []
  const warnings: string[] = []
  for (const { contents } of parseDocuments(text)) {
    // The generator ignores empty documents, for example after a last `---`.
    if (contents === null || (contents.kind === 'scalar' && scalarValue(contents) === null)) continue
    if (slots.length === limits.slots)
      throw new PlayerFileError(`a file can have at most ${limits.slots} slots, one for each document`)
    slots.push(readSlot(contents, slots.length + 1, limits, warnings))
  }
  if (slots.length === 0) throw new PlayerFileError('the file is empty')
  return { slots, warnings }
}

/** Accepts repeated keys. `topLevelKeys` refuses them later. */
function parseDocuments(text: string): readonly Document[] {
  try {
    const events = parseEvents(text, { maxDepth: maxNesting })
    rejectAliases(text, events)
    return eventsToAst(events, { source: text, schema })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    if (reason.startsWith('nesting exceeded'))
      throw new PlayerFileError('the lists and blocks are nested too deeply')
    throw new PlayerFileError(`line ${(mark?.line ?? 0) + 1}: ${shorten(reason)}`)
  }
}

function rejectAliases(text: string, events: readonly Event[]): void {
  for (const event of events)
    if (event.type === EVENT_ID.ALIAS)
      YAMLException.throwAt(text, event.anchorStart, 'aliases (*name) are not supported: write the value out')
}

/** Returns the value as the generator reads it. If the YAML tag is unknown, returns the text. */
function scalarValue({ tag, tagged, value }: ScalarNode): unknown {
  const resolved = schema.lookupScalarTag(tag)?.resolve(value, tagged, tag)
  return resolved === undefined || resolved === NOT_RESOLVED ? value : resolved
}

function readSlot(
  contents: Node,
  number: number,
  limits: SubmissionRules,
  warnings: string[],
): RequestedSlot {
  const place = `slot ${number}`
  if (contents.kind !== 'mapping')
    throw new PlayerFileError(`${place}: expected options like "name: Ann", one on each line`)
  const keys = topLevelKeys(contents, place)
  if (!keys.has('name')) throw new PlayerFileError(`${place}: name is missing`)
  if (!keys.has('game')) throw new PlayerFileError(`${place}: game is missing`)
  const names = choicesOf(valueAt(contents, 'name'), `${place}: name`)
  for (const name of names) {
    const problem = nameTemplateProblem(name)
    if (problem) throw new PlayerFileError(`${place}: name ${shorten(JSON.stringify(name))} ${problem}`)
  }
  const games = choicesOf(valueAt(contents, 'game'), `${place}: game`)
  for (const game of games) checkGame(game, limits, place)
  const missing = games.filter((game) => !keys.has(game)).map(shorten)
  if (missing.length > 0)
    warnings.push(`${place}: the options for ${listed(missing)} are missing: add a block with this name`)
  if (keys.has('triggers'))
    warnings.push(`${place}: its triggers may change the names and games that are shown here`)
  return { names, games, requires: requiredVersion(contents) }
}

function valueAt({ items }: MappingNode, name: string): Node | undefined {
  return items.find(({ key }) => key.kind === 'scalar' && key.value === name)?.value
}

/** Throws PlayerFileError if a key occurs twice. */
function topLevelKeys({ items }: MappingNode, place: string): Set<string> {
  const keys = new Set<string>()
  for (const { key } of items) {
    const name = key.kind === 'scalar' ? String(scalarValue(key)) : ''
    if (keys.has(name))
      throw new PlayerFileError(`${place}: ${shorten(name)} occurs twice: put a line "---" between two slots`)
    keys.add(name)
  }
  return keys
}

function checkGame(game: string, limits: SubmissionRules, place: string): void {
  const shown = shorten(game)
  if (game.length > maxGameLength)
    throw new PlayerFileError(`${place}: the name of the game ${shown} is too long`)
  if (limits.games.length > 0 && !limits.games.includes(game))
    throw new PlayerFileError(
      `${place}: the game ${shown} is not allowed in this room; choose ${listed(limits.games)}`,
    )
}

/**
 * The value is a text, a list of texts, or a map of texts to weights. From a list or map the generator chooses one
 * text.
 */
function choicesOf(node: Node | undefined, place: string): string[] {
  if (node?.kind === 'scalar') return [textIn(node, place)]
  if (node === undefined || node.kind === 'alias' || node.items.length === 0)
    throw new PlayerFileError(`${place} is missing`)
  if (node.items.length > maxChoices) throw new PlayerFileError(`${place} has over ${maxChoices} choices`)
  if (node.kind === 'sequence') return [...new Set(node.items.map((item) => textIn(item, place)))]
  const chosen = node.items.filter(({ value }) => value.kind === 'scalar' && Number(scalarValue(value)) > 0)
  if (chosen.length === 0) throw new PlayerFileError(`${place}: all weights are 0`)
  return [...new Set(chosen.map(({ key }) => textIn(key, place)))]
}

function textIn(node: Node, place: string): string {
  const value = node.kind === 'scalar' ? scalarValue(node) : undefined
  if (typeof value === 'string' && value.trim() !== '') return value
  // Python's parser reads an unquoted y or n as text, unlike this parser.
  if (typeof value === 'boolean' && node.kind === 'scalar' && /^[yYnN]$/.test(node.value)) return node.value
  if (value === null || value === '') throw new PlayerFileError(`${place} is missing`)
  throw new PlayerFileError(`${place} must be text: put it in quotes`)
}

function requiredVersion(contents: MappingNode): string {
  const requires = valueAt(contents, 'requires')
  const version = requires?.kind === 'mapping' ? valueAt(requires, 'version') : undefined
  const text = version?.kind === 'scalar' ? scalarValue(version) : undefined
  return typeof text === 'string' && /^\d{1,3}(\.\d{1,3}){1,2}$/.test(text) ? text : ''
}

const shorten = (text: string) =>
  text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text

function listed(games: readonly string[]): string {
  const shown = 8
  return games.length > shown ? `${games.slice(0, shown).join(', ')} …` : games.join(', ')
}
