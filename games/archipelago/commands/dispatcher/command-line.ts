export interface CommandLine {
  /** The command's name in lower case, without the marker. */
  readonly name: string
  /** The command's name as typed, without the marker. */
  readonly typedName: string
  readonly words: readonly string[]
  /** The text after the first word, as typed. Undefined if no text follows. */
  readonly rest: string | undefined
}

/**
 * Splits `raw` like a shell, or at spaces if its quotes are unbalanced. Undefined if the line does not start with the
 * marker and so is chat.
 */
export function parseCommandLine(raw: string, marker: '!' | '/'): CommandLine | undefined {
  const [first, ...words] = splitShellWords(raw) ?? splitAtSpaces(raw)
  if (!first?.startsWith(marker)) return undefined
  const typed = first.slice(marker.length)
  return { name: typed.toLowerCase(), typedName: typed, words, rest: textAfterFirstWord(raw) }
}

function splitAtSpaces(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function textAfterFirstWord(text: string): string | undefined {
  return /^\s*\S+\s+(\S[\s\S]*)$/.exec(text)?.[1]
}

/** Splits words like a POSIX shell, without expansion. Undefined for an unclosed quote or a \ at the end. */
export function splitShellWords(text: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let end = 0
  for (const { 0: piece, index } of text.matchAll(shellTokens)) {
    if (index !== end) return undefined
    end += piece.length
    if (!/^[ \t\r\n]/.test(piece)) word = (word ?? '') + unquote(piece)
    else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  if (end !== text.length) return undefined
  return word === undefined ? words : [...words, word]
}

/** A run of spaces, a run without quotes, one quoted run, or one escaped character. */
const shellTokens = /[ \t\r\n]+|[^ \t\r\n'"\\]+|'[^']*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\\[\s\S]/g

function unquote(piece: string): string {
  if (piece[0] === "'") return piece.slice(1, -1)
  if (piece[0] === '"') return piece.slice(1, -1).replace(/\\(["\\])/g, '$1')
  return piece[0] === '\\' ? piece.slice(1) : piece
}
