// Opens a room's world when a client connects or something is due, opens it read-only for views, and reports why
// neither works. Read-only access writes nothing.

import type { Game } from '../../../games/game.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import type { GuessLimiter } from '../../limits/guess-limiter.ts'
import { Backoff, type Fault } from '../../model/backoff.ts'
import { describeUnreadable, isDatabaseCorruption } from '../../model/unreadable-records.ts'
import type { Platform } from '../../platform/platform.ts'
import { DeferredWriteRecords } from '../../storage/deferred-write-records.ts'
import type { Records } from '../../storage/records.ts'
import type { RoomLifecycle } from '../lifecycle/room-lifecycle.ts'
import { type RoomMetadata, roomMetadataChange } from '../lifecycle/room-metadata.ts'
import type { Moderation } from '../moderation/moderation.ts'
import { hasPlayerSockets } from '../views/spectators.ts'
import { canReadVersion } from './announcement.ts'
import { WorldRuntime, type WorldRuntimeSettings } from './world-runtime.ts'

export interface RoomWorldSettings
  extends Pick<
    WorldRuntimeSettings,
    | 'log'
    | 'playersChanged'
    | 'onFaultChanged'
    | 'publishEvents'
    | 'onTransaction'
    | 'onEmpty'
    | 'tickingChanged'
    | 'setWakeAlarm'
  > {
  readonly platform: Platform
  readonly lifecycle: RoomLifecycle
  readonly records: Records
  readonly moderation: Moderation
  readonly guessLimiter: GuessLimiter
  readonly epoch: number
  /** The room's game; undefined if this build does not have it. */
  game(): Game | undefined
  /** The world is readable for the first time in this instance. */
  onReadable(): void
  /** The world is open: clients may connect from now on. */
  onOpened(runtime: WorldRuntime): void
  /** Its records cannot be read. */
  onUnreadable(): void
}

interface ReadOnlyWorld {
  readonly runtime: WorldRuntime
  readonly records: DeferredWriteRecords
}

export class RoomWorld {
  readonly #settings: RoomWorldSettings
  #runtime: WorldRuntime | undefined
  /** The world opened read-only, with the writes that opening would have made. */
  #readOnly: ReadOnlyWorld | undefined
  readonly #openBackoff = new Backoff('open')
  #damage: string | undefined

  constructor(settings: RoomWorldSettings) {
    this.#settings = settings
  }

  /** The runtime of the world if it is open. Does not open it. */
  get runtime(): WorldRuntime | undefined {
    return this.#runtime
  }

  /** Why its records, or the room's own record, cannot be read; in the latter case nothing is known of the room. */
  get damage(): string | undefined {
    return this.#damage
  }

  /** The repeated failure in it, if any. */
  get fault(): Fault | undefined {
    return this.#openBackoff.fault ?? this.#runtime?.fault ?? this.#readOnly?.runtime.fault
  }

  /** When the next automatic try to open it is due; undefined: nothing failed, or retries have halted. */
  get retryAt(): number | undefined {
    const { fault } = this.#openBackoff
    return fault && !fault.isHalted ? this.#now + this.#openBackoff.wait(this.#now) : undefined
  }

  setUnreadable(error: unknown): void {
    this.#damage = describeUnreadable(error)
    this.#settings.log('error', 'cannot open', { detail: describeError(error) })
  }

  /** Reports a read error of the open world. The world keeps running; only a damaged database is announced. */
  reportReadError(error: unknown): void {
    if (!isDatabaseCorruption(error))
      return this.#settings.log('error', 'cannot show', { detail: describeError(error) })
    const isNews = this.#damage === undefined
    this.setUnreadable(error)
    if (isNews) this.#settings.onUnreadable()
  }

