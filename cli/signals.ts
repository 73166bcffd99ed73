// How a command that runs on is ended.

/** The npm scripts that run a command of ours: then npm is our parent. */
const scripts = ['start', 'packetboat']
/** Milliseconds between looks at who the parent is. */
const usualLookMs = 1000

/**
 * The first SIGTERM, SIGINT or SIGHUP asks for an orderly end (the signal is aborted), the second ends at once. If npm
 * began this process and was killed, that asks for an orderly end too: who wanted it stopped reached npm alone.
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

/** Nothing tells a process that its parent was killed; but it then has another parent. */
function whenOrphaned(act: () => void, lookMs: number): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    act()
  }, lookMs)
  looking.unref()
}
