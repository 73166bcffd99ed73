// What the Worker logs under `packetboat start`: its lines on stderr, each as wire/log-line.ts has them. What the runtime adds of
// its own is a line in words if that is understood. When the disk is full every request and every room fails with it: one
// line a minute, which says what to do, stands for all of theirs.
import { type LogLevel, logLine, understand } from '../wire/log-line.ts'
import { isNoSpace } from '../wire/no-space.ts'
import type { Output } from './terminal/output.ts'

const everyMs = 60_000
const levels: { readonly [level: string]: LogLevel } = { warn: 'warn', error: 'error' }

/** Takes a level and what was logged. `folder`: the state folder; `now`: milliseconds. */
export function workerLog(
  folder: string,
  { err }: Output,
  now: () => number = Date.now,
): (level: string, message: string) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (level, message) => {
    if (!isNoSpace(message)) return err(lineOf(level, message, now()))
    if (now() - saidAt < everyMs) return
    saidAt = now()
    err(
      `error: the disk of ${folder} is full: nothing is stored, and nobody answered who wants it to be. ` +
        'Free some space there; nothing need be started again.',
    )
  }
}

/** Ours stay as they are. */
function lineOf(level: string, message: string, at: number): string {
  if (message.startsWith('{"level":')) return message
  const time = new Date(at).toISOString()
  const words = understand(message)
  if (words !== undefined) return logLine('warn', time, 'runtime', { detail: words })
  return logLine(levels[level] ?? 'info', time, 'runtime', { detail: message })
}
