// The commands of one client, in order: those that take time wait for their player's own. [CF-9.4]
import { Rate } from '../../shared/rate.ts'
import type { Player } from '../scene/scene.ts'
import type { Waiter } from '../world/alarms.ts'
import type { ClientView } from './client-view.ts'
import type { CrossfireRoom, Watcher } from './room.ts'

export interface Command {
  /** Of `ncom`, to be answered by `comc`; undefined: nothing is answered. */
  readonly packet: number | undefined
  readonly says: boolean
  /** Who says it leaves the game. */
  readonly leaves?: boolean
  /** Does it and answers 0; or does nothing, and answers in how many milliseconds it may be done. */
  readonly run: () => number
}

/** [CF-9.11] So many commands of a client may wait; beyond that its next frame waits too. */
const mostWaiting = 64
/** [CF-16.7] Sayings of one client: who talks faster is slowed, and loses nothing. */
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
  /** The last that was answered, if that was between frames: no reply is kept with it, and it may be lost with the room. */
  #unkept: number | undefined
  /** When the first of them may be done. */
  #dueAt: number | undefined

  /** `watcher`: is to be compared when anything was done. */
  constructor(room: CrossfireRoom, view: ClientView, watcher: Watcher) {
    this.#room = room
    this.#view = view
    this.#watcher = watcher
  }

  /** Numbers that whoever goes on after a restart has to answer: of those that wait, and one that may not have been heard. */
  get packets(): readonly number[] {
    return [this.#unkept, ...this.#waiting.map(({ packet }) => packet)].flatMap((packet) => packet ?? [])
  }

  /** [CF-16.6] One of those that wait takes leave: that is done after a restart, too. */
  get leaves(): boolean {
    return this.#waiting.some(({ leaves }) => leaves)
  }

  /** From now on they are this player's; undefined: nobody's, and what waits is answered and not done. */
  begin(player: Player | undefined): void {
    this.#player = player
    const left = this.#waiting
    this.#waiting = []
    this.#wakeAt(undefined)
    for (const { packet } of left) this.answerBetween(packet)
  }

  /** Milliseconds until there is room for one more. */
  wait(now: number): number {
    if (this.#waiting.length < mostWaiting || this.#dueAt === undefined) return 0
    return Math.max(1, this.#dueAt - now)
  }

  /** In the turn of its frame. */
  add(command: Command, now: number): void {
    this.#waiting.push(command)
    this.#doWhatMayBe(now, (packet) => this.answer(packet))
  }

  /** Its time has come, between frames. */
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

  /** [CF-9.3] In a frame's turn: it is kept with the frame's reply, and a client takes it as the answer to all before it. */
  answer(packet: number | undefined): void {
    if (packet === undefined) return
    this.#unkept = undefined
    this.#answer(packet)
  }

  /** [CF-16.6] Between frames: it is said again after a restart, for the client waits for it, and may never have heard it. */
  answerBetween(packet: number | undefined): void {
    if (packet === undefined) return
    this.#unkept = packet
    this.#answer(packet)
  }

  #answer(packet: number): void {
    this.#answered = packet
    this.#view.send({ type: 'comc', packet, time: this.#player ? this.#room.actMicros(this.#player) : 0 })
  }

  /** After a lost link: the last `comc` alone, for a client takes it as the answer to all before it. */
  answerAgain(): void {
    if (this.#answered !== undefined) this.#answer(this.#answered)
  }

  #wakeAt(at: number | undefined): void {
    this.#dueAt = at
    this.#room.alarms.set(this, at)
  }
}
