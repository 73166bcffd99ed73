// Readings as they were a moment ago: however many look at a page in the same second, the room computes it once.

/** For so long a reading is good: whoever was told that something is new asks a second later. */
export const goodMs = 1000
/** UTF-16 units of all that is kept. An isolate has 128 MB for all its rooms. */
const mostUnits = 1_000_000

interface Kept {
  readonly json: string
  readonly at: number
}

export class KeptReadings {
  readonly #kept = new Map<string, Kept>()
  #units = 0

  /** `key`: all that the reading depends on but the world; `now`: in milliseconds. What is undefined is not kept. */
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

  /** A clock that was put back makes it none of now. */
  #drop(now: number): void {
    for (const [key, { json, at }] of this.#kept) {
      if (now >= at && now - at < goodMs) continue
      this.#kept.delete(key)
      this.#units -= json.length
    }
  }
}
