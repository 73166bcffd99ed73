/** Scripts without spaces between words. An entry with a character of these scripts also matches inside longer text. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** A text with case, width and accents folded, for the comparison of words. */
interface FoldedText {
  readonly text: string
  /** For each UTF-16 unit of `text`: the index of the original character from which it comes. */
  readonly origins: readonly number[]
}

/**
 * A node of the tree of entries, which has one level for each folded word of an entry. The time of a search grows with
 * the text, not with the list.
 */
interface WordNode {
  isEntry: boolean
  readonly next: Map<string, WordNode>
}

export class WordFilter {
  readonly #words: WordNode = { isEntry: false, next: new Map() }
  /** Folded entries that match anywhere in a text. */
  readonly #parts: string[] = []

  /** `entries`: the listed words; an entry without letters and digits matches nothing. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const { text } = fold([...entry])
      // An entry that is only an accent mark folds to nothing.
      if (unspaced.test(entry) && text !== '') this.#parts.push(text)
      else this.#addWords(Array.from(wordsOf(text), ([word]) => word))
    }
  }

  matches(text: string): boolean {
    return this.mask(text) !== text
  }

  /** Replaces each character of a word of the list by `*`. */
  mask(text: string): string {
    if (this.#words.next.size === 0 && this.#parts.length === 0) return text
    const characters = [...text]
    const folded = fold(characters)
    const found = [...this.#findWords(folded.text), ...this.#findParts(folded.text)]
    if (found.length === 0) return text
    for (const { from, to } of found)
      for (let at = folded.origins[from]!; at <= folded.origins[to - 1]!; at++)
        if (!/\s/u.test(characters[at]!)) characters[at] = '*'
    return characters.join('')
  }

  #addWords(words: readonly string[]): void {
    let node = this.#words
    for (const word of words) {
      const next: WordNode = node.next.get(word) ?? { isEntry: false, next: new Map() }
      node.next.set(word, next)
      node = next
    }
    if (words.length > 0) node.isEntry = true
  }

  *#findWords(text: string): Generator<TextRange> {
    const words = Array.from(wordsOf(text), ({ 0: word, index }) => ({ word, index }))
    for (const [first, { index: from }] of words.entries()) {
      let node: WordNode | undefined = this.#words
      for (let last = first; last < words.length; last++) {
        const { word, index } = words[last]!
        node = node.next.get(word)
        if (!node) break
        if (node.isEntry) yield { from, to: index + word.length }
      }
    }
  }

  *#findParts(text: string): Generator<TextRange> {
    for (const part of this.#parts)
      for (let from = text.indexOf(part); from >= 0; from = text.indexOf(part, from + part.length))
        yield { from, to: from + part.length }
  }
}

interface TextRange {
  readonly from: number
  readonly to: number
}

const wordsOf = (text: string) => text.matchAll(/[\p{L}\p{N}]+/gu)

/** Folds case, width and accents, and drops invisible characters: `ＤÄ\u200bmn` is `damn`. */
function fold(characters: readonly string[]): FoldedText {
  let text = ''
  const origins: number[] = []
  for (const [at, character] of characters.entries()) {
    const form = foldCharacter(character)
    text += form
    for (let i = 0; i < form.length; i++) origins.push(at)
  }
  return { text, origins }
}

/** Returns the empty string for an invisible character. */
export function foldCharacter(character: string): string {
  if (character <= '\x7f') return character.toLowerCase()
  const bare = character.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  // Converts to upper case first, which merges letters that lower case keeps apart, such as `ß` and `ss`, `ς` and `σ`.
  return bare.toUpperCase().toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}
