// Filters announcements that arrive out of order: a delayed one from a lost instance can arrive after a newer one.

/** An announcement older than this is no longer in transit. */
const onTheWayMs = 60_000
/** A new instance accepts announcements delayed up to this: one of them started it. */
const unsureMs = 2000

interface SaidAt {
  readonly generation: number
  readonly at: number
}

interface Said extends SaidAt {
  readonly until: number
}

export class Latest {
  /** Kept as long as an older announcement may arrive; the oldest first. */
  readonly #said = new Map<string, Said>()
  readonly #begun: number
  readonly #saidAt: (name: string) => number | undefined

  /** `begun`: when this instance started. `saidAt`: the time of the stored announcement, if known. */
  constructor(begun: number, saidAt: (name: string) => number | undefined) {
    this.#begun = begun
    this.#saidAt = saidAt
  }

  /**
   * Whether a newer announcement has arrived. The time is compared only as long as announcements can be in transit:
   * otherwise all would be late from a room whose clock was set back. `known`: the generation of the stored room, if
   * any.
   */
  isLate(name: string, known: number | undefined, { generation, at }: SaidAt, now: number): boolean {
    for (const [oldest, { until }] of this.#said) {
      if (until > now) break
      this.#said.delete(oldest)
    }
    const last = this.#said.get(name) ?? this.#before(name, known, now)
    // For an older room the caller decides by its generation.
    if (last && generation < last.generation) return false
    if (last && generation === last.generation && at < last.at) return true
    this.#said.delete(name)
    this.#said.set(name, { generation, at, until: now + onTheWayMs })
    return false
  }

  /**
   * The last announcement as an earlier instance stored it. Unchanged announcements are not stored, so one that was
   * delayed while this instance started has to be sent again by its room.
   */
  #before(name: string, generation: number | undefined, now: number): SaidAt | undefined {
    if (generation === undefined) return undefined
    const at = this.#saidAt(name)
    const since = this.#begun - unsureMs
    if (now - this.#begun < onTheWayMs) return { generation, at: Math.max(at ?? since, since) }
    return at !== undefined && Math.abs(now - at) < onTheWayMs ? { generation, at } : undefined
  }
}
