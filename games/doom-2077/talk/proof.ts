// Whether an address is its sender's. Over UDP it can be forged, and a forged one must earn nothing for others.

import type { Place } from '../move/place.ts'
import type { FromClient } from '../packets.ts'

/** [DM-2.7] */
const amplification = 3
/** [DM-2.8] Milliseconds: who speaks again so long after ACPT has heard it, or has sent more than a burst. */
const behaviourMs = 400
/** [DM-2.8] Thousandths: the original client's way to doubles and back loses one on some. */
const tolerance = 1

/** What one address may be sent, until it is proven and from then on everything. */
export class Proof {
  #proven: boolean
  #allowance = 0
  #answeredAt: number | undefined
  #cookie: Place | undefined

  /** `proven`: from the beginning. */
  constructor(proven: boolean, answeredAt?: number) {
    this.#proven = proven
    this.#answeredAt = answeredAt
  }

  get proven(): boolean {
    return this.#proven
  }

  /** When ACPT left for it last, or it took over a player. */
  get answeredAt(): number | undefined {
    return this.#answeredAt
  }

  /** [DM-2.7] Bytes that may go to it now. */
  get allowance(): number {
    return this.#proven ? Number.POSITIVE_INFINITY : this.#allowance
  }

  /** So many bytes came from it. */
  heard(bytes: number): void {
    this.#allowance += amplification * bytes
  }

  /** So many bytes went to it. */
  sent(bytes: number): void {
    this.#allowance -= bytes
  }

  /** What only its owner should get was sent, and no other was before. */
  answered(now: number): void {
    this.#answeredAt = now
    this.#cookie = undefined
  }

  /** [DM-2.8] It is told this place, which nobody can guess. */
  told(cookie: Place): void {
    this.#cookie = cookie
  }

  /** [DM-2.8] A datagram that came from it. True if the address is proven. */
  take(messages: readonly FromClient[], now: number): boolean {
    this.#proven ||= this.#isReturned(messages) || this.#hasWaited(now)
    return this.#proven
  }

  #hasWaited(now: number): boolean {
    return this.#answeredAt !== undefined && now - this.#answeredAt >= behaviourMs
  }

  #isReturned(messages: readonly FromClient[]): boolean {
    const cookie = this.#cookie
    const move = messages.find(({ type }) => type === 'MOVE')
    if (!cookie || move?.type !== 'MOVE') return false
    return (['x', 'y', 'angle'] as const).every((field) => Math.abs(move[field] - cookie[field]) <= tolerance)
  }
}

/** [DM-2.9] Milliseconds, and how often. */
const repeats = { everyMs: 1000, withinMs: 5000, most: 3 } as const

/** [DM-2.9] ACPT and LMAP may be lost, and the original client asks once: they are repeated until it is heard from. */
export class Acceptance {
  readonly #at: number
  #sentAt: number
  #repeats = 0
  #answered = false

  constructor(now: number) {
    this.#at = now
    this.#sentAt = now
  }

  /** Its client was heard from. */
  answered(): void {
    this.#answered = true
  }

  isDue(now: number): boolean {
    if (this.#answered || this.#repeats >= repeats.most || now - this.#at > repeats.withinMs) return false
    return now - this.#sentAt >= repeats.everyMs
  }

  repeated(now: number): void {
    this.#repeats++
    this.#sentAt = now
  }
}
