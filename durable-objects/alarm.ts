// The object's one alarm, for all who want to be woken. Unlike a timer it keeps nothing awake, and outlives the instance;
// but to set it costs a row.

/**
 * `due`: the world's own. `ticking`: an event now and then, or the platform evicts who ticks. `silent`: clients who say
 * nothing. `removing`: the room's removal, if this instance does not live to finish it. `founding`: likewise, and then what
 * came for it is to go. `webhooks`: news are to be told, or told again.
 */
export type Wish = 'due' | 'ticking' | 'silent' | 'removing' | 'founding' | 'webhooks'

/** The platform owes it within seconds. One so late was lost: to set it anew costs little, and to wait for it may be for ever. */
const lostAfterMs = 30_000

export class Alarm {
  readonly #set: (at: number | undefined) => void
  readonly #now: () => number
  readonly #wanted = new Map<Wish, number>()
  #at: number | undefined
  #setAt = 0
  #gathering = false

  /** `set`: the platform's, in milliseconds since 1970, as `now` is; undefined: none. */
  constructor(set: (at: number | undefined) => void, now: () => number) {
    this.#set = set
    this.#now = now
  }

  /** When it is to come for this; undefined: not for this. It may come earlier: whoever is called looks at the time. */
  want(wish: Wish, at: number | undefined): void {
    this.look()
    if (at === undefined) this.#wanted.delete(wish)
    else this.#wanted.set(wish, at)
    if (!this.#gathering) this.#settle()
  }

  /** What is wished for meanwhile is set once, when it is over. */
  gather(body: () => void): void {
    this.#gathering = true
    try {
      body()
    } finally {
      this.#gathering = false
      this.#settle()
    }
  }

  #settle(): void {
    const first = this.#wanted.size > 0 ? Math.min(...this.#wanted.values()) : undefined
    // One that comes too early costs less than to set it anew each time that its reason goes.
    if (first !== undefined && this.#at !== undefined && first >= this.#at) return
    if (first === this.#at) return
    this.#ask(first)
  }

  /** At whatever happens meanwhile: one that should have come long ago is set anew, and comes at once. */
  look(): void {
    if (this.#at !== undefined && this.#now() >= Math.max(this.#at, this.#setAt) + lostAfterMs)
      this.#ask(this.#at)
  }

  #ask(at: number | undefined): void {
    this.#at = at
    this.#setAt = this.#now()
    this.#set(at)
  }

  wants(wish: Wish): boolean {
    return this.#wanted.has(wish)
  }

  /** It came, or is gone with everything else. */
  over(): void {
    this.#at = undefined
    this.#wanted.clear()
  }
}
