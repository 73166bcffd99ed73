// Limits UDP sessions from unvalidated addresses, which can be spoofed. When there are too many, the oldest is closed.
// Used by udp.ts; does no I/O. Its memory is bounded, whatever the number of addresses.
import { neighbourhood } from '../wire/address.ts'

/** Per /24 (IPv6: /64) unless stated otherwise. */
export const strangerLimits = {
  newPerSecond: 20,
  unproven: 20,
  unprovenInAll: 256,
  /** Networks tracked at a time. */
  neighbourhoods: 4_096,
  /** Milliseconds before another session can displace it: enough for some round trips and to load a map. */
  grace: 1_000,
} as const

/** A session whose address is not validated. */
export interface Stranger {
  readonly address: string
  /** Ends the session, to admit another one. */
  giveWay(): void
}

interface Neighbours {
  /** Their start times in milliseconds, the oldest first. */
  readonly unproven: Map<Stranger, number>
  /** Sessions started since `since` (milliseconds). */
  fresh: number
  since: number
}

export class Strangers {
  readonly #neighbourhoods = new Map<string, Neighbours>()
  /** Start times, the oldest first. */
  readonly #begun = new Map<Stranger, number>()
  #swept = 0

  /** The number of unvalidated sessions. */
  get unproven(): number {
    return this.#begun.size
  }

  /** Admits a session and returns undefined, or the reason for rejection. */
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

  /** Stops counting a session that is validated or has ended. May be called repeatedly. */
  release(stranger: Stranger): void {
    const neighbours = this.#neighbourhoods.get(neighbourhood(stranger.address))
    neighbours?.unproven.delete(stranger)
    this.#begun.delete(stranger)
  }

  /** The session to displace: the oldest of the network with the most, so that a flood displaces itself. */
  #oldestOfFullest(now: number): Stranger | undefined {
    const [begun] = this.#begun.values()
    // A flood calls this for each datagram. Usually the oldest session is still in its grace period, and so are all.
    if (begun === undefined || now - begun < strangerLimits.grace) return undefined
    let fullest: Neighbours | undefined
    for (const neighbours of this.#neighbourhoods.values())
      if (oldestPast(neighbours, now) && (!fullest || isFuller(neighbours, fullest))) fullest = neighbours
    return fullest && oldestPast(fullest, now)
  }

  /** Drops networks without unvalidated sessions or recent starts. */
  #sweep(now: number): void {
    this.#swept = now
    for (const [key, { unproven, since }] of this.#neighbourhoods) {
      if (unproven.size === 0 && now - since >= 1000) this.#neighbourhoods.delete(key)
    }
  }
}

/** The oldest session, if its grace period is over. */
function oldestPast({ unproven }: Neighbours, now: number): Stranger | undefined {
  const [oldest] = unproven
  return oldest && now - oldest[1] >= strangerLimits.grace ? oldest[0] : undefined
}

/** Compares the number of sessions, then the age of the oldest. */
function isFuller(one: Neighbours, other: Neighbours): boolean {
  if (one.unproven.size !== other.unproven.size) return one.unproven.size > other.unproven.size
  const [begun = 0] = one.unproven.values()
  const [otherBegun = 0] = other.unproven.values()
  return begun < otherBegun
}
