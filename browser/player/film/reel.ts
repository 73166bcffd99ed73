// Plays a film into a game's view: passes on the film's messages up to a time, in order. Uses no clock and no DOM.
import { type FilmSegment, framesOf } from '../../../wire/film/film-segment.ts'
import type { FilmSource } from './film-source.ts'

/** A view may still show messages that are this many milliseconds old, such as a walk or a shot. */
const defaultMemoryMs = 5000

/** The next segment is fetched this many milliseconds of the film before its start. */
const fetchAheadMs = 20_000

/** The part of a `SpectatorView` that receives messages. */
export interface ReelView {
  readonly memoryMs?: number
  reset(): void
  timeChanged?(): void
  handlePacket(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void
}

/** A time in which nothing was recorded, in milliseconds since 1970. */
export interface Gap {
  readonly from: number
  readonly to: number
}

/** `end`: the film has nothing later. `waits`: the next segment is not fetched yet. A Gap: it was skipped. */
type Progress = 'shown' | 'waits' | 'end' | Gap

export class Reel {
  /** The time that is shown, in milliseconds since 1970; undefined before the first `seek`. */
  position: number | undefined
  readonly #source: FilmSource
  readonly #view: ReelView
  /** Called when the view has fetched something that it needs. */
  readonly #changed: () => void
  #segment: FilmSegment | undefined
  /** Index of the segment's next message. */
  #next = 0
  /** The segment after this one. Undefined: not fetched yet; null: the film has none yet. */
  #following: FilmSegment | null | undefined
  #isFetching = false
  #seeks = 0

  constructor(source: FilmSource, view: ReelView, changed: () => void) {
    this.#source = source
    this.#view = view
    this.#changed = changed
  }

  /**
   * Goes to this time, or to the start of the next segment. `waits`: a later call has replaced this one. Rejects with an
   * Error for people.
   */
  async seek(to: number): Promise<Progress> {
    const seek = ++this.#seeks
    // The end of a segment belongs to it, and may also be the start of the next one.
    const found = (await this.#source.segmentAt(to)) ?? (await this.#source.segmentAt(to - 1))
    if (!found) return 'end'
    const at = Math.max(to, found.start)
    const chain = [found]
    const since = at - (this.#view.memoryMs ?? defaultMemoryMs)
    while (chain[0]!.start > since) {
      const before = await this.#source.segmentAt(chain[0]!.start - 1)
      if (before?.end !== chain[0]!.start) break
      chain.unshift(before)
    }
    if (seek !== this.#seeks) return 'waits'
    this.#view.timeChanged?.()
    for (const [n, segment] of chain.entries()) {
      this.#enter(segment, n > 0)
      this.#show(at)
    }
    this.position = at
    return at > to ? { from: to, to: at } : 'shown'
  }

  /** Goes on to this time. Throws what the view throws for invalid messages. */
  advance(to: number): Progress {
    for (;;) {
      const segment = this.#segment
      if (!segment) return 'waits'
      this.#show(to)
      this.position = Math.min(to, segment.end)
      if (to < segment.end) {
        if (to > segment.end - fetchAheadMs) this.#fetchFollowing(segment)
        return 'shown'
      }
      const following = this.#following
      if (following === undefined) {
        this.#fetchFollowing(segment)
        return 'waits'
      }
      if (following === null) {
        this.#following = undefined
        return 'end'
      }
      // The room is still recording this segment, and it has become longer.
      if (following.start === segment.start) {
        this.#segment = following
        this.#following = undefined
        continue
      }
      const isContinued = following.start === segment.end
      this.#enter(following, isContinued)
      if (isContinued) continue
      this.position = following.start
      this.#show(following.start)
      return { from: segment.end, to: following.start }
    }
  }

  /** `isContinued`: the view already has the state at the segment's start. */
  #enter(segment: FilmSegment, isContinued: boolean): void {
    if (!isContinued) this.#view.reset()
    this.#segment = segment
    this.#following = undefined
    this.#next = isContinued ? 1 : 0
  }

  #show(to: number): void {
    const { messages } = this.#segment!
    for (let one = messages[this.#next]; one && one.at <= to; one = messages[this.#next]) {
      this.#next++
      void this.#view.handlePacket(framesOf(one.message), one.at)?.then(this.#changed)
    }
  }

  #fetchFollowing(segment: FilmSegment): void {
    if (this.#isFetching || this.#following !== undefined) return
    this.#isFetching = true
    this.#source
      .segmentAt(segment.end)
      .then((following) => {
        if (this.#segment === segment) this.#following = following ?? null
      })
      .catch(() => {
        // The next call of `advance` fetches again.
      })
      .finally(() => {
        this.#isFetching = false
      })
  }
}
