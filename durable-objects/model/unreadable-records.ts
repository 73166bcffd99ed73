// The public description of unreadable records. Error messages may quote what records contain, so they are left out.

/** Prefixes of the messages thrown when part of a room cannot be shown. */
const damaged = 'its records are damaged: '
const failed = 'the room cannot be shown: '

/** Throw this instead of `error`: its message has the cause but no content of records. */
export function readError(error: unknown): Error {
  if (isDatabaseCorruption(error)) return new Error(damaged + describeUnreadable(error))
  return new Error(`${failed}the game failed with ${nameOf(error)}. See the log`)
}

/** The cause in a message of `readError`, which an RPC call may have changed. */
export function readErrorIn(text: string): string | undefined {
  const at = [damaged, failed].map((begin) => text.indexOf(begin)).find((place) => place >= 0)
  return at === undefined ? undefined : text.slice(at).split('\n')[0]
}

/** Whether the database itself reports damage, which is not caused by a game. */
export function isDatabaseCorruption(error: unknown): boolean {
  return /\bSQLITE_(?:CORRUPT|NOTADB)/.test(String(error))
}

/** Describes the cause for owners. The full error is written to the log only. */
export function describeUnreadable(error: unknown): string {
  const [, code] = /\b(SQLITE_[A-Z_]+)\b/.exec(String(error)) ?? []
  if (code) return `the database reports ${code}`
  if (error instanceof SyntaxError) return 'a record is not valid JSON'
  return `the game cannot read them (${nameOf(error)}). See the log`
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
