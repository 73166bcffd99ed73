export class ImportError extends Error {
  override name = 'ImportError'

  /** `line`: from 1; undefined if the error concerns the whole file. */
  constructor(file: string, line: number | undefined, why: string) {
    super(`${quoteForError(file)}${line === undefined ? '' : ` line ${line}`}: ${why}`)
  }
}

/**
 * Truncates the text, and replaces characters that are not printable ASCII, because uploads can contain any bytes.
 */
export function quoteForError(text: string): string {
  const plain = text.replace(/[^ -~]/g, '?')
  return plain.length > maxShownLength ? `${plain.slice(0, maxShownLength)}…` : plain
}
const maxShownLength = 120
