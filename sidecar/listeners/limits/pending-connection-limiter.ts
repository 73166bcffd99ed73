// A pending connection has not completed a handshake or sent a first frame or request. One address can have only a few
// pending connections. A full listener closes a pending connection to accept a new one, so that real players can still
// connect.
import { addressLimitKey, isLoopback } from '../../../wire/net/ip-address.ts'

/** Loopback is not limited. */
export const maxPendingPerAddress = 64

export interface PendingConnection {
  readonly address: string
  evict(): void
}

export class PendingConnectionLimiter {
  /** Pending connections by `addressLimitKey`, each set with the oldest first. */
  readonly #byAddress = new Map<string, Set<PendingConnection>>()
  readonly #maxConnections: number
  readonly #currentConnections: (pending: number) => number
  #size = 0

  /** `currentConnections`: returns the number of all connections of the listener, given the number of pending ones. */
  constructor(maxConnections: number, currentConnections: (pending: number) => number) {
    this.#maxConnections = maxConnections
    this.#currentConnections = currentConnections
  }

  get size(): number {
    return this.#size
  }

  /**
   * Returns undefined if the connection is admitted, or the reason for its rejection. `trusted`: the address is not
   * limited.
   */
  admit(pending: PendingConnection, trusted = isLoopback(pending.address)): 'address' | 'full' | undefined {
    const key = addressLimitKey(pending.address)
    if (!trusted && (this.#byAddress.get(key)?.size ?? 0) >= maxPendingPerAddress) return 'address'
    if (this.#currentConnections(this.#size) >= this.#maxConnections && !this.#evictOldest()) return 'full'
    const sameAddress = this.#byAddress.get(key) ?? new Set()
    this.#byAddress.set(key, sameAddress.add(pending))
    this.#size++
    return undefined
  }

  /** Call when the connection is established or closed. May be called repeatedly. */
  release(pending: PendingConnection): void {
    const key = addressLimitKey(pending.address)
    const sameAddress = this.#byAddress.get(key)
    if (!sameAddress?.delete(pending)) return
    this.#size--
    if (sameAddress.size === 0) this.#byAddress.delete(key)
  }

  /**
   * Closes the oldest connection of the address with the most pending ones, so that a flood evicts only its own
   * connections. Returns false if no connection is pending.
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
