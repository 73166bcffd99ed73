/** A character of a word. A name is replaced only where it is a whole word. */
const wordCharacter = /[\p{L}\p{N}_]/u

/** Positions in UTF-16 units. */
interface Found {
  readonly start: number
  readonly end: number
}

export class TextRenamer {
  /** New names by old name in lower case, longest old name first. */
  readonly #names: ReadonlyMap<string, string>

  /** `names`: the new names by old name. Old names are found in upper and lower case. */
  constructor(names: ReadonlyMap<string, string>) {
    const all = [...names].map(([name, becomes]) => [name.toLowerCase(), becomes] as const)
    this.#names = new Map(all.filter(([name]) => name !== '').sort(([a], [b]) => b.length - a.length))
  }

  /**
   * The new name for exactly this name; undefined if the name is not the player's. If `name` is in lower case, the new
   * name is, too.
   */
  of(name: string): string | undefined {
    const lower = name.toLowerCase()
    const becomes = this.#names.get(lower)
    return becomes !== undefined && name === lower ? becomes.toLowerCase() : becomes
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
    const lower = text.toLowerCase()
    // Some letters are longer in lower case, which would shift positions. Such a text is searched in slices.
    if (lower.length !== text.length) return this.#nextInSlices(text, from)
    let first: Found | undefined
    for (const name of this.#names.keys())
      for (let start = lower.indexOf(name, from); start >= 0; start = lower.indexOf(name, start + 1)) {
        if (first && start >= first.start) break
        const end = start + name.length
        if (isWord(text, start, end)) first = { start, end }
      }
    return first
  }

  #nextInSlices(text: string, from: number): Found | undefined {
    for (let start = from; start < text.length; start++)
      for (const name of this.#names.keys()) {
        const end = start + name.length
        if (text.slice(start, end).toLowerCase() === name && isWord(text, start, end)) return { start, end }
      }
    return undefined
  }
}

function isWord(text: string, start: number, end: number): boolean {
  return !wordCharacter.test(text.charAt(start - 1)) && !wordCharacter.test(text.charAt(end))
}
