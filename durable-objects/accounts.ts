// What those of one kind may spend, each for himself and, of what is over their shares, all of them together: whoever
// has spent most waits longest, and who keeps to his share waits for nobody. A counted form of fair queueing.
import type { WorkLimits } from '../games/game.ts'
import { Rate } from '../games/shared/rate.ts'

/** Of what one may spend, so much is his whatever the others do: who plays needs less. */
const shareOfRate = 1 / 8
/** At once he may spend so much of the burst: more than it costs to come in. */
const shareOfBurst = 1 / 4
/**
 * What is over their shares all of them may spend at once up to so much of one's burst, and the rest so many times as fast
 * as one may spend for good: who has saved up a burst has it a moment later, and with three others no longer than one
 * makes everybody wait.
 */
const paceOfBurst = 1 / 8
const paceOfRate = 4
/** So many are kept before those that owe nothing are forgotten. */
const manyAccounts = 1024

interface Account {
  /** What is left of all that he may spend. */
  readonly all: Rate
  /** What is left of his share. */
  readonly share: Rate
}

export class Accounts<K> {
  /** How many times what the limits say each of them may spend. */
  readonly #times: number
  #limits: WorkLimits | undefined
  readonly #accounts = new Map<K, Account>()
  /** Those who have spent more than their shares, and have not made up for it. */
  readonly #over = new Set<Account>()
  /** What is left of what they may spend at once, all together. */
  #pace: Rate

  constructor(limits: WorkLimits | undefined, times = 1) {
    this.#limits = limits
    this.#times = times
    this.#pace = this.#rate(paceOfRate, paceOfBurst)
  }

  /** From now on these limits hold; what is owed is forgiven. */
  allow(limits: WorkLimits | undefined): void {
    this.#limits = limits
    this.#accounts.clear()
    this.#over.clear()
    this.#pace = this.#rate(paceOfRate, paceOfBurst)
  }

  /** Milliseconds until nothing is owed; 0: now. */
  wait(key: K, now: number): number {
    const account = this.#accounts.get(key)
    if (!account) return 0
    // Whoever owes nothing may have a turn, whatever it will cost: that is known only afterwards.
    const owed = account.all.until(now, 0)
    return owed > 0 || account.share.until(now) === 0 ? owed : this.#pace.until(now, 0)
  }

  /**
   * What is over the share costs as many times as much as there are accounts over theirs, so that together they spend as
   * one; but no more times than a share goes into all: nobody has to wait longer than his share takes to pay it.
   */
  charge(key: K, steps: number, now: number): void {
    const account = this.#account(key, now)
    const within = account.share.takeUpTo(now, steps)
    account.all.charge(now, within)
    if (within === steps) return
    this.#pace.charge(now, steps - within)
    const times = Math.min(1 + this.#othersOver(account, now), 1 / shareOfRate)
    account.all.charge(now, (steps - within) * times)
    this.#over.add(account)
  }

  forget(key: K): void {
    const account = this.#accounts.get(key)
    if (account) this.#over.delete(account)
    this.#accounts.delete(key)
  }

  #othersOver(account: Account, now: number): number {
    this.#over.delete(account)
    for (const other of this.#over) if (other.all.isFull(now)) this.#over.delete(other)
    return this.#over.size
  }

  #account(key: K, now: number): Account {
    const known = this.#accounts.get(key)
    if (known) return known
    if (this.#accounts.size >= manyAccounts) this.#forgetPaid(now)
    const account = { all: this.#rate(1, 1), share: this.#rate(shareOfRate, shareOfBurst) }
    this.#accounts.set(key, account)
    return account
  }

  /** So much of what one of them may spend. */
  #rate(ofRate: number, ofBurst: number): Rate {
    const { stepsPerSecond = 0, stepBurst = 0 } = this.#limits ?? {}
    return new Rate(stepsPerSecond * this.#times * ofRate, stepBurst * this.#times * ofBurst)
  }

  #forgetPaid(now: number): void {
    for (const [key, { all, share }] of this.#accounts)
      if (all.isFull(now) && share.isFull(now)) this.forget(key)
  }
}
