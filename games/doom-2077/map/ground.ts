// A map and its changes since it was loaded: doors, lifts and taken pickups.
import type { Json } from '../../game.ts'
import type { Level, Movables } from './level.ts'
import { doorMovers, liftMovers, Movers } from './movers.ts'
import { Pickups } from './pickups.ts'

export interface Ground {
  readonly level: Level
  readonly doors: Movers
  readonly lifts: Movers
  readonly pickups: Pickups
}

/** `saved`: state from `save()` of doors and lifts. Without it they are at rest. All pickups are present. */
export function groundOf(level: Level, saved?: { readonly doors: Json; readonly lifts: Json }): Ground {
  return {
    level,
    doors: new Movers(doorMovers(level.doors), saved?.doors),
    lifts: new Movers(liftMovers(level.lifts), saved?.lifts),
    pickups: new Pickups(level.pickups),
  }
}

/** [DM-9.7] Doors and lifts at this time, in ms of the Host's clock. */
export function movables({ doors, lifts }: Ground, now: number): Movables {
  return {
    door: (id) => named(doors.state(id, now), 'open', 'closed'),
    lift: (id) => named(lifts.state(id, now), 'high', 'low'),
  }
}

function named<Name extends string>(state: boolean | undefined, yes: Name, no: Name): Name | 'moving' {
  return state === undefined ? 'moving' : state ? yes : no
}
