// [DM-6] A door or lift moves on the client's own request or when the room announces the move. The room's state takes
// precedence.
import type { Geometry } from '../../map/geometry.ts'
import type { DoorAndLiftPositions, Level } from '../../map/level/level.ts'
import type { SectorSurfaceHeights } from '../../view/raycaster/projection.ts'

/**
 * Milliseconds after this client's own request for a door or lift in which its state in DOST or L_ST is ignored,
 * because that may be older.
 */
const ownRequestMs = 1000

interface DoorOrLift {
  /** Heights of the moving surface: `onHeight` when open or high, `offHeight` when closed or low. */
  readonly sector: number
  readonly onHeight: number
  readonly offHeight: number
  readonly homeState: boolean
  readonly travelMs: number
  state: boolean
  /** `requestedAt`: when this client requested the movement. */
  movedAt: number
  requestedAt: number
}

export type DoorOrLiftKind = 'door' | 'lift'

export class DoorsAndLifts {
  readonly heights: SectorSurfaceHeights
  readonly positions: DoorAndLiftPositions
  readonly #items: { readonly [kind in DoorOrLiftKind]: readonly DoorOrLift[] }
  #now = 0

  constructor({ sectors }: Geometry, { doors, lifts }: Level) {
    this.#items = {
      door: doors.map(({ sector, open, closed, startsOpen, travelMs }) =>
        createDoorOrLift({ sector, onHeight: open, offHeight: closed, homeState: startsOpen, travelMs }),
      ),
      lift: lifts.map(({ sector, high, low, startsHigh, travelMs }) =>
        createDoorOrLift({ sector, onHeight: high, offHeight: low, homeState: startsHigh, travelMs }),
      ),
    }
    this.heights = {
      floors: Float64Array.from(sectors, ({ floor }) => floor),
      ceilings: Float64Array.from(sectors, ({ ceiling }) => ceiling),
    }
    this.positions = {
      door: (id) => this.#positionName('door', id, 'open', 'closed'),
      lift: (id) => this.#positionName('lift', id, 'high', 'low'),
    }
    this.advance(0)
  }

  /**
   * Starts a door or lift only if it is at rest in its home state. Returns true if a request must be sent to the room.
   */
  request(kind: DoorOrLiftKind, id: number, now: number): boolean {
    const one = this.#items[kind][id]
    if (!one || one.state !== one.homeState || now - one.movedAt < one.travelMs) return false
    Object.assign(one, { state: !one.homeState, movedAt: now, requestedAt: now })
    return true
  }

  /** The state to which a request moves the door or lift: true for open or high. */
  targetState(kind: DoorOrLiftKind, id: number): boolean {
    return !this.#items[kind][id]!.homeState
  }

  /** Returns true if the door or lift starts to move. */
  applyState(kind: DoorOrLiftKind, id: number, state: boolean, now: number): boolean {
    const one = this.#items[kind][id]
    if (!one || one.state === state) return false
    // A door or lift that reverses halfway starts from its current height.
    const done = Math.min(1, (now - one.movedAt) / one.travelMs)
    Object.assign(one, { state, movedAt: now - (1 - done) * one.travelMs })
    return true
  }

  /** [DM-6.3] */
  applyStates(kind: DoorOrLiftKind, states: readonly boolean[], now: number): void {
    for (const [id, one] of this.#items[kind].entries()) {
      const state = states[id]
      if (state !== undefined && now - one.requestedAt > ownRequestMs) this.applyState(kind, id, state, now)
    }
  }

  advance(now: number): void {
    this.#now = now
    for (const [kind, heights] of [
      ['door', this.heights.ceilings],
      ['lift', this.heights.floors],
    ] as const)
      for (const one of this.#items[kind]) heights[one.sector] = currentHeight(one, now)
  }

  get isMoving(): boolean {
    return Object.values(this.#items).some((all) =>
      all.some(({ movedAt, travelMs }) => this.#now - movedAt < travelMs),
    )
  }

  sectorOf(kind: DoorOrLiftKind, id: number): number | undefined {
    return this.#items[kind][id]?.sector
  }

  #positionName<Name extends string>(kind: DoorOrLiftKind, id: number, on: Name, off: Name): Name | 'moving' {
    const one = this.#items[kind][id]!
    if (this.#now - one.movedAt < one.travelMs) return 'moving'
    return one.state ? on : off
  }
}

function createDoorOrLift(
  of: Pick<DoorOrLift, 'sector' | 'onHeight' | 'offHeight' | 'homeState' | 'travelMs'>,
): DoorOrLift {
  return {
    ...of,
    state: of.homeState,
    movedAt: Number.NEGATIVE_INFINITY,
    requestedAt: Number.NEGATIVE_INFINITY,
  }
}

function currentHeight({ onHeight, offHeight, state, movedAt, travelMs }: DoorOrLift, now: number): number {
  const done = Math.min(1, Math.max(0, (now - movedAt) / travelMs))
  const [from, to] = state ? [offHeight, onHeight] : [onHeight, offHeight]
  return done >= 1 ? to : from + (to - from) * done
}
