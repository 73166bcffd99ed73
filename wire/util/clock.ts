// Tests use a simulated clock.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `run` once in `ms`, unless the timer is cancelled. */
  after(ms: number, run: () => void): Timer
  /** Runs `run` once, after the current event and before later ones. */
  soon(run: () => void): void
}

/** The largest time of a Date, in milliseconds since 1970. */
export const maxDateMs = 8.64e15

export interface Timer {
  cancel(): void
}
