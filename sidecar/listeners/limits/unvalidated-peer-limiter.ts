// Limits UDP sessions from unvalidated addresses, which can be forged. The limiter's memory is bounded for any number
// of addresses.
import { networkOf } from '../../../wire/net/ip-address.ts'

/**
 * Limits of unvalidated sessions per network, which is a /24 of IPv4 or a /64 of IPv6. `total`: limit for all networks
 * together.
 */
export const unvalidatedPeerLimits = {
  newPerNetworkPerSecond: 20,
  perNetwork: 20,
  total: 256,
  trackedNetworks: 4_096,
  /**
   * A session cannot be evicted for this time after its start, which is enough for some round trips and for loading a
   * map.
   */
  graceMs: 1_000,
} as const

export interface UnvalidatedPeer {
  readonly address: string
  /** Ends this session, because another one is admitted instead. */
  evict(): void
}

interface NetworkState {
  /** Sessions of the network with their start times in milliseconds, oldest first. */
  readonly peers: Map<UnvalidatedPeer, number>
  /** Number of sessions that started since `recentSince` (milliseconds). */
  recentCount: number
  recentSince: number
}

export class UnvalidatedPeerLimiter {
  readonly #networks = new Map<string, NetworkState>()
  /** Sessions of all networks with their start times in milliseconds, oldest first. */
  readonly #startTimes = new Map<UnvalidatedPeer, number>()
  #sweptAt = 0

  get size(): number {
    return this.#startTimes.size
  }

  /** Returns undefined if the session is admitted, or the reason for its rejection. */
  admit(peer: UnvalidatedPeer, now: number): 'strangers' | 'neighbourhood' | 'rate' | undefined {
    if (now - this.#sweptAt >= 1000) this.#sweep(now)
    const key = networkOf(peer.address)
    const known = this.#networks.get(key)
    if (!known && this.#networks.size >= unvalidatedPeerLimits.trackedNetworks) return 'strangers'
    const network = known ?? { peers: new Map<UnvalidatedPeer, number>(), recentCount: 0, recentSince: now }
    if (now - network.recentSince >= 1000) Object.assign(network, { recentCount: 0, recentSince: now })
    const isFull = network.peers.size >= unvalidatedPeerLimits.perNetwork
    const oldestOfNetwork = isFull ? oldestPastGrace(network, now) : undefined
    if (isFull && !oldestOfNetwork) return 'neighbourhood'
    if (network.recentCount >= unvalidatedPeerLimits.newPerNetworkPerSecond) return 'rate'
    const isFullEverywhere = this.size >= unvalidatedPeerLimits.total
    const oldest = oldestOfNetwork ?? (isFullEverywhere ? this.#oldestOfFullestNetwork(now) : undefined)
    if (isFullEverywhere && !oldest) return 'strangers'
    if (oldest) {
      this.release(oldest)
      oldest.evict()
    }
    network.peers.set(peer, now)
    network.recentCount++
    this.#startTimes.set(peer, now)
    this.#networks.set(key, network)
    return undefined
  }

  /** Call when the session is validated or has ended. May be called repeatedly. */
  release(peer: UnvalidatedPeer): void {
    const network = this.#networks.get(networkOf(peer.address))
    network?.peers.delete(peer)
    this.#startTimes.delete(peer)
  }

  /**
   * Returns the session to evict: the oldest of the network with the most sessions, so that a flood evicts only its own
   * sessions.
   */
  #oldestOfFullestNetwork(now: number): UnvalidatedPeer | undefined {
    const [oldestStart] = this.#startTimes.values()
    // In a flood this runs for each datagram, so the oldest session is checked first: if this session is in its grace
    // period, all sessions are.
    if (oldestStart === undefined || now - oldestStart < unvalidatedPeerLimits.graceMs) return undefined
    let fullest: NetworkState | undefined
    for (const network of this.#networks.values())
      if (oldestPastGrace(network, now) && (!fullest || isFuller(network, fullest))) fullest = network
    return fullest && oldestPastGrace(fullest, now)
  }

  #sweep(now: number): void {
    this.#sweptAt = now
    for (const [key, { peers, recentSince }] of this.#networks) {
      if (peers.size === 0 && now - recentSince >= 1000) this.#networks.delete(key)
    }
  }
}

/** The network's oldest session; undefined while that is in its grace period. */
function oldestPastGrace({ peers }: NetworkState, now: number): UnvalidatedPeer | undefined {
  const [oldest] = peers
  return oldest && now - oldest[1] >= unvalidatedPeerLimits.graceMs ? oldest[0] : undefined
}

function isFuller(one: NetworkState, other: NetworkState): boolean {
  if (one.peers.size !== other.peers.size) return one.peers.size > other.peers.size
  const [oldestStart = 0] = one.peers.values()
  const [otherOldestStart = 0] = other.peers.values()
  return oldestStart < otherOldestStart
}
