// A world's time: its ticks, its wake-ups, its saves, and the idle timeout of its sessions.
// - Ticks run while at least one player plays.
// - Wake-ups run by a timer while at least one player plays, otherwise by the object's alarm, which costs a write and
//   survives the instance.
// - State that may roll back is saved within 2 s while at least one player plays, and when the last player leaves.
// - While players play, a timer checks ten times per idle timeout for silent sessions. Without players it does not run,
//   because it would keep the room in memory; then the gateway times out idle sessions.
import type { RoomLimits, World } from '../../../games/game.ts'
import { Backoff, type Fault } from '../../model/backoff.ts'
import { OneShotTimer, Ticker } from '../../platform/clock.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { ClientSession } from '../sessions/client-session.ts'

/** Delay of a save after a change. */
const saveDelayMs = 2000
/** While at least one player plays, wake-ups due sooner get no alarm, because some worlds have many a second. */
const minAlarmDelayMs = 1000
/** The platform hibernates a room after this time without anything to do. */
const hibernateAfterMs = 10_000
/** Minimum time between two wake-ups without players, because each costs an event and a write of the alarm. */
const minIdleWakeIntervalMs = 1000
/** An idle session ends after this many checks. Time is not compared: a clock set forward would end all sessions. */
const checksPerTimeout = 10

export interface WorldTimersOwner {
  readonly world: World | undefined
  readonly isOccupied: boolean
  readonly limits: Pick<RoomLimits, 'idleTimeoutMs'>
  readonly sessions: readonly ClientSession[]
  tick(): void
  wake(): void
  /** Saves the world in a transaction of its own. Returns false if it failed. */
  saveWorld(world: World): boolean
  countFailure(backoff: Backoff): void
  endSession(session: ClientSession, reason: string): void
}

export class WorldTimers {
  readonly #context: RoomContext
  readonly #owner: WorldTimersOwner
  readonly #ticker: Ticker
  readonly #saveTimer: OneShotTimer
  readonly #wakeTimer: OneShotTimer
  readonly #idleTimer: OneShotTimer
  readonly tickBackoff: Backoff
  readonly wakeBackoff: Backoff
  readonly saveBackoff: Backoff
  #isDirty = false
  /** The due time of the world's wake-up for which the timer or the alarm is set. */
  #scheduledWakeAt: number | undefined
  #lastWakeAt = Number.NEGATIVE_INFINITY

  constructor(context: RoomContext, timed: WorldTimersOwner, tickMs: number) {
    const { clock, events } = context
    this.#context = context
    this.#owner = timed
    this.#ticker = new Ticker(clock, tickMs, () => timed.tick())
    this.#saveTimer = new OneShotTimer(clock, () => this.save())
    this.#wakeTimer = new OneShotTimer(clock, () => timed.wake())
    this.#idleTimer = new OneShotTimer(clock, () => this.#checkIdleSessions())
    const changed = () => events.emit('faultChanged')
    this.tickBackoff = new Backoff('tick', changed)
    this.wakeBackoff = new Backoff('wake', changed)
    this.saveBackoff = new Backoff('save', changed)
  }

  get fault(): Fault | undefined {
    return this.tickBackoff.fault ?? this.wakeBackoff.fault ?? this.saveBackoff.fault
  }

