// Reads and writes JSON as Python does, without loss: large ints, 1.0, NaN, the order of keys, and named tuples by
// their `class`.
import { parse as parseLossless } from 'lossless-json'
import { WireError } from '../../../wire/util/wire-error.ts'
import { parseNamedTuple } from './named-tuples.ts'
import {
  formatFloat,
  maxIntDigits,
  type PyDict,
  PyFloat,
  PyTuple,
  type PyValue,
  pyFloat,
  pyInt,
  type TupleKind,
  tupleFields,
} from './values.ts'

export interface JsonLimits {
  /** Maximum length of the JSON text in UTF-16 units. */
  readonly length: number
  readonly depth: number
}
const jsonLimits: JsonLimits = { length: 4 * 1024 * 1024, depth: 200 }

/**
 * [AP-1.3] Reads 1e400 as Infinity. If a key is repeated, its last value applies. Throws WireError for text that is not
 * JSON, too long or too deep, and for ints of more than 4,300 digits.
 */
export function parseJson(text: string, limits: JsonLimits = jsonLimits): PyValue {
  if (text.length > limits.length)
    throw new WireError(`JSON: ${text.length} characters; the limit is ${limits.length}`)
  const value = isPlainJson(text) ? parsePlain(text, limits.depth) : undefined
  return value === undefined ? parseExotic(text, limits.depth) : value
}

/** Whether JSON.parse can probably read the text without loss. Any other text costs several times as much to read. */
export function isPlainJson(text: string): boolean {
  return !suspectPattern.test(text) || !exoticPattern.test(text)
}

