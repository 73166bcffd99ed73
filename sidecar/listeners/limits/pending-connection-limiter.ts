// Limits pending connections: those without a handshake, a first frame or a request so far. One address can have only a
// few, and a full listener closes pending ones first, so that real players can still connect. Used by all TCP-based
// listeners. Does no I/O.
import { addressLimitKey, isLoopback } from '../../../wire/net/ip-address.ts'

/** Maximum pending connections per address, except loopback. */
export const maxPendingPerAddress = 64

export interface PendingConnection {
  readonly address: string
  /** Closes it at once, to admit another connection. */
  evict(): void
}

export class PendingConnectionLimiter {
  /** Keyed by `addressLimitKey`; each set has the oldest first. */
  readonly #byAddress = new Map<string, Set<PendingConnection>>()
  readonly #maxConnections: number
  readonly #currentConnections: (pending: number) => number
  #size = 0

  /** `currentConnections`: the listener's connections, of which `pending` are pending. */
  constructor(maxConnections: number, currentConnections: (pending: number) => number) {
    this.#maxConnections = maxConnections
    this.#currentConnections = currentConnections
  }

  get size(): number {
    return this.#size
  }

  /** Admits a connection and returns undefined, or the reason for rejection. `trusted`: no limit for its address. */
  admit(pending: PendingConnection, trusted = isLoopback(pending.address)): 'address' | 'full' | undefined {
    const key = addressLimitKey(pending.address)
    if (!trusted && (this.#byAddress.get(key)?.size ?? 0) >= maxPendingPerAddress) return 'address'
    if (this.#currentConnections(this.#size) >= this.#maxConnections && !this.#evictOldest()) return 'full'
    const sameAddress = this.#byAddress.get(key) ?? new Set()
    this.#byAddress.set(key, sameAddress.add(pending))
    this.#size++
    return undefined
  }

  /** Stops counting a connection that is established or closed. May be called repeatedly. */
  release(pending: PendingConnection): void {
    const key = addressLimitKey(pending.address)
    const sameAddress = this.#byAddress.get(key)
    if (!sameAddress?.delete(pending)) return
    this.#size--
    if (sameAddress.size === 0) this.#byAddress.delete(key)
  }

  /**
   * Closes the oldest one of the address with the most, so that a flood evicts itself. Returns false if there is none.
   */
  #evictOldest(): boolean {
    let fullest: ReadonlySet<PendingConnection> | undefined
    for (const connections of this.#byAddress.values())
      if (!fullest || connections.size > fullest.size) fullest = connections
    const [oldest] = fullest ?? []
    if (!oldest) return false
    this.release(oldest)
    oldest.evict()
    return true
  }
}
