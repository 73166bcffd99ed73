// The connected clients of a listener: enforces its limits, counts them, checks each once a second, and waits for the
// last to disconnect. Used by all transports that have sessions.

import { isLoopback } from '../wire/address.ts'
import type { Assignment } from '../wire/assignment.ts'
import type { Timer } from '../wire/clock.ts'
import type { Surroundings } from './door.ts'

const sweepEvery = 1_000

export interface Member {
  readonly address: string
  /** Closes itself if it has timed out. `now` by the listener's clock. */
  look(now: number): void
  /** Closes the connection from this side and notifies the room. */
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

  /** Why a client from `address` is rejected; undefined: it is admitted. */
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

  /** Call when its socket has closed. */
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

  /** Resolves when no clients are connected. */
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
