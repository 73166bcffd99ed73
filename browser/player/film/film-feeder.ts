// Passes the messages of a film, up to a given time and in order, to a game's spectator view. This code uses no DOM,
// and a timer only for retries.
import { type FilmSegment, filmFramesOf } from '../../../wire/film/film-segment.ts'
import type { FilmSource } from './film-source.ts'

/** The maximum time in milliseconds for which a view shows the effect of a message, such as a walk or a shot. */
const defaultMemoryMs = 5000

/** The next segment is fetched when this many milliseconds of the current segment are left. */
const fetchAheadMs = 20_000
/** The wait after a failed fetch. */
const retryMs = 2000

/** The part of `SpectatorView` that the feeder calls. */
export interface FilmView {
  readonly memoryMs?: number
  reset(): void
  timeChanged?(): void
  handlePacket(frames: readonly (string | Uint8Array)[], now: number): Promise<void> | void
}

/** A period in which nothing was recorded, in milliseconds since 1970. */
export interface FilmGap {
  readonly from: number
  readonly to: number
}

/**
 * `shown`: the view shows the time. `end`: the film has no later recording. `waits`: the next segment is not fetched
 * yet. A `FilmGap`: the feeder has skipped this gap.
 */
type Progress = 'shown' | 'waits' | 'end' | FilmGap

export class FilmFeeder {
  /** The shown time in milliseconds since 1970. Undefined before the first `seek`. */
  position: number | undefined
  readonly #source: FilmSource
  readonly #view: FilmView
  /** Called when the view has fetched data and must be drawn again. */
  readonly #changed: () => void
  #segment: FilmSegment | undefined
  /** The index of the next message of the segment. */
  #next = 0
  /** Undefined: the next segment has not been fetched yet. null: the film has no further segment yet. */
  #following: FilmSegment | null | undefined
  #isFetching = false
  #seeks = 0

  constructor(source: FilmSource, view: FilmView, changed: () => void) {
    this.#source = source
    this.#view = view
    this.#changed = changed
  }

  /**
   * If nothing was recorded at the time `to`, goes to the start of the next segment. Returns `waits` if a later call of
   * `seek` has replaced this call. Rejects with an Error whose message is for users.
   */
  async seek(to: number): Promise<Progress> {
    const seek = ++this.#seeks
    // If nothing was recorded after the time `to`, the segment that ends at this time is used.
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

  /** Throws the view's errors for invalid messages. */
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
      // The room has recorded more of the same segment since its last fetch.
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

  /** `isContinued`: whether the view already has the state at the start of the segment. */
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
      void this.#view.handlePacket(filmFramesOf(one.message), one.at)?.then(this.#changed)
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
      .catch(() => new Promise((resolve) => setTimeout(resolve, retryMs))) // then `advance` fetches again
      .finally(() => {
        this.#isFetching = false
      })
  }
}
