// One Durable Object per room, for every game: creates and opens the world, accepts links and WebSockets, keeps time.
// Uses the `Game` interface and no concrete game. Without a room its calls return undefined and it stores nothing.
import type { Frame, Game, GameEvent, Refusal } from '../../games/game.ts'
import { isInProgress } from '../../games/in-progress.ts'
import { isRefusal } from '../../games/refusal.ts'
import { closeCodes } from '../../wire/link/control-messages.ts'
import { describeError, formatLogLine } from '../../wire/util/log-line.ts'
import { GuessLimiter } from '../limits/guess-limiter.ts'
import { troubleDescriptions } from '../model/backoff.ts'
import { RoomLog } from '../model/room-log.ts'
import { describeUnreadable, isDatabaseCorruption } from '../model/unreadable-records.ts'
import { withMonotonicClock } from '../platform/monotonic-clock.ts'
import type { Close, Platform, Socket } from '../platform/platform.ts'
import type {
  Announcement,
  CreateRoomRequest,
  CreationInProgress,
  DirectoryRpc,
  ImportRoomRequest,
  RoomPatch,
  RoomState,
  UnreadableRoom,
} from '../rpc/rpc-types.ts'
import { unknownResult } from '../rpc/versioned-calls.ts'
import { type Records, type Stored, sqlRecords } from '../storage/records.ts'
import { type WriteLogLimits, WriteLogRecords } from '../storage/write-log-records.ts'
import { AnnouncementPublisher } from './announcements/announcement-publisher.ts'
import { AnnouncementDeduper, type LastAnnouncement } from './announcements/last-announcement.ts'
import { OwnerApi } from './api/owner-api.ts'
import { PublicApi } from './api/public-api.ts'
import { prepareOptions } from './create/game-creation.ts'
import { type CreatedRoom, RoomCreator } from './create/room-creator.ts'
import { type ExportStream, exportRoom } from './export/room-export.ts'
import { SnapshottingTable } from './export/snapshotting-table.ts'
import { Gateways } from './gateways/gateways.ts'
import { StaleSessionCollector } from './gateways/stale-session-collector.ts'
import type { ClientInfo } from './gateways/websocket-connection.ts'
import { Alarm } from './lifecycle/alarm.ts'
import { RoomLifecycle } from './lifecycle/room-lifecycle.ts'
import {
  addRoomMetadata,
  applyRoomPatch,
  describePatch,
  loadRoomMetadata,
  type RoomMetadata,
  retentionMs,
  roomMetadataChange,
} from './lifecycle/room-metadata.ts'
import { Moderation } from './moderation/moderation.ts'
import { UsageMeter } from './usage/usage-meter.ts'
import { Webhooks, type WebhooksSettings } from './webhooks/webhooks.ts'
import { buildAnnouncement } from './world/announcement.ts'
import { RoomWorld } from './world/room-world.ts'
import type { WorldRuntime } from './world/world-runtime.ts'

/** After this an unfinished deletion is resumed by the alarm; nothing else may ever wake the room. */
const deletionTimeoutMs = 60_000

/** The record of wrong passwords and tokens. It is not exported. */
const guessesKey = 'guesses'
/** The room token's name among guess targets; no game's target has a slash. */
const roomTokenTarget = 'room/token'

/** Without webhook settings nothing is sent. */
const noWebhooks: Pick<WebhooksSettings, 'post' | 'allowPrivateTargets' | 'admit'> = {
  post: () => Promise.reject(new Error('webhooks are not configured')),
  allowPrivateTargets: false,
  admit: async () => 0,
}

export interface RoomSettings {
  readonly games: readonly Game[]
  readonly platform: Platform
  /** How webhooks are sent, and whether private addresses are allowed; absent: none are sent. */
  readonly webhooks?: Pick<WebhooksSettings, 'post' | 'allowPrivateTargets' | 'admit'>
  readonly directory: Pick<DirectoryRpc, 'announce' | 'removeRoom'>
  /** Tests may use packs that fill sooner. */
  readonly writeLogLimits?: WriteLogLimits
}

