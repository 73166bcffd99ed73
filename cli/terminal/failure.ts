// The two kinds of failure of a command that are not bugs. Thrown anywhere in cli/; terminal/program.ts turns them into
// exit codes.

/** The command failed; one line says why: exit code 1. */
export class Failure extends Error {
  override name = 'Failure'
}

/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The message of a caught value in one line, with the code of a system error in its cause. */
export function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.message.split('\n')[0]?.trim() || error.name
  const cause = error.cause
  if (cause instanceof AggregateError && cause.errors.length) return oneLine(cause.errors[0])
  return cause instanceof Error ? `${text}: ${oneLine(cause)}` : text
}

/** A code such as `ECONNREFUSED`, from the error or its cause; undefined if there is none. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return systemCode(error.errors[0])
  return systemCode(error.cause)
}
