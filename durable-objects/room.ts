// One Durable Object per room, for every game: creates and opens the world, accepts links and WebSockets, keeps time.
// Uses the `Game` interface and no concrete game. Without a room it answers "not founded" and stores nothing.
import type { Frame, Game, GameEvent, Refusal } from '../games/game.ts'
import { isRefusal } from '../games/refused.ts'
import { isInProgress } from '../games/underway.ts'
import { closeCodes } from '../wire/assignment.ts'
import { describeError, formatLogLine } from '../wire/log-line.ts'
import { Alarm } from './alarm.ts'
import { announcement } from './announcement.ts'
import { Announcing } from './announcing.ts'
import { Beginning, type Made } from './beginning.ts'
import { unknownAnswer } from './calls.ts'
import { damageOf, isDamage } from './damage.ts'
import type { Newcomer } from './direct-line.ts'
import { prepared } from './founding.ts'
import { GuessLimiter } from './guess-limiter.ts'
import { Hooks, type HooksSettings } from './hooks.ts'
import { Hosting } from './hosting.ts'
import { type Leaving, leave } from './leaving.ts'
import { LeavingTable } from './leaving-table.ts'
import { Life } from './life.ts'
import { type Meta, metaChange, namesOf, ownRecord, putMeta, withPatch } from './meta.ts'
import { Meter } from './meter.ts'
import { Moderation } from './moderation.ts'
import { Orphans } from './orphans.ts'
import { PackedRecords, type Packing } from './packed.ts'
import type { Close, Platform, Socket } from './platform.ts'
import { troubles } from './retries.ts'
import { RoomDoors } from './room-doors.ts'
import { RoomLog } from './room-log.ts'
import { RoomWorld } from './room-world.ts'
import type {
  Announcement,
  BringRequest,
  DirectoryCalls,
  FoundRequest,
  PartDone,
  RoomPatch,
  RoomState,
  Unreadable,
} from './rooms.ts'
import { Showing } from './showing.ts'
import { steady } from './steady-clock.ts'
import { type Records, type Stored, sqlRecords } from './store.ts'
import { Telling, type Told } from './told.ts'
import type { WorldHost } from './world-host.ts'

/** After this an unfinished deletion is resumed by the alarm; nothing else may ever wake the room. */
const removedWithinMs = 60_000

/** The record of wrong passwords and tokens. It is not exported. */
const guessesKey = 'guesses'
/** The room token's name among guess targets; no game's target has a slash. */
const tokenTarget = 'room/token'

/** Without webhook settings nothing is sent. */
const nobody: Pick<HooksSettings, 'post' | 'anywhere' | 'admit'> = {
  post: () => Promise.reject(new Error('nobody is told anything here')),
  anywhere: false,
  admit: async () => 0,
}

export interface RoomSettings {
  readonly games: readonly Game[]
  readonly platform: Platform
  /** How webhooks are sent, and whether private addresses are allowed; absent: none are sent. */
  readonly webhooks?: Pick<HooksSettings, 'post' | 'anywhere' | 'admit'>
  readonly directory: Pick<DirectoryCalls, 'announce' | 'remove'>
  /** Tests may use packs that fill sooner. */
  readonly packing?: Packing
}

/** One instance of a room; `room-object.ts` makes it a Durable Object. */
export class Room {
  readonly #settings: RoomSettings
  readonly #platform: Platform
  readonly #epoch: number
  /** As stored on the disk. */
  readonly #table: LeavingTable
  readonly #packed: PackedRecords
  /** Writes include the log's lines. */
  readonly #records: Records
  readonly #roomLog: RoomLog
  readonly meter: Meter
  readonly #moderation: Moderation
  readonly #guesses: GuessLimiter
  readonly #hooks: Hooks
  readonly #life: Life
  readonly #announcing: Announcing
  readonly #telling = new Telling()
  readonly #world: RoomWorld
  readonly #doors: RoomDoors
  readonly hosting: Hosting
  readonly showing: Showing
  readonly #orphans: Orphans
  readonly #alarm: Alarm
  readonly #beginning: Beginning

