// A delayed announcement from a lost instance can arrive after a newer one.

const maxTransitMs = 60_000
/**
 * A new instance accepts announcements that are delayed by up to this time, because one of them may have started the
 * instance.
 */
const startupGraceMs = 2000

interface AnnouncementTime {
  readonly generation: number
  readonly at: number
}

export class StaleUpdateFilter {
  /** The last announcement of each room, as long as an older announcement may still be in transit; oldest first. */
  readonly #recent = new Map<string, AnnouncementTime & { readonly until: number }>()
  readonly #startedAt: number
  readonly #storedAt: (name: string) => number | undefined

  /** `storedAt`: the time of the stored announcement, if known. */
  constructor(startedAt: number, storedAt: (name: string) => number | undefined) {
    this.#startedAt = startedAt
    this.#storedAt = storedAt
  }

  /**
   * Whether a newer announcement has arrived. Times are compared only while the newer one is recent: otherwise every
   * announcement of a room whose clock was set back would be stale. `known`: the generation of the stored room, if any.
   */
  isStale(
    name: string,
    known: number | undefined,
    { generation, at }: AnnouncementTime,
    now: number,
  ): boolean {
    for (const [oldest, { until }] of this.#recent) {
      // An entry that is valid for longer than `maxTransitMs` was stored before the clock was set back.
      if (until > now && until <= now + maxTransitMs) break
      this.#recent.delete(oldest)
    }
    const last = this.#recent.get(name) ?? this.#lastStored(name, known, now)
    // An announcement of an earlier room of this name is not stale: the caller compares generations.
    if (last && generation < last.generation) return false
    if (last && generation === last.generation && at < last.at) return true
    this.#recent.delete(name)
    this.#recent.set(name, { generation, at, until: now + maxTransitMs })
    return false
  }

  /**
   * The time of the room's last announcement as an earlier instance stored it. Unchanged announcements are not stored,
   * so for a minute after its start an instance rejects those that were sent more than `startupGraceMs` before its
   * start.
   */
  #lastStored(name: string, generation: number | undefined, now: number): AnnouncementTime | undefined {
    if (generation === undefined) return undefined
    const stored = this.#storedAt(name)
    // A time that is too far ahead was stored before the clock was set back, so it is ignored.
    const at = stored === undefined || stored >= now + maxTransitMs ? undefined : stored
    const since = this.#startedAt - startupGraceMs
    if (Math.abs(now - this.#startedAt) < maxTransitMs)
      return { generation, at: Math.max(at ?? since, since) }
    return at !== undefined && now - at < maxTransitMs ? { generation, at } : undefined
  }
}
