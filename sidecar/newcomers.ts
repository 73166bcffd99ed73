// Connections that have done nothing yet that lets them stay: no handshake, no first frame, no request. They are few
// from one address, and when a door is full they make way, so that whoever comes to play finds it open. Used by every
// door of streams; pure bookkeeping.
import { countedAs, isLoopback } from '../wire/address.ts'

/** From one address at a time, loopback not counted. */
export const newcomersPerAddress = 64

export interface Newcomer {
  readonly address: string
  /** Closes it at once: its place is given to another. */
  giveWay(): void
}

export class Newcomers {
  /** By what limits count; each the oldest first. */
  readonly #byAddress = new Map<string, Set<Newcomer>>()
  readonly #most: number
  readonly #inAll: (newcomers: number) => number
  #size = 0

  /** `most`: connections that the door takes; `inAll`: how many it has, of which `newcomers` are still new. */
  constructor(most: number, inAll: (newcomers: number) => number) {
    this.#most = most
    this.#inAll = inAll
  }

  get size(): number {
    return this.#size
  }

  /** Lets one more in and gives undefined, or the reason why not. `trusted`: many come from its address. */
  admit(newcomer: Newcomer, trusted = isLoopback(newcomer.address)): 'address' | 'full' | undefined {
    const key = countedAs(newcomer.address)
    if (!trusted && (this.#byAddress.get(key)?.size ?? 0) >= newcomersPerAddress) return 'address'
    if (this.#inAll(this.#size) >= this.#most && !this.#makeRoom()) return 'full'
    const neighbours = this.#byAddress.get(key) ?? new Set()
    this.#byAddress.set(key, neighbours.add(newcomer))
    this.#size++
    return undefined
  }

  /** Counts one no more that was let in: it may stay, or has gone. May be called again for the same one. */
  release(newcomer: Newcomer): void {
    const key = countedAs(newcomer.address)
    const neighbours = this.#byAddress.get(key)
    if (!neighbours?.delete(newcomer)) return
    this.#size--
    if (neighbours.size === 0) this.#byAddress.delete(key)
  }

  /** Closes the oldest of the address that has most: so a flood crowds out itself. False: there is none to close. */
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
