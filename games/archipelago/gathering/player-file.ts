// [AP-16.2] Reads a player's YAML file as far as that needs no Python: slots, names and games. The values of a game's own
// options are not read. A file is untrusted, so its documents and depth are bounded, and aliases are refused unread.
import {
  Composer,
  type Document,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml'
import { decodeUtf8 } from '../../../wire/util/utf8.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { nameTemplateProblem } from './slot-name.ts'

export const maxFileBytes = 256 * 1024
const maxGameLength = 100
const maxQuotedLength = 60
/** Brackets in each other, and blocks that start in one line. */
const maxNesting = 50
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

/** The file cannot be used. `message`: a sentence for its author. */
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
  try {
    return readDocuments(textOf(bytes), limits)
  } catch (error) {
    // The parser is recursive, and indented blocks are not counted.
    if (error instanceof RangeError) throw tooDeep()
    throw error
  }
}

const tooDeep = () => new PlayerFileError('its lists and blocks are nested too deeply')

function textOf(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes).replace(/^\ufeff/, '')
  } catch (error) {
    if (error instanceof WireError) throw new PlayerFileError('the file is not text in UTF-8')
    throw error
  }
}

function readDocuments(text: string, limits: SubmissionRules): PlayerFile {
  const lines = new LineCounter()
  const slots: WantedSlot[] = []
  const warnings: string[] = []
  // As the generator reads it. Equal keys are checked below, in linear time.
  const composer = new Composer({ version: '1.1', uniqueKeys: false, logLevel: 'silent' })
  for (const document of composer.compose(parseTokens(text, lines))) {
    const [error] = document.errors
    if (error)
      throw new PlayerFileError(`line ${lines.linePos(error.pos[0]).line}: ${shorten(error.message)}`)
    // The generator ignores an empty document, as after a last `---`.
    if (document.contents === null || (isScalar(document.contents) && document.contents.value === null))
      continue
    if (slots.length === limits.slots)
      throw new PlayerFileError(`a file can have at most ${limits.slots} slots, one for each document`)
    rejectAliases(document, lines)
    slots.push(readSlot(document, slots.length + 1, limits, warnings))
  }
  if (slots.length === 0) throw new PlayerFileError('the file is empty')
  return { slots, warnings }
}

/** As `Parser.parse`, which takes quadratic time for deep nesting: that is refused here. */
function* parseTokens(text: string, lines: LineCounter): ReturnType<Parser['parse']> {
  lines.addNewLine(0)
  const parser = new Parser(lines.addNewLine)
  let brackets = 0
  let ofLine = 0
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme === '[' || lexeme === '{') brackets++
    else if (lexeme === ']' || lexeme === '}') brackets = Math.max(0, brackets - 1)
    else if (lexeme === '\n' || lexeme === '\r\n') ofLine = 0
    else if (brackets === 0 && (lexeme === '-' || lexeme === '?' || lexeme === ':')) ofLine++
    if (brackets > maxNesting || ofLine > maxNesting) throw tooDeep()
    yield* parser.next(lexeme)
  }
  yield* parser.end()
}

function rejectAliases(document: Document, lines: LineCounter): void {
  visit(document, {
    Alias(_key, { range }) {
      const line = range ? lines.linePos(range[0]).line : 1
      throw new PlayerFileError(`line ${line}: aliases (*name) are not supported: write the value out`)
    },
  })
}

function readSlot(
  document: Document,
  number: number,
  limits: SubmissionRules,
  warnings: string[],
): WantedSlot {
  const { contents } = document
  const place = `slot ${number}`
  if (!isMap(contents)) throw new PlayerFileError(`${place}: expected options like "name: Ann", one a line`)
  const keys = topLevelKeys(contents, place)
  if (!keys.has('name')) throw new PlayerFileError(`${place}: name is missing`)
  if (!keys.has('game')) throw new PlayerFileError(`${place}: game is missing`)
  const names = choicesOf(contents.get('name', true), `${place}: name`)
  for (const name of names) {
    const problem = nameTemplateProblem(name)
    if (problem) throw new PlayerFileError(`${place}: name ${shorten(JSON.stringify(name))} ${problem}`)
  }
  const games = choicesOf(contents.get('game', true), `${place}: game`)
  for (const game of games) checkGame(game, keys, limits, place, warnings)
  if (keys.has('triggers')) warnings.push(`${place}: its triggers may change what is shown here`)
  return { names, games, requires: requiredVersion(contents) }
}

/** Throws PlayerFileError for a key that is there twice. */
function topLevelKeys({ items }: YAMLMap, place: string): Set<string> {
  const keys = new Set<string>()
  for (const { key } of items) {
    const name = isScalar(key) ? String(key.value) : ''
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
function choicesOf(node: unknown, place: string): string[] {
  if (isScalar(node)) return [textIn(node, place)]
  if ((isSeq(node) || isMap(node)) && node.items.length > maxChoices)
    throw new PlayerFileError(`${place} has over ${maxChoices} choices`)
  if (isSeq(node) && node.items.length > 0) return [...new Set(node.items.map((item) => textIn(item, place)))]
  if (isMap(node) && node.items.length > 0) {
    const chosen = node.items.filter(({ value }) => isScalar(value) && Number(value.value) > 0)
    if (chosen.length === 0) throw new PlayerFileError(`${place}: all its weights are 0`)
    return [...new Set(chosen.map(({ key }) => textIn(key, place)))]
  }
  throw new PlayerFileError(`${place} is missing`)
}

function textIn(node: unknown, place: string): string {
  const { value, source } = isScalar(node) ? node : { value: undefined, source: undefined }
  if (typeof value === 'string' && value.trim() !== '') return value
  // Python's parser reads these as text.
  if (typeof value === 'boolean' && source && /^[yYnN]$/.test(source)) return source
  if (value === null || value === '') throw new PlayerFileError(`${place} is missing`)
  throw new PlayerFileError(`${place} must be text: put it in quotes`)
}

/** Of `requires: version: 0.6.3`. */
function requiredVersion(contents: YAMLMap): string {
  const requires = contents.get('requires', true)
  const version = isMap(requires) ? requires.get('version') : undefined
  return typeof version === 'string' && /^\d{1,3}(\.\d{1,3}){1,2}$/.test(version) ? version : ''
}

const shorten = (text: string) =>
  text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text

/** The first few of many. */
function listed(games: readonly string[]): string {
  const shown = 8
  return games.length > shown ? `${games.slice(0, shown).join(', ')} …` : games.join(', ')
}