  constructor(settings: RoomSettings) {
    this.meter = new Meter({
      platform: steady(settings.platform),
      foundedAt: () =>
        this.#meta && this.#life.phase === 'open' ? Date.parse(this.#meta.createdAt) : undefined,
      open: () => this.#world.host !== undefined,
      hold: (used) => this.#doors.keepUsed(used),
      held: () => this.#doors.takeUsed(),
      failed: (error) => this.#log('warn', 'not metered', { detail: String(error) }),
    })
    const { platform } = this.meter
    const { disk } = platform
    this.#settings = settings
    this.#platform = platform
    this.#epoch = platform.secrets.newEpoch()
    this.#alarm = new Alarm(
      (at) => disk.setAlarm(at),
      () => platform.clock.now(),
    )
    const table = sqlRecords(disk.sql, (body) => disk.transaction(body))
    this.#table = new LeavingTable(table, disk, platform.clock)
    this.#packed = new PackedRecords(this.#table, settings.packing)
    this.#roomLog = new RoomLog({
      clock: platform.clock,
      records: this.#packed,
      failed: (error) => this.#log('warn', 'not logged', { detail: String(error) }),
    })
    this.#records = this.#roomLog.alongWith()
    this.#moderation = new Moderation({
      clock: platform.clock,
      records: this.#records,
      log: this.#roomLog,
      namesArePlaces: () => this.#game?.namesIdentifySlots ?? false,
      came: (name) => this.#hooks.tell('join', `${name} is in`),
    })
    this.#guesses = new GuessLimiter({
      clock: platform.clock,
      store: {
        read: () => this.#table.get(guessesKey)?.toString(),
        write: (state) => this.#table.write(new Map([[guessesKey, state]])),
        failed: (error) => this.#log('warn', 'guesses not written', { detail: describeError(error) }),
      },
    })
    this.#hooks = new Hooks({
      clock: platform.clock,
      records: this.#records,
      ...(settings.webhooks ?? nobody),
      digest: (text) => platform.secrets.digest(text),
      teller: () => this.#meta,
      wake: (at) => this.#alarm.want('webhooks', at),
      log: (text) => this.#roomLog.add('fault', text),
      failed: (error) => this.#log('warn', 'not told', { detail: describeError(error) }),
    })
    const own = ownRecord(disk.sql, this.#records)
    this.#beginning = new Beginning({
      ...{ platform, table: this.#table, alarm: this.#alarm, unfinished: own.unfinished ?? false },
      failed: (error) => this.#log('warn', 'not cleared', { detail: String(error) }),
    })
    this.#life = new Life(own.meta, this.#beginning.begun !== undefined)
    this.#world = new RoomWorld({ ...this.#around, ...this.#worldEvents })
    this.#doors = new RoomDoors({
      ...this.#around,
      world: this.#world,
      alarm: this.#alarm,
      forget: (key) => this.#orphans.forget(key),
      resumed: () => {
        this.#orphans.adopt()
        this.#playersChanged()
      },
    })
    const around = { ...this.#around, world: this.#world, doors: this.#doors, roomLog: this.#roomLog }
    this.hosting = new Hosting({
      ...around,
      meter: this.meter,
      began: platform.clock.now(),
      hooks: this.#hooks,
    })
    this.showing = new Showing({ ...around, clock: platform.clock })
    this.#orphans = new Orphans({
      clock: platform.clock,
      records: this.#records,
      owned: (key) => this.#doors.owns(key),
      log: (event, detail) => this.#log('warn', event, { detail }),
    })
    if ('error' in own) this.#world.cannotBeRead(own.error)
    this.#announcing = new Announcing({
      clock: platform.clock,
      tell: () => this.#announce(),
      isNews: () => this.#isNews,
      log: (detail) => this.#log('warn', 'not announced', { detail }),
    })
    // An earlier instance did not finish the deletion.
    if (this.#life.phase === 'removing') platform.clock.soon(() => void this.#announcing.now())
  }

  get #meta(): Meta | undefined {
    return this.#life.meta
  }

  get #isUnreadable(): boolean {
    return this.#meta === undefined && this.#world.damage !== undefined
  }

  /** Sessions with a `Seat`; 0 while the world is not open. */
  get seats(): number {
    return this.#world.host?.seats ?? 0
  }

  // ---- The API -------------------------------------------------------------------------------------------------

  found(
    request: FoundRequest,
  ): Promise<Pick<Made, 'adminToken' | 'warnings'> | PartDone | Refusal | undefined> {
    return this.#begin(request, (game) => this.#life.begin(() => this.#beginning.found(game, request)))
  }

  /** The next part of a creation that this instance or an earlier one started. */
  async goOn(generation: number): ReturnType<Room['found']> {
    const { begun } = this.#beginning
    if (begun?.request.generation !== generation) return undefined
    return this.#begin(begun.request, (game) => this.#life.goOn(() => this.#beginning.goOn(game, begun)))
  }

  get begun(): number | undefined {
    return this.#beginning.begun?.underway.progress ?? (this.#life.isMaking ? 0 : undefined)
  }

  /** Imports a room. */
  bring(request: BringRequest): ReturnType<Room['found']> {
    return this.#begin(request, (game) => this.#life.begin(() => this.#beginning.bring(game, request)))
  }

  async #begin(
    request: Pick<FoundRequest, 'game'>,
    make: (game: Game) => Promise<Made | PartDone | Refusal | undefined>,
  ): ReturnType<Room['found']> {
    if (this.#meta) {
      // The Directory lost it, or this call would not have been made. Creation does not wait for a deletion in
      // progress.
      if (this.#life.phase === 'open') await this.#announcing.now()
      return undefined
    }
    if (this.#isUnreadable) return undefined
    const game = this.#gameNamed(request.game)
    if (!game) return { refused: { field: 'game', detail: `there is no game ${request.game}` } }
    const answer = await make(game)
    if (!answer || isRefusal(answer) || isInProgress(answer)) return answer
    // The room exists, so its creator must get the token even if the announcement fails.
    await this.#announcing.now()
    return { adminToken: answer.adminToken, warnings: answer.warnings }
  }

  /** Exports the room; `known`: the mark of the caller's file. */
  leave(known: string | undefined): Leaving | 'unchanged' | 'busy' | undefined {
    return leave(
      { ...this.#around, world: this.#world, table: this.#table, settle: () => this.#settle() },
      known,
    )
  }

  async describe(bare?: 'bare'): Promise<RoomState | Unreadable | undefined> {
    this.#alarm.look()
    if (this.#meta) return this.#state(this.#meta, bare)
    const { damage } = this.#world
    return damage === undefined ? undefined : { unreadable: damage }
  }

  #state(meta: Meta, bare?: 'bare'): RoomState {
    const host = this.#world.seen()
    const { limits, generation, sharedIds, trouble, ...state } = this.#announcement(meta, host)
    const { fault } = this.#world
    return { ...state, ...this.#viewOf(bare ? undefined : host), ...(fault && { fault }) }
  }

  /** The view, or the damage if records turn out to be unreadable. */
  #viewOf(
    host: WorldHost | undefined,
  ): Pick<RoomState, 'view'> & Partial<Pick<RoomState, 'status' | 'damage'>> {
    try {
      return { view: host?.view ?? null }
    } catch (error) {
      if (!isDamage(error)) throw error
      this.#world.cannotShow(error)
      return { view: null, status: 'damaged', damage: damageOf(error) }
    }
  }

  async announce(): Promise<boolean> {
    if (!this.#meta) return this.#isUnreadable
    await this.#announcing.now()
    // A deletion in progress may have finished.
    return this.#meta !== undefined
  }

  async patch(change: RoomPatch): Promise<RoomState | Refusal | undefined> {
    const asked = this.#meta
    if (!asked) return undefined
    const ready = await prepared(this.#game, change, this.#platform)
    // During the await the room may have changed, or been replaced by another of its name.
    if (this.#meta?.seed !== asked.seed) return undefined
    if (isRefusal(ready)) return ready
    const changed = withPatch(this.#meta, change)
    const refused = ready.options ? this.#configure(changed, ready.options) : this.#keep(changed)
    if (refused) return refused
    this.#moderation.act(`changed the room: ${namesOf(change)}`)
    this.#doors.watchers.look()
    await this.#announcing.now()
    return this.#meta && this.#state(this.#meta)
  }

  async remove(): Promise<boolean> {
    if (this.#isUnreadable) {
      await this.#wipe()
      return true
    }
    try {
      return await this.#end()
    } catch (error) {
      // The Directory may have removed it already, so the deletion must be completed.
      this.#announcing.soon()
      throw error
    }
  }

  #end(): Promise<boolean> {
    return this.#life.end(
      (meta) => this.#untell(meta),
      () => this.#wipe(),
    )
  }

  /**
   * Records the deletion before the Directory is notified. Otherwise a later instance would announce itself, be listed,
   * and be removed from the list by this instance's call without noticing.
   */
  async #untell(meta: Meta): Promise<void> {
    this.#alarm.want('removing', this.#platform.clock.now() + removedWithinMs)
    try {
      if (!meta.removing) this.#keep({ ...meta, removing: true })
    } catch (error) {
      // A room must be removable on a full disk.
      this.#log('warn', 'removal not written', { detail: String(error) })
    }
    await this.#settings.directory.remove(this.#name(meta), meta.generation ?? 0)
  }

  async #wipe(): Promise<void> {
    this.#forget()
    for (const socket of this.#platform.sockets()) socket.close(closeCodes.gone, 'the room is gone')
    await this.#platform.disk.clear()
    this.#table.forget()
    this.#packed.forget()
    this.#roomLog.forget()
    this.#moderation.forget()
    this.#guesses.forget()
    this.#hooks.forget()
    this.meter.forget()
  }

  /** Resets this instance to one without a room. */
  #forget(): void {
    this.#announcing.stop()
    this.#world.forget()
    this.#doors.forget()
    this.#orphans.stop()
    this.#alarm.over()
  }

  async accepts(token: string, address?: string): Promise<boolean | { readonly waitMs: number }> {
    const asked = this.#meta
    if (!asked) return false
    const waitMs = address === undefined ? 0 : this.#guesses.begin(address, tokenTarget, token)
    if (waitMs > 0) return { waitMs }
    const accepted = await this.#platform.secrets.hasDigest(token, asked.token)
    if (accepted && address !== undefined) this.#guesses.right(address, tokenTarget)
    return accepted
  }

  async renewToken(): Promise<string | undefined> {
    const { secrets } = this.#platform
    const token = secrets.newToken()
    const kept = await secrets.digest(token)
    if (!this.#meta) return undefined
    this.#keep({ ...this.#meta, token: kept })
    this.#moderation.act('has a new link, and the old one is void')
    return token
  }

  // ---- Sockets -------------------------------------------------------------------------------------------------

  /** Accepts a sidecar's WebSocket, whose upgrade is not answered yet. False: there is no such room. */
  enterLink(socket: Socket): boolean {
    return this.#metered(() => this.#doors.enterLink(socket))
  }

  /** Likewise a client's own WebSocket. */
  enterClient(socket: Socket, who: Newcomer): boolean {
    return this.#metered(() => this.#doors.enterClient(socket, who))
  }

  /** Likewise a spectator's. */
  enterWatcher(socket: Socket, address: string): boolean {
    return this.#metered(() => this.#doors.enterWatcher(socket, address))
  }

  message(socket: Socket, message: Frame): void {
    this.meter.message()
    this.#alarm.look()
    this.#doors.message(socket, message)
    this.meter.done()
  }

  /** The other end closed, or the socket failed (`close` is absent). */
  closed(socket: Socket, close?: Close): void {
    this.#doors.closed(socket, close)
    this.meter.done()
  }

  alarm(): void {
    this.#metered(() => this.#due())
  }

  #due(): void {
    this.#alarm.over()
    if (this.#beginning.isGivenUp) this.#life.giveUp()
    if (this.#life.phase === 'founding') this.#beginning.want()
    if (this.#life.phase === 'gone') this.#beginning.clearUnfinished()
    this.#alarm.gather(() => {
      if (this.#meta) this.#hooks.arm()
      const host = this.#world.opened()
      if (!host) return this.#alarm.want('due', this.#world.retryAt)
      host.alarm()
      this.#doors.endSilent()
      this.#doors.watch()
    })
  }

  /** Counts a request that the platform bills. */
  #metered<T>(answer: () => T): T {
    this.meter.request()
    const answered = answer()
    this.meter.done()
    return answered
  }

  // ---- The world -----------------------------------------------------------------------------------------------

  get #worldEvents() {
    return {
      looked: () => {
        // After the current call: by then hibernated sessions are back, as far as is known yet.
        this.#platform.clock.soon(() => this.#seen())
        this.#orphans.adopt()
      },
      opened: (host: WorldHost) => {
        this.#doors.adopt()
        host.arm()
        this.#hooks.arm()
        this.#doors.watch()
        if (this.#doors.resuming) this.#orphans.rest()
      },
      damaged: () => this.#announcing.soon(),
      troubled: () => this.#announcing.changed(),
      tell: (news: readonly GameEvent[], changes: Map<string, Stored | undefined>) =>
        this.#hooks.prepare(news, changes),
      playersChanged: () => this.#playersChanged(),
      turned: () => this.#doors.watchers.changed(),
      emptied: () => this.#unpack(),
      tickingChanged: () => this.#doors.watch(),
      wakeLater: (at: number | undefined) => this.#alarm.want('due', at),
    }
  }

  /**
   * The Directory may have lost the room, or have recorded its removal. If its state is unknown, the room announces
   * itself at once, which costs less than staying in memory; an unchanged announcement writes nothing there.
   */
  #seen(): void {
    if (this.#doors.told) this.#announcing.changed()
    else if (!this.#announcing.pending) void this.#announcing.now()
  }

  #playersChanged(): void {
    this.#doors.rememberPlayers()
    this.#announcing.changed()
  }

  /** Nobody is connected: unpacks the records for readers that do not know packs, such as an older build. */
  #unpack(): void {
    try {
      this.#settle()
    } catch (error) {
      this.#log('warn', 'not unpacked', { detail: String(error) })
    }
  }

  #settle(): void {
    this.#roomLog.write()
    this.#packed.unpack()
  }

  get #around() {
    return {
      platform: this.#platform,
      records: this.#records,
      life: this.#life,
      moderation: this.#moderation,
      guesses: this.#guesses,
      epoch: this.#epoch,
      game: () => this.#game,
      log: (level: 'info' | 'warn' | 'error', event: string, fields?: object) =>
        this.#log(level, event, fields),
    }
  }

  // ---- Its own record --------------------------------------------------------------------------------------------

  #configure(changed: Meta, options: NonNullable<RoomPatch['options']>): Refusal | undefined {
    const host = this.#world.opened()
    if (!host) return { refused: { field: 'options', detail: 'the world could not be opened' } }
    let kept = changed
    const refused = host.configure(options, (changes, merged) => {
      kept = { ...changed, version: this.#meta!.version, options: merged }
      putMeta(changes, kept)
    })
    if (!refused) this.#life.keep(kept)
    return refused
  }

  #keep(meta: Meta): undefined {
    this.#records.write(metaChange(meta))
    this.#life.keep(meta)
  }

  // ---- The Directory -----------------------------------------------------------------------------------------------

  #announcement(meta: Meta, host: WorldHost | undefined): Announcement {
    return {
      ...announcement(meta, this.#game, host, this.#world),
      players: this.#doors.players(host?.players ?? 0),
    }
  }

  async #announce(): Promise<void> {
    if (this.#life.phase === 'removing') return void (await this.#end())
    if (!this.#meta) return
    const announcement = this.#announcement(this.#meta, this.#world.seen())
    // The Directory's state is unknown until it answers.
    this.#doors.keepTold(undefined)
    this.meter.request()
    this.#hooks.trouble(announcement.damage ?? (announcement.trouble && troubles[announcement.trouble.what]))
    const { directory } = this.#settings
    const now = this.#platform.clock.now()
    const answer = await directory.announce(announcement, now, this.hosting.counted)
    // The Worker removed it in the Directory, or an instance of a build that did not record deletions did.
    if (answer === 'removed') await this.#end()
    // The clock was set back since an earlier instance announced the room.
    else if (answer === 'late') throw new Error('the Directory takes it for something older')
    else if (answer === undefined) this.#doors.keepTold(this.#told(announcement))
    else if (typeof answer === 'object' && 'generation' in answer)
      await this.#comeAfter(announcement.generation, answer.generation)
    else throw unknownAnswer('announce', answer)
  }

  /** During its creation another room of its name was removed: this one takes a later generation. */
  async #comeAfter(announced: number | undefined, generation: number): Promise<void> {
    if (!this.#meta || this.#meta.generation !== announced) return
    this.#keep({ ...this.#meta, generation })
    await this.#announce()
  }

  get #isNews(): boolean {
    const { host } = this.#world
    if (!this.#meta || !host || this.#life.phase === 'removing') return true
    const announcement = this.#announcement(this.#meta, host)
    return !this.#telling.knows(this.#doors.told, announcement, this.#platform.clock.now())
  }

  #told(announcement: Announcement): Told {
    return this.#telling.of(announcement, this.#platform.clock.now())
  }

  /** The room's game; undefined: this build does not have it. */
  get #game(): Game | undefined {
    return this.#meta && this.#gameNamed(this.#meta.game)
  }

  #gameNamed(slug: string): Game | undefined {
    return this.#settings.games.find((game) => game.slug === slug)
  }

  #name(meta: Meta): string {
    return `${meta.game}/${meta.room}`
  }

  #log(level: 'info' | 'warn' | 'error', event: string, fields: object = {}): void {
    const { game, room } = this.#meta ?? {}
    const time = new Date(this.#platform.clock.now()).toISOString()
    this.#platform.log(level, formatLogLine(level, time, event, { game, room, ...fields }))
  }
}
