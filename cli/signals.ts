// How a command that runs on is ended.

/** The first SIGTERM, SIGINT or SIGHUP asks for an orderly end (the signal is aborted), the second ends at once. */
export function onSignals(): AbortSignal {
  const stop = new AbortController()
  const asked = () => {
    if (stop.signal.aborted) process.exit(1)
    stop.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, asked)
  return stop.signal
}
