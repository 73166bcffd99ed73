// The process's own time.
import type { Clock } from '../wire/clock.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return { cancel: () => clearTimeout(timer) }
  },
  // After all frames of the chunk at hand; those of other sockets join while the message is not answered.
  soon: (run) => queueMicrotask(run),
}
