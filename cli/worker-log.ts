// What the Worker logs under `packetboat start`: its lines on stderr. When the disk is full every request and every room
// fails with it: one line a minute, which says what to do, stands for all of theirs.
import type { Output } from './terminal/output.ts'

const fullDisk = 'SQLITE_FULL'
const everyMs = 60_000

/** Takes a level and what was logged. `folder`: the state folder; `now`: milliseconds. */
export function workerLog(
  folder: string,
  { err }: Output,
  now: () => number = Date.now,
): (level: string, message: string) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (level, message) => {
    if (!message.includes(fullDisk)) return err(level === 'log' ? message : `${level}: ${message}`)
    if (now() - saidAt < everyMs) return
    saidAt = now()
    err(
      `error: the disk of ${folder} is full: nothing is stored, and nobody answered who wants it to be. ` +
        'Free some space there; nothing need be started again.',
    )
  }
}
