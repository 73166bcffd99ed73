// The clock of both ends of a link: the platform's, or a simulated one in tests.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once, `ms` from now, unless cancelled. */
  after(ms: number, run: () => void): Timer
  /** Runs once, after the current work and before other events are awaited. */
  soon(run: () => void): void
}

export interface Timer {
  cancel(): void
}
