// The packet definitions decode bytes as Latin-1 [CF-1.7], but today's clients send UTF-8. Bytes that are not valid
// UTF-8 are decoded as Latin-1.

import { latin1 } from '../../../../../wire/index.ts'
import { decodeUtf8, encodeUtf8 } from '../../../../../wire/util/utf8.ts'
import { WireError } from '../../../../../wire/util/wire-error.ts'

/** Characters after which a text is cut, so that a hostile server cannot flood the page. Real texts are shorter. */
const maxTextLength = 8192

export function decodeText(text: string): string {
  const cut = text.slice(0, maxTextLength)
  // Most texts are ASCII, which is the same in Latin-1 and UTF-8.
  if (!/[\u0080-\u00ff]/.test(cut)) return cut
  try {
    return decodeUtf8(latin1.encode(cut))
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return cut
  }
}

/** Replaces control characters by spaces. */
export function encodeText(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, ' ').toWellFormed()
  return latin1.decode(encodeUtf8(plain))
}

interface Style {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underlined?: boolean
  /** The font: `print`, `fixed`, `arcane`, `hand` or `strange`. */
  readonly font?: string
  /** As in the style mark, such as `red` or `#ff0000`. */
  readonly colour?: string
}
export interface TextRun extends Style {
  readonly text: string
}

const fonts = ['print', 'fixed', 'arcane', 'hand', 'strange']
const mark = /\[(\/?)(b|i|ul|print|fixed|arcane|hand|strange|color)(?:=([#\w]{1,20}))?\]/g

/** Style marks are `[b]`, `[/b]`, `[color=red]` and so on. Returns at least one run. */
export function parseTextRuns(text: string): readonly TextRun[] {
  const runs: TextRun[] = []
  let style: Style = {}
  let at = 0
  for (const found of text.matchAll(mark)) {
    if (found.index > at) runs.push({ ...style, text: text.slice(at, found.index) })
    at = found.index + found[0].length
    style = marked(style, found[2]!, found[1] === '/', found[3])
  }
  if (at < text.length || runs.length === 0) runs.push({ ...style, text: text.slice(at) })
  return runs
}

function marked(style: Style, what: string, ends: boolean, value: string | undefined): Style {
  if (what === 'b') return { ...style, bold: !ends }
  if (what === 'i') return { ...style, italic: !ends }
  if (what === 'ul') return { ...style, underlined: !ends }
  const { colour, font, ...rest } = style
  if (what === 'color') return { ...rest, ...(font && { font }), ...(!ends && value && { colour: value }) }
  return { ...rest, ...(colour && { colour }), ...(!ends && fonts.includes(what) && { font: what }) }
}
