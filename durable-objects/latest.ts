// What rooms said last, and when: an instance that was lost may have said something, and the one after it something else
// since, that came first.

/** What a room said longer ago is no longer on its way. */
const onTheWayMs = 60_000

interface Said {
  readonly generation: number
  readonly at: number
  readonly until: number
}

export class Latest {
  /** As long as something older may come; the oldest first. */
  readonly #said = new Map<string, Said>()

  /**
   * Has the room said something since? It is not believed for longer than anything is on its way: of a room whose clock was
   * put back all would be late.
   */
  isLate(name: string, generation: number, at: number, now: number): boolean {
    for (const [oldest, { until }] of this.#said) {
      if (until > now) break
      this.#said.delete(oldest)
    }
    const last = this.#said.get(name)
    // Of an older room the generation says what becomes of it.
    if (last && generation < last.generation) return false
    if (last && generation === last.generation && at < last.at) return true
    this.#said.delete(name)
    this.#said.set(name, { generation, at, until: now + onTheWayMs })
    return false
  }
}
