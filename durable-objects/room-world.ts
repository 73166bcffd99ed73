// Opens a room's world when a client connects or something is due, opens it read-only for views, and reports why
// neither works. Read-only access writes nothing.

import type { Game } from '../games/game.ts'
import { describeError } from '../wire/log-line.ts'
import { reads } from './announcement.ts'
import { damageOf, isDamage } from './damage.ts'
import type { GuessLimiter } from './guess-limiter.ts'
import type { Life } from './life.ts'
import { type Meta, metaChange } from './meta.ts'
import type { Moderation } from './moderation.ts'
import type { Platform } from './platform.ts'
import { type Fault, Retries } from './retries.ts'
import type { Records } from './store.ts'
import { UnwrittenRecords } from './unwritten.ts'
import { isAnybodyIn } from './watchers.ts'
import { type HostSettings, WorldHost } from './world-host.ts'

export interface RoomWorldSettings
  extends Pick<
    HostSettings,
    'log' | 'playersChanged' | 'troubled' | 'tell' | 'turned' | 'emptied' | 'tickingChanged' | 'wakeLater'
  > {
  readonly platform: Platform
  readonly life: Life
  readonly records: Records
  readonly moderation: Moderation
  readonly guesses: GuessLimiter
  readonly epoch: number
  /** The room's game; undefined: this build does not have it. */
  game(): Game | undefined
  /** The world is readable for the first time in this instance. */
  looked(): void
  /** The world is open: clients may connect from now on. */
  opened(host: WorldHost): void
  /** Its records cannot be read. */
  damaged(): void
}

interface Looked {
  readonly host: WorldHost
  readonly records: UnwrittenRecords
}

export class RoomWorld {
  readonly #settings: RoomWorldSettings
  #host: WorldHost | undefined
  /** The world opened read-only, with the writes that opening would have made. */
  #looked: Looked | undefined
  readonly #opens = new Retries('open')
  #damage: string | undefined

  constructor(settings: RoomWorldSettings) {
    this.#settings = settings
  }

  /** The runtime of the world if it is open. Does not open it. */
  get host(): WorldHost | undefined {
    return this.#host
  }

  /** Why its records, or the room's own record, cannot be read; in the latter case nothing is known of the room. */
  get damage(): string | undefined {
    return this.#damage
  }

  /** The repeated failure in it, if any. */
  get fault(): Fault | undefined {
    return this.#opens.fault ?? this.#host?.fault ?? this.#looked?.host.fault
  }

  /** When the next automatic try to open it is due; undefined: nothing failed, or retries have halted. */
  get retryAt(): number | undefined {
    const { fault } = this.#opens
    return fault && !fault.standsStill ? this.#now + this.#opens.wait(this.#now) : undefined
  }

  cannotBeRead(error: unknown): void {
    this.#damage = damageOf(error)
    this.#settings.log('error', 'cannot open', { detail: describeError(error) })
  }

  /** Reports a read error of the open world. The world keeps running; only a damaged database is announced. */
  cannotShow(error: unknown): void {
    if (!isDamage(error)) return this.#settings.log('error', 'cannot show', { detail: describeError(error) })
    const isNews = this.#damage === undefined
    this.cannotBeRead(error)
    if (isNews) this.#settings.damaged()
  }

  /** Opens the world; undefined if there is none, or its records are not for this build. */
  opened(): WorldHost | undefined {
    if (this.#host) return this.#host
    const { life, log, game } = this.#settings
    const looked = this.#look()
    if (!life.meta || !looked) return undefined
    const { version } = game()!
    const opened: Meta = { ...life.meta, version }
    looked.records.open()
    try {
      // Stores the rewritten records together with their version.
      if (version !== life.meta.version) looked.records.writeAll(metaChange(opened))
    } catch (error) {
      // The world is readable: a failed write, as on a full disk, is no damage.
      log('error', 'cannot open', { detail: String(error) })
      return this.#cannotOpen()
    }
    this.#opens.wentWell()
    this.#host = looked.host
    this.#looked = undefined
    life.keep(opened)
    this.#settings.opened(looked.host)
    return this.#host
  }

  /** The world for reading. Reading a hibernating room writes nothing. */
  seen(): WorldHost | undefined {
    if (this.#host || isAnybodyIn(this.#settings.platform)) return this.opened()
    return this.#look()?.host
  }

  /** The room is deleted. */
  forget(): void {
    this.#host?.stop()
    this.#host = undefined
    this.#looked = undefined
    this.#damage = undefined
  }

  /** Opens the world without writing. A failure is not retried for every caller. */
  #look(): Looked | undefined {
    const { life, looked, damaged } = this.#settings
    const game = life.meta && this.#settings.game()
    if (!life.meta || !game || !reads(game, life.meta.version)) return undefined
    if (this.#looked) return this.#looked
    if (this.#opens.wait(this.#now) > 0) return undefined
    const records = new UnwrittenRecords(this.#settings.records)
    try {
      this.#looked = { host: this.#open(game, life.meta, records), records }
      this.#damage = undefined
      looked()
      return this.#looked
    } catch (error) {
      this.cannotBeRead(error)
      damaged()
      return this.#cannotOpen()
    }
  }

  #open(game: Game, { options, version, seed }: Meta, records: UnwrittenRecords): WorldHost {
    const { platform, moderation, guesses, epoch, log, turned, emptied, tickingChanged, wakeLater } =
      this.#settings
    const { playersChanged, troubled, tell } = this.#settings
    return new WorldHost({
      game,
      records,
      clock: platform.clock,
      secrets: platform.secrets,
      options,
      version,
      moderation,
      guesses,
      // Unique to this instance, so that no random numbers repeat.
      seed: `${seed} ${epoch}`,
      log,
      playersChanged,
      ...(troubled && { troubled }),
      ...(tell && { tell }),
      turned,
      emptied,
      begun: () => this.#begin(records),
      failed: (error) => {
        if (isDamage(error)) this.cannotShow(error)
      },
      tickingChanged,
      wakeLater,
    })
  }

  /** A client sends its first frame: writes what opening made, because replies may depend on it. */
  #begin(records: UnwrittenRecords): void {
    try {
      records.writeAll()
    } catch (error) {
      this.#settings.log('error', 'not written', { detail: String(error) })
    }
  }

  #cannotOpen(): undefined {
    this.#looked = undefined
    if (this.#opens.failed(this.#now))
      this.#settings.log('error', 'standing still', { ...this.#opens.fault! })
    return undefined
  }

  get #now(): number {
    return this.#settings.platform.clock.now()
  }
}
