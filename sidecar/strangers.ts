// Who may start a UDP session: an address proves nothing, so those that have not yet been proven are few, and when there
// are too many the oldest gives way. Pure bookkeeping for udp.ts; what it holds is bounded however many addresses call.
import { neighbourhood } from '../wire/address.ts'

/** Per /24 (IPv6: /64) unless it says otherwise. */
export const strangerLimits = {
  newPerSecond: 20,
  unproven: 20,
  unprovenInAll: 256,
  /** Neighbourhoods remembered at a time. */
  neighbourhoods: 4_096,
  /** Milliseconds that each may take to prove itself before another has its place: some round trips and a map to load. */
  grace: 1_000,
} as const

/** An address that has not been proven. */
export interface Stranger {
  readonly address: string
  /** Ends its session: its place is given to another. */
  giveWay(): void
}

interface Neighbours {
  /** When each of them began, in milliseconds, the oldest first. */
  readonly unproven: Map<Stranger, number>
  /** Sessions begun since `since`, milliseconds. */
  fresh: number
  since: number
}

export class Strangers {
  readonly #neighbourhoods = new Map<string, Neighbours>()
  /** When each began, the oldest first. */
  readonly #begun = new Map<Stranger, number>()
  #swept = 0

  /** Unproven addresses in all. */
  get unproven(): number {
    return this.#begun.size
  }

  /** Lets one more in and gives undefined, or the reason why not. */
  admit(stranger: Stranger, now: number): 'strangers' | 'neighbourhood' | 'rate' | undefined {
    if (now - this.#swept >= 1000) this.#sweep(now)
    const key = neighbourhood(stranger.address)
    const known = this.#neighbourhoods.get(key)
    if (!known && this.#neighbourhoods.size >= strangerLimits.neighbourhoods) return 'strangers'
    const neighbours = known ?? { unproven: new Map<Stranger, number>(), fresh: 0, since: now }
    if (now - neighbours.since >= 1000) Object.assign(neighbours, { fresh: 0, since: now })
    const isFull = neighbours.unproven.size >= strangerLimits.unproven
    const nearest = isFull ? oldestPast(neighbours, now) : undefined
    if (isFull && !nearest) return 'neighbourhood'
    if (neighbours.fresh >= strangerLimits.newPerSecond) return 'rate'
    const isFullEverywhere = this.unproven >= strangerLimits.unprovenInAll
    const oldest = nearest ?? (isFullEverywhere ? this.#oldestOfFullest(now) : undefined)
    if (isFullEverywhere && !oldest) return 'strangers'
    if (oldest) {
      this.release(oldest)
      oldest.giveWay()
    }
    neighbours.unproven.set(stranger, now)
    neighbours.fresh++
    this.#begun.set(stranger, now)
    this.#neighbourhoods.set(key, neighbours)
    return undefined
  }

  /** Counts one no more that `admit` let in: it was proven, or has gone. May be called again for the same one. */
  release(stranger: Stranger): void {
    const neighbours = this.#neighbourhoods.get(neighbourhood(stranger.address))
    neighbours?.unproven.delete(stranger)
    this.#begun.delete(stranger)
  }

  /** Who gives way: the oldest of the neighbourhood with most, so that a flood from few networks crowds out itself. */
  #oldestOfFullest(now: number): Stranger | undefined {
    const [begun] = this.#begun.values()
    // In a flood this is asked for every datagram, and mostly the oldest of all has not had its time: then nobody has.
    if (begun === undefined || now - begun < strangerLimits.grace) return undefined
    let fullest: Neighbours | undefined
    for (const neighbours of this.#neighbourhoods.values())
      if (oldestPast(neighbours, now) && (!fullest || isFuller(neighbours, fullest))) fullest = neighbours
    return fullest && oldestPast(fullest, now)
  }

  /** Forgets neighbourhoods that no longer matter. */
  #sweep(now: number): void {
    this.#swept = now
    for (const [key, { unproven, since }] of this.#neighbourhoods) {
      if (unproven.size === 0 && now - since >= 1000) this.#neighbourhoods.delete(key)
    }
  }
}

/** The oldest of them, if it has had its time to prove itself. */
function oldestPast({ unproven }: Neighbours, now: number): Stranger | undefined {
  const [oldest] = unproven
  return oldest && now - oldest[1] >= strangerLimits.grace ? oldest[0] : undefined
}

/** Of two equal ones the one whose oldest is older. */
function isFuller(one: Neighbours, other: Neighbours): boolean {
  if (one.unproven.size !== other.unproven.size) return one.unproven.size > other.unproven.size
  const [begun = 0] = one.unproven.values()
  const [otherBegun = 0] = other.unproven.values()
  return begun < otherBegun
}
