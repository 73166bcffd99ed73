// Prints the Worker's log of `packetboat start` to stderr, one line per entry in the format of wire/util/log-line.ts.
// Known messages of the runtime are replaced by clearer messages. On a full disk every request and room fails, so their
// errors are replaced by one line per minute with the remedy.
import { explainPlatformError, formatLogLine, type LogLevel } from '../../wire/util/log-line.ts'
import { isStorageFull } from '../../wire/util/storage-full.ts'
import type { Output } from '../terminal/output.ts'

const diskFullEveryMs = 60_000
const levels: { readonly [level: string]: LogLevel } = { warn: 'warn', error: 'error' }

/** `folder`: the state folder. `now`: returns the time in milliseconds. */
export function createWorkerLog(
  folder: string,
  { err }: Output,
  now: () => number = Date.now,
): (level: string, message: string) => void {
  let diskFullLoggedAt = Number.NEGATIVE_INFINITY
  return (level, message) => {
    if (!isStorageFull(message)) return err(formatLine(level, message, now()))
    if (now() - diskFullLoggedAt < diskFullEveryMs) return
    diskFullLoggedAt = now()
    err(
      `error: the disk of ${folder} is full: nothing can be stored, and requests fail. ` +
        'Free some space; no restart is needed.',
    )
  }
}

/** Lines that are already in our format are not changed. */
function formatLine(level: string, message: string, at: number): string {
  if (message.startsWith('{"level":')) return message
  const time = new Date(at).toISOString()
  const explanation = explainPlatformError(message)
  if (explanation !== undefined) return formatLogLine('warn', time, 'runtime', { detail: explanation })
  return formatLogLine(levels[level] ?? 'info', time, 'runtime', { detail: message })
}
