// Caches responses of endpoints: the room computes a page once for all viewers in the same second.

/** Lifetime of a cached response: clients ask again a second after an update. */
const endpointMaxAgeMs = 1000
/** UTF-16 units in the cache. An isolate has 128 MB for all its rooms. */
const maxUnits = 1_000_000

interface CacheEntry {
  readonly json: string
  readonly at: number
}

export class EndpointCache {
  readonly #entries = new Map<string, CacheEntry>()
  #units = 0

  /** `key`: all that the response depends on except the world; `now`: in ms. Undefined results are not cached. */
  get(key: string, now: number, read: () => string | undefined): string | undefined {
    this.#evict(now)
    const entry = this.#entries.get(key)
    if (entry) return entry.json
    const json = read()
    if (json !== undefined && json.length <= maxUnits - this.#units) {
      this.#entries.set(key, { json, at: now })
      this.#units += json.length
    }
    return json
  }

  /** Also drops entries from the future, after the clock was set back. */
  #evict(now: number): void {
    for (const [key, { json, at }] of this.#entries) {
      if (now >= at && now - at < endpointMaxAgeMs) continue
      this.#entries.delete(key)
      this.#units -= json.length
    }
  }
}
