// Caches readings: the room computes a page once for all viewers in the same second.

/** Lifetime of a reading: clients ask again a second after an update. */
export const goodMs = 1000
/** UTF-16 units in the cache. An isolate has 128 MB for all its rooms. */
const mostUnits = 1_000_000

interface Kept {
  readonly json: string
  readonly at: number
}

export class KeptReadings {
  readonly #kept = new Map<string, Kept>()
  #units = 0

  /** `key`: all that the reading depends on except the world; `now`: in ms. Undefined results are not cached. */
  of(key: string, now: number, read: () => string | undefined): string | undefined {
    this.#drop(now)
    const kept = this.#kept.get(key)
    if (kept) return kept.json
    const json = read()
    if (json !== undefined && json.length <= mostUnits - this.#units) {
      this.#kept.set(key, { json, at: now })
      this.#units += json.length
    }
    return json
  }

  /** Also drops entries from the future, after the clock was set back. */
  #drop(now: number): void {
    for (const [key, { json, at }] of this.#kept) {
      if (now >= at && now - at < goodMs) continue
      this.#kept.delete(key)
      this.#units -= json.length
    }
  }
}
