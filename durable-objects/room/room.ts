// The room of every game: this code uses only the `Game` interface, never a concrete game.
import type { Frame, Game, Refusal } from '../../games/game.ts'
import { isRefusal, refusal } from '../../games/refusal.ts'
import { isInProgress } from '../../games/room-creation.ts'
import type { PushKeys } from '../model/push-subscription.ts'
import { seriesRefusalDescriptions } from '../model/series.ts'
import { describeUnreadable, isDatabaseCorruption } from '../model/unreadable-records.ts'
import type { CloseInfo, Platform, Socket } from '../platform/platform.ts'
import type { DirectoryRpc } from '../rpc/directory-rpc.ts'
import type { RoomRpc } from '../rpc/room-rpc.ts'
import type {
  CreationInProgress,
  RoomPatch,
  RoomState,
  StartRoomRequest,
  UnreadableRoom,
} from '../rpc/rpc-types.ts'
import { RecordHistory } from '../storage/record-history.ts'
import { type WriteLogLimits, WriteLogRecords } from '../storage/write-log-records.ts'
import { Announcer } from './announcements/announcer.ts'
import { directoryWithTimeout } from './announcements/directory-with-timeout.ts'
import { RoomApi } from './api/room-api.ts'
import { createRoomCalls, type RoomCalls } from './api/room-calls.ts'
import type { ClientInfo } from './connections/websocket-connection.ts'
import { admissionAfterPatch, hashJoinPassword } from './context/admission.ts'
import { RoomContext } from './context/room-context.ts'
import { applyRoomPatch, describePatch, type RoomMetadata } from './context/room-metadata.ts'
import { prepareOptions } from './create/game-creation.ts'
import type { CreationOutcome, NewRoomRequest, RoomCreationResult } from './create/room-creator.ts'
import { type ExportStream, exportEarlierState, exportRoom } from './export/room-export.ts'
import { SnapshottingTable } from './export/snapshotting-table.ts'
import { Film } from './film/film.ts'
import { Gateways } from './gateways/gateways.ts'
import { Rewind } from './history/rewind.ts'
import { OpeningHours } from './lifecycle/opening-hours.ts'
import { RoomLifecycle } from './lifecycle/room-lifecycle.ts'
import { Moderation } from './moderation/moderation.ts'
import { PlayerDataRequests } from './privacy/player-data.ts'
import { PushNotifications } from './push/push-notifications.ts'
import { Stories } from './stories/stories.ts'
import { MeteredPlatform, UsageMeter } from './usage/usage-meter.ts'
import { type WebhookSender, Webhooks } from './webhooks/webhooks.ts'
import { WorldLoader } from './world/world-loader.ts'
import type { WorldRuntime } from './world/world-runtime.ts'

/** Guesses of the room's token are counted for this target. The targets of games have no slash. */
const roomTokenTarget = 'room/token'

export interface RoomSettings {
  readonly games: readonly Game[]
  readonly platform: Platform
  /** Sends webhooks and notifications. Absent: the room sends neither. */
  readonly webhooks?: WebhookSender
  /** Returns the site's keys for notifications. Absent: the room sends no notifications. */
  readonly pushKeys?: () => Promise<PushKeys>
  readonly directory: Pick<DirectoryRpc, 'announce' | 'removeRoom'>
  /** Limits of the write log. Tests use lower limits, so that the write log fills sooner. */
  readonly writeLogLimits?: WriteLogLimits
}

type CreationAnswer =
  | Pick<RoomCreationResult, 'adminToken' | 'warnings'>
  | CreationInProgress
  | Refusal
  | undefined

/** `room-object.ts` connects an instance to a Durable Object. */
export class Room {
  readonly calls: RoomCalls
  readonly meter: UsageMeter
  readonly #context: RoomContext
  /** The records on the disk, without the write log. */
  readonly #table: SnapshottingTable
  readonly #writeLog: WriteLogRecords
  readonly #rewind: Rewind
  readonly #playerData: PlayerDataRequests
  readonly #moderation: Moderation
  readonly #lifecycle: RoomLifecycle
  readonly #world: WorldLoader
  readonly film: Film
  readonly #gateways: Gateways
  readonly #stories: Stories
  readonly #webhooks: Webhooks
  readonly #announcer: Announcer
  readonly #openingHours: OpeningHours
  readonly #push: PushNotifications

