// What turns cost, and who pays: over his allowance, who caused it waits for his next turn, and nobody else does.
import type { Limits } from '../games/game.ts'
import { isLoopback } from '../wire/address.ts'
import { Accounts } from './accounts.ts'
import type { Seat } from './seat.ts'

/** What a turn that sends costs: a step for each receiver, and one for each so many bytes (of text: UTF-16 units). */
const bytesPerStep = 16
/** An address may have so many times what one of those behind it has: households share one. Loopback is not counted. */
const addressShare = 4
/** A turn that fails costs the opening of the world anew: as much as so many seconds allow. */
export const faultSeconds = 5

export class Allowances {
  #limits: Limits
  /** By what the game names in `Session.payer`, or by seat. */
  readonly #payers: Accounts<string | Seat>
  readonly #addresses: Accounts<string>

  constructor(limits: Limits) {
    this.#limits = limits
    this.#payers = new Accounts(limits.work)
    this.#addresses = new Accounts(limits.work, addressShare)
  }

  /** From now on these limits hold; what is owed is forgiven. */
  allow(limits: Limits): void {
    this.#limits = limits
    this.#payers.allow(limits.work)
    this.#addresses.allow(limits.work)
  }

  /** Milliseconds until who is in this seat owes nothing; 0: now. */
  wait(seat: Seat, now: number): number {
    return Math.max(this.#payers.wait(payerOf(seat), now), this.#addresses.wait(seat.countedAs, now))
  }

  /** `spent`: steps that the game counted; `sent`: those that the room did. Returns the steps that were charged. */
  charge(seat: Seat, { spent, sent }: { spent: number; sent: number }, now: number): number {
    const { work } = this.#limits
    const steps = work?.countsSends ? spent : spent + sent
    if (work) this.#charge(seat, steps, now)
    return steps
  }

  /** A turn of this seat was a fault of the room's own. */
  chargeFault(seat: Seat, now: number): void {
    const { work } = this.#limits
    if (work) this.#charge(seat, work.stepsPerSecond * faultSeconds, now)
  }

  /** Nobody is behind it any more; what its address or its character owes stays owed. */
  forget(seat: Seat): void {
    this.#payers.forget(seat)
  }

  #charge(seat: Seat, steps: number, now: number): void {
    if (steps <= 0) return
    this.#payers.charge(payerOf(seat), steps, now)
    if (!isLoopback(seat.line.address)) this.#addresses.charge(seat.countedAs, steps, now)
  }
}

function payerOf(seat: Seat): string | Seat {
  return seat.session?.payer ?? seat
}

/** Of a frame to so many receivers. */
export function stepsToSend(frame: { readonly length: number }, receivers: number): number {
  return receivers * (1 + Math.floor(frame.length / bytesPerStep))
}
