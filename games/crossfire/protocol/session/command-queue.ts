// Commands that take time wait until their player may act. [CF-9.4]
import { TokenBucket } from '../../../shared/token-bucket.ts'
import type { Player } from '../../model/state/game-state.ts'
import type { TimerListener } from '../../model/time/timers.ts'
import type { ClientView } from '../client-view/client-view.ts'
import type { CrossfireRoom, SyncedSession } from '../room/crossfire-room.ts'

export interface QueuedCommand {
  /** From `ncom`; undefined if the command gets no acknowledgement. */
  readonly packet: number | undefined
  readonly isSpeech: boolean
  readonly isQuit?: boolean
  /** Runs the command and returns 0, or returns the milliseconds until it can run. */
  readonly run: () => number
}

/** [CF-9.11] While the queue is full, the server reads no packets from the client. */
const maxQueued = 64
/** [CF-16.7] Speech above the limit is delayed, not dropped. */
const speechPerSecond = 10
const speechBurst = 20

export class CommandQueue implements TimerListener {
  readonly #room: CrossfireRoom
  readonly #view: ClientView
  readonly #session: SyncedSession
  readonly #speechLimiter = new TokenBucket(speechPerSecond, speechBurst)
  #player: Player | undefined
  #queued: QueuedCommand[] = []
  #lastAcknowledged: number | undefined
  /**
   * Number of the last command that was acknowledged outside of a frame's transaction. No transaction stores such an
   * acknowledgement, so it can be lost.
   */
  #notStored: number | undefined
  /** When the first queued command can run. */
  #dueAt: number | undefined

  /** `session`: the session whose client's view is compared after each command. */
  constructor(room: CrossfireRoom, view: ClientView, session: SyncedSession) {
    this.#room = room
    this.#view = view
    this.#session = session
  }

  /** Numbers to acknowledge after a restart: queued commands, and the one whose acknowledgement may be lost. */
  get queuedPackets(): readonly number[] {
    return [this.#notStored, ...this.#queued.map(({ packet }) => packet)].flatMap((packet) => packet ?? [])
  }

  /** [CF-16.6] `quit` also takes effect after a restart. */
  get isQuitting(): boolean {
    return this.#queued.some(({ isQuit }) => isQuit)
  }

  /** Commands that are already queued are acknowledged and not run. */
  setPlayer(player: Player | undefined): void {
    this.#player = player
    const left = this.#queued
    this.#queued = []
    this.#setTimer(undefined)
    for (const { packet } of left) this.acknowledgeBetween(packet)
  }

  /** If the queue is full, the milliseconds until its first command can run; otherwise 0. */
  waitMs(now: number): number {
    if (this.#queued.length < maxQueued || this.#dueAt === undefined) return 0
    return Math.max(1, this.#dueAt - now)
  }

  /** Queues a command, and runs the commands that are due within the frame's transaction. */
  add(command: QueuedCommand, now: number): void {
    this.#queued.push(command)
    this.#runReadyCommands(now, (packet) => this.acknowledge(packet))
  }

  /** Runs the commands that are due, while the session handles no frame. */
  onTimer(now: number): void {
    this.#runReadyCommands(now, (packet) => this.acknowledgeBetween(packet))
  }

  #runReadyCommands(now: number, answer: (packet: number | undefined) => void): void {
    for (let next = this.#queued[0]; next && this.#player; next = this.#queued[0]) {
      const wait = (next.isSpeech ? this.#speechLimiter.takeOrWait(now) : 0) || next.run()
      if (wait > 0) return this.#setTimer(now + wait)
      this.#queued.shift()
      this.#room.scheduleSync(this.#session)
      answer(next.packet)
    }
    this.#setTimer(undefined)
  }

  /** [CF-9.3] Called within a frame's transaction. For clients, a number also acknowledges all earlier commands. */
  acknowledge(packet: number | undefined): void {
    if (packet === undefined) return
    this.#notStored = undefined
    this.#sendAcknowledgement(packet)
  }

  /**
   * [CF-16.6] The server repeats an acknowledgement between frames after a restart, because that acknowledgement may be
   * lost.
   */
  acknowledgeBetween(packet: number | undefined): void {
    if (packet === undefined) return
    this.#notStored = packet
    this.#sendAcknowledgement(packet)
  }

  #sendAcknowledgement(packet: number): void {
    this.#lastAcknowledged = packet
    this.#view.send({ type: 'comc', packet, time: this.#player ? this.#room.actionMicros(this.#player) : 0 })
  }

  /** Repeats only the last `comc` after a lost link, because it includes all earlier commands. */
  acknowledgeAgain(): void {
    if (this.#lastAcknowledged !== undefined) this.#sendAcknowledgement(this.#lastAcknowledged)
  }

  #setTimer(at: number | undefined): void {
    this.#dueAt = at
    this.#room.timers.set(this, at)
  }
}