/** A fast test, which matches every text that `exoticPattern` matches, and some others. */
const suspectPattern = /[0-9][.eE"]/

/**
 * Matches text that JSON.parse changes silently: exponents, fractions that it may round to a whole number (.0, .999…,
 * or after more than 10 digits), and keys of digits, which objects move to the front. A match inside a string is
 * harmless.
 */
const exoticPattern =
  /(?:^|[\s:,[])-?(?:[0-9]{11,}\.|[0-9]+(?:[eE]|\.(?:(?!0{0,2}[1-9])|999|[0-9]+[eE])))|"[0-9]+"\s*:/

type JsonTree =
  | null
  | boolean
  | number
  | bigint
  | string
  | PyFloat
  | JsonTree[]
  | { readonly [key: string]: JsonTree }

/** Undefined if JSON.parse cannot read the text without loss. */
function parsePlain(text: string, depth: number): PyValue | undefined {
  try {
    return toPyValue(JSON.parse(text), depth, 0)
  } catch (error) {
    if (error instanceof LossyError || /NaN|Infinity/.test(text)) return undefined
    throw toSyntaxError(error)
  }
}

class LossyError extends Error {}

function toSyntaxError(error: unknown): unknown {
  return error instanceof SyntaxError ? new WireError(`not JSON: ${error.message}`) : error
}

/** Removes the first `marks` characters of keys. Throws LossyError for ints beyond 2^53. */
function toPyValue(tree: JsonTree, depth: number, marks: 0 | 1): PyValue {
  if (typeof tree === 'number') {
    if (Math.abs(tree) > Number.MAX_SAFE_INTEGER) throw new LossyError()
    return tree + 0
  }
  if (typeof tree !== 'object' || tree === null || tree instanceof PyFloat) return tree
  if (depth === 0) throw new WireError('JSON: nested too deeply')
  if (Array.isArray(tree)) {
    for (let i = 0; i < tree.length; i++) tree[i] = toPyValue(tree[i]!, depth - 1, marks) as JsonTree
    return tree as PyValue[]
  }
  const dict: PyDict = new Map()
  for (const key of Object.keys(tree))
    dict.set(marks ? key.slice(1) : key, toPyValue(tree[key]!, depth - 1, marks))
  return (dict.has('class') && parseNamedTuple(dict)) || dict
}

function parseExotic(text: string, depth: number): PyValue {
  const options = { parseNumber, onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue }
  try {
    return toPyValue(parseLossless(markKeys(text, depth), null, options) as JsonTree, depth, 1)
  } catch (error) {
    throw toSyntaxError(error)
  }
}

/**
 * NaN and Infinity, which the parser does not support, are replaced by numbers that no client writes. The sign and the
 * space keep `1NaN` and `NaN1` malformed.
 */
const placeholders: { readonly [token: string]: string } = {
  NaN: '-0e-9000000001 ',
  Infinity: '-0e-9000000002 ',
  '-Infinity': '-0e-9000000003 ',
}
const placeholderValues: ReadonlyMap<string, PyFloat> = new Map(
  Object.entries(placeholders).map(([token, text]) => [text.trim(), new PyFloat(Number(token))]),
)

/** An unclosed string matches up to the end of the text. */
const jsonTokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"(\s*:)?|$)|[[{]|[\]}]|-?Infinity|NaN/g

/** Prefixes every key with `#`, so that no key looks like an index and moves to the front of its object. */
function markKeys(text: string, depth: number): string {
  let open = 0
  return text.replace(jsonTokens, (token: string, colon: string | undefined) => {
    if (token.startsWith('"')) return colon === undefined ? token : `"#${token.slice(1)}`
    if (token === '[' || token === '{') {
      if (++open > depth) throw new WireError('JSON: nested too deeply')
    } else if (token === ']' || token === '}') open--
    return placeholders[token] ?? token
  })
}

function parseNumber(text: string): number | bigint | PyFloat {
  if (/[.eE]/.test(text)) return placeholderValues.get(text) ?? pyFloat(Number(text))
  if (text.length > maxIntDigits + 1) throw new WireError(`JSON: an int of more than ${maxIntDigits} digits`)
  return text.length < 16 ? pyInt(Number(text)) : pyInt(BigInt(text))
}

/** JSON text that `stringifyJson` writes unchanged. */
export class EncodedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Undefined properties are omitted, and a whole number is written as an int. */
export type JsonWritable =
  | PyValue
  | EncodedJson
  | readonly JsonWritable[]
  | ReadonlyMap<string, JsonWritable>
  | { readonly [key: string]: JsonWritable | undefined }

/**
 * Writes compact JSON like Python. Floats have the form of `repr`, NaN and Infinity are written as these words, and of
 * non-ASCII characters only lone surrogates are escaped.
 */
export function stringifyJson(value: JsonWritable): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}` : formatFloat(value)
  if (typeof value !== 'object' || value === null) return `${value}`
  if (value instanceof EncodedJson) return value.text
  if (value instanceof PyFloat) return formatFloat(value.value)
  if (Array.isArray(value)) return stringifyList(value)
  if (value instanceof PyTuple) return stringifyTuple(value)
  return value instanceof Map ? stringifyEntries(value) : stringifyEntries(Object.entries(value))
}

function stringifyList(list: readonly JsonWritable[]): string {
  let text = ''
  for (const item of list) text += text === '' ? stringifyJson(item) : `,${stringifyJson(item)}`
  return `[${text}]`
}

function stringifyEntries(entries: Iterable<readonly [string, JsonWritable | undefined]>): string {
  let text = ''
  for (const [key, item] of entries) {
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stringifyJson(item)}`
  }
  return `{${text}}`
}

function stringifyTuple({ kind, fields }: PyTuple): string {
  const labels = tupleLabels[kind]
  let text = ''
  for (let i = 0; i < labels.length; i++) text += labels[i]! + stringifyJson(fields[i]!)
  return `${text},"class":"${kind}"}`
}

/** Precomputed, because one LocationInfo can have hundreds of tuples. */
const tupleLabels: { readonly [kind in TupleKind]: readonly string[] } = {
  Version: labelsOf('Version'),
  NetworkItem: labelsOf('NetworkItem'),
  NetworkPlayer: labelsOf('NetworkPlayer'),
  NetworkSlot: labelsOf('NetworkSlot'),
  Hint: labelsOf('Hint'),
}

function labelsOf(kind: TupleKind): readonly string[] {
  return tupleFields[kind].map((field, i) => `${i === 0 ? '{' : ','}"${field}":`)
}
