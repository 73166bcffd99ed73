// Handles a full disk or an exceeded quota. It is no session's fault and ends none: connected clients wait, with frames
// in their sessions' windows, until a record can be written again.
import type { Clock, Timer } from '../../../wire/util/clock.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import type { Fault } from '../../model/backoff.ts'
import type { Records } from '../../storage/records.ts'

/** Milliseconds until the next try; they double each time. */
const firstDelayMs = 500
const maxDelayMs = 8000
/** If space runs out again sooner than this, the retry delay continues to grow. */
const stableForMs = 60_000
/** The record that the test write overwrites. Nothing reads it. */
const probeKey = 'space'

export interface DiskSpaceSettings {
  readonly clock: Clock
  readonly records: Pick<Records, 'write'>
  /** Space has run out, or is available again. */
  onChanged(): void
  /** Space is available again: resumes waiting work. */
  onRecovered(): void
  /** The test write failed for another reason. */
  onFailed(error: unknown): void
}

export class DiskSpace {
  readonly #settings: DiskSpaceSettings
  #timer: Timer | undefined
  #since = 0
  #failures = 0
  /** When there was space again. */
  #recoveredAt = Number.NEGATIVE_INFINITY

  constructor(settings: DiskSpaceSettings) {
    this.#settings = settings
  }

  /** Undefined: there is space, as far as is known. */
  get fault(): Fault | undefined {
    return this.#timer && { what: 'space', times: this.#failures, since: this.#since, isHalted: false }
  }

  /** Milliseconds until the next check is worthwhile; 0: writes are possible. */
  get wait(): number {
    return this.#timer ? this.#delayMs : 0
  }

  /** A write failed for lack of space. True: it is the first. */
  writeFailed(): boolean {
    const now = this.#settings.clock.now()
    const isNews = this.#timer === undefined
    if (isNews) this.#since = now
    if (isNews && now - this.#recoveredAt > stableForMs) this.#failures = 0
    this.#timer?.cancel()
    this.#failures++
    this.#timer = this.#settings.clock.after(this.#delayMs, () => this.#probe())
    if (isNews) this.#settings.onChanged()
    return isNews
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  get #delayMs(): number {
    return Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#failures - 1))
  }

  #probe(): void {
    const { clock, records, onChanged, onRecovered, onFailed } = this.#settings
    try {
      records.write(new Map([[probeKey, `${clock.now()}`]]))
    } catch (error) {
      if (!isStorageFull(error)) onFailed(error)
      this.writeFailed()
      return
    }
    this.#timer = undefined
    this.#recoveredAt = clock.now()
    onChanged()
    onRecovered()
  }
}
