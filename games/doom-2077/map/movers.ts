// [DM-6.1] [DM-6.2] [DM-6.4] Doors and lifts as they stand. Each is at rest where its map has it, moves away when asked to, and
// comes back by itself, in every client as here.
import type { Json } from '../../game.ts'
import type { Door, Lift } from './level.ts'

/** `home`: open or high at rest. Times in ms. */
export interface Mover {
  readonly home: boolean
  readonly travelMs: number
  readonly waitMs: number
  /** Never comes back. */
  readonly stays: boolean
}

/** A client may still see it move so long after it stands here. */
const laterMs = 300
/** A client whose clock is fast may have it home so much earlier. */
const earlierMs = 500

interface Moved {
  readonly away: boolean
  readonly at: number
}

export class Movers {
  readonly #movers: readonly Mover[]
  /** Those that are not at rest, by id. */
  readonly #moved = new Map<number, Moved>()

  constructor(movers: readonly Mover[], saved?: Json) {
    this.#movers = movers
    for (const [id, away, at] of (saved ?? []) as [number, boolean, number][])
      if (movers[id]) this.#moved.set(id, { away, at })
  }

  /**
   * Moves it there, if there is one of this id that stands at home; otherwise nothing: what is away comes home by
   * itself, and clients ask again for what they only see late.
   */
  move(id: number, state: boolean, now: number): boolean {
    const mover = this.#movers[id]
    if (!mover || state === mover.home) return false
    const moved = this.#moved.get(id)
    if (moved && (moved.away || now < moved.at + mover.travelMs)) return false
    this.#moved.set(id, { away: true, at: now })
    return true
  }

  /** [DM-6.4] Sends home what has waited long enough; their ids, and the state that each has at home. */
  tick(now: number): readonly { readonly id: number; readonly state: boolean }[] {
    const returned: { id: number; state: boolean }[] = []
    for (const [id, { away, at }] of this.#moved) {
      const mover = this.#movers[id]!
      if (away && !mover.stays && now >= at + mover.travelMs + mover.waitMs) {
        this.#moved.set(id, { away: false, at: now })
        returned.push({ id, state: mover.home })
      } else if (!away && now >= at + mover.travelMs + laterMs) {
        this.#moved.delete(id)
      }
    }
    return returned
  }

  /** Undefined while it moves here or may still be seen moving. */
  state(id: number, now: number): boolean | undefined {
    const mover = this.#movers[id]
    const moved = this.#moved.get(id)
    if (!mover || !moved) return mover?.home
    if (now < moved.at + mover.travelMs + laterMs) return undefined
    return moved.away !== mover.home
  }

  /**
   * [DM-6.3] Of all. What is about to come home counts as home: a client that has it there already would be made to
   * move it once more, and one that has it away does nothing about it.
   */
  states(now: number): readonly boolean[] {
    return this.#movers.map(({ home, travelMs, waitMs, stays }, id) => {
      const moved = this.#moved.get(id)
      if (!moved?.away) return home
      return stays || now < moved.at + travelMs + waitMs - earlierMs ? !home : home
    })
  }

  save(): Json {
    return [...this.#moved].map(([id, { away, at }]) => [id, away, at])
  }
}

export function doorMovers(doors: readonly Door[]): readonly Mover[] {
  return doors.map(({ startsOpen, travelMs, waitMs, stays }) => ({
    home: startsOpen,
    travelMs,
    waitMs,
    stays,
  }))
}

export function liftMovers(lifts: readonly Lift[]): readonly Mover[] {
  return lifts.map(({ startsHigh, travelMs, waitMs, stays }) => ({
    home: startsHigh,
    travelMs,
    waitMs,
    stays,
  }))
}