  stop(): void {
    this.#ticker.stop()
    for (const timer of [this.#saveTimer, this.#wakeTimer, this.#idleTimer]) timer.cancel()
  }

  // ---- Ticks -------------------------------------------------------------------------------------------------------

  get isTicking(): boolean {
    return this.#ticker.isRunning
  }

  get overruns(): number {
    return this.#ticker.overruns
  }

  /** Call when the first player starts to play, or the last player stops. */
  occupancyChanged(): void {
    if (this.#owner.isOccupied) this.#ticker.start()
    else {
      this.#ticker.stop()
      this.save()
    }
    this.#context.events.emit('tickingChanged')
    this.scheduleIdleChecks()
    this.scheduleWake()
  }

  // ---- Saves -------------------------------------------------------------------------------------------------------

  /** Call at the end of each transaction. `played`: whether a player plays, or played until this transaction. */
  markDirty(played: boolean): void {
    this.#isDirty ||= this.#owner.world?.hasUnsavedState ?? played
  }

  scheduleSave(): void {
    if (!this.#isDirty || this.#saveTimer.isRunning || !this.#owner.world?.save) return
    this.#saveTimer.start(Math.max(saveDelayMs, this.saveBackoff.wait(this.#context.now)))
  }

  save(): void {
    this.#saveTimer.cancel()
    const { world } = this.#owner
    if (!world?.save || !this.#isDirty) return
    this.#isDirty = false
    if (this.#owner.saveWorld(world)) return this.saveBackoff.recordSuccess()
    this.#isDirty = true
    this.#owner.countFailure(this.saveBackoff)
  }

  // ---- Wake-ups ----------------------------------------------------------------------------------------------------

  get isWakeDue(): boolean {
    const at = this.#wakeAt
    return at !== undefined && at <= this.#context.now
  }

  get hasWakeChanged(): boolean {
    return this.#wakeAt !== this.#scheduledWakeAt
  }

  /**
   * Call this before a wake-up, and call the returned function after it. The returned function returns whether the work
   * that was due is done, even if more work has become due.
   */
  startWake(): () => boolean {
    const at = this.#wakeAt
    this.#lastWakeAt = this.#context.now
    return () => {
      const left = this.#wakeAt
      return at === undefined || at > this.#context.now || left === undefined || left > at
    }
  }

  scheduleWake(): void {
    const { isOccupied, world } = this.#owner
    this.#wakeTimer.cancel()
    this.#scheduledWakeAt = this.#wakeAt
    const at = this.#nextWakeAt
    const inMs = (at ?? Number.POSITIVE_INFINITY) - this.#context.now
    const doesTick = (world?.tickMs ?? 0) > 0
    // A timer keeps the room in memory. A wake-up later than `hibernateAfterMs` gets one only in a ticking world, which
    // cannot hibernate.
    if (isOccupied && at !== undefined && (doesTick || inMs < hibernateAfterMs)) this.#wakeTimer.start(inMs)
    // The alarm survives this instance, unlike the timer, but costs a write. A wake-up that is due soon needs no alarm:
    // if this instance is lost, reconnecting players start the next instance.
    if (!isOccupied || inMs === Number.POSITIVE_INFINITY || inMs >= minAlarmDelayMs)
      this.#context.alarm.request('wake', at)
  }

  /** Milliseconds since 1970. */
  get #wakeAt(): number | undefined {
    const due = this.#owner.world?.wakeAt
    return due !== undefined && Number.isFinite(due) ? due : undefined
  }

  /** When the next wake-up runs: delayed by the back-off and, without players, by `minIdleWakeIntervalMs`. */
  get #nextWakeAt(): number | undefined {
    if (this.#scheduledWakeAt === undefined) return undefined
    const { now } = this.#context
    const at = Math.max(this.#scheduledWakeAt, now + this.wakeBackoff.wait(now))
    if (this.#owner.isOccupied) return at
    // With `min`, a clock that was set back does not extend the wait.
    return this.wakeBackoff.isHalted
      ? undefined
      : Math.max(at, Math.min(this.#lastWakeAt, now) + minIdleWakeIntervalMs)
  }

  // ---- Idle sessions -----------------------------------------------------------------------------------------------

  scheduleIdleChecks(): void {
    const ms = this.#owner.isOccupied ? this.#owner.limits.idleTimeoutMs : 0
    if (ms > 0) this.#idleTimer.start(ms / checksPerTimeout)
    else this.#idleTimer.cancel()
  }

  #checkIdleSessions(): void {
    for (const session of this.#owner.sessions)
      if (++session.idleChecks > checksPerTimeout) this.#owner.endSession(session, 'idle for too long')
    this.scheduleIdleChecks()
  }
}
