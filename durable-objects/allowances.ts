// What turns cost, and who pays: over his allowance, who caused it waits for his next turn, and nobody else does.
import type { Limits } from '../games/game.ts'
import { Rate } from '../games/shared/rate.ts'
import { countedAs, isLoopback } from '../wire/address.ts'
import type { Seat } from './seat.ts'

/** What a turn that sends costs: a step for each receiver, and one for each so many bytes (of text: UTF-16 units). */
const bytesPerStep = 16
/** An address may have so many times what one of those behind it has: households share one. Loopback is not counted. */
const addressShare = 4
/** A turn that fails costs the opening of the world anew: as much as so many seconds allow. */
const faultSeconds = 5
/** So many are kept before those that owe nothing are forgotten. */
const manyAccounts = 1024

type Account = string | Seat

export class Allowances {
  #limits: Limits
  readonly #accounts = new Map<Account, Rate>()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** From now on these limits hold; what is owed is forgiven. */
  allow(limits: Limits): void {
    this.#limits = limits
    this.#accounts.clear()
  }

  /** Milliseconds until who is in this seat owes nothing; 0: now. */
  wait(seat: Seat, now: number): number {
    let wait = 0
    for (const [account] of this.#payers(seat)) {
      // Whoever owes nothing may have a turn, whatever it will cost: that is known only afterwards.
      wait = Math.max(wait, this.#accounts.get(account)?.until(now, 0) ?? 0)
    }
    return wait
  }

  /** `spent`: steps that the game counted; `sent`: those that the room did. */
  charge(seat: Seat, { spent, sent }: { spent: number; sent: number }, now: number): void {
    const { work } = this.#limits
    if (work) this.#charge(seat, work.countsSends ? spent : spent + sent, now)
  }

  /** A turn of this seat was a fault of the room's own. */
  chargeFault(seat: Seat, now: number): void {
    const { work } = this.#limits
    if (work) this.#charge(seat, work.stepsPerSecond * faultSeconds, now)
  }

  /** Nobody is behind it any more; what its address or its character owes stays owed. */
  forget(seat: Seat): void {
    this.#accounts.delete(seat)
  }

  #charge(seat: Seat, steps: number, now: number): void {
    if (steps <= 0) return
    if (this.#accounts.size >= manyAccounts) this.#forgetPaid(now)
    for (const [account, share] of this.#payers(seat)) this.#rate(account, share).charge(now, steps)
  }

  #payers(seat: Seat): (readonly [Account, share: number])[] {
    const payer = seat.session?.payer
    const payers: (readonly [Account, number])[] = [[payer === undefined ? seat : `payer ${payer}`, 1]]
    const { address } = seat.line
    if (!isLoopback(address)) payers.push([`address ${countedAs(address)}`, addressShare])
    return payers
  }

  #rate(account: Account, share: number): Rate {
    const known = this.#accounts.get(account)
    if (known) return known
    const { stepsPerSecond = 0, stepBurst = 0 } = this.#limits.work ?? {}
    const rate = new Rate(stepsPerSecond * share, stepBurst * share)
    this.#accounts.set(account, rate)
    return rate
  }

  #forgetPaid(now: number): void {
    for (const [account, rate] of this.#accounts) if (rate.isFull(now)) this.#accounts.delete(account)
  }
}

/** Of a frame to so many receivers. */
export function stepsToSend(frame: { readonly length: number }, receivers: number): number {
  return receivers * (1 + Math.floor(frame.length / bytesPerStep))
}
