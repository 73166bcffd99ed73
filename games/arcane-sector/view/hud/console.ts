// [AS-16.8] Draws messages and speech over the world for ten seconds, the newest at the bottom.
import type { Painting } from '../art/primitives/painting.ts'
import type { TextLine } from '../first-person/view-input.ts'
import { type Font, type Glyph, glyphsWidth, layOutGlyphs, letterSize, plainGlyphs } from './font.ts'
import { textLinesBox as box } from './layout.ts'

/** Milliseconds for which a line is shown, and milliseconds in which it fades afterwards. */
const [readMs, fadeMs] = [10_000, 1000]
const pitch = letterSize.height + 1

interface Row {
  readonly signs: readonly Glyph[]
  /** Opacity of the line, 0 to 255. */
  readonly amount: number
}

export function drawConsole(
  on: Painting,
  letters: Font,
  lines: readonly TextLine[],
  typed: string | undefined,
): void {
  const rows: Row[] = []
  const most = Math.floor(box.height / pitch)
  if (typed !== undefined)
    rows.push(...wrapped(plainGlyphs(`> ${typed}_`)).map((signs) => ({ signs, amount: 255 })))
  for (let n = lines.length - 1; n >= 0 && rows.length < most; n--) {
    const { text, age } = lines[n]!
    const amount = Math.floor((255 * Math.min(fadeMs, readMs + fadeMs - age)) / fadeMs)
    if (amount > 0)
      rows.unshift(
        ...layOutGlyphs(text)
          .flatMap(wrapped)
          .map((signs) => ({ signs, amount })),
      )
  }
  for (const [n, { signs, amount }] of rows.slice(-most).entries())
    letters.write(
      on,
      signs,
      box.left,
      box.top + box.height - (Math.min(most, rows.length) - n) * pitch,
      amount,
    )
}

/** Breaks lines between words if possible. */
function wrapped(signs: readonly Glyph[]): Glyph[][] {
  const rows: Glyph[][] = []
  let row: Glyph[] = []
  let width = 0
  for (const sign of signs) {
    const wide = glyphsWidth([sign])
    if (width + wide > box.width) {
      const space = row.findLastIndex(({ code, isRune }) => code === 0x20 && !isRune)
      const rest = space > 0 ? row.splice(space).slice(1) : []
      rows.push(row)
      row = rest
      width = glyphsWidth(rest)
    }
    row.push(sign)
    width += wide
  }
  return [...rows, row]
}
