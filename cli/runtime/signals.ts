// Stop signals of long-running commands.

/** The npm scripts that run our commands. In them, npm is the parent process. */
const npmScripts = ['start', 'packetboat']
/** Milliseconds between checks of the parent. */
const defaultPollMs = 1000

/**
 * The first SIGTERM, SIGINT or SIGHUP requests an orderly end (the signal aborts), the second ends at once. If npm
 * started this process and was killed, that requests an orderly end, too: the signal reached only npm.
 */
export function stopSignal(pollMs = defaultPollMs): AbortSignal {
  const stop = new AbortController()
  const requestStop = () => {
    if (stop.signal.aborted) process.exit(1)
    stop.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, requestStop)
  if (npmScripts.includes(process.env.npm_lifecycle_event ?? '')) onOrphaned(() => stop.abort(), pollMs)
  return stop.signal
}

/** A process gets no event when its parent is killed; but its parent id changes. */
function onOrphaned(action: () => void, pollMs: number): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    action()
  }, pollMs)
  timer.unref()
}
