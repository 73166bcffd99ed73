// The two ways a command ends badly that are not bugs. Thrown anywhere in cli/, turned into exit codes by packetboat.ts.

/** It failed, and the message says why in one line: exit code 1. */
export class Failure extends Error {
  override name = 'Failure'
}

/** The command line makes no sense: exit code 2. */
export class Usage extends Error {
  override name = 'Usage'
}

/** What a caught value says, in one line: the message and, for system errors hidden in a cause, their code. */
export function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.message.split('\n')[0]?.trim() || error.name
  const cause = error.cause
  if (cause instanceof AggregateError && cause.errors.length) return oneLine(cause.errors[0])
  return cause instanceof Error ? `${text}: ${oneLine(cause)}` : text
}

/** `ECONNREFUSED` and its like, from the error or what caused it; undefined if there is none. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return systemCode(error.errors[0])
  return systemCode(error.cause)
}
