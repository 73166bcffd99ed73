// Tests use a simulated clock.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `run` once in `ms`, unless the timer is cancelled. */
  after(ms: number, run: () => void): Timer
  /** Runs `run` once, after the current event and before later ones. */
  soon(run: () => void): void
}

export interface Timer {
  cancel(): void
}
