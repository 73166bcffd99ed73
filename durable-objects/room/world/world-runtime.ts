// The runtime of a world and its sessions: transactions, ticks and persistence. Independent of sockets and platform, so that a
// test runs a world exactly as a Room does.
import type {
  EndpointRoom,
  ForkInput,
  ForkOrigin,
  Frame,
  Game,
  GameContext,
  GameEvent,
  GameFile,
  Json,
  Options,
  Peer,
  Picture,
  Refusal,
  RejectReason,
  RoomLimits,
  SpectatorFeed,
  World,
} from '../../../games/game.ts'
import { isRefusal } from '../../../games/refusal.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { Clock } from '../../../wire/util/clock.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import type { GuessLimiter } from '../../limits/guess-limiter.ts'
import { Backoff, type Fault } from '../../model/backoff.ts'
import type { RoomMetrics } from '../../model/room-metrics.ts'
import { Ticker } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Records, type Stored, TransactionStore } from '../../storage/records.ts'
import type { Moderation, SessionControl } from '../moderation/moderation.ts'
import type { ClientSession } from '../sessions/client-session.ts'
import type { Connection } from '../sessions/connection.ts'
import { IdleTimeout } from '../sessions/idle-timeout.ts'
import { InboundScheduler } from '../sessions/inbound-scheduler.ts'
import { sessionIdOf } from '../sessions/session-info.ts'
import { SessionRegistry } from '../sessions/session-registry.ts'
import { WorkQuota } from '../sessions/work-quota.ts'
import { WorldViews } from '../views/world-views.ts'
import { DiskSpace } from './disk-space.ts'
import { gameContext } from './game-context.ts'
import { TransactionRunner } from './transaction-runner.ts'
import { WakeScheduler } from './wake-scheduler.ts'
import { WriteBehind } from './write-behind.ts'

export interface WorldRuntimeSettings {
  readonly game: Game
  readonly records: Records
  readonly clock: Clock
  readonly secrets: Secrets
  readonly options: Options
  /** Version of the records. */
  readonly version: number
  /** Derived from the room's seed, and unique to this instance. */
  readonly seed: string
  /** Absent: no bans, and no log of joins. */
  readonly moderation?: Moderation
  /** As in GameContextSettings. */
  readonly guessLimiter?: GuessLimiter
  log(level: 'info' | 'warn' | 'error', event: string, fields?: { readonly [name: string]: Json }): void
  /** The number of players has changed. */
  playersChanged(): void
  /** As in Transactions. */
  readonly publishEvents?: (
    news: readonly GameEvent[],
    changes: Map<string, Stored | undefined>,
  ) => () => void
  /** A repeated failure has started or ended. */
  onFaultChanged?(): void
  /** A transaction threw this through no fault of its peer. */
  onFault?(error: unknown): void
  /** A transaction is over: spectators may get its changes. */
  onTransaction(): void
  /** The last session has left, and everything is written. */
  onEmpty(): void
  /** The first frame has arrived, or the first player plays. */
  onFirstFrame(): void
  /** The world has started or stopped ticking. */
  tickingChanged(ticking: boolean): void
  /** Sets the wake-up for a time without players (undefined: none). */
  setWakeAlarm(at: number | undefined): void
}

/** An earlier session's resume state, and whether its client has received everything sent to it. */
export interface PastSession {
  readonly resumeState: Uint8Array
  readonly receivedAll: boolean
}

