// The lines contain colours and runes as in TEXT [AS-1.7].
import type { TextLine } from '../view/first-person/view-input.ts'

/** The log drops older lines. The picture shows far fewer. */
export const maxLines = 300
/** Lines are cut off after this many characters. */
const maxLetters = 2000
/** Milliseconds for which the picture shows a line, and the maximum number of lines in the picture. */
const [shownMs, maxShown] = [11_000, 20]

/** Letters of one colour, or a rune. A colour is 0 to 15, or undefined for the default colour. */
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

  /** Whether `fits` returns true for the arrival time of one of the lines that the picture may show. */
  some(fits: (at: number) => boolean): boolean {
    return this.#entries.slice(-maxShown).some(({ at }) => fits(at))
  }

  linesAt(now: number): readonly TextLine[] {
    return this.#entries.slice(-maxShown).flatMap(({ text, at }) => {
      const age = now - at
      return age < shownMs ? [{ text, age }] : []
    })
  }
}

const [usual, firstColour, lastColour, isRune] = [0x0f, 0x10, 0x1f, 0xff]

/** Drops bytes that are neither letters, runes nor colours. */
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

/** Screen readers get this text. */
export function plainText(line: string): string {
  return parseTextRuns(line)
    .map((run) => ('rune' in run ? `[${runeName(run.rune)}]` : run.text))
    .join('')
}

/** The colour of a rune's stone, indexed by bits 3 to 5 of the rune. */
const colours = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'grey'] as const
/** The sign of a rune, indexed by bits 0 to 2 of the rune. */
const signs = ['arrow', 'star', 'mirror', 'flag', 'bolt', 'trident', 'scythe', 'eye'] as const

/** The name of a rune for screen readers, such as `blue trident`. */
export function runeName(rune: number): string {
  return `${colours[(rune >> 3) & 7]} ${signs[rune & 7]}`
}

/** The first rune has the number 1. */
export function runeNumber(rune: number): number {
  return rune - 0x40 + 1
}
