// What rooms said last, and when: an instance that was lost may have said something, and the one after it something else
// since, that came first.

/** What a room said longer ago is no longer on its way. */
const onTheWayMs = 60_000
/** What is not longer on its way than this is believed by an instance that has just begun: it is what woke it. */
const unsureMs = 2000

interface SaidAt {
  readonly generation: number
  readonly at: number
}

interface Said extends SaidAt {
  readonly until: number
}

export class Latest {
  /** As long as something older may come; the oldest first. */
  readonly #said = new Map<string, Said>()
  readonly #begun: number
  readonly #saidAt: (name: string) => number | undefined

  /** `begun`: when this instance did. `saidAt`: when the room said what is written of it, as far as that is known. */
  constructor(begun: number, saidAt: (name: string) => number | undefined) {
    this.#begun = begun
    this.#saidAt = saidAt
  }

  /**
   * Has the room said something since? It is not believed for longer than anything is on its way: of a room whose clock was
   * put back all would be late. `known`: the generation of the room that is written down, if there is one.
   */
  isLate(name: string, known: number | undefined, { generation, at }: SaidAt, now: number): boolean {
    for (const [oldest, { until }] of this.#said) {
      if (until > now) break
      this.#said.delete(oldest)
    }
    const last = this.#said.get(name) ?? this.#before(name, known, now)
    // Of an older room the generation says what becomes of it.
    if (last && generation < last.generation) return false
    if (last && generation === last.generation && at < last.at) return true
    this.#said.delete(name)
    this.#said.set(name, { generation, at, until: now + onTheWayMs })
    return false
  }

  /**
   * As an instance before this one wrote it down with the room. Where that said the same as before, nothing was written:
   * what was long on its way while an instance began is therefore to be said again, if there is anybody who says it.
   */
  #before(name: string, generation: number | undefined, now: number): SaidAt | undefined {
    if (generation === undefined) return undefined
    const at = this.#saidAt(name)
    const since = this.#begun - unsureMs
    if (now - this.#begun < onTheWayMs) return { generation, at: Math.max(at ?? since, since) }
    return at !== undefined && Math.abs(now - at) < onTheWayMs ? { generation, at } : undefined
  }
}
