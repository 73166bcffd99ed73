// Caches those answers of the Directory and the rooms that are the same for all clients. All Workers of one location
// together call an object at most about once a second. A stale answer is served while it is refreshed, except to
// clients that require the current state.
import { LRUCache } from 'lru-cache'

/** `at`: when the Worker requested the answer, in milliseconds since 1970. */
export interface CacheEntry<T = unknown> {
  readonly value: T
  readonly at: number
}

export interface EdgeCache {
  get(key: string): Promise<CacheEntry | undefined>
  /** `seconds`: the lifetime of the stored answer. */
  put(key: string, entry: CacheEntry, seconds: number): Promise<void>
}

export interface CachePolicy {
  readonly now: number
  /**
   * `stale-ok`: stale answers are allowed. `current`: the answer must not be older than `maxAge` of Ttl.
   * `bypass`: the cache is not read.
   */
  readonly freshness: 'stale-ok' | 'current' | 'bypass'
  readonly edge: EdgeCache | undefined
  /** Keeps `work` running after this request is answered or its client has disconnected. */
  waitUntil(work: Promise<unknown>): void
}

/** Lifetimes in milliseconds. */
export interface Ttl {
  /** The time for which an answer is fresh. 0: the answer is not stored. */
  readonly fresh: number
  /** The time after `fresh` for which a stale answer is served while it is refreshed. */
  readonly stale: number
  /** The maximum age of an answer to a request that requires the current state. */
  readonly maxAge: number
}

/** Maximum size of all cached answers together. The unit of `weigh` is about a kilobyte. */
const maxWeight = 5000
/** The clock was set back if an earlier request has a time that is more than this many milliseconds in the future. */
const clockSlackMs = 1000
/** After this many milliseconds a refresh counts as lost, and the next request starts another refresh. */
const refreshTimeoutMs = 5000

interface StoredEntry {
  readonly entry: CacheEntry
  refreshStartedAt?: number
}

export class SwrCache {
  /**
   * LRUCache is used only as storage. The method `fetch` of LRUCache makes concurrent requests wait for one load, but
   * workerd does not always resume a request that waits for another request.
   */
  readonly #entries = new LRUCache<string, StoredEntry>({ maxSize: maxWeight })
  /** Answers that were requested at or before this time are invalid. */
  #invalidatedAt = Number.NEGATIVE_INFINITY

  /**
   * Errors and undefined are not stored. `weigh`: the size of an answer in memory. Until the first answer arrives,
   * every request calls `load`.
   */
  async get<T>(
    policy: CachePolicy,
    key: string,
    ttl: Ttl,
    load: () => Promise<T | undefined>,
    weigh: (value: T) => number = () => 1,
  ): Promise<CacheEntry<T | undefined>> {
    const { now, edge, freshness } = policy
    if (this.#invalidatedAt > now + clockSlackMs) this.#invalidatedAt = now
    const maxAge = { 'stale-ok': ttl.fresh + ttl.stale, current: ttl.maxAge, bypass: 0 }[freshness]
    const readEdge = async (age: number): Promise<CacheEntry<T> | undefined> => {
      const cached = (await edge?.get(key)) as CacheEntry<T> | undefined
      if (!cached || !this.#isValid(cached, now, age)) return undefined
      this.#store(key, cached, weigh(cached.value))
      return cached
    }
    const loadFresh = async (): Promise<CacheEntry<T | undefined>> => {
      const loaded = { value: await load(), at: now }
      const { value } = loaded
      if (value === undefined || ttl.fresh === 0 || now <= this.#invalidatedAt) return loaded
      const isNewest = this.#store(key, loaded, weigh(value))
      if (edge && isNewest) policy.waitUntil(edge.put(key, loaded, Math.ceil((ttl.fresh + ttl.stale) / 1000)))
      return loaded
    }
    const stored = this.#entries.get(key)?.entry as CacheEntry<T> | undefined
    const entry =
      stored && this.#isValid(stored, now, maxAge) ? stored : maxAge > 0 ? await readEdge(maxAge) : undefined
    if (!entry) return loadFresh()
    if (now - entry.at >= ttl.fresh && this.#claimRefresh(key, now))
      policy.waitUntil(readEdge(ttl.fresh).then((known) => known ?? loadFresh()))
    return entry
  }

  /** Call after this Worker has changed something. */
  invalidate(now: number): void {
    this.#invalidatedAt = now
    this.#entries.clear()
  }

  /** Only one request at a time may refresh an entry. */
  #claimRefresh(key: string, now: number): boolean {
    const stored = this.#entries.peek(key)
    if (!stored) return true
    const { refreshStartedAt = Number.POSITIVE_INFINITY } = stored
    if (now >= refreshStartedAt && now - refreshStartedAt < refreshTimeoutMs) return false
    stored.refreshStartedAt = now
    return true
  }

  /** Answers with a time in the future are invalid. Such answers exist after the clock was set back. */
  #isValid({ at }: CacheEntry, now: number, maxAge: number): boolean {
    return at > this.#invalidatedAt && now >= at && now - at < maxAge
  }

  /** Returns false if the stored answer is newer. */
  #store(key: string, entry: CacheEntry, weight: number): boolean {
    const current = this.#entries.peek(key)
    if (entry.at <= this.#invalidatedAt || (current && current.entry.at > entry.at)) return false
    this.#entries.set(key, { entry }, { size: Math.ceil(weight) })
    return true
  }
}
