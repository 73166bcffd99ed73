// Limits pending connections: those without a handshake, a first frame or a request so far. One address can have only a
// few, and a full listener closes pending ones first, so that real players can still connect. Used by all TCP-based
// listeners. Does no I/O.
import { countedAs, isLoopback } from '../wire/address.ts'

/** Maximum pending connections per address, except loopback. */
export const newcomersPerAddress = 64

export interface Newcomer {
  readonly address: string
  /** Closes it at once, to admit another connection. */
  giveWay(): void
}

export class Newcomers {
  /** Keyed by `countedAs`; each set has the oldest first. */
  readonly #byAddress = new Map<string, Set<Newcomer>>()
  readonly #most: number
  readonly #inAll: (newcomers: number) => number
  #size = 0

  /** `most`: the listener's connection limit; `inAll`: its current number, of which `newcomers` are pending. */
  constructor(most: number, inAll: (newcomers: number) => number) {
    this.#most = most
    this.#inAll = inAll
  }

  get size(): number {
    return this.#size
  }

  /** Admits a connection and returns undefined, or the reason for rejection. `trusted`: no limit for its address. */
  admit(newcomer: Newcomer, trusted = isLoopback(newcomer.address)): 'address' | 'full' | undefined {
    const key = countedAs(newcomer.address)
    if (!trusted && (this.#byAddress.get(key)?.size ?? 0) >= newcomersPerAddress) return 'address'
    if (this.#inAll(this.#size) >= this.#most && !this.#makeRoom()) return 'full'
    const neighbours = this.#byAddress.get(key) ?? new Set()
    this.#byAddress.set(key, neighbours.add(newcomer))
    this.#size++
    return undefined
  }

  /** Stops counting a connection that is established or closed. May be called repeatedly. */
  release(newcomer: Newcomer): void {
    const key = countedAs(newcomer.address)
    const neighbours = this.#byAddress.get(key)
    if (!neighbours?.delete(newcomer)) return
    this.#size--
    if (neighbours.size === 0) this.#byAddress.delete(key)
  }

  /** Closes the oldest of the address with the most, so that a flood displaces itself. False: there is none. */
  #makeRoom(): boolean {
    let fullest: ReadonlySet<Newcomer> | undefined
    for (const neighbours of this.#byAddress.values())
      if (!fullest || neighbours.size > fullest.size) fullest = neighbours
    const [oldest] = fullest ?? []
    if (!oldest) return false
    this.release(oldest)
    oldest.giveWay()
    return true
  }
}
