// The world of a room: opened when somebody comes in or something is due, looked at without that, and why neither can
// be done. Nothing of an opening is written for who only looks.

import type { Game } from '../games/game.ts'
import { detailOf } from '../wire/log-line.ts'
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
  /** The room's; undefined: this build does not have it. */
  game(): Game | undefined
  /** It can be seen now, for the first time in this instance. */
  looked(): void
  /** Somebody may come in from now on. */
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
  /** The world as somebody has looked at it who did not come in, with what its opening would have written. */
  #looked: Looked | undefined
  readonly #opens = new Retries('open')
  #damage: string | undefined

  constructor(settings: RoomWorldSettings) {
    this.#settings = settings
  }

  /** Of the world if it is open: that somebody asks opens nothing. */
  get host(): WorldHost | undefined {
    return this.#host
  }

  /** Why its records cannot be opened, or its own not even read: then there is a room, but nothing is known of it. */
  get damage(): string | undefined {
    return this.#damage
  }

  /** What fails in it again and again, if anything does. */
  get fault(): Fault | undefined {
    return this.#opens.fault ?? this.#host?.fault ?? this.#looked?.host.fault
  }

  /** When opening it is to be tried again by itself; undefined: nothing failed, or it stands still. */
  get retryAt(): number | undefined {
    const { fault } = this.#opens
    return fault && !fault.standsStill ? this.#now + this.#opens.wait(this.#now) : undefined
  }

  cannotBeRead(error: unknown): void {
    this.#damage = damageOf(error)
    this.#settings.log('error', 'cannot open', { detail: detailOf(error) })
  }

  /** Something of the open world could not be read. It goes on as far as it can; that its database is damaged everybody hears. */
  cannotShow(error: unknown): void {
    if (!isDamage(error)) return this.#settings.log('error', 'cannot show', { detail: detailOf(error) })
    const isNews = this.#damage === undefined
    this.cannotBeRead(error)
    if (isNews) this.#settings.damaged()
  }

  /** The world's host; undefined if there is none, or its records are not for this build. */
  opened(): WorldHost | undefined {
    if (this.#host) return this.#host
    const { life, log, game } = this.#settings
    const looked = this.#look()
    if (!life.meta || !looked) return undefined
    const { version } = game()!
    const opened: Meta = { ...life.meta, version }
    looked.records.open()
    try {
      // A world that rewrote its records and the version that says so are kept together.
      if (version !== life.meta.version) looked.records.writeAll(metaChange(opened))
    } catch (error) {
      // It can be read. That nothing can be written, on a full disk, is no damage.
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

  /** The world to look at. Who only looks at a room that sleeps has nothing written for it. */
  seen(): WorldHost | undefined {
    if (this.#host || isAnybodyIn(this.#settings.platform)) return this.opened()
    return this.#look()?.host
  }

  /** There is no such room any more. */
  forget(): void {
    this.#host?.stop()
    this.#host = undefined
    this.#looked = undefined
    this.#damage = undefined
  }

  /** The world, open but with nothing of that written yet. What failed is not tried again for everyone who asks. */
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
      // Of this instance alone: nothing that the last one drew comes again.
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

  /** Somebody says something: what he is told of may be what the opening made. */
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
