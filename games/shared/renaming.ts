// Replaces the names of one player in names, keys and texts.

export class Renaming {
  /** By name in lower case. */
  readonly #names: ReadonlyMap<string, string>
  readonly #inText: RegExp | undefined

  /** `names`: the new name by the old one, which is found in upper or lower case. */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = new Map([...names].map(([name, becomes]) => [name.toLowerCase(), becomes]))
    const parts = [...names.keys()].sort((a, b) => b.length - a.length).map(escaped)
    // A name is a word of its own: not a part of a longer one.
    this.#inText =
      parts.length === 0
        ? undefined
        : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${parts.join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
  }

  /** The new name of exactly this name; undefined if it is another player's. Lower case stays lower case. */
  of(name: string): string | undefined {
    const lower = name.toLowerCase()
    const becomes = this.#names.get(lower)
    return becomes !== undefined && name === lower ? becomes.toLowerCase() : becomes
  }

  /** The name, or the new one if it is the player's. */
  apply(name: string): string {
    return this.of(name) ?? name
  }

  /** Replaces the names where they are words of a text. */
  inText(text: string): string {
    return this.#inText ? text.replace(this.#inText, (found) => this.apply(found)) : text
  }

  /** Whether the text begins with one of the names. */
  beginsText(text: string): boolean {
    return this.#inText !== undefined && text.search(this.#inText) === 0
  }

  /** Whether the text has one of the names as a word. */
  isIn(text: string): boolean {
    return this.#inText !== undefined && text.search(this.#inText) >= 0
  }
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
