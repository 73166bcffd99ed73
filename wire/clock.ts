// Time as both ends of a link have it: the platform's, or a test's own.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once, `ms` from now, unless cancelled. */
  after(ms: number, run: () => void): Timer
  /** Runs once, after what is under way now and before anything else is waited for. */
  soon(run: () => void): void
}

export interface Timer {
  cancel(): void
}
