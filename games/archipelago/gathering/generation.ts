// [AP-17] The generation of the multiworld by a worker on another machine. A worker takes a lease that expires; each lease
// has a higher fencing token than all before it, and only the latest counts. Record: `gather/generation`.
import type { DueTimes, RecordStore } from '../../game.ts'

const key = 'gather/generation'
/** Milliseconds that a lease lasts unless it is renewed. */
export const leaseMs = 60_000
export const maxErrorLength = 8_000

/** [AP-17.2] */
export const leaseLostDetail =
  'this lease has ended: another worker took it, the files changed, or the host started again'

export interface GenerationFailure {
  readonly worker: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The end of the generator's output, of at most `maxErrorLength` characters. */
  readonly text: string
}

interface Lease {
  readonly worker: string
  /** Milliseconds since 1970. */
  readonly since: number
  readonly until: number
}

interface GenerationRecord {
  /** The fencing token of the latest lease. */
  readonly fence: number
  readonly lease?: Lease
  readonly failure?: GenerationFailure
}

/** [AP-17] */
export const leaseTimes: DueTimes = {
  [key](record, later) {
    const { lease, ...rest } = record as unknown as GenerationRecord
    return { ...rest, ...(lease && { lease: { ...lease, until: later(lease.until) } }) } as never
  },
}

/** The part of a room's records that reading needs. */
type Readable = Pick<RecordStore, 'get'>

const readRecord = (store: Readable): GenerationRecord =>
  (store.get(key) as unknown as GenerationRecord | undefined) ?? { fence: 0 }

/** Whether the lease with this fencing token is the current one. It may have expired: then nobody else has taken it. */
export function holdsLease(store: Readable, fence: number): boolean {
  const record = readRecord(store)
  return record.lease !== undefined && record.fence === fence
}

export class Generation {
  readonly #store: RecordStore
  #record: GenerationRecord

  constructor(store: RecordStore) {
    this.#store = store
    this.#record = readRecord(store)
  }

  get failure(): GenerationFailure | undefined {
    return this.#record.failure
  }

  /** The lease that has not expired. */
  leaseAt(now: number): Lease | undefined {
    const { lease } = this.#record
    return lease && now < lease.until ? lease : undefined
  }

  /** Returns the fencing token of the new lease. */
  take(worker: string, now: number): number {
    const fence = this.#record.fence + 1
    this.#put({ fence, lease: { worker, since: now, until: now + leaseMs } })
    return fence
  }

  /** Returns false if the lease is not the current one. */
  renew(fence: number, now: number): boolean {
    const { lease } = this.#record
    if (!lease || fence !== this.#record.fence) return false
    this.#put({ fence, lease: { ...lease, until: now + leaseMs } })
    return true
  }

  /** Returns false if the lease is not the current one. */
  fail(fence: number, text: string, now: number): boolean {
    const { lease } = this.#record
    if (!lease || fence !== this.#record.fence) return false
    this.#put({ fence, failure: { worker: lease.worker, at: now, text } })
    return true
  }

  /** Ends the lease and forgets the failure: what is generated has changed, or is to be generated again. */
  reset(): void {
    const { fence, lease, failure } = this.#record
    if (lease || failure) this.#put({ fence })
  }

  #put(record: GenerationRecord): void {
    this.#record = record
    this.#store.put(key, record as never)
  }
}
