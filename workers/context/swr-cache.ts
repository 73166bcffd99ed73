// A stale-while-revalidate cache for answers of the Directory and the rooms that are the same for all clients. Each Worker,
// and all Workers of one location together, call an object at most about once a second. The cache serves stale answers for
// some seconds while one request refreshes them; only clients that require the current state wait.
import { LRUCache } from 'lru-cache'

/** An answer, and when it was requested, in milliseconds since 1970. */
export interface CacheEntry<T = unknown> {
  readonly value: T
  readonly at: number
}

/** The cache that nearby Workers share. */
export interface EdgeCache {
  get(key: string): Promise<CacheEntry | undefined>
  /** `seconds`: the lifetime of the stored answer. */
  put(key: string, entry: CacheEntry, seconds: number): Promise<void>
}

/** How one request uses the cache. */
export interface CachePolicy {
  readonly now: number
  /** `stale-ok`: the default. `current`: not older than `maxAge` of Ttl. `bypass`: always loads. */
  readonly freshness: 'stale-ok' | 'current' | 'bypass'
  readonly edge: EdgeCache | undefined
  /** Keeps `work` running after this request was answered, or its client disconnected. */
  waitUntil(work: Promise<unknown>): void
}

/** Lifetimes in milliseconds. */
export interface Ttl {
  /** How long an answer is fresh; 0: it is not stored. */
  readonly fresh: number
  /** How long a stale answer is served afterwards while it is refreshed. */
  readonly stale: number
  /** The maximum age for requests that require the current state. */
  readonly maxAge: number
}

/** Memory limit of one Worker, in units of `weigh`: about a kilobyte. */
const maxWeight = 5000
/** After so many milliseconds a refresh counts as lost, and another request starts one. */
const refreshTimeoutMs = 5000

interface StoredEntry {
  readonly entry: CacheEntry
  /** When the last refresh started. */
  refreshStartedAt?: number
}

export class SwrCache {
  /**
   * LRUCache is used only as storage. Its `fetch` makes concurrent requests wait for one load, but workerd does not
   * always resume a request that waits for another one.
   */
  readonly #entries = new LRUCache<string, StoredEntry>({ maxSize: maxWeight })
  /** Answers requested before this time are invalid. */
  #invalidatedAt = Number.NEGATIVE_INFINITY

  /**
   * The result of `load`, or a recent one for this key. Errors and undefined are not stored. `weigh`: its size in
   * memory. Until the first answer, each request calls `load` itself.
   */
  async get<T>(
    policy: CachePolicy,
    key: string,
    ttl: Ttl,
    load: () => Promise<T | undefined>,
    weigh: (value: T) => number = () => 1,
  ): Promise<CacheEntry<T | undefined>> {
    const { now, edge, freshness } = policy
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

  /** Invalidates everything after a change by this Worker. */
  invalidate(now: number): void {
    this.#invalidatedAt = now
    this.#entries.clear()
  }

  /** Whether this request starts the refresh; only one at a time does. */
  #claimRefresh(key: string, now: number): boolean {
    const stored = this.#entries.peek(key)
    if (!stored) return true
    const { refreshStartedAt = Number.POSITIVE_INFINITY } = stored
    if (now >= refreshStartedAt && now - refreshStartedAt < refreshTimeoutMs) return false
    stored.refreshStartedAt = now
    return true
  }

  /** If the clock was set back, answers from the future are invalid. */
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
