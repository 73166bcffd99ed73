// Command lines as players type them: which command, and its arguments, split as a shell would. Never throws.

/** A line that begins with the marker. */
export interface CommandLine {
  /** In lower case, without the marker: what the command is looked up by. */
  readonly name: string
  /** As it was typed. */
  readonly typed: string
  /** The arguments, split. */
  readonly words: readonly string[]
  /** Everything behind the first word as it was typed, for commands that take raw text; undefined: nothing. */
  readonly rest: string | undefined
}

/**
 * Reads `raw` as a command of `marker`. Where quotes do not balance it is split at its spaces. Undefined: its first
 * word does not begin with the marker, so it is chat.
 */
export function commandLine(raw: string, marker: '!' | '/'): CommandLine | undefined {
  const [first, ...words] = shellWords(raw) ?? plainWords(raw)
  if (!first?.startsWith(marker)) return undefined
  const typed = first.slice(marker.length)
  return { name: typed.toLowerCase(), typed, words, rest: afterFirstWord(raw) }
}

function plainWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Spaces between it and the first word are dropped, those at its end are kept. */
function afterFirstWord(text: string): string | undefined {
  return /^\s*\S+\s+(\S[\s\S]*)$/.exec(text)?.[1]
}

/**
 * Words as a POSIX shell splits them, with nothing expanded: '…' keeps everything, "…" all but \" and \\, and \ outside
 * of quotes keeps the next character. Undefined: a quote is not closed, or a \ is the last character.
 */
export function shellWords(text: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let end = 0
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    if (index !== end) return undefined
    end += piece.length
    if (!/^[ \t\r\n]/.test(piece)) word = (word ?? '') + unquoted(piece)
    else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  if (end !== text.length) return undefined
  return word === undefined ? words : [...words, word]
}

/** A run of spaces, a run without quotes, one quoted run, or one escaped character. */
const pieces = /[ \t\r\n]+|[^ \t\r\n'"\\]+|'[^']*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\\[\s\S]/g

function unquoted(piece: string): string {
  if (piece[0] === "'") return piece.slice(1, -1)
  if (piece[0] === '"') return piece.slice(1, -1).replace(/\\(["\\])/g, '$1')
  return piece[0] === '\\' ? piece.slice(1) : piece
}
