import type { Json } from '../../game.ts'
import type { DoorAndLiftPositions, Level } from './level/level.ts'
import { doorMovers, liftMovers, Movers } from './movers.ts'
import { Pickups } from './pickups.ts'

export interface MapState {
  readonly level: Level
  readonly doors: Movers
  readonly lifts: Movers
  readonly pickups: Pickups
}

/** `saved`: from `save()`. Without `saved`, doors and lifts are at rest. All pickups are present. */
export function createMapState(
  level: Level,
  saved?: { readonly doors: Json; readonly lifts: Json },
): MapState {
  return {
    level,
    doors: new Movers(doorMovers(level.doors), saved?.doors),
    lifts: new Movers(liftMovers(level.lifts), saved?.lifts),
    pickups: new Pickups(level.pickups),
  }
}

/** [DM-9.7] `now`: milliseconds of `GameContext.now()`. */
export function doorAndLiftPositionsAt({ doors, lifts }: MapState, now: number): DoorAndLiftPositions {
  return {
    door: (id) => positionName(doors.state(id, now), 'open', 'closed'),
    lift: (id) => positionName(lifts.state(id, now), 'high', 'low'),
  }
}

function positionName<Name extends string>(state: boolean | undefined, yes: Name, no: Name): Name | 'moving' {
  return state === undefined ? 'moving' : state ? yes : no
}
