// The process's own time.
import type { Clock } from '../wire/clock.ts'

export const systemClock: Clock = {
  // Never set: with a clock that is put back a link would be silent for so long, and its room not woken.
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return { cancel: () => clearTimeout(timer) }
  },
  // When all that lay ready at all sockets has been read, and not after each: it leaves in one message.
  soon: (run) => void setImmediate(run),
}
