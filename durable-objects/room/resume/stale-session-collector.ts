// After a room has restarted, deletes the rows of the sessions that were not resumed.
import { OneShotTimer } from '../../platform/clock.ts'
import { resumeStateKeyPrefix } from '../connections/websocket-connection.ts'
import type { RoomContext } from '../context/room-context.ts'
import { checkpointKeyPrefix } from '../sessions/session-checkpoint.ts'

/** Milliseconds between two checks. Until the last check, the timer keeps the room in memory. */
const checkIntervalMs = 1_000
/**
 * [LINK-8] No sidecar resumes a session after this many checks, because the sidecar's timeout is a minute. Checks are
 * counted instead of time: a clock that is set forward would delete rows of sessions about to resume, whose frames
 * would be applied twice.
 */
const checksUntilStale = 61

export interface RecordOwner {
  /** Whether the session of this row is connected, or may resume with this instance. */
  ownsRecord(key: string): boolean
}

export class StaleSessionCollector {
  readonly #context: RoomContext
  readonly #owner: RecordOwner
  readonly #timer: OneShotTimer
  /** Number of checks so far, by the key of a row that no session has claimed. */
  readonly #checks = new Map<string, number>()

  constructor(context: RoomContext, owner: RecordOwner) {
    this.#context = context
    this.#owner = owner
    this.#timer = new OneShotTimer(context.clock, () => this.#check())
    context.events.on('deleting', () => {
      this.#timer.cancel()
      this.#checks.clear()
    })
  }

  scan(): void {
    for (const key of [...this.#checks.keys()]) if (this.#owner.ownsRecord(key)) this.#checks.delete(key)
    for (const prefix of [checkpointKeyPrefix, resumeStateKeyPrefix])
      for (const [key] of this.#context.records.list(prefix))
        if (!this.#owner.ownsRecord(key)) this.track(key)
    if (this.#checks.size === 0) this.#timer.cancel()
  }

  /** Pauses until `scan`, because before hibernated links resume the timer would keep the room in memory. */
  pause(): void {
    this.#timer.cancel()
  }

  /** Checks a row whose session may not resume, or whose deletion has failed, until it is deleted or claimed. */
  track(key: string): void {
    this.#checks.set(key, this.#checks.get(key) ?? 0)
    this.#timer.start(checkIntervalMs)
  }

  #check(): void {
    const stale: string[] = []
    for (const [key, checks] of this.#checks) {
      if (this.#owner.ownsRecord(key)) this.#checks.delete(key)
      else if (checks + 1 >= checksUntilStale) stale.push(key)
      else this.#checks.set(key, checks + 1)
    }
    this.deleteRows(stale)
    if (this.#checks.size > 0) this.#timer.start(checkIntervalMs)
  }

  /** Deletes the rows of ended and of unclaimed sessions. Retries on failure. */
  deleteRows(keys: readonly string[]): void {
    if (keys.length === 0) return
    try {
      this.#context.records.write(new Map(keys.map((key) => [key, undefined])))
      for (const key of keys) this.#checks.delete(key)
    } catch (error) {
      this.#context.log('warn', 'rows not deleted', { detail: String(error) })
      for (const key of keys) this.track(key)
    }
  }
}
