// [DM-6.1] [DM-6.2] [DM-6.4] A door or lift rests in its home state, moves away on request, and returns by itself, both
// in the clients and on the server.
import type { Json } from '../../game.ts'
import type { Door, Lift } from './level/level.ts'

/** `homeState`: the state at rest, true for open or high. Times are in ms. */
export interface Mover {
  readonly homeState: boolean
  readonly travelMs: number
  readonly waitMs: number
  readonly neverReturns: boolean
  /** The lift stays where it is, because no adjacent floor is higher. A request still moves the lifts of `next`. */
  readonly isFixed?: boolean
  /** Id of the door or lift that moves with this one. */
  readonly next?: number
}

export interface MoverChange {
  readonly id: number
  readonly state: boolean
}

/** A client may show a door or lift in motion for this many milliseconds after it has stopped on the server. */
const clientLagMs = 300
/** A client with a fast clock may return a door or lift home this many milliseconds before the server. */
const clientLeadMs = 500

interface MoveInProgress {
  readonly away: boolean
  readonly at: number
}

export class Movers {
  readonly #movers: readonly Mover[]
  /** The doors or lifts that are not at rest, indexed by id. */
  readonly #inMotion = new Map<number, MoveInProgress>()

  constructor(movers: readonly Mover[], saved?: Json) {
    this.#movers = movers
    for (const [id, away, at] of (saved ?? []) as [number, boolean, number][])
      if (movers[id]) this.#inMotion.set(id, { away, at })
  }

  /**
   * Returns the ids and new states of the doors or lifts that now move. None moves if the id is unknown, if `state` is
   * the home state, or if the door or lift is not at rest in its home state: clients repeat requests for a movement
   * that they see late.
   */
  move(id: number, state: boolean, now: number): readonly MoverChange[] {
    const mover = this.#movers[id]
    if (!mover || state === mover.homeState) return []
    const moved: MoverChange[] = []
    if (this.#leaveHome(id, now)) moved.push({ id, state })
    else if (!mover.isFixed) return []
    for (let { next } = mover; next !== undefined; { next } = this.#movers[next]!)
      if (this.#leaveHome(next, now)) moved.push({ id: next, state: !this.#movers[next]!.homeState })
    return moved
  }

  #leaveHome(id: number, now: number): boolean {
    const mover = this.#movers[id]
    const moved = this.#inMotion.get(id)
    if (!mover || mover.isFixed || (moved && (moved.away || now < moved.at + mover.travelMs))) return false
    this.#inMotion.set(id, { away: true, at: now })
    return true
  }

  /** [DM-6.4] Returns ids and home states. */
  returnDue(now: number): readonly MoverChange[] {
    const returned: MoverChange[] = []
    for (const [id, { away, at }] of this.#inMotion) {
      const mover = this.#movers[id]!
      if (away && !mover.neverReturns && now >= at + mover.travelMs + mover.waitMs) {
        this.#inMotion.set(id, { away: false, at: now })
        returned.push({ id, state: mover.homeState })
      } else if (!away && now >= at + mover.travelMs + clientLagMs) {
        this.#inMotion.delete(id)
      }
    }
    return returned
  }

  /** Undefined while the door or lift moves or while a client may still show it in motion. */
  state(id: number, now: number): boolean | undefined {
    const mover = this.#movers[id]
    const moved = this.#inMotion.get(id)
    if (!mover || !moved) return mover?.homeState
    if (now < moved.at + mover.travelMs + clientLagMs) return undefined
    return moved.away !== mover.homeState
  }

  /**
   * [DM-6.3] Returns the state of each door or lift, indexed by id. A door or lift that is about to return already has
   * its home state here. Otherwise a client that has already returned the door or lift would move it away again. A
   * client that has not returned it yet ignores the state.
   */
  states(now: number): readonly boolean[] {
    return this.#movers.map(({ homeState, travelMs, waitMs, neverReturns }, id) => {
      const moved = this.#inMotion.get(id)
      if (!moved?.away) return homeState
      return neverReturns || now < moved.at + travelMs + waitMs - clientLeadMs ? !homeState : homeState
    })
  }

  save(): Json {
    return [...this.#inMotion].map(([id, { away, at }]) => [id, away, at])
  }
}

export function doorMovers(doors: readonly Door[]): readonly Mover[] {
  return doors.map(({ startsOpen, ...door }) => ({ homeState: startsOpen, ...door }))
}

export function liftMovers(lifts: readonly Lift[]): readonly Mover[] {
  return lifts.map(({ startsHigh, ...lift }) => ({ homeState: startsHigh, ...lift }))
}
