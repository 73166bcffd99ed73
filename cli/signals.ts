// How a long-running command ends.

/** The npm scripts that run our commands: then npm is the parent. */
const scripts = ['start', 'packetboat']
/** Milliseconds between checks of the parent. */
const usualLookMs = 1000

/**
 * The first SIGTERM, SIGINT or SIGHUP requests an orderly end (the signal aborts), the second ends at once. If npm
 * started this process and was killed, that requests an orderly end, too: the signal reached only npm.
 */
export function onSignals(lookMs = usualLookMs): AbortSignal {
  const stop = new AbortController()
  const asked = () => {
    if (stop.signal.aborted) process.exit(1)
    stop.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, asked)
  if (scripts.includes(process.env.npm_lifecycle_event ?? '')) whenOrphaned(() => stop.abort(), lookMs)
  return stop.signal
}

/** A process gets no event when its parent is killed; but its parent id changes. */
function whenOrphaned(act: () => void, lookMs: number): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    act()
  }, lookMs)
  looking.unref()
}