  /** Opens the world; undefined if there is none, or its records are not for this build. */
  open(): WorldRuntime | undefined {
    if (this.#runtime) return this.#runtime
    const { lifecycle, log, game } = this.#settings
    const readOnly = this.#openReadOnly()
    if (!lifecycle.meta || !readOnly) return undefined
    const { version } = game()!
    const updated: RoomMetadata = { ...lifecycle.meta, version }
    readOnly.records.writeThrough()
    try {
      // Stores the rewritten records together with their version.
      if (version !== lifecycle.meta.version) readOnly.records.flush(roomMetadataChange(updated))
    } catch (error) {
      // The world is readable: a failed write, as on a full disk, is no damage.
      log('error', 'cannot open', { detail: String(error) })
      return this.#countOpenFailure()
    }
    this.#openBackoff.recordSuccess()
    this.#runtime = readOnly.runtime
    this.#readOnly = undefined
    lifecycle.setMetadata(updated)
    this.#settings.onOpened(readOnly.runtime)
    return this.#runtime
  }

  /** The world for reading. Reading a hibernating room writes nothing. */
  openReadOnly(): WorldRuntime | undefined {
    if (this.#runtime || hasPlayerSockets(this.#settings.platform)) return this.open()
    return this.#openReadOnly()?.runtime
  }

  /** The room is deleted. */
  reset(): void {
    this.#runtime?.stop()
    this.#runtime = undefined
    this.#readOnly = undefined
    this.#damage = undefined
  }

  /** Opens the world without writing. A failure is not retried for every caller. */
  #openReadOnly(): ReadOnlyWorld | undefined {
    const { lifecycle, onReadable, onUnreadable } = this.#settings
    const game = lifecycle.meta && this.#settings.game()
    if (!lifecycle.meta || !game || !canReadVersion(game, lifecycle.meta.version)) return undefined
    if (this.#readOnly) return this.#readOnly
    if (this.#openBackoff.wait(this.#now) > 0) return undefined
    const records = new DeferredWriteRecords(this.#settings.records)
    try {
      this.#readOnly = { runtime: this.#newRuntime(game, lifecycle.meta, records), records }
      this.#damage = undefined
      onReadable()
      return this.#readOnly
    } catch (error) {
      this.setUnreadable(error)
      onUnreadable()
      return this.#countOpenFailure()
    }
  }

  #newRuntime(
    game: Game,
    { options, version, seed }: RoomMetadata,
    records: DeferredWriteRecords,
  ): WorldRuntime {
    const {
      platform,
      moderation,
      guessLimiter,
      epoch,
      log,
      onTransaction,
      onEmpty,
      tickingChanged,
      setWakeAlarm,
    } = this.#settings
    const { playersChanged, onFaultChanged, publishEvents } = this.#settings
    return new WorldRuntime({
      game,
      records,
      clock: platform.clock,
      secrets: platform.secrets,
      options,
      version,
      moderation,
      guessLimiter,
      // Unique to this instance, so that no random numbers repeat.
      seed: `${seed} ${epoch}`,
      log,
      playersChanged,
      ...(onFaultChanged && { onFaultChanged }),
      ...(publishEvents && { publishEvents }),
      onTransaction,
      onEmpty,
      onFirstFrame: () => this.#writeDeferred(records),
      onFault: (error) => {
        if (isDatabaseCorruption(error)) this.reportReadError(error)
      },
      tickingChanged,
      setWakeAlarm,
    })
  }

  /** A client sends its first frame: writes what opening made, because replies may depend on it. */
  #writeDeferred(records: DeferredWriteRecords): void {
    try {
      records.flush()
    } catch (error) {
      this.#settings.log('error', 'not written', { detail: String(error) })
    }
  }

  #countOpenFailure(): undefined {
    this.#readOnly = undefined
    if (this.#openBackoff.recordFailure(this.#now))
      this.#settings.log('error', 'standing still', { ...this.#openBackoff.fault! })
    return undefined
  }

  get #now(): number {
    return this.#settings.platform.clock.now()
  }
}
