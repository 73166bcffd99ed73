// This code does not depend on sockets or on the platform, so that a test runs a world exactly as a Room does.
import type {
  Frame,
  Game,
  GameContext,
  Json,
  Options,
  Peer,
  RejectReason,
  RoomInDocument,
  RoomLimits,
  World,
} from '../../../games/game.ts'
import type { Urgency } from '../../../wire/link/link-codec.ts'
import type { EntryField } from '../../../wire/net/server-list.ts'
import { describeError } from '../../../wire/util/log-line.ts'
import { isStorageFull } from '../../../wire/util/storage-full.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { Backoff, type Fault } from '../../model/backoff.ts'
import type { RoomMetrics } from '../../model/room-metrics.ts'
import { type Records, TransactionStore } from '../../storage/records.ts'
import { RoomChat } from '../chat/room-chat.ts'
import type { RoomContext } from '../context/room-context.ts'
import { type ClientSession, type SessionConnection, SessionRegistry } from '../sessions/client-session.ts'
import { displayName, sessionIdOf } from '../sessions/session-info.ts'
import { WorkQuota } from '../sessions/work-quota.ts'
import { WorldViews } from '../views/world-views.ts'
import { DiskSpace } from './disk-space.ts'
import { gameContext } from './game-context.ts'
import { InboundScheduler, type InboundSchedulerOwner } from './inbound-scheduler.ts'
import { describeRejection } from './rejection.ts'
import { type TransactionKind, type TransactionOwner, Transactions } from './transactions.ts'
import { type WorldActionRuntime, WorldActions } from './world-actions.ts'
import { WorldTimers, type WorldTimersOwner } from './world-timers.ts'

/** `receivedAll`: the client has received all output since the resume state. */
export interface ResumableSession {
  readonly resumeState: Uint8Array
  readonly receivedAll: boolean
}

export interface WorldSource {
  /** The world's runtime if it is open; reading this does not open it. */
  readonly runtime: WorldRuntime | undefined
  /** Opens the world; undefined if it cannot be opened, in which case the room accepts no clients. */
  open(): WorldRuntime | undefined
}