export class WorldRuntime implements SessionControl {
  readonly #settings: WorldRuntimeSettings
  readonly #transactions: TransactionRunner
  readonly #recordStore: TransactionStore
  readonly #sessions = new SessionRegistry({
    send: (client, frame) => this.#transactions.output((output) => output.addFrame(client, frame)),
    close: (client, reason) => this.#transactions.output((output) => output.addClose(client, reason)),
  })
  readonly #writeBehind: WriteBehind
  readonly #views: WorldViews
  readonly #wakeScheduler: WakeScheduler
  readonly #idleTimeout: IdleTimeout
  readonly #ticker: Ticker
  readonly #context: GameContext
  readonly #inbound: InboundScheduler
  readonly #workQuota: WorkQuota
  #world: World | undefined
  #limits: RoomLimits
  #options: Options
  #version: number
  readonly #openBackoff = new Backoff('open', () => this.#settings.onFaultChanged?.())
  readonly #diskSpace: DiskSpace
  readonly #tickBackoff = new Backoff('tick', () => this.#settings.onFaultChanged?.())
  /** The sessions are being opened again. */
  #isReopening = false
  #lastPlayerCount = 0
  #wasOccupied = false
  #hasFirstFrame = false

  /** Opens the world. If the records are unreadable it throws the game's error and writes nothing. */
  constructor(settings: WorldRuntimeSettings) {
    this.#settings = settings
    this.#limits = settings.game.limits(settings.options)
    this.#workQuota = new WorkQuota(this.#limits)
    this.#transactions = new TransactionRunner({
      records: settings.records,
      ...(settings.publishEvents && { publishEvents: settings.publishEvents }),
      now: () => this.#now,
      onClose: (client, reason) => this.#endSession(client, reason),
      // Steps that no quota pays for delay other sessions all the same.
      charge: (client, steps) =>
        this.#inbound.charge(client, Math.max(this.#workQuota.charge(client, steps, this.#now), steps.sent)),
      onDone: (what, client) => this.#onTransactionDone(what, client),
      onFailed: (client, what, error) => this.#onTransactionFailed(client, what, error),
    })
    this.#recordStore = new TransactionStore(settings.records, 'game/', this.#transactions.changes)
    this.#context = gameContext(settings, {
      cast: (peers, frame, urgency) => this.#multicast(peers, frame, urgency),
      spend: (steps) => this.#transactions.spend(steps),
      tell: (news) => void this.#transactions.events.push(news),
    })
    this.#diskSpace = new DiskSpace({
      ...{ clock: settings.clock, records: settings.records },
      onChanged: () => settings.onFaultChanged?.(),
      onRecovered: () => {
        if (!this.#ensureOpen()) return
        for (const seat of this.#sessions.all) this.processQueue(seat)
        this.#writeBehind.schedule()
        this.#wakeScheduler.schedule()
      },
      onFailed: (error) => settings.log('error', 'fault', { what: 'space', detail: describeError(error) }),
    })
    this.#inbound = new InboundScheduler({
      clock: settings.clock,
      runTransaction: (client, body, onCommitted) =>
        this.#transactions.run(client, 'receive', body, onCommitted),
      storageWait: () => this.#diskSpace.wait,
      quotaWait: (client) => this.#workQuota.wait(client, this.#now),
      hasWritten: () => this.#transactions.changes.size > 0,
      onQueueEmpty: (client) => {
        if (client.leaveReason !== undefined) this.#endSession(client, client.leaveReason)
      },
    })
    this.#options = settings.options
    this.#version = settings.version
    const { game, clock } = settings
    const world = () => this.#world
    this.#views = new WorldViews({ game, clock, world })
    this.#writeBehind = new WriteBehind({
      clock,
      world,
      save: (saved) =>
        this.#diskSpace.wait === 0 && this.#transactions.run(undefined, 'save', () => this.#saveWorld(saved)),
      onFailed: (retries) => {
        if (this.#diskSpace.wait === 0) this.#countFailure(retries)
      },
      onFaultChanged: () => settings.onFaultChanged?.(),
    })
    this.#wakeScheduler = new WakeScheduler({
      clock: settings.clock,
      wakeAt: () => this.#world?.wakeAt,
      isOccupied: () => this.#wasOccupied,
      doesTick: () => this.tickMs > 0,
      wake: () => this.wake(),
      setWakeAlarm: (at) => settings.setWakeAlarm(at),
      onFaultChanged: () => settings.onFaultChanged?.(),
    })
    this.#idleTimeout = new IdleTimeout({
      clock,
      clients: () => this.#sessions.all,
      timeoutMs: () => (this.#wasOccupied ? this.#limits.idleTimeoutMs : 0),
      onTimeout: (client) => this.#endSession(client, 'idle for too long'),
    })
    this.#openWorld()
    this.#ticker = new Ticker(settings.clock, this.#world!.tickMs, () => this.#tick())
    this.#lastPlayerCount = this.players
  }

  get limits(): RoomLimits {
    return this.#limits
  }

  /** Counters since it was opened; rows are counted where they are written. */
  get metrics(): Omit<RoomMetrics, 'since' | 'rowsRead' | 'rowsWritten'> {
    return { ...this.#transactions.metrics, overruns: this.#ticker.overruns }
  }

  get players(): number {
    return this.#world?.players ?? 0
  }

  get capacity(): number {
    return this.#world?.capacity ?? 0
  }

  /** Undefined while the world is not open, or if its game shares nothing. */
  get sharedContent(): readonly { readonly id: string; readonly name: string }[] | undefined {
    return this.#world && this.#settings.game.sharedContent?.list(this.#world)
  }

  get view(): Json {
    return this.#views.view
  }

  /** Drawn once a second at most. */
  get picture(): Picture | undefined {
    return this.#views.picture
  }

  /** The spectators' feed; a new one after the world was reopened. Undefined: this game has none. */
  get spectatorFeed(): SpectatorFeed | undefined {
    return this.#views.spectatorFeed
  }

  /** The limit of spectators; undefined: the default. */
  get maxSpectators(): number | undefined {
    return this.#limits.maxSpectators
  }

  /** The last spectator has left. */
  closeSpectatorFeed(): void {
    this.#views.closeSpectatorFeed()
  }

  /** The JSON of one of the game's endpoints; undefined: there is none, or no result for these parameters. */
  readEndpoint(
    name: string,
    params: { readonly [name: string]: string },
    room: EndpointRoom,
  ): string | undefined {
    return this.#views.readEndpoint(name, params, room)
  }

  get clients(): readonly ClientSession[] {
    return this.#sessions.all
  }

  get sessionCount(): number {
    return this.#sessions.size
  }

  /** Nothing has been sent except replies, and nothing has changed: a session that resumes now has missed nothing. */
  get hasOnlyReplied(): boolean {
    return this.#transactions.hasOnlyReplied
  }

  /** Milliseconds of a tick; 0: the world does not tick. */
  get tickMs(): number {
    return this.#world?.tickMs ?? 0
  }

  get isOccupied(): boolean {
    return this.#wasOccupied
  }

  get isTicking(): boolean {
    return this.#ticker.isRunning
  }

  /** A failure that has not been followed by a success, if any. */
  get fault(): Fault | undefined {
    return (
      this.#diskSpace.fault ??
      this.#openBackoff.fault ??
      this.#tickBackoff.fault ??
      this.#wakeScheduler.backoff.fault ??
      this.#writeBehind.backoff.fault
    )
  }

  get files(): readonly GameFile[] {
    return this.#views.files
  }

  // ---- Calls of the Room -----------------------------------------------------------------------------------

  /** Adds a session, or resumes one with a past. Undefined: rejected, and the client was sent that. */
  openSession(
    connection: Connection,
    past?: PastSession,
    adopted?: (client: ClientSession) => void,
  ): ClientSession | undefined {
    if (!this.#ensureOpen() && !(past && this.#diskSpace.wait > 0)) return this.#reject(connection, 'full')
    // Accepts nobody until a world that cannot tick is retried.
    if (this.#tickBackoff.isHalted && this.#tickBackoff.wait(this.#now) > 0)
      return this.#reject(connection, 'full')
    const { moderation, clock } = this.#settings
    if (moderation?.bansAddress(connection)) return this.#reject(connection, 'banned')
    if (!past && this.#sessions.isFull(connection, this.#limits)) return this.#reject(connection, 'full')
    const since = connection.startedAt ?? (past && moderation?.joinedAt(connection)) ?? clock.now()
    const client = this.#sessions.add(connection, this.#limits, since)
    adopted?.(client)
    this.#openGameSession(client, past)
    this.#idleTimeout.schedule()
    this.#wakeScheduler.schedule()
    return client.hasEnded ? undefined : client
  }

  /** Rejects a client while the room is closed or full, and disconnects it. */
  reject(connection: Connection, why: RejectReason): void {
    this.#reject(connection, why)
  }

  receive(client: ClientSession, seq: number, frame: Frame): void {
    if (client.hasEnded) return
    client.idleChecks = 0
    this.#noteFirstFrame()
    const refused = client.enqueue(seq, frame)
    if (refused) this.#endSession(client, refused)
    else this.processQueue(client)
  }

  /** The session may have a transaction that it waited for. */
  processQueue(client: ClientSession): void {
    this.#inbound.processQueue(client)
  }

  /** The connection is connected again. */
  connectionResumed(client: ClientSession): void {
    client.idleChecks = 0
    this.#transactions.run(client, 'resumed', () => client.session?.onResumed())
  }

  /** The client has disconnected, or did not resume. Its earlier frames are still processed before the session ends. */
  leave(client: ClientSession, reason = 'left'): void {
    if (client.hasEnded || client.leaveReason !== undefined) return
    client.leaveReason = reason
    this.processQueue(client)
  }

  /** Ends a session, with a reason for its client. */
  endSession(client: ClientSession, reason: string): void {
    this.#endSession(client, reason)
  }

  expel(client: ClientSession, why: 'kicked' | 'banned', reason: string): void {
    this.#endSession(client, reason, why)
  }

  /** Ends every session, with a reason for their clients. */
  endAllSessions(reason: string): void {
    for (const client of this.#sessions.all) this.#endSession(client, reason)
  }

  /** Applies changed options, durable when this returns; a refusal or an error leaves everything as it was. */
  applyOptions(
    changed: Options,
    record: (changes: Map<string, Stored | undefined>, options: Options) => void,
  ): Refusal | undefined {
    const configure = this.#settings.game.applyOptions
    if (!configure) return { refused: { field: 'options', detail: 'this game has no options to change' } }
    if (!this.#ensureOpen()) return { refused: { field: 'options', detail: 'the world could not be opened' } }
    let answer: Options | Refusal = {}
    const done = this.#transactions.run(undefined, 'configure', () => {
      answer = configure.call(this.#settings.game, this.#world!, { ...this.#options, ...changed })
      if (!isRefusal(answer)) record(this.#transactions.changes, answer)
    })
    if (!done) return { refused: { field: 'options', detail: 'could not be applied' } }
    if (isRefusal(answer)) return answer
    this.#options = answer
    this.#limits = this.#settings.game.limits(answer)
    this.#workQuota.setLimits(this.#limits)
    for (const client of this.#sessions.all) client.setLimits(this.#limits)
    return undefined
  }

  /** Runs an owner's console line; undefined: it failed, or the game has no console. */
  runConsoleCommand(line: string): readonly string[] | undefined {
    const { ownerConsole } = this.#settings.game
    if (!ownerConsole || !this.#ensureOpen()) return undefined
    let answers: readonly string[] = []
    const done = this.#transactions.run(undefined, 'console', () => {
      answers = ownerConsole.execute(this.#world!, line)
    })
    return done ? answers : undefined
  }

  /** The inputs for a new room like this one; undefined: its game does not support that. */
  fork(from: ForkOrigin): ForkInput | undefined {
    return this.#world && this.#settings.game.fork?.(this.#world, from)
  }

  /** Schedules what is due: an earlier instance may have been lost without an alarm. */
  scheduleWake(): void {
    this.#wakeScheduler.schedule()
  }

  /** The alarm has fired, maybe for another reason or too early. */
  onAlarm(): void {
    if (!this.#world || this.#wakeScheduler.isDue) this.wake()
    else this.#wakeScheduler.schedule()
  }

  /** Runs what is due in the world. */
  wake(): void {
    if (this.#diskSpace.wait > 0) return this.#settings.setWakeAlarm(this.#now + this.#diskSpace.wait)
    if (!this.#ensureOpen()) return this.#scheduleRetry()
    const { backoff } = this.#wakeScheduler
    const isDone = this.#wakeScheduler.startWake()
    const ran = this.#transactions.run(undefined, 'wake', () => this.#world!.wake?.(this.#now))
    if (ran && isDone()) backoff.recordSuccess()
    else if (this.#diskSpace.wait === 0)
      this.#countFailure(backoff, ran ? 'what was due is still due' : undefined)
    this.#wakeScheduler.schedule()
  }

  /** Schedules the next try after the world could not be opened for a wake-up. */
  #scheduleRetry(): void {
    this.#settings.setWakeAlarm(
      this.#openBackoff.isHalted ? undefined : this.#now + this.#openBackoff.wait(this.#now),
    )
  }

  /** Saves state that may roll back, at once. */
  save(): void {
    this.#writeBehind.save()
  }

  /** Stops every timer. Do not use the world afterwards. */
  stop(): void {
    this.#ticker.stop()
    this.#inbound.stop()
    this.#diskSpace.stop()
    for (const timed of [this.#writeBehind, this.#wakeScheduler, this.#idleTimeout]) timed.cancel()
    for (const client of this.#sessions.all) {
      client.timer?.cancel()
      // A transaction that awaits a promise must not continue here.
      client.hasEnded = true
    }
  }

  get #now(): number {
    return this.#settings.clock.now()
  }

  #multicast(peers: Iterable<Peer>, frame: Frame, urgency: Urgency | undefined): void {
    const clients = new Set<ClientSession>()
    for (const peer of peers) {
      const client = this.#sessions.of(peer)
      if (client) clients.add(client)
    }
    this.#transactions.output((output) => output.multicast(clients, frame, urgency))
  }

  #saveWorld(world: World): undefined {
    world.save!()
    // Frames with unacknowledged replies must not be applied again after this save.
    for (const client of this.#sessions.all) client.connection.addCheckpoint(this.#transactions.changes)
  }

  // ---- After transactions -----------------------------------------------------------------------------------------

  #onTransactionDone(kind: string, client: ClientSession | undefined): void {
    if (this.players !== this.#lastPlayerCount) {
      this.#lastPlayerCount = this.players
      this.#settings.playersChanged()
    }
    const was = this.#wasOccupied
    this.#wasOccupied = this.#world?.isOccupied ?? false
    // A save itself must not cause a save.
    if (kind !== 'save') this.#writeBehind.markDirty(was || this.#wasOccupied)
    if (was !== this.#wasOccupied) this.#onOccupancyChanged()
    else if (this.#wakeScheduler.hasChanged) this.#wakeScheduler.schedule()
    if (this.#wasOccupied) this.#writeBehind.schedule()
    // Last, so that its log lines are written with the next save.
    if (client && !client.hasEnded) this.#updatePlayerName(client, kind)
    this.#settings.onTransaction()
  }

  #noteFirstFrame(): void {
    if (this.#hasFirstFrame) return
    this.#hasFirstFrame = true
    this.#settings.onFirstFrame()
  }

  /** The first player plays, or the last has stopped: starts or stops the world's time. */
  #onOccupancyChanged(): void {
    if (this.#wasOccupied) {
      this.#noteFirstFrame()
      this.#ticker.start()
    } else {
      this.#ticker.stop()
      this.save()
    }
    this.#settings.tickingChanged(this.#ticker.isRunning)
    this.#idleTimeout.schedule()
    this.#wakeScheduler.schedule()
  }

  /** The transaction may have set the player's name. */
  #updatePlayerName(client: ClientSession, what: string): void {
    const { moderation } = this.#settings
    const name = client.session?.name
    if (!moderation || name === client.nameFromGame) return
    client.nameFromGame = name
    moderation.onNameChanged(client, name, what === 'greet' && client.resumeState !== undefined)
    if (client.name !== undefined && moderation.bansName(client.name))
      this.expel(client, 'banned', 'banned by the host')
  }

  /** Ends the session of a peer that broke the protocol. Other errors are internal faults: reopens the world. */
  #onTransactionFailed(client: ClientSession | undefined, kind: string, error: unknown): void {
    if (isStorageFull(error)) return this.#onDiskFull(client, kind, error)
    if (error instanceof WireError && client) {
      this.#settings.log('warn', 'protocol', {
        session: sessionIdOf(client.connection),
        detail: error.message,
      })
      return this.#endSession(client, error.message)
    }
    this.#settings.onFault?.(error)
    this.#transactions.metrics.faults++
    const of = client && { session: sessionIdOf(client.connection) }
    this.#settings.log('error', 'fault', { ...of, what: kind, detail: describeError(error) })
    this.#settings.moderation?.logFault(
      `Internal error (${kind}): the world was reopened from its last commit`,
    )
    if (client) this.#workQuota.chargeFault(client, this.#now)
    this.#dropWorld()
    if (client) this.#endSession(client, 'a fault of the room')
    // Sessions would arm it at their next transaction, but there may be none.
    if (this.#ensureOpen()) this.#wakeScheduler.schedule()
    else this.#scheduleRetry()
  }

  /** A temporary condition that no session caused: sessions stay, and the transaction is retried. Only a new session ends. */
  #onDiskFull(client: ClientSession | undefined, kind: string, error: unknown): void {
    if (this.#diskSpace.writeFailed())
      this.#settings.log('error', 'no space', { what: kind, detail: describeError(error) })
    this.#dropWorld()
    if (kind === 'greet' && client?.resumeState === undefined)
      this.#endSession(client!, 'nothing can be stored: the disk is full')
    // Writes of resuming sessions would fail again: the world is opened when there is space.
    if (!this.#isReopening) this.#ensureOpen()
  }

  /** Drops the world and its sessions, so that nothing of them can reach the records any more. */
  #dropWorld(): void {
    this.#world = undefined
    this.#views.dropSpectatorFeed()
    for (const other of this.#sessions.all) other.session = undefined
  }

  // ---- Sessions --------------------------------------------------------------------------------------------

  #openGameSession(client: ClientSession, past: PastSession | undefined): void {
    const { game } = this.#settings
    // The connection's resume state. Changes that the session makes while it resumes are sent with its next transaction.
    if (past) client.setResumeState(past.resumeState)
    if (!this.#world) return
    // A greeting is transaction 0: kept like any reply until it is received.
    this.#transactions.run(client, 'greet', () => {
      client.session = game.openSession(this.#world!, this.#context, client.peer, past?.resumeState)
      return past ? undefined : { seq: 0, part: 0 }
    })
    if (past && !past.receivedAll && !client.hasEnded) this.connectionResumed(client)
  }

  /** `why`: by the owner's order; the session must not resume after a crash either. */
  #endSession(client: ClientSession, reason: string, why?: 'kicked' | 'banned'): void {
    if (client.hasEnded) return
    client.hasEnded = true
    client.timer?.cancel()
    this.#sessions.delete(client)
    this.#workQuota.forget(client)
    const { game, moderation } = this.#settings
    const { changes } = this.#transactions
    moderation?.onLeft(client, reason)
    const forGood = why !== undefined
    const isDone = this.#transactions.run(undefined, 'closed', () => {
      client.session?.onClosed()
      client.connection.addEnd(changes, reason, forGood)
    })
    // A world that failed here was reopened without this session, whose end is stored nevertheless.
    if (!isDone)
      this.#transactions.run(undefined, 'closed', () => client.connection.addEnd(changes, reason, forGood))
    const last = why && game.rejectFrame?.(why)
    if (last !== undefined) client.connection.send(last)
    client.connection.disconnect(reason)
    if (this.#sessions.size === 0) this.#onEmpty()
  }

  #reject(connection: Connection, why: RejectReason): undefined {
    this.#settings.moderation?.onRejected(connection, why)
    const frame = this.#settings.game.rejectFrame?.(why)
    if (frame !== undefined) connection.send(frame)
    connection.disconnect(why)
  }

  #onEmpty(): void {
    this.save()
    this.#settings.onEmpty()
    this.#wakeScheduler.schedule()
  }

  // ---- The world -------------------------------------------------------------------------------------------

  #openWorld(): void {
    const { game, records } = this.#settings
    try {
      const world = game.openWorld(this.#recordStore, this.#context, this.#options, this.#version)
      if (this.#transactions.changes.size > 0) records.write(this.#transactions.changes)
      this.#world = world
      this.#version = game.version
    } finally {
      this.#transactions.changes.clear()
    }
  }

  /** Reopens the world from its records after a fault, with all its sessions. */
  #ensureOpen(): boolean {
    if (this.#world) return true
    if (this.#openBackoff.wait(this.#now) > 0) return false
    try {
      this.#openWorld()
      this.#openBackoff.recordSuccess()
    } catch (error) {
      if (isStorageFull(error)) {
        this.#diskSpace.writeFailed()
        return false
      }
      this.#settings.log('error', 'cannot open', { detail: describeError(error) })
      this.#countFailure(this.#openBackoff)
      this.endAllSessions('the room cannot be opened')
      return false
    }
    this.#reopenSessions(this.#world!)
    return this.#world !== undefined
  }

  #reopenSessions(world: World): void {
    this.#isReopening = true
    for (const client of this.#sessions.all) {
      // A session that failed to reopen has reopened the world, which resumes the remaining sessions.
      if (this.#world !== world) break
      client.isBusy = false
      client.timer?.cancel()
      this.#openGameSession(client, {
        resumeState: client.resumeState ?? new Uint8Array(0),
        receivedAll: false,
      })
    }
    this.#isReopening = false
    if (this.#world === world) for (const seat of this.#sessions.all) this.processQueue(seat)
  }

  #tick(): void {
    if (this.#diskSpace.wait > 0 || this.#tickBackoff.wait(this.#now) > 0 || !this.#world) return
    const done = this.#transactions.run(undefined, 'tick', () => this.#world!.tick(this.#now))
    if (done) return this.#tickBackoff.recordSuccess()
    if (this.#diskSpace.wait > 0) return
    this.#countFailure(this.#tickBackoff)
    if (this.#tickBackoff.isHalted) this.endAllSessions('a fault of the room')
  }

  /** `detail`: the problem, if nothing was thrown. */
  #countFailure(backoff: Backoff, detail?: string): void {
    if (detail) {
      this.#transactions.metrics.faults++
      this.#settings.log('error', 'fault', { what: backoff.fault?.what ?? 'wake', detail })
    }
    if (backoff.recordFailure(this.#now)) this.#settings.log('error', 'standing still', { ...backoff.fault! })
  }
}
