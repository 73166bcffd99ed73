// What the player does, as words: each is numbered, and answered when it is done. [CF-9.2] [CF-9.3] A key that is held
// says the same again and again; of that only so much is under way as keeps him busy, so that he stops when it is let go.

import { directionNames, type Direction as Way } from '../../scene/directions.ts'
import type { Events } from './events.ts'
import { Part, type Send } from './part.ts'
import type { Told } from './told.ts'
import { sendable } from './words.ts'

/** From this protocol of a server on it answers commands. */
const answersSince = 1021
/** Of commands that a held key repeats: never more are under way, as today's client has it. */
export const mostOpen = 10
/** Characters of a command; what is behind them is not said. [CF-16.5] */
const longest = 512
/** A command whose answer has not come after so many milliseconds is not waited for any more. */
const patienceMs = 10_000
/** How long an answer takes when nothing waits in front of it: the shortest of so many. */
const measured = 16

/** From north as the clock goes; `run`, `fire` and sounds number them from 1. 0 is where he stands. */
export const directions = ['stay', ...directionNames] as const
export type Direction = 0 | Way

export class Commands extends Part {
  readonly #now: () => number
  /** Number and when it was said, the oldest first. */
  readonly #open = new Map<number, { readonly at: number; readonly alone: boolean }>()
  #packet = 0
  #numbered = true
  #times: number[] = []
  #held: 'run' | 'fire' | undefined
  /** [CF-9.4] What one act takes the player, in milliseconds, as was last told; 0: it was not. */
  actMs = 0

  /** `now`: milliseconds that never go back. */
  constructor(events: Events<Told>, send: Send, now: () => number) {
    super(events, send)
    this.#now = now
  }

  /** Commands that are not done yet. */
  get open(): number {
    const now = this.#now()
    for (const [packet, { at }] of this.#open) if (now - at > patienceMs) this.#open.delete(packet)
    return this.#open.size
  }

  /** Says what somebody typed, or what a button says. `repeat`: how often or how many; 0: not said. */
  say(text: string, repeat = 0): void {
    const typed = sendable(text.trim()).slice(0, longest)
    if (typed === '') return
    if (!this.#numbered) {
      this.send({ type: 'command', ...(repeat > 0 && { count: repeat }), text: typed })
      return
    }
    // 1 to 255, then 0, as clients have always counted.
    this.#packet = (this.#packet + 1) % 256
    const alone = this.open === 0
    this.#open.delete(this.#packet)
    this.#open.set(this.#packet, { at: this.#now(), alone })
    this.send({ type: 'ncom', packet: this.#packet, repeat: repeat > 0 ? repeat : -1, text: typed })
    this.events.tell('commands', undefined)
  }

  /**
   * What a held key says again: nothing while enough is under way. With more than there are acts on the way there and
   * back he would walk on after the key is let go; with fewer he would stand between his steps.
   */
  again(text: string): boolean {
    if (this.open >= this.#enough) return false
    this.say(text)
    return true
  }

  get #enough(): number {
    if (!this.#numbered || this.actMs === 0) return 2
    // What it takes to hear an answer; before the first one nothing is known of it.
    const roundTripMs = this.#times.length > 0 ? Math.min(...this.#times) : 0
    return Math.min(mostOpen, 1 + Math.ceil(roundTripMs / this.actMs))
  }

  /** One step, or a blow at who stands there. */
  step(direction: Direction): void {
    this.say(directions[direction])
  }

  /** Goes on until `stop`. [CF-9.9] */
  hold(act: 'run' | 'fire', direction: Direction): void {
    this.#held = act
    this.say(`${act} ${direction}`)
  }

  /** Ends what `run` or `fire` began, and nothing else. */
  stop(): void {
    if (this.#held) this.say(`${this.#held}_stop`)
    this.#held = undefined
  }

  // ---- What is told of them ----------------------------------------------------------------------------------------

  /** A new conversation: nothing that was said before is answered. `cs`: what the server understands of clients. */
  begun(cs: number): void {
    this.#numbered = cs >= answersSince
    this.#open.clear()
    this.#held = undefined
    this.events.tell('commands', undefined)
  }

  /** [CF-9.3] Of it and of all before it. `time`: of one act, microseconds. */
  done(packet: number, time: number): void {
    const said = this.#open.get(packet)
    if (time > 0) this.actMs = time / 1000
    if (!said) return
    if (said.alone) this.#times = [...this.#times, this.#now() - said.at].slice(-measured)
    for (const before of this.#open.keys()) {
      this.#open.delete(before)
      if (before === packet) break
    }
    this.events.tell('commands', undefined)
  }
}
