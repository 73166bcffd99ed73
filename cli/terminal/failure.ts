// The errors of a command that are not bugs. terminal/program.ts turns them into exit codes.

/** The command failed (exit code 1). The message is one line that states the cause. */
export class Failure extends Error {
  override name = 'Failure'
  /** The system error code of the cause, such as `ECONNREFUSED`. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** The command line is invalid (exit code 2). */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** If the cause of the error is a system error, the code is added. */
export function describeInOneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.message.split('\n')[0]?.trim() || error.name
  const cause = error.cause
  if (cause instanceof AggregateError && cause.errors.length) return describeInOneLine(cause.errors[0])
  return cause instanceof Error ? `${text}: ${describeInOneLine(cause)}` : text
}
