// The retry policy for internal faults, in opening a world, its ticks, wakes or saves: back off exponentially, and halt
// in the end, so that no fault repeats forever.

/** The second try is immediate, the third after this, then twice as long each time. */
const firstMs = 1000
const longestMs = 600_000
/** Halts after this many failures in a row: no more automatic tries while nobody is connected. */
const mostInARow = 5
/** A failure whose retry succeeds is only logged. */
const troubleInARow = 2

/** A failure that has not been followed by a success. */
export interface Fault {
  readonly what: 'open' | 'tick' | 'wake' | 'save' | 'space'
  /** In a row. */
  readonly times: number
  /** Milliseconds since 1970. */
  readonly since: number
  readonly standsStill: boolean
}

/** The public part: what fails repeatedly, and since when. */
export function troubleOf(fault: Fault | undefined): Trouble | undefined {
  const isAtOnce = fault?.what === 'open' || fault?.what === 'space'
  if (!fault || (!isAtOnce && fault.times < troubleInARow)) return undefined
  return { what: fault.what, since: new Date(fault.since).toISOString() }
}

/** Descriptions for people. */
export const troubles: { readonly [what in Fault['what']]: string } = {
  open: 'its world cannot be opened',
  tick: 'its time stands still',
  wake: 'what is due in it is not done',
  save: 'what happens in it is not saved',
  space: 'nothing can be stored: the disk is full',
}

/** A room's problem. */
export interface Trouble {
  readonly what: Fault['what']
  /** ISO 8601, UTC. */
  readonly since: string
}

export class Retries {
  readonly #what: Fault['what']
  #times = 0
  #since = 0
  #notBefore = 0
  readonly #changed: () => void

  /** `changed`: a problem starts, ends or halts. */
  constructor(what: Fault['what'], changed: () => void = () => {}) {
    this.#what = what
    this.#changed = changed
  }

  get standsStill(): boolean {
    return this.#times >= mostInARow
  }

  /** Undefined: the last try succeeded. */
  get fault(): Fault | undefined {
    if (this.#times === 0) return undefined
    return { what: this.#what, times: this.#times, since: this.#since, standsStill: this.standsStill }
  }

  /** Milliseconds until the next try; 0: now. */
  wait(now: number): number {
    // A clock that was set back does not extend the wait.
    return Math.min(longestMs, Math.max(0, this.#notBefore - now))
  }

  /** Counts a failure. True: it halts now. */
  failed(now: number): boolean {
    this.#times++
    if (this.#times === 1) this.#since = now
    const wait = this.#times === 1 ? 0 : Math.min(longestMs, firstMs * 2 ** (this.#times - 2))
    this.#notBefore = now + wait
    if (this.#times === troubleInARow || this.standsStill) this.#changed()
    return this.#times === mostInARow
  }

  wentWell(): void {
    const wasTrouble = this.#times >= troubleInARow
    this.#times = 0
    this.#notBefore = 0
    if (wasTrouble) this.#changed()
  }
}
