/** The system error code of an error or its cause, such as `ECONNREFUSED`. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return systemErrorCode(error.errors[0])
  return systemErrorCode(error.cause)
}
