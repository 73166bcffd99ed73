// What everybody is told of records that cannot be read. The message of an error may quote what they hold, so none is.

/** The cause, in words; the whole error is for the log. */
export function damageOf(error: unknown): string {
  const [, code] = /\b(SQLITE_[A-Z]+)\b/.exec(String(error)) ?? []
  if (code) return `the database says ${code}`
  if (error instanceof SyntaxError) return 'a record is no JSON'
  return `the game cannot open them (${error instanceof Error ? error.name : typeof error}); the log says more`
}
