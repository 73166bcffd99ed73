import type { Clock } from '../../wire/util/clock.ts'

export const nodeClock: Clock = {
  // The clock never goes back: otherwise a change of the system's clock would delay timeouts and keepalives.
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return { cancel: () => clearTimeout(timer) }
  },
  // Runs the function after all ready sockets have been read, not after each of them, so that one message contains the
  // frames of all clients.
  soon: (run) => void setImmediate(run),
}
