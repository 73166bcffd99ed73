/** A character of a word. A name is replaced only where it is a whole word. */
const wordCharacter = /[\p{L}\p{N}_]/u

/** Positions in UTF-16 units. */
interface Found {
  readonly start: number
  readonly end: number
}

export class TextRenamer {
  /** New names by folded old name, longest old name first. */
  readonly #names: ReadonlyMap<string, string>

  /** `names`: the new names by old name. Old names are found in upper and lower case. */
  constructor(names: ReadonlyMap<string, string>) {
    const all = [...names].map(([name, becomes]) => [fold(name), becomes] as const)
    this.#names = new Map(all.filter(([name]) => name !== '').sort(([a], [b]) => b.length - a.length))
  }

  /** The new name, in lower case if `name` is; undefined if the whole of `name` is not an old name. */
  of(name: string): string | undefined {
    const becomes = this.#names.get(fold(name))
    return becomes !== undefined && name === name.toLowerCase() ? becomes.toLowerCase() : becomes
  }

  /** Returns other names unchanged. */
  apply(name: string): string {
    return this.of(name) ?? name
  }

  /** Replaces only whole words. */
  inText(text: string): string {
    const pieces: string[] = []
    let at = 0
    for (let found = this.#next(text, at); found; found = this.#next(text, at)) {
      pieces.push(text.slice(at, found.start), this.apply(text.slice(found.start, found.end)))
      at = found.end
    }
    return at === 0 ? text : pieces.join('') + text.slice(at)
  }

  beginsText(text: string): boolean {
    return this.#next(text, 0)?.start === 0
  }

  /** Whether the text contains one of the names as a whole word. */
  isIn(text: string): boolean {
    return this.#next(text, 0) !== undefined
  }

  /** If several names begin at the same position, finds the longest one. */
  #next(text: string, from: number): Found | undefined {
    const folded = fold(text)
    let first: Found | undefined
    for (const name of this.#names.keys())
      for (let start = folded.indexOf(name, from); start >= 0; start = folded.indexOf(name, start + 1)) {
        if (first && start >= first.start) break
        const end = start + name.length
        if (isWord(text, start, end)) first = { start, end }
      }
    return first
  }
}

/**
 * The text in lower case, with the same length. Unlike `toLowerCase`, each letter has the same lower case in all texts:
 * the Turkish İ has one character, and the Greek Σ is σ at the end of a word too.
 */
function fold(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')
}

function isWord(text: string, start: number, end: number): boolean {
  return !wordCharacter.test(text.charAt(start - 1)) && !wordCharacter.test(text.charAt(end))
}
