// The one policy for what fails by our own fault, be it the opening of a world, its ticks, its wakes or its saves:
// count, try again later and later, and stand still in the end, so that no fault runs for ever.

/** A fault that comes once costs nothing: the second try is at once, the third after this, then twice as long each time. */
const firstMs = 1000
const longestMs = 600_000
/** After so many failures in a row it stands still: nothing is done for it by itself any more while nobody is in. */
const mostInARow = 5
/** What failed once and then went well is no trouble: nobody but the log hears of it. */
const troubleInARow = 2

/** What has failed and not yet gone well again. */
export interface Fault {
  readonly what: 'open' | 'tick' | 'wake' | 'save' | 'space'
  /** In a row. */
  readonly times: number
  /** Milliseconds since 1970. */
  readonly since: number
  readonly standsStill: boolean
}

/** What of it others are told: what fails again and again, and since when. */
export function troubleOf(fault: Fault | undefined): Trouble | undefined {
  const isAtOnce = fault?.what === 'open' || fault?.what === 'space'
  if (!fault || (!isAtOnce && fault.times < troubleInARow)) return undefined
  return { what: fault.what, since: new Date(fault.since).toISOString() }
}

/** For people. */
export const troubles: { readonly [what in Fault['what']]: string } = {
  open: 'its world cannot be opened',
  tick: 'its time stands still',
  wake: 'what is due in it is not done',
  save: 'what happens in it is not saved',
  space: 'nothing can be stored: the disk is full',
}

/** A room is not as it should be. */
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

  /** `changed`: there is trouble, or none any more, or it stands still. */
  constructor(what: Fault['what'], changed: () => void = () => {}) {
    this.#what = what
    this.#changed = changed
  }

  get standsStill(): boolean {
    return this.#times >= mostInARow
  }

  /** Undefined: the last try went well. */
  get fault(): Fault | undefined {
    if (this.#times === 0) return undefined
    return { what: this.#what, times: this.#times, since: this.#since, standsStill: this.standsStill }
  }

  /** Milliseconds until it may be tried again; 0: now. */
  wait(now: number): number {
    // A clock that was put back makes nobody wait longer than was meant.
    return Math.min(longestMs, Math.max(0, this.#notBefore - now))
  }

  /** True: from now on it stands still. */
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
