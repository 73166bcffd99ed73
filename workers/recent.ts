// What the Directory and the rooms said lately, and is the same for everybody: however many ask, an object is hardly asked
// more than once a second by a Worker, and by all Workers of a place together. What has become old is handed out for some
// seconds more while it is asked for anew: nobody waits for that but who wants it as it is now.

/** What was said, and when it was asked for, in milliseconds since 1970. */
export interface Said<T = unknown> {
  readonly answer: T
  readonly at: number
}

/** What Workers near to each other keep together. */
export interface Near {
  get(key: string): Promise<Said | undefined>
  /** `seconds`: it is of no use afterwards. */
  put(key: string, said: Said, seconds: number): Promise<void>
}

/** Who asks. */
export interface Asker {
  readonly now: number
  /** `recent`: as everybody. `now`: how it is now, as far as `again` of Times has it. `own`: nothing that was kept. */
  readonly wants: 'recent' | 'now' | 'own'
  readonly near: Near | undefined
  /** Goes on when this request is answered, or its client gone. */
  later(work: Promise<unknown>): void
}

/** Milliseconds. */
export interface Times {
  /** For so long what was said is good; 0: it is not kept. */
  readonly fresh: number
  /** For so long it is handed out afterwards, while it is asked for anew. */
  readonly stale: number
  /** For so long it is good enough for who wants to know how it is now. */
  readonly again: number
}

/** What one Worker keeps in its memory, in what `weigh` counts: kilobytes, more or less. */
const mostKept = 5000
/** After so many milliseconds who asks anew is taken to be lost, and another does. */
const lostMs = 5000

interface Kept {
  readonly said: Said
  readonly weight: number
  /** When somebody last began to ask for it anew. */
  asking?: number
}

export class Recent {
  /** The one that was kept the longest ago first. */
  readonly #kept = new Map<string, Kept>()
  #weight = 0
  /** What was asked for before is not to be believed. */
  #changed = Number.NEGATIVE_INFINITY

  /**
   * The answer of `ask`, or one that was given lately under this key. What throws, or has nothing to say (undefined), is kept
   * by nobody. `weigh`: what it takes in memory. Nobody waits for what another request has under way: workerd does not
   * always wake who does. So of those that come before the first is answered each asks for himself.
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

  /** Something was changed by this Worker: whoever asks it is told no more how it was before. */
  forget(now: number): void {
    this.#changed = now
    this.#kept.clear()
    this.#weight = 0
  }

  /** Is he to ask for it anew? One at a time does. */
  #isFirst(key: string, now: number): boolean {
    const kept = this.#kept.get(key)
    if (!kept) return true
    if (kept.asking !== undefined && now >= kept.asking && now - kept.asking < lostMs) return false
    kept.asking = now
    return true
  }

  /** A clock that was put back makes it none of now. */
  #isToBeBelieved({ at }: Said, now: number, age: number): boolean {
    return at > this.#changed && now >= at && now - at < age
  }

  /** False: what is known already was asked for later. */
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
