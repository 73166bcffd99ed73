import { formatFloat, PyFloat, PyTuple, type PyValue, tupleFields } from './values.ts'

/** Formats a value like Python's `repr`, for example `{'foo': 1}` or `['AP', None]`. */
export function formatRepr(value: PyValue): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'string') return quoteText(value)
  if (typeof value === 'bigint') return `${value}`
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}` : formatFloat(value)
  if (value instanceof PyFloat) return floatRepr(value.value)
  if (Array.isArray(value)) return `[${value.map(formatRepr).join(', ')}]`
  if (value instanceof PyTuple) return tupleRepr(value)
  return `{${[...value].map(([key, item]) => `${quoteText(key)}: ${formatRepr(item)}`).join(', ')}}`
}

/** Writes `nan` and `inf`, unlike Python's JSON. */
function floatRepr(n: number): string {
  return Number.isFinite(n) ? formatFloat(n) : Number.isNaN(n) ? 'nan' : n > 0 ? 'inf' : '-inf'
}

function tupleRepr(tuple: PyTuple): string {
  const fields = tupleFields[tuple.kind].map((field, i) => `${field}=${formatRepr(tuple.fields[i]!)}`)
  return `${tuple.kind}(${fields.join(', ')})`
}

/** Separators except the space, and Unicode category C, which has control characters and unassigned code points. */
const unprintablePattern = /[^ \P{Z}]|\p{C}/u

/** Python's `str.isprintable`. The empty text is printable. */
export function isPrintableText(text: string): boolean {
  return !unprintablePattern.test(text)
}

function quoteText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = Array.from(text, (character) => escapeIn(character, quote))
  return quote + escaped.join('') + quote
}

function escapeIn(character: string, quote: string): string {
  if (character === quote || character === '\\') return `\\${character}`
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  if (isPrintableText(character)) return character
  const code = character.codePointAt(0)!
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`
  return `\\U${code.toString(16).padStart(8, '0')}`
}
