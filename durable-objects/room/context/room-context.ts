import type { Game, Json } from '../../../games/game.ts'
import { historyTimes } from '../../../games/shared/options/history-option.ts'
import { gameInStage, type RoomStage } from '../../../games/stages.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { describeError, formatLogLine } from '../../../wire/util/log-line.ts'
import { GuessLimiter } from '../../limits/guess-limiter.ts'
import { Bans, banKeyPrefix, muteKeyPrefix } from '../../model/bans.ts'
import { ChatLog } from '../../model/chat-log.ts'
import { DepartedPlayers, Reports } from '../../model/reports.ts'
import { RoomLog } from '../../model/room-log.ts'
import { type Availability, CurrentAvailability } from '../../model/schedule.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Records } from '../../storage/records.ts'
import { Admission } from './admission.ts'
import { Alarm } from './alarm.ts'
import { HibernationState } from './hibernation-state.ts'
import { RoomEvents } from './room-events.ts'
import { type RoomMetadata, roomMetadataChange } from './room-metadata.ts'

export const spectatorTag = 'watch'

/** Key of the record of wrong guesses, which is not exported. */
const guessesKey = 'guesses'

export class RoomContext {
  readonly platform: Platform
  readonly clock: Clock
  /** Random, never 0: identifies this instance. */
  readonly epoch: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly events = new RoomEvents()
  readonly alarm: Alarm
  readonly hibernation: HibernationState
  readonly records: Records
  readonly roomLog: RoomLog
  readonly bans: Bans
  readonly mutes: Bans
  readonly reports: Reports
  readonly chatLog: ChatLog
  readonly departedPlayers = new DepartedPlayers()
  readonly guessLimiter: GuessLimiter
  readonly admission: Admission
  /** The room's own record; undefined if the room does not exist or the record cannot be read. */
  meta: RoomMetadata | undefined
  readonly #games: readonly Game[]
  readonly #availability = new CurrentAvailability()

  /** `table`: the records as stored on the disk; `packed`: the same records, with small writes packed into few rows. */
  constructor(platform: Platform, games: readonly Game[], table: Records, packed = table) {
    const { clock, disk, secrets } = platform
    this.platform = platform
    this.clock = clock
    this.#games = games
    this.epoch = secrets.newEpoch()
    this.startedAt = clock.now()
    this.alarm = new Alarm(clock, disk)
    this.hibernation = new HibernationState(platform)
    this.records = packed
    this.roomLog = new RoomLog(this, packed)
    this.bans = new Bans(clock, this.records, banKeyPrefix)
    this.mutes = new Bans(clock, this.records, muteKeyPrefix)
    this.reports = new Reports(clock, this.records)
    this.chatLog = new ChatLog(this.records)
    this.roomLog.writeWith(this.chatLog)
    this.guessLimiter = new GuessLimiter({
      clock,
      store: {
        read: () => table.get(guessesKey)?.toString(),
        write: (state) => table.write(new Map([[guessesKey, state]])),
        failed: (error) => this.log('warn', 'guesses not written', { detail: describeError(error) }),
      },
    })
    this.admission = new Admission(this)
    const stores = [this.roomLog, this.chatLog, this.bans, this.mutes, this.admission]
    this.events.on('emptied', () => {
      this.chatLog.clear()
      this.roomLog.writeSoon()
    })
    this.events.on('recordsRewritten', () => {
      for (const store of stores) store.reset()
    })
    this.events.on('deleting', () => {
      this.hibernation.reset()
      this.alarm.cleared()
    })
    this.events.on('deleted', () => {
      for (const store of [...stores, this.departedPlayers, this.guessLimiter]) store.reset()
    })
  }

  /** The room's game; undefined if the room does not exist or this build does not have its game. */
  get game(): Game | undefined {
    return this.meta && this.gameNamed(this.meta.game, this.meta.stage)
  }

  /** The game in this stage (games/stages.ts); undefined if this build has no such game, or the game no such stage. */
  gameNamed(slug: string, stage?: RoomStage): Game | undefined {
    const game = this.#games.find((known) => known.slug === slug)
    return game && gameInStage(game, stage)
  }

  get availability(): Availability {
    return this.#availability.at(this.meta?.schedule, this.now)
  }

  get isOpen(): boolean {
    return this.meta?.status === 'open' && this.availability.isOpen
  }

  /** How long the room keeps the values that its transactions overwrite; 0: it keeps none. */
  get historyMs(): number {
    const { history } = this.meta?.options ?? {}
    return historyTimes[(history as keyof typeof historyTimes | undefined) ?? 'off'] ?? 0
  }

  /** The version of the world's records; undefined if the room does not exist. */
  get recordVersion(): number | undefined {
    return this.meta?.version
  }

  get hasPlayerSockets(): boolean {
    return this.platform.sockets().length > this.platform.sockets(spectatorTag).length
  }

  storeMeta(meta: RoomMetadata): void {
    this.records.write(roomMetadataChange(meta))
    this.meta = meta
  }

  /** Whether the film is switched on and watching is allowed. */
  get isFilmed(): boolean {
    return this.meta?.options.film === true && this.meta.watching !== 'off'
  }

  /** Why this address may not watch, live or on film; undefined if it may. */
  watchProhibition(address: string): string | undefined {
    if (this.meta?.watching === 'off') return 'the owner has turned off watching'
    return this.bans.find({ address }) ? 'banned by the host' : undefined
  }

  /** Milliseconds since 1970. Never goes back. */
  get now(): number {
    return this.clock.now()
  }

  /** Writes to the operator's log. */
  log(
    level: 'info' | 'warn' | 'error',
    event: string,
    fields: { readonly [name: string]: Json | undefined } = {},
  ): void {
    const { game, room } = this.meta ?? {}
    const time = new Date(this.now).toISOString()
    this.platform.log(level, formatLogLine(level, time, event, { game, room, ...fields }))
  }

  /** Logs a failure of `act` instead of throwing. */
  attempt(event: string, act: () => void, level: 'warn' | 'error' = 'warn'): void {
    try {
      act()
    } catch (error) {
      this.log(level, event, { detail: describeError(error) })
    }
  }
}
