// An error in an uploaded file, with file and line.

export class ImportError extends Error {
  override name = 'ImportError'

  /** `line`: the number of the line, from 1. Undefined if the error concerns the whole file. */
  constructor(file: string, line: number | undefined, why: string) {
    super(`${quoteForError(file)}${line === undefined ? '' : ` line ${line}`}: ${why}`)
  }
}

/** Makes uploaded text safe for messages: truncates it, and replaces characters that are not printable ASCII. */
export function quoteForError(text: string): string {
  const plain = text.replace(/[^ -~]/g, '?')
  return plain.length > mostShown ? `${plain.slice(0, mostShown)}…` : plain
}
const mostShown = 120
