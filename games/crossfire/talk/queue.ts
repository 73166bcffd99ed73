// A client's command queue. Commands that take time wait until their player may act. [CF-9.4]
import { Rate } from '../../shared/rate.ts'
import type { Player } from '../scene/scene.ts'
import type { Waiter } from '../world/alarms.ts'
import type { ClientView } from './client-view.ts'
import type { CrossfireRoom, Watcher } from './room.ts'

export interface Command {
  /** Number from `ncom`, acknowledged by `comc`; undefined for no acknowledgement. */
  readonly packet: number | undefined
  readonly says: boolean
  /** The command leaves the game. */
  readonly leaves?: boolean
  /** Runs the command and returns 0, or returns the milliseconds until it can run. */
  readonly run: () => number
}

/** [CF-9.11] Queue length. When it is full, reading from the client pauses. */
const mostWaiting = 64
/** [CF-16.7] Rate limit of what a client says. Faster talk is delayed, not dropped. */
const sayingsPerSecond = 10
const sayingBurst = 20

export class Commands implements Waiter {
  readonly #room: CrossfireRoom
  readonly #view: ClientView
  readonly #watcher: Watcher
  readonly #sayings = new Rate(sayingsPerSecond, sayingBurst)
  #player: Player | undefined
  #waiting: Command[] = []
  #answered: number | undefined
  /** The last number acknowledged outside of a frame's transaction. No reply is stored with it, so it can be lost. */
  #unkept: number | undefined
  /** When the first queued command can run. */
  #dueAt: number | undefined

  /** `watcher`: marked for comparison after each command. */
  constructor(room: CrossfireRoom, view: ClientView, watcher: Watcher) {
    this.#room = room
    this.#view = view
    this.#watcher = watcher
  }

  /** Numbers to acknowledge after a restart: queued ones, and one whose acknowledgement may be lost. */
  get packets(): readonly number[] {
    return [this.#unkept, ...this.#waiting.map(({ packet }) => packet)].flatMap((packet) => packet ?? [])
  }

  /** [CF-16.6] Whether `quit` is queued, which also takes effect after a restart. */
  get leaves(): boolean {
    return this.#waiting.some(({ leaves }) => leaves)
  }

  /** Sets the player that commands act for. Commands queued before are acknowledged and not run. */
  begin(player: Player | undefined): void {
    this.#player = player
    const left = this.#waiting
    this.#waiting = []
    this.#wakeAt(undefined)
    for (const { packet } of left) this.answerBetween(packet)
  }

  /** Milliseconds until the queue has room. */
  wait(now: number): number {
    if (this.#waiting.length < mostWaiting || this.#dueAt === undefined) return 0
    return Math.max(1, this.#dueAt - now)
  }

  /** Queues a command, and runs those that are due, within its frame's transaction. */
  add(command: Command, now: number): void {
    this.#waiting.push(command)
    this.#doWhatMayBe(now, (packet) => this.answer(packet))
  }

  /** Runs due commands between frames. */
  goOn(now: number): void {
    this.#doWhatMayBe(now, (packet) => this.answerBetween(packet))
  }

  #doWhatMayBe(now: number, answer: (packet: number | undefined) => void): void {
    for (let next = this.#waiting[0]; next && this.#player; next = this.#waiting[0]) {
      const wait = (next.says ? this.#sayings.wait(now) : 0) || next.run()
      if (wait > 0) return this.#wakeAt(now + wait)
      this.#waiting.shift()
      this.#room.stirred(this.#watcher)
      answer(next.packet)
    }
    this.#wakeAt(undefined)
  }

  /** [CF-9.3] Acknowledges within a frame's transaction. Clients take it as covering all commands before. */
  answer(packet: number | undefined): void {
    if (packet === undefined) return
    this.#unkept = undefined
    this.#answer(packet)
  }

  /** [CF-16.6] Acknowledges between frames. Repeated after a restart, since it may be lost. */
  answerBetween(packet: number | undefined): void {
    if (packet === undefined) return
    this.#unkept = packet
    this.#answer(packet)
  }

  #answer(packet: number): void {
    this.#answered = packet
    this.#view.send({ type: 'comc', packet, time: this.#player ? this.#room.actMicros(this.#player) : 0 })
  }

  /** After a lost link: repeats the last `comc` only, which covers all commands before. */
  answerAgain(): void {
    if (this.#answered !== undefined) this.#answer(this.#answered)
  }

  #wakeAt(at: number | undefined): void {
    this.#dueAt = at
    this.#room.alarms.set(this, at)
  }
}
