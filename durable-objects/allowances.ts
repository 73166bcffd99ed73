// Charges turns to those who cause them: a session above its allowance waits for its next turn, and no other session
// does.
import type { RoomLimits } from '../games/game.ts'
import { isLoopback } from '../wire/address.ts'
import { Accounts } from './accounts.ts'
import type { Seat } from './seat.ts'

/** A send costs one step per receiver, and another for each this many bytes (of text: UTF-16 units). */
const bytesPerStep = 16
/** An address may spend this multiple of one session's allowance, because households share one. Loopback is exempt. */
const addressShare = 4
/** A failed turn makes the room open the world again. It costs what this many seconds allow. */
export const faultSeconds = 5

export class Allowances {
  #limits: RoomLimits
  /** Keyed by the game's `Session.payer`, or by session (`Seat`). */
  readonly #payers: Accounts<string | Seat>
  readonly #addresses: Accounts<string>

  constructor(limits: RoomLimits) {
    this.#limits = limits
    this.#payers = new Accounts(limits.work)
    this.#addresses = new Accounts(limits.work, addressShare)
  }

  /** Sets new limits and cancels all debts. */
  allow(limits: RoomLimits): void {
    this.#limits = limits
    this.#payers.allow(limits.work)
    this.#addresses.allow(limits.work)
  }

  /** Milliseconds until this session owes nothing; 0: now. */
  wait(seat: Seat, now: number): number {
    return Math.max(this.#payers.wait(payerOf(seat), now), this.#addresses.wait(seat.countedAs, now))
  }

  /** `spent`: steps that the game counted; `sent`: steps of the room's sends. Returns the steps that were charged. */
  charge(seat: Seat, { spent, sent }: { spent: number; sent: number }, now: number): number {
    const { work } = this.#limits
    const steps = work?.chargesOwnSends ? spent : spent + sent
    if (work) this.#charge(seat, steps, now)
    return steps
  }

  /** Charges a turn of this session that failed through an internal fault. */
  chargeFault(seat: Seat, now: number): void {
    const { work } = this.#limits
    if (work) this.#charge(seat, work.stepsPerSecond * faultSeconds, now)
  }

  /** The session has ended. Debts of its address or its `payer` remain. */
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
  return seat.session?.quotaKey ?? seat
}

/** Steps to send this frame to so many receivers. */
export function stepsToSend(frame: { readonly length: number }, receivers: number): number {
  return receivers * (1 + Math.floor(frame.length / bytesPerStep))
}
