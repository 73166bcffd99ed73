// When a client may be sent a datagram, and when it is told again what it may have missed.

import type { WorldEvent } from '../scene/events.ts'
import type { Mailbox } from './mailbox.ts'

/** [DM-8.1] Milliseconds of a slot: the original client reads a datagram in 33, and what comes faster it reads later. */
export const slotMs = 34

/** A late slot may be followed by an early one, by so much of a slot: in no second are there more than 30. */
const slack = 0.25
/** [DM-8.4] Datagrams ahead of their slots: so many PONGs leave at once. */
const mostAhead = 3

/** [DM-8.1] One datagram a slot. One that leaves before its time stands for the next slot's. */
export class Pace {
  #slots = 1 + slack
  #at = Number.NEGATIVE_INFINITY

  /** Whether this slot has not been used yet. */
  ready(now: number): boolean {
    return this.#held(now) >= 1
  }

  /** Whether a datagram may leave before its slot. */
  mayHurry(now: number): boolean {
    return this.#held(now) > 1 - mostAhead
  }

  /** A datagram leaves. */
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
/** [DM-8.6] After so long a round goes on though no datagram has room for it: in a crowd none ever has. */
const lateMs = 1000

/** [DM-8.6] Tells again, every 2 s, what is so: as much as the slot's datagram has room for, the rest with the next. */
export class Retelling {
  #begunAt: number
  /** How much of the state has been told in this round; undefined: all. */
  #told: number | undefined

  constructor(now: number) {
    this.#begunAt = now
  }

  /** The next round begins with the next slot. */
  hasten(): void {
    this.#begunAt = Number.NEGATIVE_INFINITY
    this.#told = undefined
  }

  /** `limit`: of the datagram, in bytes. `state`: as it is at this moment; nothing older than what was told already may be told. */
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
