// Texts as people read them. On the wire they are bytes that the tables carry as Latin-1 [CF-1.7]: today's clients mean
// UTF-8 by them, and what is none was Latin-1 indeed.

import { WireError } from '../../../../wire/error.ts'
import { latin1 } from '../../../../wire/index.ts'
import { decodeUtf8, encodeUtf8 } from '../../../../wire/utf8.ts'

/** Characters of a text that are kept; nobody writes more, and a hostile server cannot fill the page. */
const mostCharacters = 8192

/** A text of a packet, to be read. */
export function readable(text: string): string {
  const cut = text.slice(0, mostCharacters)
  // Most are ASCII, and are the same in all three.
  if (!/[\u0080-\u00ff]/.test(cut)) return cut
  try {
    return decodeUtf8(latin1.encode(cut))
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return cut
  }
}

/** What somebody typed, as a packet carries it; controls are left out. */
export function sendable(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, ' ').toWellFormed()
  return latin1.decode(encodeUtf8(plain))
}

/** How a text is written. */
export interface Style {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underlined?: boolean
  /** `print`, `fixed`, `arcane`, `hand` or `strange`. */
  readonly font?: string
  /** As the server wrote it: `red` or `#ff0000`. */
  readonly colour?: string
}
export interface Run extends Style {
  readonly text: string
}

const fonts = ['print', 'fixed', 'arcane', 'hand', 'strange']
const mark = /\[(\/?)(b|i|ul|print|fixed|arcane|hand|strange|color)(?:=([#\w]{1,20}))?\]/g

/** A text that may have marks of style in it (`[b]`, `[/b]`, `[color=red]`), as runs of one style each; never none. */
export function runsOf(text: string): readonly Run[] {
  const runs: Run[] = []
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
