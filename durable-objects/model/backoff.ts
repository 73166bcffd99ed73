// The retry policy for internal faults in opening a world and in its ticks, wake-ups and saves. Delays grow
// exponentially, and after some failures retries halt, so that no fault repeats forever.

/**
 * The second try of a failed operation is immediate. The third follows after this delay, which doubles with each
 * further try.
 */
const firstDelayMs = 1000
const maxDelayMs = 600_000
/** Halts after this many failures in a row: no more automatic tries while nobody is connected. */
const maxFailures = 5
/** Number of consecutive failures after which a fault is reported. A single failure is only logged. */
const failuresToReport = 2

export interface Fault {
  readonly what: 'open' | 'tick' | 'wake' | 'save' | 'space'
  /** Consecutive failures. */
  readonly times: number
  /** Milliseconds since 1970. */
  readonly since: number
  readonly isHalted: boolean
}

export function reportedFault(fault: Fault | undefined): ReportedFault | undefined {
  const isAtOnce = fault?.what === 'open' || fault?.what === 'space'
  if (!fault || (!isAtOnce && fault.times < failuresToReport)) return undefined
  return { what: fault.what, since: new Date(fault.since).toISOString() }
}

export const troubleDescriptions: { readonly [what in Fault['what']]: string } = {
  open: 'its world cannot be opened',
  tick: 'its ticks fail',
  wake: 'its scheduled work fails',
  save: 'its changes cannot be saved',
  space: 'nothing can be stored: the disk is full',
}

export interface ReportedFault {
  readonly what: Fault['what']
  /** ISO 8601, UTC. */
  readonly since: string
}

export class Backoff {
  readonly #operation: Fault['what']
  #failures = 0
  #since = 0
  #notBefore = 0
  readonly #onChanged: () => void

  /** `changed` is called when a fault becomes reportable or ends, and at each failure while retries are halted. */
  constructor(what: Fault['what'], changed: () => void = () => {}) {
    this.#operation = what
    this.#onChanged = changed
  }

  get isHalted(): boolean {
    return this.#failures >= maxFailures
  }

  /** The fault, if the last try failed. */
  get fault(): Fault | undefined {
    if (this.#failures === 0) return undefined
    return { what: this.#operation, times: this.#failures, since: this.#since, isHalted: this.isHalted }
  }

  /** Milliseconds until the next try, or 0. */
  wait(now: number): number {
    // The wait has a limit, so that a clock that was set back does not extend it.
    return Math.min(maxDelayMs, Math.max(0, this.#notBefore - now))
  }

  /** Returns true if the operation halts now. */
  recordFailure(now: number): boolean {
    this.#failures++
    if (this.#failures === 1) this.#since = now
    const wait = this.#failures === 1 ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#failures - 2))
    this.#notBefore = now + wait
    if (this.#failures === failuresToReport || this.isHalted) this.#onChanged()
    return this.#failures === maxFailures
  }

  recordSuccess(): void {
    const wasTrouble = this.#failures >= failuresToReport
    this.#failures = 0
    this.#notBefore = 0
    if (wasTrouble) this.#onChanged()
  }
}
