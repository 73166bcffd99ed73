/** The scripts of package.json in which npm is the parent of this process. */
const npmScripts = ['start', 'packetboat']
/** Interval of checks whether the parent process still exists. */
const defaultPollMs = 1000
/** Repeated signals within this time count as one. On Ctrl-C, the terminal and npm both send a signal. */
const defaultRepeatMs = 1000

/**
 * Returns an AbortSignal that aborts at the first SIGTERM, SIGINT or SIGHUP, so that the command can end in order. A
 * second signal ends the process at once, unless it comes within `repeatMs`. If npm started this process, the signal
 * also aborts when npm ends, because a signal to npm may not reach this process.
 */
export function createStopSignal(pollMs = defaultPollMs, repeatMs = defaultRepeatMs): AbortSignal {
  const stop = new AbortController()
  let firstAt: number | undefined
  const requestStop = () => {
    const now = performance.now()
    if (now - (firstAt ?? now) > repeatMs) process.exit(1)
    firstAt ??= now
    stop.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, requestStop)
  if (npmScripts.includes(process.env.npm_lifecycle_event ?? '')) onOrphaned(() => stop.abort(), pollMs)
  return stop.signal
}

/** Node has no event for the end of the parent, so the parent's pid is polled. */
function onOrphaned(action: () => void, pollMs: number): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    action()
  }, pollMs)
  timer.unref()
}
