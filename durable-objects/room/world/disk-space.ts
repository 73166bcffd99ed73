// Handles a full disk or an exceeded quota. A full disk ends no session, because no session caused it: frames of
// connected clients wait until a record can be written again.
import type { Timer } from '../../../wire/util/clock.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import type { Fault } from '../../model/backoff.ts'
import type { Records } from '../../storage/records.ts'
import type { RoomContext } from '../context/room-context.ts'

/** The delay doubles with each further retry. */
const firstDelayMs = 500
const maxDelayMs = 8000
/** If space runs out again within this time, the retry delay continues to grow. */
const stableForMs = 60_000
/** Key of the record that each retry writes. Nothing reads it. */
const probeKey = 'space'

export class DiskSpace {
  readonly #context: RoomContext
  readonly #records: Pick<Records, 'write'>
  readonly #recovered: () => void
  #timer: Timer | undefined
  #since = 0
  #failures = 0
  #recoveredAt = Number.NEGATIVE_INFINITY

  constructor(context: RoomContext, records: Pick<Records, 'write'>, recovered: () => void) {
    this.#context = context
    this.#records = records
    this.#recovered = recovered
  }

  get fault(): Fault | undefined {
    if (!this.isFull) return undefined
    return { what: 'space', times: this.#failures, since: this.#since, isHalted: false }
  }

  get isFull(): boolean {
    return this.#timer !== undefined
  }

  /** Maximum milliseconds until the next retry; 0 if the disk is not full. */
  get wait(): number {
    return this.isFull ? this.#delayMs : 0
  }

  /** Call when a write failed for lack of space. Returns true if the disk was not full before. */
  writeFailed(): boolean {
    const { now, events } = this.#context
    const isNews = !this.isFull
    if (isNews) this.#since = now
    if (isNews && now - this.#recoveredAt > stableForMs) this.#failures = 0
    this.#timer?.cancel()
    this.#failures++
    this.#timer = this.#context.clock.after(this.#delayMs, () => this.#probe())
    if (isNews) events.emit('faultChanged')
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
    const { now, events } = this.#context
    try {
      this.#records.write(new Map([[probeKey, `${now}`]]))
    } catch (error) {
      if (!isStorageFull(error))
        this.#context.log('error', 'fault', { what: 'space', detail: describeError(error) })
      this.writeFailed()
      return
    }
    this.#timer = undefined
    this.#recoveredAt = now
    events.emit('faultChanged')
    this.#recovered()
  }
}
