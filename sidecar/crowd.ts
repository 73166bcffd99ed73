// The clients of one door: let in under its caps, counted, looked at once a second, awaited at the end. Used by
// every transport that has sessions.

import { isLoopback } from '../wire/address.ts'
import type { Assignment } from '../wire/assignment.ts'
import type { Timer } from '../wire/clock.ts'
import type { Surroundings } from './door.ts'

const sweepEvery = 1_000

export interface Member {
  readonly address: string
  /** Leaves, if its time has run out. `now` by the door's clock. */
  look(now: number): void
  /** Closes it from our side, and tells the room. */
  leave(reason: string): void
}

export class Crowd {
  readonly #around: Surroundings
  readonly #members = new Set<Member>()
  #sweeping: Timer | undefined
  #emptied: (() => void)[] = []

  constructor(around: Surroundings) {
    this.#around = around
  }

  get size(): number {
    return this.#members.size
  }

  /** Why nobody more can come in from `address`; undefined: come in. */
  refusal(address: string, { peersPerAddress }: Assignment): 'full' | 'address' | undefined {
    if (this.#members.size >= this.#around.mostPerDoor) return 'full'
    const crowded = peersPerAddress > 0 && this.#around.guests.from(address) >= peersPerAddress
    return crowded && !isLoopback(address) ? 'address' : undefined
  }

  enter(member: Member): void {
    this.#members.add(member)
    this.#around.guests.enter(member.address)
    this.#around.tally.clients++
    this.#sweeping ??= this.#around.clock.after(sweepEvery, () => this.#sweep())
  }

  /** Its socket is closed. */
  left(member: Member): void {
    if (!this.#members.delete(member)) return
    this.#around.guests.leave(member.address)
    this.#around.tally.clients--
    if (this.#members.size) return
    this.#sweeping?.cancel()
    this.#sweeping = undefined
    for (const resolve of this.#emptied.splice(0)) resolve()
  }

  dismiss(reason: string): void {
    for (const member of this.#members) member.leave(reason)
  }

  /** Resolves when nobody is in. */
  empty(): Promise<void> {
    if (!this.#members.size) return Promise.resolve()
    return new Promise((resolve) => this.#emptied.push(resolve))
  }

  #sweep(): void {
    const { clock } = this.#around
    this.#sweeping = clock.after(sweepEvery, () => this.#sweep())
    const now = clock.now()
    for (const member of this.#members) member.look(now)
  }
}
