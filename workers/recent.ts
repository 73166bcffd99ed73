// A stale-while-revalidate cache for answers of the Directory and the rooms that are the same for everybody. A Worker
// calls an object hardly more than once a second, as do all Workers of one location together. Stale answers are
// served for some seconds while one request refreshes them; only clients that require the current state wait.

/** An answer, and when it was requested, in milliseconds since 1970. */
export interface Said<T = unknown> {
  readonly answer: T
  readonly at: number
}

/** The cache that nearby Workers share. */
export interface Near {
  get(key: string): Promise<Said | undefined>
  /** `seconds`: its lifetime. */
  put(key: string, said: Said, seconds: number): Promise<void>
}

/** A caller and its cache policy. */
export interface Asker {
  readonly now: number
  /** `recent`: the default. `now`: not older than `again` of Times. `own`: bypasses the cache. */
  readonly wants: 'recent' | 'now' | 'own'
  readonly near: Near | undefined
  /** Keeps `work` running after this request was answered, or its client disconnected. */
  later(work: Promise<unknown>): void
}

/** Milliseconds. */
export interface Times {
  /** How long an answer is fresh; 0: it is not stored. */
  readonly fresh: number
  /** How long a stale answer is served afterwards while it is refreshed. */
  readonly stale: number
  /** The maximum age for callers that require the current state. */
  readonly again: number
}

/** Memory limit of one Worker, in units of `weigh`: about a kilobyte. */
const mostKept = 5000
/** After so many milliseconds a refresh counts as lost, and another request starts one. */
const lostMs = 5000

interface Kept {
  readonly said: Said
  readonly weight: number
  /** When the last refresh started. */
  asking?: number
}

export class Recent {
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>()
  #weight = 0
  /** Answers requested before this time are invalid. */
  #changed = Number.NEGATIVE_INFINITY

  /**
   * The answer of `ask`, or a recent one for this key. Errors and undefined are not stored. `weigh`: its size in
   * memory. No request waits for another one's `ask`, because workerd does not always resume the waiting one; so
   * until the first answer each request calls `ask` itself.
   */
  async of<T>(
    asker: Asker,
    key: string,
    times: Times,
    ask: () => Promise<T | undefined>,
    weigh: (answer: T) => number = () => 1,
  ): Promise<Said<T | undefined>> {
    const { now, near, wants } = asker
    const good = { recent: times.fresh + times.stale, now: times.again, own: 0 }[wants]
    const known = async (age: number): Promise<Said<T> | undefined> => {
      const said = (await near?.get(key)) as Said<T> | undefined
      if (!said || !this.#isToBeBelieved(said, now, age)) return undefined
      this.#keep(key, said, weigh(said.answer))
      return said
    }
    const asked = async (): Promise<Said<T | undefined>> => {
      const said = { answer: await ask(), at: now }
      const { answer } = said
      if (answer === undefined || times.fresh === 0 || now <= this.#changed) return said
      const isNewest = this.#keep(key, said, weigh(answer))
      if (near && isNewest) asker.later(near.put(key, said, Math.ceil((times.fresh + times.stale) / 1000)))
      return said
    }
    const kept = this.#kept.get(key)?.said as Said<T> | undefined
    const said =
      kept && this.#isToBeBelieved(kept, now, good) ? kept : good > 0 ? await known(good) : undefined
    if (!said) return asked()
    if (now - said.at >= times.fresh && this.#isFirst(key, now))
      asker.later(known(times.fresh).then((known) => known ?? asked()))
    return said
  }

  /** Invalidates everything after a change by this Worker. */
  forget(now: number): void {
    this.#changed = now
    this.#kept.clear()
    this.#weight = 0
  }

  /** Whether this caller starts the refresh; only one at a time does. */
  #isFirst(key: string, now: number): boolean {
    const kept = this.#kept.get(key)
    if (!kept) return true
    if (kept.asking !== undefined && now >= kept.asking && now - kept.asking < lostMs) return false
    kept.asking = now
    return true
  }

  /** If the clock was set back, answers from the future are invalid. */
  #isToBeBelieved({ at }: Said, now: number, age: number): boolean {
    return at > this.#changed && now >= at && now - at < age
  }

  /** False: the stored answer is newer. */
  #keep(key: string, said: Said, weight: number): boolean {
    const known = this.#kept.get(key)
    if (said.at <= this.#changed || (known && known.said.at > said.at)) return false
    this.#drop(key)
    if (weight > mostKept) return true
    this.#kept.set(key, { said, weight })
    this.#weight += weight
    for (const [oldest] of this.#kept) {
      if (this.#weight <= mostKept) break
      this.#drop(oldest)
    }
    return true
  }

  #drop(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0
    this.#kept.delete(key)
  }
}
