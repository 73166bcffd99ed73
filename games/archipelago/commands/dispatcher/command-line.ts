// Parses command lines: the command and its arguments, split as a shell would. Never throws.

/** A line that starts with the marker. */
export interface CommandLine {
  /** The key for the command's lookup: lower case, without the marker. */
  readonly name: string
  /** The name as typed. */
  readonly typedName: string
  /** The arguments, split. */
  readonly words: readonly string[]
  /** The text after the first word as typed, for commands that take raw text; undefined: none. */
  readonly rest: string | undefined
}

/**
 * Reads `raw` as a command of `marker`. With unbalanced quotes it is split at spaces. Undefined: the first word does
 * not start with the marker, so the line is chat.
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

/** Drops the spaces after the first word and keeps those at the end. */
function textAfterFirstWord(text: string): string | undefined {
  return /^\s*\S+\s+(\S[\s\S]*)$/.exec(text)?.[1]
}

/**
 * Splits words like a POSIX shell, without expansion: '…' keeps everything, "…" all but \" and \\, and \ outside quotes
 * keeps the next character. Undefined: an unclosed quote, or a \ at the end.
 */
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
