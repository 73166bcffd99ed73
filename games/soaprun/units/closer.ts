// Closers (black) hunt players. One that has killed three becomes a Wuss (blue) and flees from players.

import { items, statuses } from '../players/player.ts'
import { nearestOf } from './path-finding.ts'
import {
  deadTicks,
  homeNode,
  killUnit,
  resolveFight,
  setStatus,
  stepTowards,
  type Unit,
  type UnitBehaviour,
  type UnitContext,
} from './unit.ts'

/** Columns and rows within which a player activates it, and within which it then hunts or flees. */
const wakeRange = { x: 4, y: 3 } as const
const huntRange = { x: 5, y: 4 } as const
const stepWait = 2
/** Kills after which it becomes a Wuss. */
const killsThatMakeAWuss = 3

/** [SR-5.10] Flees from players with a sword or a crown. */
export const closerBehaviour: UnitBehaviour = {
  reach: 'walker',
  act: (unit, context) => roam(unit, context, items.sword | items.crown),
  touch(unit, player, context) {
    resolveFight(unit, player, context, deadTicks.closer)
    if (unit.kills >= killsThatMakeAWuss && unit.status === statuses.idle) become(unit, 'Wuss')
    return true
  },
}

/** [SR-5.11] Flees from all players and dies even without a sword. Then it is a Closer again. */
export const wussBehaviour: UnitBehaviour = {
  reach: 'walker',
  act: (unit, context) => roam(unit, context, undefined),
  touch(unit, player, context) {
    killUnit(unit, player, context, deadTicks.closer)
    unit.kills = 0
    become(unit, 'Closer')
    return true
  },
}

/** `feared`: the items it flees from; undefined for all players. */
function roam(unit: Unit, context: UnitContext, feared: number | undefined): void {
  if (unit.status === statuses.suspend) {
    if (!nearestOf(unit.place, context.livingPlayers, wakeRange.x, wakeRange.y)) return
    setStatus(unit, context, statuses.idle)
  }
  const target = nearestOf(unit.place, context.livingPlayers, huntRange.x, huntRange.y)
  if (!target && unit.isAtHome) return setStatus(unit, context, statuses.suspend)
  const flees = target !== undefined && (feared === undefined || target.has(feared))
  // Only a step causes a wait: an enclosed Closer moves in the same tick in which a way opens.
  if (stepTowards(unit, context, target?.place ?? homeNode(unit), flees)) unit.wait = stepWait
}

function become(unit: Unit, type: 'Closer' | 'Wuss'): void {
  unit.type = type
  unit.trail.invalidate()
}
