// Handles a full disk or an exceeded quota. It is no session's fault and ends none: connected clients wait, with frames
// in their sessions' windows, until a record can be written again.
import type { Clock, Timer } from '../wire/clock.ts'
import { isStorageFull } from '../wire/no-space.ts'
import type { Fault } from './retries.ts'
import type { Records } from './store.ts'

/** Milliseconds until the next try; they double each time. */
const firstMs = 500
const longestMs = 8000
/** Space that was gone again sooner was too little: the waits go on where they were. */
const lastingMs = 60_000
/** The record that is written to find out. It holds nothing that anybody reads. */
const probeKey = 'space'

export interface SpaceSettings {
  readonly clock: Clock
  readonly records: Pick<Records, 'write'>
  /** Space has run out, or is available again. */
  changed(): void
  /** Space is available again: resumes waiting work. */
  goOn(): void
  /** The test write failed for another reason. */
  failed(error: unknown): void
}

export class Space {
  readonly #settings: SpaceSettings
  #timer: Timer | undefined
  #since = 0
  #times = 0
  /** When there was space again. */
  #wellAt = Number.NEGATIVE_INFINITY

  constructor(settings: SpaceSettings) {
    this.#settings = settings
  }

  /** Undefined: there is space, as far as is known. */
  get fault(): Fault | undefined {
    return this.#timer && { what: 'space', times: this.#times, since: this.#since, standsStill: false }
  }

  /** Milliseconds until the next check is worthwhile; 0: writes are possible. */
  get wait(): number {
    return this.#timer ? this.#ms : 0
  }

  /** A write failed for lack of space. True: it is the first. */
  none(): boolean {
    const now = this.#settings.clock.now()
    const isNews = this.#timer === undefined
    if (isNews) this.#since = now
    if (isNews && now - this.#wellAt > lastingMs) this.#times = 0
    this.#timer?.cancel()
    this.#times++
    this.#timer = this.#settings.clock.after(this.#ms, () => this.#probe())
    if (isNews) this.#settings.changed()
    return isNews
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  get #ms(): number {
    return Math.min(longestMs, firstMs * 2 ** (this.#times - 1))
  }

  #probe(): void {
    const { clock, records, changed, goOn, failed } = this.#settings
    try {
      records.write(new Map([[probeKey, `${clock.now()}`]]))
    } catch (error) {
      if (!isStorageFull(error)) failed(error)
      this.none()
      return
    }
    this.#timer = undefined
    this.#wellAt = clock.now()
    changed()
    goOn()
  }
}
