// Schedules a client's datagrams, and repeats state that the client may have missed.

import type { WorldEvent } from '../scene/events.ts'
import type { Mailbox } from './mailbox.ts'

/** [DM-8.1] Milliseconds per slot. The original client reads a datagram every 33 ms and queues any excess. */
export const slotMs = 34

/** An early slot may follow a late one by this share of a slot: never more than 30 in a second. */
const slack = 0.25
/** [DM-8.4] Datagrams that may be sent ahead of their slots, so that PONGs leave at once. */
const mostAhead = 3

/** [DM-8.1] Limits output to one datagram per slot. One sent early uses up the next slot. */
export class Pace {
  #slots = 1 + slack
  #at = Number.NEGATIVE_INFINITY

  /** Whether the current slot is unused. */
  ready(now: number): boolean {
    return this.#held(now) >= 1
  }

  /** Whether a datagram may leave before its slot. */
  mayHurry(now: number): boolean {
    return this.#held(now) > 1 - mostAhead
  }

  /** Records a sent datagram. */
  take(now: number): void {
    this.#slots = this.#held(now) - 1
    this.#at = now
  }

  #held(now: number): number {
    const passed = Math.max(0, now - this.#at) / slotMs
    return Math.min(1 + slack, this.#slots + passed)
  }
}

/** [DM-8.6] */
const healMs = 2000
/** [DM-8.6] After this long a round continues even if no datagram has room, as in a crowd none ever has. */
const lateMs = 1000

/** [DM-8.6] Repeats the current state every 2 s: as much as fits into the slot's datagram, the rest in the next. */
export class Retelling {
  #begunAt: number
  /** Number of events sent in this round, or undefined between rounds. */
  #told: number | undefined

  constructor(now: number) {
    this.#begunAt = now
  }

  /** Starts the next round with the next slot. */
  hasten(): void {
    this.#begunAt = Number.NEGATIVE_INFINITY
    this.#told = undefined
  }

  /** `limit`: bytes of the datagram. `state`: must not be older than anything already sent. */
  fill(mailbox: Mailbox, now: number, limit: number, state: () => readonly WorldEvent[]): void {
    if (this.#told === undefined) {
      if (now - this.#begunAt < healMs) return
      this.#begunAt = now
      this.#told = 0
    }
    const whole = state()
    if (now - this.#begunAt >= lateMs && this.#told < whole.length) mailbox.hear(whole[this.#told++]!)
    while (this.#told < whole.length && mailbox.hasRoomFor(whole[this.#told]!, limit))
      mailbox.hear(whole[this.#told++]!)
    if (this.#told >= whole.length) this.#told = undefined
  }
}