  constructor({ games, platform: plain, webhooks, pushKeys, directory: stub, writeLogLimits }: RoomSettings) {
    const metered = new MeteredPlatform(plain)
    const { platform } = metered
    const directory = directoryWithTimeout(stub, platform.clock)
    this.#table = new SnapshottingTable(platform.disk, platform.clock)
    const history = new RecordHistory(this.#table, () => this.#context)
    this.#writeLog = new WriteLogRecords(this.#table, history, writeLogLimits)
    const context = new RoomContext(platform, games, this.#table, this.#writeLog)
    this.#context = context
    this.#rewind = new Rewind(context, history)
    this.#world = new WorldLoader(context)
    this.meter = new UsageMeter(metered, context, this.#world)
    this.#moderation = new Moderation(context, this.#world)
    this.#stories = new Stories(context, {
      draw: () => this.#world.openReadOnly()?.views.picture,
      isSubscribed: () => this.#webhooks.isSubscribed('story'),
    })
    this.#webhooks = new Webhooks(context, webhooks)
    this.#lifecycle = new RoomLifecycle(context, this.#table, directory)
    if (this.#lifecycle.unreadable !== undefined) this.#world.setUnreadable(this.#lifecycle.unreadable)
    this.film = new Film(context, this.#table, this.#world)
    this.#gateways = new Gateways(context, this.#world, this.film.recorder)
    this.#playerData = new PlayerDataRequests(
      context,
      {
        ...{ table: this.#table, writeLog: this.#writeLog, history, film: this.film },
        saveAll: () => this.#saveAll(),
      },
      this.#world,
    )
    const parts = {
      ...{ directory, lifecycle: this.#lifecycle, world: this.#world, gateways: this.#gateways },
      ...{ moderation: this.#moderation, webhooks: this.#webhooks, meter: this.meter },
      ...{ playerData: this.#playerData, stories: this.#stories },
    }
    this.#announcer = new Announcer(context, parts)
    this.#openingHours = new OpeningHours(context, this.#world, () => this.#announcer.publishIfChanged())
    this.#push = new PushNotifications(
      context,
      this.#world,
      webhooks && pushKeys && { ...webhooks, pushKeys },
    )
    this.calls = createRoomCalls({
      ...{ context, ...parts, api: new RoomApi(context, parts) },
      ...{ film: this.film, push: this.#push },
    })
    const { events } = context
    events.on('worldOpened', () => this.#world.runtime!.timers.scheduleWake())
    // When no client is connected, each record of the write log is written to its own row.
    events.on('emptied', () => context.attempt('not unpacked', () => this.#flushBuffers()))
    // The WorldLoader subscribed before this, so it has already written the world's unsaved state.
    events.on('worldReplaced', () => this.#flushBuffers())
    events.on('historyDropped', () => this.#writeLog.restartHistory())
    events.on('deleted', () => {
      this.#table.reset()
      this.#writeLog.reset()
      this.film.recorder.reset()
    })
  }

  get sessionCount(): number {
    return this.#world.runtime?.sessionCount ?? 0
  }

  // ---- Creation and deletion ---------------------------------------------------------------------------------------

  createRoom(request: NewRoomRequest): Promise<CreationAnswer> {
    return this.#announceCreated(this.#lifecycle.create(request))
  }

  continueCreation(generation: number): Promise<CreationAnswer> {
    return this.#announceCreated(this.#lifecycle.continueCreation(generation))
  }

  async startRoom(request: StartRoomRequest): ReturnType<RoomRpc['startRoom']> {
    const answer = await this.#lifecycle.start(request)
    if (typeof answer !== 'object' || isRefusal(answer)) return answer
    this.#context.roomLog.addOwnerAction('started the game')
    // Schedules what is due in the world.
    this.#world.open()
    await this.#announcer.publish()
    return answer
  }

  async creationProgress(): Promise<number | undefined> {
    return this.#lifecycle.creationProgress
  }

  async #announceCreated(creation: Promise<CreationOutcome | undefined>): Promise<CreationAnswer> {
    const answer = await creation
    // A creation writes records without the write log, and an imported file may contain a history and a film.
    this.#writeLog.reset()
    this.film.recorder.reset()
    if (this.#context.meta) this.#writeLog.switchHistory()
    // The creator must get the token of the new room even if the announcement fails, so `publish` does not throw. If
    // the room existed before this call, the Directory has lost it, so this call announces the room too.
    if (this.#lifecycle.phase === 'active') await this.#announcer.publish()
    if (!answer || isRefusal(answer) || isInProgress(answer)) return answer
    const refused = this.#announcer.seriesRefusal
    const warnings = refused ? [...answer.warnings, seriesRefusalDescriptions[refused]] : answer.warnings
    return { adminToken: answer.adminToken, warnings }
  }

  async deleteRoom(retain?: 'retain'): Promise<boolean> {
    try {
      return await this.#lifecycle.delete(retain)
    } catch (error) {
      // The Directory may already have removed the room, so the deletion is retried until it is complete.
      this.#announcer.publishSoon()
      throw error
    }
  }

  async undelete(generation: number): Promise<true | undefined> {
    if (!this.#lifecycle.restore(generation)) return undefined
    this.#context.roomLog.addOwnerAction('restored the deleted room')
    await this.#announcer.publish()
    return true
  }

  exportRoom(known: string | undefined): ExportStream | 'unchanged' | 'busy' | undefined {
    if (this.#lifecycle.phase !== 'active') return undefined
    // An export must not contain names that are being erased from the film.
    if (this.#playerData.isRewritingFilm) return 'busy'
    this.#saveAll()
    return exportRoom(this.#context, this.#table, known)
  }

  // ---- The past ----------------------------------------------------------------------------------------------------

  async readTimeline(after: number): ReturnType<RoomRpc['readTimeline']> {
    return this.#context.meta && this.#rewind.timeline(after)
  }

  exportAt(at: number): ExportStream | 'busy' | Refusal | undefined {
    if (this.#lifecycle.phase !== 'active') return undefined
    this.#saveAll()
    const earlier = this.#rewind.stateAt(at)
    return isRefusal(earlier) ? earlier : exportEarlierState(this.#context, this.#table, earlier)
  }

  async rewind(at: number): ReturnType<RoomRpc['rewind']> {
    if (this.#lifecycle.phase !== 'active') return undefined
    // Opening the world takes over the clients of an earlier instance, so that they are disconnected too.
    this.#world.open()
    this.#saveAll()
    const refused = this.#rewind.replaceWorld(at)
    if (refused) return refused
    this.#context.roomLog.addOwnerAction(`took the room back to ${new Date(at).toISOString()}`)
    // Opening the world schedules its wake-ups, and the event shows the world to spectators.
    if (this.#world.open()) this.#context.events.emit('transactionDone')
    await this.#announcer.publish()
    return true
  }

  #saveAll(): void {
    this.#world.runtime?.timers.save()
    this.#flushBuffers()
  }

  // ---- State and settings ------------------------------------------------------------------------------------------

  async describe(withoutView?: 'withoutView'): Promise<RoomState | UnreadableRoom | undefined> {
    this.#context.alarm.checkLost()
    if (this.#context.meta) return this.#describe(withoutView)
    const { damage } = this.#world
    return damage === undefined ? undefined : { unreadable: damage }
  }

  #describe(withoutView?: 'withoutView'): RoomState {
    const runtime = this.#world.openReadOnly()
    const { limits, generation, sharedIds, trouble, series, ...state } =
      this.#announcer.announcementOf(runtime)
    const { fault } = this.#world
    const refused = this.#announcer.seriesRefusal
    const stories = this.#stories.count
    return {
      ...{ ...state, ...this.#viewOf(withoutView ? undefined : runtime) },
      ...(fault && { fault }),
      ...(stories > 0 && { stories }),
      ...(series && { series: { name: series.name, ...(refused && { refused }) } }),
    }
  }

  /** The room's view, or only the status and the damage if the database is damaged. */
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
    if (!this.#context.meta) return this.#lifecycle.unreadable !== undefined
    await this.#announcer.publish()
    // Publishing may have finished the room's deletion, so the room may not exist any more.
    return this.#context.meta !== undefined
  }

  async patch(change: RoomPatch): Promise<RoomState | Refusal | undefined> {
    const { meta, game, platform } = this.#context
    if (!meta) return undefined
    const ready = await prepareOptions(game, change, platform)
    const hashed = await hashJoinPassword(game, change, platform.secrets)
    // During the awaits the room may have been changed, or deleted and created again.
    const current = this.#context.meta
    if (current?.seed !== meta.seed) return undefined
    if (isRefusal(ready)) return ready
    const admission = admissionAfterPatch(current, game, change, hashed)
    if (admission && isRefusal(admission)) return admission
    const changed = applyRoomPatch(current, change, admission)
    const refused = ready.options
      ? this.#applyOptions(changed, ready.options)
      : this.#context.storeMeta(changed)
    if (refused) return refused
    this.#writeLog.switchHistory()
    this.#context.roomLog.addOwnerAction(`changed the room: ${describePatch(change)}`)
    this.#context.events.emit('permissionsChanged')
    this.#context.events.emit('ownerChangedWorld')
    await this.#announcer.publish()
    return this.#context.meta && this.#describe()
  }

  #applyOptions(changed: RoomMetadata, options: NonNullable<RoomPatch['options']>): Refusal | undefined {
    const runtime = this.#world.open()
    return runtime
      ? runtime.actions.applyOptions(options, changed)
      : refusal('options', 'the world could not be opened')
  }

  async checkToken(token: string, address?: string): Promise<boolean | { readonly waitMs: number }> {
    const { meta, guessLimiter, platform } = this.#context
    if (!meta) return false
    const waitMs = address === undefined ? 0 : guessLimiter.countAttempt(address, roomTokenTarget, token)
    if (waitMs > 0) return { waitMs }
    const accepted = await platform.secrets.hasDigest(token, meta.tokenDigest)
    if (accepted && address !== undefined) guessLimiter.takeBackAttempt(address, roomTokenTarget)
    return accepted
  }

  async renewToken(): Promise<string | undefined> {
    const { secrets } = this.#context.platform
    const token = secrets.newToken()
    const tokenDigest = await secrets.digest(token)
    const { meta } = this.#context
    if (!meta) return undefined
    this.#context.storeMeta({ ...meta, tokenDigest })
    this.#context.roomLog.addOwnerAction('created a new host link, which revokes the old one')
    return token
  }

  async admit(secret: string, address: string): ReturnType<RoomRpc['admit']> {
    return this.#context.meta && this.#context.admission.admit(secret, address)
  }

  async invitation(renew?: 'renew'): ReturnType<RoomRpc['invitation']> {
    const { meta, admission, platform } = this.#context
    if (!meta) return undefined
    if (renew && meta.admission) {
      this.#context.storeMeta({
        ...meta,
        admission: { ...meta.admission, epoch: platform.secrets.newToken() },
      })
      this.#context.roomLog.addOwnerAction('created a new invite link, which revokes the old one')
    }
    return admission.invitation ?? null
  }

  // ---- Events of the platform --------------------------------------------------------------------------------------

  /** Call before the upgrade is answered. Returns false if the room does not exist. */
  acceptSidecar(socket: Socket): boolean {
    return this.#accept(() => this.#gateways.acceptSidecar(socket))
  }

  acceptClient(socket: Socket, client: ClientInfo): boolean {
    return this.#accept(() => this.#gateways.acceptClient(socket, client))
  }

  acceptSpectator(socket: Socket, address: string): boolean {
    return this.#accept(() => this.#gateways.acceptSpectator(socket, address))
  }

  #accept(accept: () => void): boolean {
    const exists = this.#context.meta !== undefined
    this.#countRequest(() => exists && accept())
    return exists
  }

  socketMessage(socket: Socket, message: Frame): void {
    this.meter.countMessage()
    this.#context.alarm.checkLost()
    this.#gateways.socketMessage(socket, message)
    this.meter.eventDone()
  }

  socketClosed(socket: Socket, close?: CloseInfo): void {
    this.#gateways.socketClosed(socket, close)
    this.meter.eventDone()
  }

  alarm(): void {
    this.#countRequest(() => this.#onAlarm())
  }

  #onAlarm(): void {
    const { alarm } = this.#context
    alarm.cleared()
    this.#lifecycle.onAlarm()
    if (this.#lifecycle.phase === 'retained') return
    alarm.batch(() => {
      if (this.#context.meta) {
        this.#webhooks.schedule()
        this.#moderation.scheduleExpiry()
        this.#stories.closeDays()
      }
      this.#push.onAlarm()
      const runtime = this.#world.open()
      if (!runtime) return alarm.request('wake', this.#world.retryAt)
      runtime.onAlarm()
      this.#gateways.onAlarm()
      this.#openingHours.onAlarm()
    })
  }

  #countRequest(answer: () => unknown): void {
    this.meter.countRequest()
    answer()
    this.meter.eventDone()
  }

  // ---- Buffers -----------------------------------------------------------------------------------------------------

  #flushBuffers(): void {
    this.#context.roomLog.write()
    this.#writeLog.compact()
  }
}
