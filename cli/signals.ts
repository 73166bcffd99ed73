// How a command that runs on is ended.

/** Of the npm scripts that run it; their npm is its parent. */
const scripts = ['start', 'packetboat']
/** Milliseconds between looks at who the parent is. */
const usualLookMs = 1000

/**
 * The first SIGTERM, SIGINT or SIGHUP asks for an orderly end (the signal is aborted), the second ends at once. That
 * the npm which began it was killed asks for one too: nobody is left who could send a signal.
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

/** A parent that is killed tells nothing: its child becomes another's. */
function whenOrphaned(act: () => void, lookMs: number): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    act()
  }, lookMs)
  looking.unref()
}
