// Public descriptions of unreadable records. They quote no error messages, because those may contain a record's
// content.

const damaged = 'its records are damaged: '
const failed = 'the room cannot be shown: '

/** The message of the returned error names the cause and quotes no record. */
export function toUnreadableError(error: unknown): Error {
  if (isDatabaseCorruption(error)) return new Error(damaged + describeUnreadable(error))
  return new Error(`${failed}the game failed with ${nameOf(error)}. See the log`)
}

/** Finds our message inside the text of an error, to which RPC may have added text. */
export function findUnreadableError(text: string): string | undefined {
  const at = [damaged, failed].map((begin) => text.indexOf(begin)).find((place) => place >= 0)
  return at === undefined ? undefined : text.slice(at).split('\n')[0]
}

/** Whether the error is SQLite's report of a damaged database, which the game has not caused. */
export function isDatabaseCorruption(error: unknown): boolean {
  return /\bSQLITE_(?:CORRUPT|NOTADB)/.test(String(error))
}

/** Owners read this text. The full error is written to the log only. */
export function describeUnreadable(error: unknown): string {
  const [, code] = /\b(SQLITE_[A-Z_]+)\b/.exec(String(error)) ?? []
  if (code) return `the database reports ${code}`
  if (error instanceof SyntaxError) return 'a record is not valid JSON'
  return `the game cannot read them (${nameOf(error)}). See the log`
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
