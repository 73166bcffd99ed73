// Charges transactions to those who cause them: a session above its allowance waits for its next transaction, and no other session
// does.
import type { RoomLimits } from '../../../games/game.ts'
import { isLoopback } from '../../../wire/net/ip-address.ts'
import { FairShareLimiter } from '../../limits/fair-share-limiter.ts'
import type { ClientSession } from './client-session.ts'

/** A send costs one step per receiver, and another for each this many bytes (of text: UTF-16 units). */
const bytesPerStep = 16
/** An address may spend this multiple of one session's allowance, because households share one. Loopback is exempt. */
const addressShare = 4
/** A failed transaction makes the room open the world again. It costs what this many seconds allow. */
export const faultSeconds = 5

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

  /** Sets new limits and cancels all debts. */
  setLimits(limits: RoomLimits): void {
    this.#limits = limits
    this.#byQuotaKey.setLimits(limits.work)
    this.#byAddress.setLimits(limits.work)
  }

  /** Milliseconds until this session owes nothing; 0: now. */
  wait(client: ClientSession, now: number): number {
    return Math.max(
      this.#byQuotaKey.wait(quotaKeyOf(client), now),
      this.#byAddress.wait(client.limitKey, now),
    )
  }

  /** `spent`: steps that the game counted; `sent`: steps of the room's sends. Returns the steps that were charged. */
  charge(client: ClientSession, { spent, sent }: { spent: number; sent: number }, now: number): number {
    const { work } = this.#limits
    const steps = work?.chargesOwnSends ? spent : spent + sent
    if (work) this.#charge(client, steps, now)
    return steps
  }

  /** Charges a transaction of this session that failed through an internal fault. */
  chargeFault(client: ClientSession, now: number): void {
    const { work } = this.#limits
    if (work) this.#charge(client, work.stepsPerSecond * faultSeconds, now)
  }

  /** The session has ended. Debts of its address or its `quotaKey` remain. */
  forget(client: ClientSession): void {
    this.#byQuotaKey.forget(client)
  }

  #charge(client: ClientSession, steps: number, now: number): void {
    if (steps <= 0) return
    this.#byQuotaKey.charge(quotaKeyOf(client), steps, now)
    if (!isLoopback(client.connection.address)) this.#byAddress.charge(client.limitKey, steps, now)
  }
}

function quotaKeyOf(client: ClientSession): string | ClientSession {
  return client.session?.quotaKey ?? client
}

/** Steps charged for sending this frame to this many receivers. */
export function stepsToSend(frame: { readonly length: number }, receivers: number): number {
  return receivers * (1 + Math.floor(frame.length / bytesPerStep))
}
