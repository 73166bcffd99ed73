// The process's own time.
import type { Clock } from '../wire/clock.ts'

export const systemClock: Clock = {
  // Never set: with a clock that is put back a link would be silent for so long, and its room not woken.
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return { cancel: () => clearTimeout(timer) }
  },
  // A microtask runs when the chunk just read has been cut into frames: they leave together, in one message.
  soon: (run) => queueMicrotask(run),
}
