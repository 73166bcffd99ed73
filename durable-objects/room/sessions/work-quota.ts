// Charges the cost of transactions to the sessions that cause them. Only sessions above their allowance wait.
import type { RoomLimits, WorkLimits } from '../../../games/game.ts'
import { TokenBucket } from '../../../games/shared/token-bucket.ts'
import type { ClientSession } from './client-session.ts'

/** A send costs one step per receiver, and one more step per receiver for each of this many bytes or UTF-16 units. */
const bytesPerStep = 16
/** An address may spend this many sessions' allowances, because a household shares it. Loopback is exempt. */
const addressShare = 4
/** A failed transaction costs the steps allowed in this many seconds, because the room reopens the world after it. */
export const failedTransactionSeconds = 5

export class WorkQuota {
  #limits: RoomLimits
  /** Keyed by the game's `Session.quotaKey`, or by session (`ClientSession`). */
  readonly #byQuotaKey: FairShareLimiter<string | ClientSession>
  readonly #byAddress: FairShareLimiter<string>

  constructor(limits: RoomLimits) {
    this.#limits = limits
    this.#byQuotaKey = new FairShareLimiter(limits.work)
    this.#byAddress = new FairShareLimiter(limits.work, addressShare)
  }

  /** Applies new limits and cancels all debts. */
  setLimits(limits: RoomLimits): void {
    this.#limits = limits
    this.#byQuotaKey.setLimits(limits.work)
    this.#byAddress.setLimits(limits.work)
  }

  /** Milliseconds until the session's next transaction may run; 0 if it owes nothing. */
  wait(client: ClientSession, now: number): number {
    const { limitKey } = client
    const ofAddress = limitKey === undefined ? 0 : this.#byAddress.wait(limitKey, now)
    return Math.max(this.#byQuotaKey.wait(quotaKeyOf(client), now), ofAddress)
  }

  /** `spent`: steps that the game counted; `sent`: steps of the room's sends. Returns the steps that were charged. */
  charge(client: ClientSession, { spent, sent }: { spent: number; sent: number }, now: number): number {
    const { work } = this.#limits
    const steps = work?.chargesOwnSends ? spent : spent + sent
    if (work) this.#charge(client, steps, now)
    return steps
  }

  chargeFault(client: ClientSession, now: number): void {
    const { work } = this.#limits
    if (work) this.#charge(client, work.stepsPerSecond * failedTransactionSeconds, now)
  }

  /** Forgets the session's own debts; those of its address or its `quotaKey` remain. */
  forget(client: ClientSession): void {
    this.#byQuotaKey.forget(client)
  }

  #charge(client: ClientSession, steps: number, now: number): void {
    if (steps <= 0) return
    this.#byQuotaKey.charge(quotaKeyOf(client), steps, now)
    if (client.limitKey !== undefined) this.#byAddress.charge(client.limitKey, steps, now)
  }
}

function quotaKeyOf(client: ClientSession): string | ClientSession {
  return client.game?.quotaKey ?? client
}

export function sendingCostInSteps(frame: { readonly length: number }, receivers: number): number {
  return receivers * (1 + Math.floor(frame.length / bytesPerStep))
}

/** The fraction of its rate that an account can use whatever other accounts spend. A player needs less. */
const shareOfRate = 1 / 8
/** The fraction of its burst that an account can use whatever other accounts spend. It is enough to join a room. */
const shareOfBurst = 1 / 4
/** Burst and rate of the common bucket, in multiples of one account's. It provides the steps above own shares. */
const commonBurst = 1 / 8
const commonRate = 4
/** Above this number of accounts, those that owe nothing are forgotten. */
const evictAboveAccounts = 1024

interface Account {
  readonly total: TokenBucket
  readonly share: TokenBucket
}

/**
 * Fair queueing by token buckets whose tokens are steps. Each account has a share of its own. Steps above the share are
 * taken from a common bucket of all accounts. The account that has spent most waits longest. An account within its
 * share never waits for other accounts.
 */
class FairShareLimiter<K> {
  /** Each account gets the game's limits multiplied by this number. */
  readonly #multiplier: number
  #limits: WorkLimits | undefined
  readonly #accounts = new Map<K, Account>()
  /** Accounts that have spent more than their shares and have not recovered. */
  readonly #overShare = new Set<Account>()
  #commonBucket: TokenBucket

  constructor(limits: WorkLimits | undefined, multiplier = 1) {
    this.#limits = limits
    this.#multiplier = multiplier
    this.#commonBucket = this.#newRate(commonRate, commonBurst)
  }

  setLimits(limits: WorkLimits | undefined): void {
    this.#limits = limits
    this.#accounts.clear()
    this.#overShare.clear()
    this.#commonBucket = this.#newRate(commonRate, commonBurst)
  }

  wait(key: K, now: number): number {
    const account = this.#accounts.get(key)
    if (!account) return 0
    // An account that owes nothing may run a transaction of any cost: the cost is known only afterwards.
    const owed = account.total.waitMs(now, 0)
    return owed > 0 || account.share.waitMs(now) === 0 ? owed : this.#commonBucket.waitMs(now, 0)
  }

  /**
   * Steps within the account's share are charged once. Steps above it are multiplied by the number of accounts that are
   * above their shares, so that all accounts above their shares together do only as much work as one account. The
   * factor is at most 1 / `shareOfRate`, so an account never waits longer than if all steps came from its share.
   */
  charge(key: K, steps: number, now: number): void {
    const account = this.#account(key, now)
    const within = account.share.takeUpTo(now, steps)
    account.total.charge(now, within)
    if (within === steps) return
    this.#commonBucket.charge(now, steps - within)
    const times = Math.min(1 + this.#countOthersOverShare(account, now), 1 / shareOfRate)
    account.total.charge(now, (steps - within) * times)
    this.#overShare.add(account)
  }

  forget(key: K): void {
    const account = this.#accounts.get(key)
    if (account) this.#overShare.delete(account)
    this.#accounts.delete(key)
  }

  #countOthersOverShare(account: Account, now: number): number {
    this.#overShare.delete(account)
    for (const other of this.#overShare) if (other.total.isFull(now)) this.#overShare.delete(other)
    return this.#overShare.size
  }

  #account(key: K, now: number): Account {
    const known = this.#accounts.get(key)
    if (known) return known
    if (this.#accounts.size >= evictAboveAccounts) this.#evictPaid(now)
    const account: Account = { total: this.#newRate(1, 1), share: this.#newRate(shareOfRate, shareOfBurst) }
    this.#accounts.set(key, account)
    return account
  }

  /** `ofRate`, `ofBurst`: the rate and burst of the new bucket, in multiples of one account's rate and burst. */
  #newRate(ofRate: number, ofBurst: number): TokenBucket {
    const { stepsPerSecond = 0, stepBurst = 0 } = this.#limits ?? {}
    return new TokenBucket(stepsPerSecond * this.#multiplier * ofRate, stepBurst * this.#multiplier * ofBurst)
  }

  #evictPaid(now: number): void {
    for (const [key, { total, share }] of this.#accounts)
      if (total.isFull(now) && share.isFull(now)) this.forget(key)
  }
}