/** One instance of a room; `room-object.ts` makes it a Durable Object. */
export class Room {
  readonly #settings: RoomSettings
  readonly #platform: Platform
  readonly #epoch: number
  /** As stored on the disk. */
  readonly #table: SnapshottingTable
  readonly #writeLog: WriteLogRecords
  /** Writes include the log's lines. */
  readonly #records: Records
  readonly #roomLog: RoomLog
  readonly meter: UsageMeter
  readonly #moderation: Moderation
  readonly #guessLimiter: GuessLimiter
  readonly #webhooks: Webhooks
  readonly #lifecycle: RoomLifecycle
  readonly #publisher: AnnouncementPublisher
  readonly #deduper = new AnnouncementDeduper()
  readonly #world: RoomWorld
  readonly #gateways: Gateways
  readonly ownerApi: OwnerApi
  readonly publicApi: PublicApi
  readonly #staleSessions: StaleSessionCollector
  readonly #alarm: Alarm
  readonly #creator: RoomCreator

  constructor(settings: RoomSettings) {
    this.meter = new UsageMeter({
      platform: withMonotonicClock(settings.platform),
      createdAt: () =>
        this.#meta && this.#lifecycle.phase === 'active' ? Date.parse(this.#meta.createdAt) : undefined,
      isWorldOpen: () => this.#world.runtime !== undefined,
      storeInSocket: (usage) => this.#gateways.storeUsage(usage),
      loadFromSocket: () => this.#gateways.loadUsage(),
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
    this.#table = new SnapshottingTable(table, disk, platform.clock)
    this.#writeLog = new WriteLogRecords(this.#table, settings.writeLogLimits)
    this.#roomLog = new RoomLog({
      clock: platform.clock,
      records: this.#writeLog,
      failed: (error) => this.#log('warn', 'not logged', { detail: String(error) }),
    })
    this.#records = this.#roomLog.recordsWithLog()
    this.#moderation = new Moderation({
      clock: platform.clock,
      records: this.#records,
      log: this.#roomLog,
      namesIdentifySlots: () => this.#game?.namesIdentifySlots ?? false,
      onJoined: (name) => this.#webhooks.addEvent('join', `${name} is in`),
    })
    this.#guessLimiter = new GuessLimiter({
      clock: platform.clock,
      store: {
        read: () => this.#table.get(guessesKey)?.toString(),
        write: (state) => this.#table.write(new Map([[guessesKey, state]])),
        failed: (error) => this.#log('warn', 'guesses not written', { detail: describeError(error) }),
      },
    })
    this.#webhooks = new Webhooks({
      clock: platform.clock,
      records: this.#records,
      ...(settings.webhooks ?? noWebhooks),
      digest: (text) => platform.secrets.digest(text),
      source: () => this.#meta,
      setAlarm: (at) => this.#alarm.request('webhooks', at),
      log: (text) => this.#roomLog.add('fault', text),
      failed: (error) => this.#log('warn', 'announcement failed', { detail: describeError(error) }),
    })
    const own = loadRoomMetadata(disk.sql, this.#records)
    this.#creator = new RoomCreator({
      ...{ platform, table: this.#table, alarm: this.#alarm, hasUnfinished: own.unfinished ?? false },
      failed: (error) => this.#log('warn', 'not cleared', { detail: String(error) }),
    })
    this.#lifecycle = new RoomLifecycle(own.meta, this.#creator.pendingCreation !== undefined)
    this.#world = new RoomWorld({ ...this.#services, ...this.#worldEvents })
    this.#gateways = new Gateways({
      ...this.#services,
      world: this.#world,
      alarm: this.#alarm,
      deleteRecord: (key) => this.#staleSessions.deleteRow(key),
      onResumed: () => {
        this.#staleSessions.scan()
        this.#playersChanged()
      },
    })
    const around = { ...this.#services, world: this.#world, gateways: this.#gateways, roomLog: this.#roomLog }
    this.ownerApi = new OwnerApi({
      ...around,
      meter: this.meter,
      startedAt: platform.clock.now(),
      webhooks: this.#webhooks,
    })
    this.publicApi = new PublicApi({ ...around, clock: platform.clock })
    this.#staleSessions = new StaleSessionCollector({
      clock: platform.clock,
      records: this.#records,
      isOwned: (key) => this.#gateways.ownsRecord(key),
      log: (event, detail) => this.#log('warn', event, { detail }),
    })
    if ('error' in own) this.#world.setUnreadable(own.error)
    this.#publisher = new AnnouncementPublisher({
      clock: platform.clock,
      send: () => this.#announce(),
      hasChanged: () => this.#hasUnannouncedChange,
      log: (detail) => this.#log('warn', 'not announced', { detail }),
    })
    // An earlier instance did not finish the deletion.
    if (this.#lifecycle.phase === 'deleting') platform.clock.soon(() => void this.#publisher.publish())
  }

  get #meta(): RoomMetadata | undefined {
    return this.#lifecycle.meta
  }

  get #isUnreadable(): boolean {
    return this.#meta === undefined && this.#world.damage !== undefined
  }

  /** Sessions with a `ClientSession`; 0 while the world is not open. */
  get sessionCount(): number {
    return this.#world.runtime?.sessionCount ?? 0
  }

  // ---- The API -------------------------------------------------------------------------------------------------

  createRoom(
    request: CreateRoomRequest,
  ): Promise<Pick<CreatedRoom, 'adminToken' | 'warnings'> | CreationInProgress | Refusal | undefined> {
    return this.#runCreation(request, (game) =>
      this.#lifecycle.startCreation(() => this.#creator.createRoom(game, request)),
    )
  }

  /** The next part of a creation that this instance or an earlier one started. */
  async continueCreation(generation: number): ReturnType<Room['createRoom']> {
    const { pendingCreation } = this.#creator
    if (pendingCreation?.request.generation !== generation) return undefined
    return this.#runCreation(pendingCreation.request, (game) =>
      this.#lifecycle.continueCreation(() => this.#creator.continueCreation(game, pendingCreation)),
    )
  }

  get creationProgress(): number | undefined {
    return this.#creator.pendingCreation?.inProgress.progress ?? (this.#lifecycle.isCreating ? 0 : undefined)
  }

  /** Imports a room. */
  importRoom(request: ImportRoomRequest): ReturnType<Room['createRoom']> {
    return this.#runCreation(request, (game) =>
      this.#lifecycle.startCreation(() => this.#creator.importRoom(game, request)),
    )
  }

  async #runCreation(
    request: Pick<CreateRoomRequest, 'game'>,
    create: (game: Game) => Promise<CreatedRoom | CreationInProgress | Refusal | undefined>,
  ): ReturnType<Room['createRoom']> {
    if (this.#meta) {
      // The Directory lost it, or this call would not have been made. Creation does not wait for a deletion in
      // progress.
      if (this.#lifecycle.phase === 'active') await this.#publisher.publish()
      return undefined
    }
    if (this.#isUnreadable) return undefined
    const game = this.#gameNamed(request.game)
    if (!game) return { refused: { field: 'game', detail: `there is no game ${request.game}` } }
    // The name is free, so a deleted room of this name cannot be restored any more.
    if (this.#lifecycle.retainedMeta) await this.#deleteRetained()
    const answer = await create(game)
    if (!answer || isRefusal(answer) || isInProgress(answer)) return answer
    // The room exists, so its creator must get the token even if the announcement fails.
    await this.#publisher.publish()
    return { adminToken: answer.adminToken, warnings: answer.warnings }
  }

  /** Exports the room. `known`: the ETag of the caller's file. */
  exportRoom(known: string | undefined): ExportStream | 'unchanged' | 'busy' | undefined {
    return exportRoom(
      { ...this.#services, world: this.#world, table: this.#table, flushBuffers: () => this.#flushBuffers() },
      known,
    )
  }

  async describe(bare?: 'bare'): Promise<RoomState | UnreadableRoom | undefined> {
    this.#alarm.checkLost()
    if (this.#meta) return this.#roomState(this.#meta, bare)
    const { damage } = this.#world
    return damage === undefined ? undefined : { unreadable: damage }
  }

  #roomState(meta: RoomMetadata, bare?: 'bare'): RoomState {
    const runtime = this.#world.openReadOnly()
    const { limits, generation, sharedIds, trouble, ...state } = this.#announcement(meta, runtime)
    const { fault } = this.#world
    return { ...state, ...this.#viewOf(bare ? undefined : runtime), ...(fault && { fault }) }
  }

  /** The view, or the damage if records transaction out to be unreadable. */
  #viewOf(
    runtime: WorldRuntime | undefined,
  ): Pick<RoomState, 'view'> & Partial<Pick<RoomState, 'status' | 'damage'>> {
    try {
      return { view: runtime?.view ?? null }
    } catch (error) {
      if (!isDatabaseCorruption(error)) throw error
      this.#world.reportReadError(error)
      return { view: null, status: 'damaged', damage: describeUnreadable(error) }
    }
  }

  async announce(): Promise<boolean> {
    if (!this.#meta) return this.#isUnreadable
    await this.#publisher.publish()
    // A deletion in progress may have finished.
    return this.#meta !== undefined
  }

  async patch(change: RoomPatch): Promise<RoomState | Refusal | undefined> {
    const meta = this.#meta
    if (!meta) return undefined
    const ready = await prepareOptions(this.#game, change, this.#platform)
    // During the await the room may have changed, or been replaced by another of its name.
    if (this.#meta?.seed !== meta.seed) return undefined
    if (isRefusal(ready)) return ready
    const changed = applyRoomPatch(this.#meta, change)
    const refused = ready.options ? this.#applyOptions(changed, ready.options) : this.#storeMetadata(changed)
    if (refused) return refused
    this.#moderation.logOwnerAction(`changed the room: ${describePatch(change)}`)
    this.#gateways.spectators.recheckPermissions()
    await this.#publisher.publish()
    return this.#meta && this.#roomState(this.#meta)
  }

  /** `retain`: keeps the data of a readable room for `retentionMs`, so that it can be restored. */
  async deleteRoom(retain?: 'retain'): Promise<boolean> {
    if (this.#isUnreadable) {
      await this.#deleteData()
      return true
    }
    try {
      return await this.#deleteOnce(retain)
    } catch (error) {
      // The Directory may have removed it already, so the deletion must be completed.
      this.#publisher.publishSoon()
      throw error
    }
  }

  #deleteOnce(retain?: 'retain'): Promise<boolean> {
    return this.#lifecycle.deleteOnce(
      (meta) => this.#unregister(meta, retain),
      async (meta) => (meta.removing === 'retain' ? this.#retainData(meta) : this.#deleteData()),
    )
  }

  /** Makes a deleted room exist again, in the given generation. Undefined: there is none, or it is too late. */
  async undelete(generation: number): Promise<true | undefined> {
    const retained = this.#lifecycle.retainedMeta
    if (!retained) return undefined
    const { deletedAt, ...meta } = retained
    const restored = { ...meta, generation }
    this.#records.write(roomMetadataChange(restored))
    this.#lifecycle.restore(restored)
    this.#moderation.logOwnerAction('restored the deleted room')
    await this.#publisher.publish()
    return true
  }

  /** Keeps the records of the deleted room, and lets all clients go. */
  #retainData({ removing, ...meta }: RoomMetadata): RoomMetadata {
    const { clock } = this.#platform
    const retained = { ...meta, deletedAt: new Date(clock.now()).toISOString() }
    this.#roomLog.write()
    this.#records.write(roomMetadataChange(retained))
    this.#reset()
    this.#closeSockets()
    this.#webhooks.reset()
    this.meter.reset()
    this.#alarm.request('deletion', clock.now() + retentionMs)
    return retained
  }

  /** Deletes the data of a deleted room, whose time is up or whose name is used again. */
  async #deleteRetained(): Promise<void> {
    await this.#deleteData()
    this.#lifecycle.forgetRetained()
  }

  #onRetainedAlarm({ deletedAt }: RoomMetadata): void {
    const { clock } = this.#platform
    const due = Date.parse(deletedAt!) + retentionMs
    if (clock.now() < due) return this.#alarm.request('deletion', due)
    this.#deleteRetained().catch((error: unknown) => {
      this.#log('warn', 'deleted room not cleared', { detail: describeError(error) })
      this.#alarm.request('deletion', clock.now() + deletionTimeoutMs)
    })
  }

  /**
   * Records the deletion before the Directory is notified. Otherwise a later instance would announce itself, be listed,
   * and be removed from the list by this instance's call without noticing.
   */
  async #unregister(meta: RoomMetadata, retain?: 'retain'): Promise<void> {
    this.#alarm.request('deletion', this.#platform.clock.now() + deletionTimeoutMs)
    try {
      if (!meta.removing) this.#storeMetadata({ ...meta, removing: retain ?? true })
    } catch (error) {
      // A room must be removable on a full disk.
      this.#log('warn', 'removal not written', { detail: String(error) })
    }
    await this.#settings.directory.removeRoom(this.#fullName(meta), meta.generation)
  }

  #closeSockets(): void {
    for (const socket of this.#platform.sockets()) socket.close(closeCodes.gone, 'the room is gone')
  }

  async #deleteData(): Promise<undefined> {
    this.#reset()
    this.#closeSockets()
    await this.#platform.disk.clear()
    this.#table.reset()
    this.#writeLog.reset()
    this.#roomLog.reset()
    this.#moderation.reset()
    this.#guessLimiter.reset()
    this.#webhooks.reset()
    this.meter.reset()
  }

  /** Resets this instance to one without a room. */
  #reset(): void {
    this.#publisher.stop()
    this.#world.reset()
    this.#gateways.reset()
    this.#staleSessions.stop()
    this.#alarm.cleared()
  }

  async checkToken(token: string, address?: string): Promise<boolean | { readonly waitMs: number }> {
    const meta = this.#meta
    if (!meta) return false
    const waitMs = address === undefined ? 0 : this.#guessLimiter.countGuess(address, roomTokenTarget, token)
    if (waitMs > 0) return { waitMs }
    const accepted = await this.#platform.secrets.hasDigest(token, meta.token)
    if (accepted && address !== undefined) this.#guessLimiter.guessedRight(address, roomTokenTarget)
    return accepted
  }

  async renewToken(): Promise<string | undefined> {
    const { secrets } = this.#platform
    const token = secrets.newToken()
    const digest = await secrets.digest(token)
    if (!this.#meta) return undefined
    this.#storeMetadata({ ...this.#meta, token: digest })
    this.#moderation.logOwnerAction('created a new host link, which revokes the old one')
    return token
  }

  // ---- Sockets -------------------------------------------------------------------------------------------------

  /** Accepts a sidecar's WebSocket, whose upgrade is not answered yet. False: there is no such room. */
  acceptSidecar(socket: Socket): boolean {
    return this.#countRequest(() => this.#gateways.acceptSidecar(socket))
  }

  /** Likewise a client's own WebSocket. */
  acceptClient(socket: Socket, who: ClientInfo): boolean {
    return this.#countRequest(() => this.#gateways.acceptClient(socket, who))
  }

  /** Likewise a spectator's. */
  acceptSpectator(socket: Socket, address: string): boolean {
    return this.#countRequest(() => this.#gateways.acceptSpectator(socket, address))
  }

  socketMessage(socket: Socket, message: Frame): void {
    this.meter.countMessage()
    this.#alarm.checkLost()
    this.#gateways.socketMessage(socket, message)
    this.meter.eventDone()
  }

  /** The other end closed, or the socket failed (`close` is absent). */
  socketClosed(socket: Socket, close?: Close): void {
    this.#gateways.socketClosed(socket, close)
    this.meter.eventDone()
  }

  alarm(): void {
    this.#countRequest(() => this.#onAlarm())
  }

  #onAlarm(): void {
    this.#alarm.cleared()
    if (this.#creator.isAbandoned) this.#lifecycle.abandonCreation()
    if (this.#lifecycle.phase === 'creating') this.#creator.scheduleCleanup()
    if (this.#lifecycle.phase === 'absent') this.#creator.deleteUnfinished()
    const { retainedMeta } = this.#lifecycle
    if (retainedMeta) return this.#onRetainedAlarm(retainedMeta)
    this.#alarm.batch(() => {
      if (this.#meta) this.#webhooks.schedule()
      const runtime = this.#world.open()
      if (!runtime) return this.#alarm.request('wake', this.#world.retryAt)
      runtime.onAlarm()
      this.#gateways.endIdleSessions()
      this.#gateways.setAlarms()
    })
  }

  /** Counts a request that the platform bills. */
  #countRequest<T>(answer: () => T): T {
    this.meter.countRequest()
    const answered = answer()
    this.meter.eventDone()
    return answered
  }

  // ---- The world -----------------------------------------------------------------------------------------------

  get #worldEvents() {
    return {
      onReadable: () => {
        // After the current call: by then hibernated sessions are back, as far as is known yet.
        this.#platform.clock.soon(() => this.#announceIfUnknown())
        this.#staleSessions.scan()
      },
      onOpened: (runtime: WorldRuntime) => {
        this.#gateways.adoptSockets()
        runtime.scheduleWake()
        this.#webhooks.schedule()
        this.#gateways.setAlarms()
        if (this.#gateways.isResuming) this.#staleSessions.pause()
      },
      onUnreadable: () => this.#publisher.publishSoon(),
      onFaultChanged: () => this.#publisher.publishIfChanged(),
      publishEvents: (news: readonly GameEvent[], changes: Map<string, Stored | undefined>) =>
        this.#webhooks.addEvents(news, changes),
      playersChanged: () => this.#playersChanged(),
      onTransaction: () => this.#gateways.spectators.worldChanged(),
      onEmpty: () => this.#unpackWriteLog(),
      tickingChanged: () => this.#gateways.setAlarms(),
      setWakeAlarm: (at: number | undefined) => this.#alarm.request('wake', at),
    }
  }

  /**
   * The Directory may have lost the room, or have recorded its removal. If its state is unknown, the room announces
   * itself at once, which costs less than staying in memory; an unchanged announcement writes nothing there.
   */
  #announceIfUnknown(): void {
    if (this.#gateways.lastAnnouncement) this.#publisher.publishIfChanged()
    else if (!this.#publisher.isPending) void this.#publisher.publish()
  }

  #playersChanged(): void {
    this.#gateways.storePlayerCount()
    this.#publisher.publishIfChanged()
  }

  /** No client is connected: writes each record of the write log to its own row. */
  #unpackWriteLog(): void {
    try {
      this.#flushBuffers()
    } catch (error) {
      this.#log('warn', 'not unpacked', { detail: String(error) })
    }
  }

  #flushBuffers(): void {
    this.#roomLog.write()
    this.#writeLog.compact()
  }

  get #services() {
    return {
      platform: this.#platform,
      records: this.#records,
      lifecycle: this.#lifecycle,
      moderation: this.#moderation,
      guessLimiter: this.#guessLimiter,
      epoch: this.#epoch,
      game: () => this.#game,
      log: (level: 'info' | 'warn' | 'error', event: string, fields?: object) =>
        this.#log(level, event, fields),
    }
  }

  // ---- Its own record --------------------------------------------------------------------------------------------

  #applyOptions(changed: RoomMetadata, options: NonNullable<RoomPatch['options']>): Refusal | undefined {
    const runtime = this.#world.open()
    if (!runtime) return { refused: { field: 'options', detail: 'the world could not be opened' } }
    let updated = changed
    const refused = runtime.applyOptions(options, (changes, merged) => {
      updated = { ...changed, version: this.#meta!.version, options: merged }
      addRoomMetadata(changes, updated)
    })
    if (!refused) this.#lifecycle.setMetadata(updated)
    return refused
  }

  #storeMetadata(meta: RoomMetadata): undefined {
    this.#records.write(roomMetadataChange(meta))
    this.#lifecycle.setMetadata(meta)
  }

  // ---- The Directory -----------------------------------------------------------------------------------------------

  #announcement(meta: RoomMetadata, runtime: WorldRuntime | undefined): Announcement {
    return {
      ...buildAnnouncement(meta, this.#game, runtime, this.#world),
      players: this.#gateways.countPlayers(runtime?.players ?? 0),
    }
  }

  async #announce(): Promise<void> {
    if (this.#lifecycle.phase === 'deleting') return void (await this.#deleteOnce())
    if (!this.#meta) return
    const announcement = this.#announcement(this.#meta, this.#world.openReadOnly())
    // The Directory's state is unknown until it answers.
    this.#gateways.storeLastAnnouncement(undefined)
    this.meter.countRequest()
    this.#webhooks.reportTrouble(
      announcement.damage ?? (announcement.trouble && troubleDescriptions[announcement.trouble.what]),
    )
    const { directory } = this.#settings
    const now = this.#platform.clock.now()
    const answer = await directory.announce(announcement, now, this.ownerApi.currentMetrics)
    // The Worker removed it in the Directory, or an instance of a build that did not record deletions did.
    if (answer === 'removed') await this.#deleteOnce()
    // The clock was set back since an earlier instance announced the room.
    else if (answer === 'stale') throw new Error('the Directory has a newer announcement of this room')
    else if (answer === undefined) this.#gateways.storeLastAnnouncement(this.#lastAnnouncement(announcement))
    else if (typeof answer === 'object' && 'generation' in answer)
      await this.#takeLaterGeneration(announcement.generation, answer.generation)
    else throw unknownResult('announce', answer)
  }

  /** During its creation another room of its name was removed: this one takes a later generation. */
  async #takeLaterGeneration(announced: number | undefined, generation: number): Promise<void> {
    if (!this.#meta || this.#meta.generation !== announced) return
    this.#storeMetadata({ ...this.#meta, generation })
    await this.#announce()
  }

  get #hasUnannouncedChange(): boolean {
    const { runtime } = this.#world
    if (!this.#meta || !runtime || this.#lifecycle.phase === 'deleting') return true
    const announcement = this.#announcement(this.#meta, runtime)
    return !this.#deduper.isKnown(this.#gateways.lastAnnouncement, announcement, this.#platform.clock.now())
  }

  #lastAnnouncement(announcement: Announcement): LastAnnouncement {
    return this.#deduper.digestOf(announcement, this.#platform.clock.now())
  }

  /** The room's game; undefined if this build does not have it. */
  get #game(): Game | undefined {
    return this.#meta && this.#gameNamed(this.#meta.game)
  }

  #gameNamed(slug: string): Game | undefined {
    return this.#settings.games.find((game) => game.slug === slug)
  }

  #fullName(meta: RoomMetadata): string {
    return `${meta.game}/${meta.room}`
  }

  #log(level: 'info' | 'warn' | 'error', event: string, fields: object = {}): void {
    const { game, room } = this.#meta ?? {}
    const time = new Date(this.#platform.clock.now()).toISOString()
    this.#platform.log(level, formatLogLine(level, time, event, { game, room, ...fields }))
  }
}
