// The log: lines with colours and runes as in TEXT [AS-1.7]. Keeps the last ones.
import type { TextLine } from '../view/first-person/view-input.ts'

/** Maximum number of lines kept; the picture shows far fewer. */
export const maxLines = 300
/** Longer lines are cut. */
const maxLetters = 2000
/** Milliseconds for which the picture may show a line, and how many it has room for. */
const [shownMs, maxShown] = [11_000, 20]

/** A run of a line: letters of one colour (0 to 15, or undefined for the default), or a rune. */
export type TextRun =
  | { readonly text: string; readonly colour: number | undefined }
  | { readonly rune: number; readonly colour: number | undefined }

export class MessageLog {
  readonly #entries: { readonly text: string; readonly at: number }[] = []

  get all(): readonly { readonly text: string }[] {
    return this.#entries
  }

  add(text: string, at: number): void {
    this.#entries.push({ text: text.slice(0, maxLetters), at })
    if (this.#entries.length > maxLines) this.#entries.shift()
  }

  /** Whether the picture may still show a line for whose arrival time the condition holds. */
  some(fits: (at: number) => boolean): boolean {
    return this.#entries.slice(-maxShown).some(({ at }) => fits(at))
  }

  /** The lines that the picture still shows. */
  linesAt(now: number): readonly TextLine[] {
    return this.#entries.slice(-maxShown).flatMap(({ text, at }) => {
      const age = now - at
      return age < shownMs ? [{ text, age }] : []
    })
  }
}

const [usual, firstColour, lastColour, isRune] = [0x0f, 0x10, 0x1f, 0xff]

/** The runs of a line. Drops bytes that are neither letters nor colours. */
export function parseTextRuns(line: string): readonly TextRun[] {
  const runs: TextRun[] = []
  let [text, colour]: [string, number | undefined] = ['', undefined]
  const end = () => {
    if (text !== '') runs.push({ text, colour })
    text = ''
  }
  for (let at = 0; at < line.length; at++) {
    const byte = line.charCodeAt(at)
    if (byte === isRune) {
      end()
      const rune = line.charCodeAt(++at)
      if (rune >= 0x40 && rune <= 0x7f) runs.push({ rune, colour })
    } else if (byte >= usual && byte <= lastColour) {
      end()
      colour = byte === usual ? undefined : byte - firstColour
    } else if (byte === 0x0a || (byte >= 0x20 && byte < 0x7f)) text += line[at]
  }
  end()
  return runs
}

/** Plain text for screen readers. */
export function plainText(line: string): string {
  return parseTextRuns(line)
    .map((run) => ('rune' in run ? `[${runeName(run.rune)}]` : run.text))
    .join('')
}

/** By the colour of the stone: the high bits of a rune. */
const colours = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'grey'] as const
/** By the sign on it: the low bits. */
const signs = ['arrow', 'star', 'mirror', 'flag', 'bolt', 'trident', 'scythe', 'eye'] as const

/** For people who do not see the picture: `blue trident`. */
export function runeName(rune: number): string {
  return `${colours[(rune >> 3) & 7]} ${signs[rune & 7]}`
}

/** Runes are numbered from 1. */
export function runeNumber(rune: number): number {
  return rune - 0x40 + 1
}
