// JSON as Python reads and writes it, nothing lost: big ints, 1.0, NaN, the order of keys, tuples by their `class`.
// Who uses it: the session for packets, the storage and the founding for stored texts.
import { parse as parseLossless } from 'lossless-json'
import { WireError } from '../../../wire/error.ts'
import { tupleFrom } from './tuples.ts'
import {
  type Dict,
  Float,
  float,
  floatText,
  int,
  intDigits,
  type PyValue,
  Tuple,
  tupleFields,
} from './values.ts'

export interface JsonLimits {
  /** Of the text, in UTF-16 units. */
  readonly length: number
  /** Of objects and lists in one another. */
  readonly depth: number
}
export const jsonLimits: JsonLimits = { length: 4 * 1024 * 1024, depth: 200 }

/**
 * [AP-1.3] Reads JSON text; also NaN and ±Infinity, and 1e400 as Infinity, as Python does. Of a key given twice the last
 * value counts. Throws WireError: not JSON, too long, too deep, or an int of more than 4,300 digits.
 */
export function parse(text: string, limits: JsonLimits = jsonLimits): PyValue {
  if (text.length > limits.length)
    throw new WireError(`JSON: ${text.length} characters, at most ${limits.length}`)
  const value = isPlain(text) ? parsePlain(text, limits.depth) : undefined
  return value === undefined ? parseExotic(text, limits.depth) : value
}

/** JSON.parse reads it without loss, as far as can be seen: what is not costs several times as much. */
export function isPlain(text: string): boolean {
  return !suspect.test(text) || !exotic.test(text)
}

/** Very cheap to ask, and true of every text that `exotic` finds something in. */
const suspect = /[0-9][.eE"]/

/**
 * Finds what JSON.parse loses unseen: exponents, fractions that might come out whole (0 or .999…, or behind more
 * than 10 digits), and keys of digits, which objects put in front. What it finds inside strings only costs time.
 */
const exotic =
  /(?:^|[\s:,[])-?(?:[0-9]{11,}\.|[0-9]+(?:[eE]|\.(?:(?!0{0,2}[1-9])|999|[0-9]+[eE])))|"[0-9]+"\s*:/

type Tree = null | boolean | number | bigint | string | Float | Tree[] | { readonly [key: string]: Tree }

/** Undefined: JSON.parse alone cannot read this text, or not without loss. */
function parsePlain(text: string, depth: number): PyValue | undefined {
  try {
    return settle(JSON.parse(text), depth, 0)
  } catch (error) {
    if (error instanceof Lossy || /NaN|Infinity/.test(text)) return undefined
    throw notJson(error)
  }
}

class Lossy extends Error {}

function notJson(error: unknown): unknown {
  return error instanceof SyntaxError ? new WireError(`not JSON: ${error.message}`) : error
}

/** Makes dicts of objects, whose keys lose their first `marks` characters; throws Lossy for ints past 2^53. */
function settle(tree: Tree, depth: number, marks: 0 | 1): PyValue {
  if (typeof tree === 'number') {
    if (Math.abs(tree) > Number.MAX_SAFE_INTEGER) throw new Lossy()
    return tree + 0
  }
  if (typeof tree !== 'object' || tree === null || tree instanceof Float) return tree
  if (depth === 0) throw new WireError('JSON: too deep')
  if (Array.isArray(tree)) {
    for (let i = 0; i < tree.length; i++) tree[i] = settle(tree[i]!, depth - 1, marks) as Tree
    return tree as PyValue[]
  }
  const dict: Dict = new Map()
  for (const key of Object.keys(tree))
    dict.set(marks ? key.slice(1) : key, settle(tree[key]!, depth - 1, marks))
  return (dict.has('class') && tupleFrom(dict)) || dict
}

function parseExotic(text: string, depth: number): PyValue {
  const options = { parseNumber, onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue }
  try {
    return settle(parseLossless(marked(text, depth), null, options) as Tree, depth, 1)
  } catch (error) {
    throw notJson(error)
  }
}

/** Numbers that nobody writes stand for what JSON has not; sign and space keep `1NaN` and `NaN1` malformed. */
const standIns: { readonly [token: string]: string } = {
  NaN: '-0e-9000000001 ',
  Infinity: '-0e-9000000002 ',
  '-Infinity': '-0e-9000000003 ',
}
const standsFor: ReadonlyMap<string, Float> = new Map(
  Object.entries(standIns).map(([token, text]) => [text.trim(), new Float(Number(token))]),
)

/** Strings (to the end of the text where one is not closed), brackets, and the three words. */
const tokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"(\s*:)?|$)|[[{]|[\]}]|-?Infinity|NaN/g

/** Puts a mark before every key, so that none looks like an index, and stand-ins for NaN and Infinity. */
function marked(text: string, depth: number): string {
  let open = 0
  return text.replace(tokens, (token: string, colon: string | undefined) => {
    if (token.startsWith('"')) return colon === undefined ? token : `"#${token.slice(1)}`
    if (token === '[' || token === '{') {
      if (++open > depth) throw new WireError('JSON: too deep')
    } else if (token === ']' || token === '}') open--
    return standIns[token] ?? token
  })
}

function parseNumber(text: string): number | bigint | Float {
  if (/[.eE]/.test(text)) return standsFor.get(text) ?? float(Number(text))
  if (text.length > intDigits + 1) throw new WireError(`JSON: an int of more than ${intDigits} digits`)
  return text.length < 16 ? int(Number(text)) : int(BigInt(text))
}

/** JSON text that is ready: written as it is, so that nothing is encoded twice. */
export class Ready {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What can be written. Properties that are undefined are left out; a whole number is an int. */
export type Writable =
  | PyValue
  | Ready
  | readonly Writable[]
  | ReadonlyMap<string, Writable>
  | { readonly [key: string]: Writable | undefined }

/** Compact JSON as Python writes it: non-ASCII as it is (lone surrogates escaped), floats by `repr`, NaN, Infinity. */
export function stringify(value: Writable): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}` : floatText(value)
  if (typeof value !== 'object' || value === null) return `${value}`
  if (value instanceof Ready) return value.text
  if (value instanceof Float) return floatText(value.value)
  if (Array.isArray(value)) return stringifyList(value)
  if (value instanceof Tuple) return stringifyTuple(value)
  return value instanceof Map ? stringifyEntries(value) : stringifyEntries(Object.entries(value))
}

function stringifyList(list: readonly Writable[]): string {
  let text = ''
  for (const item of list) text += text === '' ? stringify(item) : `,${stringify(item)}`
  return `[${text}]`
}

function stringifyEntries(entries: Iterable<readonly [string, Writable | undefined]>): string {
  let text = ''
  for (const [key, item] of entries) {
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stringify(item)}`
  }
  return `{${text}}`
}

function stringifyTuple(tuple: Tuple): string {
  let text = ''
  for (const [i, field] of tupleFields[tuple.kind].entries())
    text += `"${field}":${stringify(tuple.fields[i]!)},`
  return `{${text}"class":"${tuple.kind}"}`
}
