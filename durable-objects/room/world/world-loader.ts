// Opens the world for clients, due work and the owner, and read-only for views, which write nothing.
import { describeError } from '../../../wire/util/log-line.ts'
import { Backoff, type Fault } from '../../model/backoff.ts'
import { describeUnreadable, isDatabaseCorruption } from '../../model/unreadable-records.ts'
import { DeferredWriteRecords } from '../../storage/deferred-write-records.ts'
import type { RoomContext } from '../context/room-context.ts'
import { canReadVersion, type RoomMetadata, roomMetadataChange } from '../context/room-metadata.ts'
import { WorldRuntime } from './world-runtime.ts'

interface ReadOnlyWorld {
  readonly runtime: WorldRuntime
  readonly records: DeferredWriteRecords
}

export class WorldLoader {
  readonly #context: RoomContext
  #runtime: WorldRuntime | undefined
  /** The world, if it is open read-only. `records` has the writes that opening it has made, which are not stored. */
  #readOnly: ReadOnlyWorld | undefined
  /** The writes that opening the world has made. They are stored at the first frame of a client. */
  #deferred: DeferredWriteRecords | undefined
  #openBackoff = new Backoff('open')
  #damage: string | undefined

  constructor(context: RoomContext) {
    this.#context = context
    const { events } = context
    events.on('firstActivity', () => this.#writeDeferred())
    events.on('transactionFailed', (error) => {
      if (isDatabaseCorruption(error)) this.reportReadError(error)
    })
    events.on('worldReplaced', (reason) => {
      this.#runtime?.endAllSessions(reason)
      this.#runtime?.timers.save()
      this.#reset()
    })
    events.on('deleting', () => this.#reset())
  }

  get runtime(): WorldRuntime | undefined {
    return this.#runtime
  }

  /** Opens the world if clients are connected. If none is connected, returns the world only if it is already open. */
  get occupied(): WorldRuntime | undefined {
    return this.#context.hasPlayerSockets ? this.open() : this.#runtime
  }

  /** Why the room's records cannot be read; undefined if they can. */
  get damage(): string | undefined {
    return this.#damage
  }

  get fault(): Fault | undefined {
    return this.#openBackoff.fault ?? this.#runtime?.fault ?? this.#readOnly?.runtime.fault
  }

  /** When opening is tried again, in milliseconds since 1970; undefined if nothing failed or retries have halted. */
  get retryAt(): number | undefined {
    const { now } = this.#context
    const { fault } = this.#openBackoff
    return fault && !fault.isHalted ? now + this.#openBackoff.wait(now) : undefined
  }

  setUnreadable(error: unknown): void {
    this.#damage = describeUnreadable(error)
    this.#context.log('error', 'cannot open', { detail: describeError(error) })
  }

  /** Reports that a view failed. The world keeps running. Only a damaged database is announced to the Directory. */
  reportReadError(error: unknown): void {
    if (!isDatabaseCorruption(error))
      return this.#context.log('error', 'cannot show', { detail: describeError(error) })
    const isNews = this.#damage === undefined
    this.setUnreadable(error)
    if (isNews) this.#context.events.emit('worldUnreadable')
  }

  /** Opens the world; undefined if there is no room, or this build cannot open its records. */
  open(): WorldRuntime | undefined {
    if (this.#runtime) return this.#runtime
    const readOnly = this.#openReadOnly()
    const { meta, game, events } = this.#context
    if (!meta || !readOnly) return undefined
    const { version } = game!
    const updated: RoomMetadata = { ...meta, version }
    readOnly.records.writeThrough()
    try {
      // If opening has converted the records to a new version, stores them together with that version.
      if (version !== meta.version) readOnly.records.flush(roomMetadataChange(updated))
    } catch (error) {
      // The world was readable. A failed write, as on a full disk, does not mean that the records are damaged.
      this.#context.log('error', 'cannot open', { detail: String(error) })
      return this.#countOpenFailure()
    }
    this.#openBackoff.recordSuccess()
    this.#runtime = readOnly.runtime
    this.#deferred = readOnly.records
    this.#readOnly = undefined
    this.#context.meta = updated
    events.emit('worldOpened')
    return this.#runtime
  }

  /** If no client is connected, opens the world without writing. */
  openReadOnly(): WorldRuntime | undefined {
    if (this.#runtime || this.#context.hasPlayerSockets) return this.open()
    return this.#openReadOnly()?.runtime
  }

  #reset(): void {
    this.#runtime?.stop()
    this.#runtime = undefined
    this.#readOnly = undefined
    this.#deferred = undefined
    this.#damage = undefined
    this.#openBackoff = new Backoff('open')
  }

  /** Opens the world read-only; after a failure returns undefined until the next try is due. */
  #openReadOnly(): ReadOnlyWorld | undefined {
    const { meta, game, events, now } = this.#context
    if (!meta || !game || !canReadVersion(game, meta.version)) return undefined
    if (this.#readOnly) return this.#readOnly
    if (this.#openBackoff.wait(now) > 0) return undefined
    const records = new DeferredWriteRecords(this.#context.records)
    try {
      this.#readOnly = { runtime: new WorldRuntime(this.#context, records), records }
      this.#damage = undefined
      events.emit('worldReadable')
      return this.#readOnly
    } catch (error) {
      this.setUnreadable(error)
      events.emit('worldUnreadable')
      return this.#countOpenFailure()
    }
  }

  /** Stores the writes of opening the world, because the replies to a client's first frame may depend on them. */
  #writeDeferred(): void {
    this.#context.attempt('not written', () => this.#deferred?.flush(), 'error')
    this.#deferred = undefined
  }

  #countOpenFailure(): undefined {
    this.#readOnly = undefined
    if (this.#openBackoff.recordFailure(this.#context.now))
      this.#context.log('error', 'standing still', { ...this.#openBackoff.fault! })
    return undefined
  }
}