export class WorldRuntime
  implements TransactionOwner, InboundSchedulerOwner, WorldTimersOwner, WorldActionRuntime
{
  readonly views: WorldViews
  readonly inbound: InboundScheduler
  readonly timers: WorldTimers
  readonly actions: WorldActions
  readonly #context: RoomContext
  readonly #game: Game
  readonly #records: Records
  readonly #transactions: Transactions
  readonly #recordStore: TransactionStore
  readonly #sessions: SessionRegistry
  readonly #gameContext: GameContext
  readonly #workQuota: WorkQuota
  readonly #diskSpace: DiskSpace
  readonly #openBackoff: Backoff
  #world: World | undefined
  #limits: RoomLimits
  #options: Options
  #version: number
  #isReopening = false
  #lastPlayerCount = 0
  #isOccupied = false

  /** If the records are unreadable, throws the game's error and writes nothing. */
  constructor(context: RoomContext, records: Records) {
    const game = context.game!
    const { options, version, seed } = context.meta!
    this.#context = context
    this.#game = game
    this.#records = records
    this.#options = options
    this.#version = version
    this.#limits = game.limits(options)
    this.#workQuota = new WorkQuota(this.#limits)
    this.#openBackoff = new Backoff('open', () => context.events.emit('faultChanged'))
    this.#transactions = new Transactions(context, records, this)
    this.#sessions = new SessionRegistry(this.#transactions)
    this.#recordStore = new TransactionStore(records, 'game/', this.#transactions.changes)
    // The seed is unique to this instance, so that random numbers do not repeat.
    this.#gameContext = gameContext(context, `${seed} ${context.epoch}`, {
      multicast: (peers, frame, urgency) => this.#multicast(peers, frame, urgency),
      spend: (steps) => this.#transactions.spend(steps),
      announce: (event) => void this.#transactions.events.push(event),
      moderation: new RoomChat(context, this.#sessions, this.#transactions),
    })
    this.#diskSpace = new DiskSpace(context, records, () => this.#spaceRecovered())
    this.inbound = new InboundScheduler(context, this.#transactions, this)
    this.views = new WorldViews(context, game, this)
    this.actions = new WorldActions(context, game, this.#transactions, this)
    this.#openWorld()
    this.timers = new WorldTimers(context, this, this.tickMs)
    this.#lastPlayerCount = this.players
  }

  get world(): World | undefined {
    return this.#world
  }

  get limits(): RoomLimits {
    return this.#limits
  }

  get options(): Options {
    return this.#options
  }

  get version(): number {
    return this.#version
  }

  /** Call when the options are stored. Applies the limits to all sessions, and cancels debts of the work quota. */
  setOptions(options: Options): void {
    this.#options = options
    this.#limits = this.#game.limits(options)
    this.#workQuota.setLimits(this.#limits)
    for (const session of this.#sessions.all) session.setLimits(this.#limits)
  }

  /** The counters start when the world is opened. `MeteredPlatform` counts rows. */
  get metrics(): Omit<RoomMetrics, 'since' | 'rowsRead' | 'rowsWritten'> {
    return { ...this.#transactions.metrics, overruns: this.timers.overruns }
  }

  get players(): number {
    return this.#world?.players ?? 0
  }

  get capacity(): number {
    return this.#world?.capacity ?? 0
  }

  /** Content that the room shares; undefined while the world is not open, or if its game shares nothing. */
  get sharedContent(): readonly { readonly id: string; readonly name: string }[] | undefined {
    return this.#world && this.#game.sharedContent?.list(this.#world)
  }

  /** The room's entry in server lists; undefined while the world is not open, or if its game has no such lists. */
  listFields(room: Pick<RoomInDocument, 'title' | 'comments'>): readonly EntryField[] | undefined {
    return this.#world && this.#game.serverList?.fieldsOf(this.#world, room)
  }

  get view(): Json {
    return this.#world ? this.#game.publicState(this.#world) : null
  }

  get sessions(): readonly ClientSession[] {
    return this.#sessions.all
  }

  get sessionCount(): number {
    return this.#sessions.size
  }

  /** Whether a session that resumes now has missed nothing. */
  get hasOnlyReplied(): boolean {
    return this.#transactions.hasOnlyReplied
  }

  /** Interval of the world's ticks; 0 if it does not tick. */
  get tickMs(): number {
    return this.#world?.tickMs ?? 0
  }

  get isOccupied(): boolean {
    return this.#isOccupied
  }

  get fault(): Fault | undefined {
    return this.#diskSpace.fault ?? this.#openBackoff.fault ?? this.timers.fault
  }

  // ---- Sessions ----------------------------------------------------------------------------------------------------

  /** Resumes the earlier session `past`, if there is one. A rejected client receives the reason. */
  openSession(connection: SessionConnection, past?: ResumableSession): void {
    const refused = this.#rejection(connection, past)
    if (refused) return this.reject(connection, refused)
    const { roomLog, now } = this.#context
    const startedAt = connection.startedAt ?? (past && roomLog.joinedAt(sessionIdOf(connection))) ?? now
    const isResumed = past !== undefined
    const session = this.#sessions.add(connection, this.#limits, { startedAt, isResumed })
    this.#openGameSession(session, past)
    this.timers.scheduleIdleChecks()
    this.timers.scheduleWake()
  }

  #rejection(connection: SessionConnection, past: ResumableSession | undefined): RejectReason | undefined {
    if (!this.ensureOpen() && !(past && this.#diskSpace.isFull)) return 'unavailable'
    // While the ticks of the world are halted, no session is accepted until the next try is due.
    const { tickBackoff } = this.timers
    if (tickBackoff.isHalted && tickBackoff.wait(this.#context.now) > 0) return 'unavailable'
    // The room's opening hours may have ended while it hibernated.
    if (!this.#context.availability.isOpen) return 'closed'
    if (this.#context.bans.find({ address: connection.address })) return 'banned'
    return !past && this.#sessions.isFull(connection, this.#limits) ? 'full' : undefined
  }

  /** Rejects a client with a reason and disconnects it. */
  reject(connection: SessionConnection, why: RejectReason): void {
    const { meta, availability, events } = this.#context
    const { text, closeReason } = describeRejection(why, meta?.schedule, availability)
    events.emit('clientRejected', connection.address, closeReason)
    const frame = this.#game.rejectFrame?.(why, text)
    if (frame !== undefined) connection.send(frame)
    connection.disconnect(closeReason)
  }

  /** Call when a session whose connection was lost has resumed. */
  connectionResumed(session: ClientSession): void {
    session.idleChecks = 0
    this.#transactions.run(session, 'resumed', () => session.game?.onResumed())
  }

  /**
   * `forGood`: set if the owner, the schedule or an erasure ends the session. The session then cannot resume after a
   * crash, and its end is durable when this returns.
   */
  endSession(
    session: ClientSession,
    reason: string,
    forGood?: 'kicked' | 'banned' | 'closed' | 'erased',
  ): void {
    if (session.hasEnded) return
    const { game, connection } = session
    const isLost = session.leaveReason !== undefined && forGood === undefined
    session.setState({ name: 'ended' })
    this.#sessions.delete(session)
    this.#workQuota.forget(session)
    this.#context.events.emit('sessionEnded', session, reason)
    const addEnd = () => connection.addEnd(this.#transactions.changes, reason, forGood !== undefined)
    const isDone = this.#transactions.run(undefined, 'closed', () => {
      game?.onClosed(isLost)
      addEnd()
    })
    // If the transaction failed, the world was reopened without this session. The session's end must still be stored.
    if (!isDone) this.#transactions.run(undefined, 'closed', addEnd)
    const { meta, availability } = this.#context
    const last =
      forGood &&
      this.#game.rejectFrame?.(forGood, describeRejection(forGood, meta?.schedule, availability).text)
    if (last !== undefined) connection.send(last)
    connection.disconnect(reason)
    if (this.#sessions.size > 0) return
    // If the world was reopened, no later transaction would notice that it is empty.
    if (!isDone) this.#updateOccupancy()
    this.timers.save()
    this.#context.events.emit('emptied')
    this.timers.scheduleWake()
  }

  endAllSessions(reason: string): void {
    for (const session of this.#sessions.all) this.endSession(session, reason)
  }

  #openGameSession(session: ClientSession, past: ResumableSession | undefined): void {
    const world = this.#world
    if (!world) return
    // A greeting is transaction 0, which is kept until it is acknowledged, like any other reply.
    this.#transactions.run(session, 'greet', () => {
      session.game = this.#game.openSession(world, this.#gameContext, session.peer, past?.resumeState)
      return past ? undefined : { seq: 0, part: 0 }
    })
    if (past && !past.receivedAll && !session.hasEnded) this.connectionResumed(session)
  }

  endCrowdingSessions(): void {
    for (let session = this.#sessions.crowding; session; session = this.#sessions.crowding)
      this.endSession(session, 'too many bytes wait in this room')
  }

  #multicast(peers: Iterable<Peer>, frame: Frame, urgency: Urgency | undefined): void {
    const sessions = new Set<ClientSession>()
    for (const peer of peers) {
      const session = this.#sessions.of(peer)
      if (session) sessions.add(session)
    }
    this.#transactions.multicast(sessions, frame, urgency)
  }

  // ---- Time --------------------------------------------------------------------------------------------------------

  /** Wakes the world if it is due: the alarm may have fired for another reason or too early. */
  onAlarm(): void {
    if (!this.#world || this.timers.isWakeDue) this.wake()
    else this.timers.scheduleWake()
  }

  wake(): void {
    const { alarm, now } = this.#context
    if (this.#diskSpace.isFull) return alarm.request('wake', now + this.#diskSpace.wait)
    if (!this.ensureOpen()) return this.#scheduleRetry()
    const { wakeBackoff } = this.timers
    const isDone = this.timers.startWake()
    const ran = this.#transactions.run(undefined, 'wake', () => this.#world!.wake?.(now))
    if (ran && isDone()) wakeBackoff.recordSuccess()
    else this.countFailure(wakeBackoff, ran ? 'the wake-up did not do all work that was due' : undefined)
    this.timers.scheduleWake()
  }

  tick(): void {
    const { now } = this.#context
    const { tickBackoff } = this.timers
    if (this.#diskSpace.isFull || tickBackoff.wait(now) > 0 || !this.#world) return
    if (this.#transactions.run(undefined, 'tick', () => this.#world!.tick(now)))
      return tickBackoff.recordSuccess()
    this.countFailure(tickBackoff)
    if (tickBackoff.isHalted && !this.#diskSpace.isFull) this.endAllSessions('a fault of the room')
  }

  saveWorld(world: World): boolean {
    if (this.#diskSpace.isFull) return false
    return this.#transactions.run(undefined, 'save', () => {
      world.save!()
      // The checkpoints are stored too: frames with unacknowledged replies must not be applied again after the save.
      for (const { connection } of this.#sessions.all) connection.addCheckpoint(this.#transactions.changes)
    })
  }

  /** Stops the world, which must not be used afterwards. */
  stop(): void {
    this.timers.stop()
    this.inbound.stop()
    this.#diskSpace.stop()
    // A transaction that awaits a promise must not continue in this world.
    for (const session of this.#sessions.all) session.setState({ name: 'ended' })
  }

  // ---- After transactions ------------------------------------------------------------------------------------------

  waitMs(session: ClientSession): number {
    return Math.max(this.#diskSpace.wait, this.#workQuota.wait(session, this.#context.now))
  }

  charge(session: ClientSession, steps: { readonly spent: number; readonly sent: number }): void {
    const charged = this.#workQuota.charge(session, steps, this.#context.now)
    // Sending delays other sessions, so its steps count towards the event's slice even if no quota charges them.
    this.inbound.charge(session, Math.max(charged, steps.sent))
  }

  transactionDone(kind: TransactionKind, session: ClientSession | undefined): void {
    const { events } = this.#context
    if (this.players !== this.#lastPlayerCount) {
      this.#lastPlayerCount = this.players
      events.emit('playersChanged')
    }
    // A save must not cause another save.
    if (kind !== 'save') this.timers.markDirty(this.#isOccupied || (this.#world?.isOccupied ?? false))
    if (!this.#updateOccupancy() && this.timers.hasWakeChanged) this.timers.scheduleWake()
    if (this.#isOccupied) this.timers.scheduleSave()
    // The name is updated last, so that its log lines are written with the next save instead of this transaction.
    if (session && !session.hasEnded) this.#updateName(session, kind)
    // Not only frames add waiting bytes: the transaction may have sent output to sessions with unfinished frames.
    this.endCrowdingSessions()
    events.emit('transactionDone')
  }

  #updateName(session: ClientSession, kind: TransactionKind): void {
    const given = session.game?.name
    if (given === session.nameFromGame) return
    session.nameFromGame = given
    const before = session.name
    const name = displayName(given)
    session.name = name
    const isResumed = kind === 'greet' && (session.isResumed || this.#isReopening)
    if (name !== before) this.#context.events.emit('nameChanged', session, before, isResumed)
    if (name !== undefined && this.#context.bans.find({ name }))
      this.endSession(session, 'banned by the host', 'banned')
  }

  /** Returns whether the occupancy changed. */
  #updateOccupancy(): boolean {
    const was = this.#isOccupied
    this.#isOccupied = this.#world?.isOccupied ?? false
    if (was === this.#isOccupied) return false
    if (this.#isOccupied) this.inbound.noteActivity()
    this.timers.occupancyChanged()
    return true
  }

  /** Ends the session of a client that broke the protocol. After any other error but a full disk, reopens the world. */
  transactionFailed(session: ClientSession | undefined, kind: TransactionKind, error: unknown): void {
    if (isStorageFull(error)) return this.#onDiskFull(session, kind, error)
    const { events, now } = this.#context
    const of = session && { session: session.id }
    if (error instanceof WireError && session) {
      this.#context.log('warn', 'protocol', { ...of, detail: error.message })
      return this.endSession(session, error.message)
    }
    events.emit('transactionFailed', error)
    this.#transactions.metrics.faults++
    this.#context.log('error', 'fault', { ...of, what: kind, detail: describeError(error) })
    events.emit('faultDescribed', `Internal error (${kind}): the world was reopened from its last commit`)
    if (session) this.#workQuota.chargeFault(session, now)
    this.#dropWorld()
    if (session) this.endSession(session, 'a fault of the room')
    // The timer for the next wake-up is normally started by the next transaction of a session. Without sessions there
    // may be no next transaction, so the timer is started here.
    if (this.ensureOpen()) this.timers.scheduleWake()
    else this.#scheduleRetry()
  }

  /** A full disk is temporary, and no session's fault: the transaction is retried. Only a new session ends. */
  #onDiskFull(session: ClientSession | undefined, kind: TransactionKind, error: unknown): void {
    if (this.#diskSpace.writeFailed())
      this.#context.log('error', 'no space', { what: kind, detail: describeError(error) })
    this.#dropWorld()
    if (kind === 'greet' && session!.connection.resumeState === undefined)
      this.endSession(session!, 'nothing can be stored: the disk is full')
    // While sessions are being reopened, the world is not opened again: the sessions' writes would fail again. The
    // world is opened when there is space.
    if (!this.#isReopening) this.ensureOpen()
  }

  #spaceRecovered(): void {
    if (!this.ensureOpen()) return
    for (const session of this.#sessions.all) this.inbound.processQueue(session)
    this.timers.scheduleSave()
    this.timers.scheduleWake()
  }

  /**
   * Counts a failure to open the world, or a failed wake-up, tick or save. While the disk is full, failed wake-ups,
   * ticks and saves are not counted. `detail`: describes a failure that threw no error.
   */
  countFailure(backoff: Backoff, detail?: string): void {
    if (this.#diskSpace.isFull && backoff !== this.#openBackoff) return
    const { now } = this.#context
    if (detail) {
      this.#transactions.metrics.faults++
      this.#context.log('error', 'fault', { what: backoff.fault?.what ?? 'wake', detail })
    }
    if (backoff.recordFailure(now)) this.#context.log('error', 'standing still', { ...backoff.fault! })
  }

  // ---- The world ---------------------------------------------------------------------------------------------------

  #openWorld(): void {
    const { changes } = this.#transactions
    try {
      const world = this.#game.openWorld(this.#recordStore, this.#gameContext, this.#options, this.#version)
      if (changes.size > 0) this.#records.write(changes)
      this.#world = world
      this.#version = this.#game.version
    } finally {
      changes.clear()
    }
  }

  /** Drops the world and the game's part of its sessions, which then cannot write any more. */
  #dropWorld(): void {
    this.#world = undefined
    for (const session of this.#sessions.all) session.game = undefined
  }

  /** Opens the world if it is not open, and keeps all sessions. Returns false if the world cannot be opened. */
  ensureOpen(): boolean {
    if (this.#world) return true
    if (this.#openBackoff.wait(this.#context.now) > 0) return false
    try {
      this.#openWorld()
      this.#openBackoff.recordSuccess()
    } catch (error) {
      if (isStorageFull(error)) {
        this.#diskSpace.writeFailed()
        return false
      }
      this.#context.log('error', 'cannot open', { detail: describeError(error) })
      this.countFailure(this.#openBackoff)
      this.endAllSessions('the room cannot be opened')
      return false
    }
    this.#reopenSessions(this.#world!)
    return this.#world !== undefined
  }

  /** Opens the world again after its records were changed from outside. Save the world before that change. */
  reopen(): boolean {
    this.#dropWorld()
    return this.ensureOpen()
  }

  #reopenSessions(world: World): void {
    this.#isReopening = true
    for (const session of this.#sessions.all) {
      // If reopening a session failed, the world was opened anew with all remaining sessions: nothing is left to do.
      if (this.#world !== world) break
      session.setState({ name: 'ready' })
      const resumeState = session.connection.resumeState ?? new Uint8Array(0)
      this.#openGameSession(session, { resumeState, receivedAll: false })
    }
    this.#isReopening = false
    if (this.#world === world) for (const session of this.#sessions.all) this.inbound.processQueue(session)
  }

  #scheduleRetry(): void {
    const { alarm, now } = this.#context
    alarm.request('wake', this.#openBackoff.isHalted ? undefined : now + this.#openBackoff.wait(now))
  }
}
