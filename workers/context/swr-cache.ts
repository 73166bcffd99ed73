// A stale-while-revalidate cache for answers of the Directory and the rooms that are the same for everybody. A Worker
// calls an object hardly more than once a second, as do all Workers of one location together. Stale answers are
// served for some seconds while one request refreshes them; only clients that require the current state wait.

/** An answer, and when it was requested, in milliseconds since 1970. */
export interface CacheEntry<T = unknown> {
  readonly value: T
  readonly at: number
}

/** The cache that nearby Workers share. */
export interface EdgeCache {
  get(key: string): Promise<CacheEntry | undefined>
  /** `seconds`: its lifetime. */
  put(key: string, entry: CacheEntry, seconds: number): Promise<void>
}

/** A caller and its cache policy. */
export interface CachePolicy {
  readonly now: number
  /** `recent`: the default. `now`: not older than `again` of Times. `own`: bypasses the cache. */
  readonly freshness: 'recent' | 'now' | 'own'
  readonly edge: EdgeCache | undefined
  /** Keeps `work` running after this request was answered, or its client disconnected. */
  waitUntil(work: Promise<unknown>): void
}

/** Milliseconds. */
export interface Ttl {
  /** How long an answer is fresh; 0: it is not stored. */
  readonly fresh: number
  /** How long a stale answer is served afterwards while it is refreshed. */
  readonly stale: number
  /** The maximum age for callers that require the current state. */
  readonly maxAge: number
}

/** Memory limit of one Worker, in units of `weigh`: about a kilobyte. */
const maxWeight = 5000
/** After so many milliseconds a refresh counts as lost, and another request starts one. */
const refreshTimeoutMs = 5000

interface StoredEntry {
  readonly entry: CacheEntry
  readonly weight: number
  /** When the last refresh started. */
  refreshStartedAt?: number
}

export class SwrCache {
  /** Oldest first. */
  readonly #entries = new Map<string, StoredEntry>()
  #weight = 0
  /** Answers requested before this time are invalid. */
  #invalidatedAt = Number.NEGATIVE_INFINITY

  /**
   * The answer of `ask`, or a recent one for this key. Errors and undefined are not stored. `weigh`: its size in
   * memory. No request waits for another one's `ask`, because workerd does not always resume the waiting one; so
   * until the first answer each request calls `ask` itself.
   */
  async get<T>(
    policy: CachePolicy,
    key: string,
    times: Ttl,
    load: () => Promise<T | undefined>,
    weigh: (answer: T) => number = () => 1,
  ): Promise<CacheEntry<T | undefined>> {
    const { now, edge, freshness } = policy
    const maxAge = { recent: times.fresh + times.stale, now: times.maxAge, own: 0 }[freshness]
    const readEdge = async (age: number): Promise<CacheEntry<T> | undefined> => {
      const cached = (await edge?.get(key)) as CacheEntry<T> | undefined
      if (!cached || !this.#isValid(cached, now, age)) return undefined
      this.#store(key, cached, weigh(cached.value))
      return cached
    }
    const loadFresh = async (): Promise<CacheEntry<T | undefined>> => {
      const loaded = { value: await load(), at: now }
      const { value } = loaded
      if (value === undefined || times.fresh === 0 || now <= this.#invalidatedAt) return loaded
      const isNewest = this.#store(key, loaded, weigh(value))
      if (edge && isNewest)
        policy.waitUntil(edge.put(key, loaded, Math.ceil((times.fresh + times.stale) / 1000)))
      return loaded
    }
    const stored = this.#entries.get(key)?.entry as CacheEntry<T> | undefined
    const entry =
      stored && this.#isValid(stored, now, maxAge) ? stored : maxAge > 0 ? await readEdge(maxAge) : undefined
    if (!entry) return loadFresh()
    if (now - entry.at >= times.fresh && this.#claimRefresh(key, now))
      policy.waitUntil(readEdge(times.fresh).then((known) => known ?? loadFresh()))
    return entry
  }

  /** Invalidates everything after a change by this Worker. */
  invalidate(now: number): void {
    this.#invalidatedAt = now
    this.#entries.clear()
    this.#weight = 0
  }

  /** Whether this caller starts the refresh; only one at a time does. */
  #claimRefresh(key: string, now: number): boolean {
    const stored = this.#entries.get(key)
    if (!stored) return true
    if (
      stored.refreshStartedAt !== undefined &&
      now >= stored.refreshStartedAt &&
      now - stored.refreshStartedAt < refreshTimeoutMs
    )
      return false
    stored.refreshStartedAt = now
    return true
  }

  /** If the clock was set back, answers from the future are invalid. */
  #isValid({ at }: CacheEntry, now: number, maxAge: number): boolean {
    return at > this.#invalidatedAt && now >= at && now - at < maxAge
  }

  /** False: the stored answer is newer. */
  #store(key: string, entry: CacheEntry, weight: number): boolean {
    const current = this.#entries.get(key)
    if (entry.at <= this.#invalidatedAt || (current && current.entry.at > entry.at)) return false
    this.#drop(key)
    if (weight > maxWeight) return true
    this.#entries.set(key, { entry, weight })
    this.#weight += weight
    for (const [oldest] of this.#entries) {
      if (this.#weight <= maxWeight) break
      this.#drop(oldest)
    }
    return true
  }

  #drop(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
