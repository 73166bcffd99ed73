// Closers (black) hunt players. A Closer that has killed three players becomes a Wuss (blue) and flees from players.

import { itemBits, statusNumbers } from '../players/player.ts'
import { findNearest } from './path-finding.ts'
import {
  deadTicks,
  homeNode,
  killUnit,
  resolveFight,
  setUnitStatus,
  stepUnitTowards,
  type Unit,
  type UnitBehaviour,
  type UnitContext,
} from './unit.ts'

/**
 * Ranges in columns and rows. A player within `wakeRange` wakes a Closer. An awake Closer hunts players within
 * `huntRange`, or flees from them.
 */
const wakeRange = { x: 4, y: 3 } as const
const huntRange = { x: 5, y: 4 } as const
const stepWait = 2
const killsThatMakeAWuss = 3

/** [SR-5.10] */
export const closerBehaviour: UnitBehaviour = {
  reach: 'walker',
  act: (unit, context) => roam(unit, context, itemBits.sword | itemBits.crown),
  touch(unit, player, context) {
    resolveFight(unit, player, context, deadTicks.closer)
    if (unit.kills >= killsThatMakeAWuss && unit.status === statusNumbers.idle) become(unit, 'Wuss')
    return true
  },
}

/** [SR-5.11] */
export const wussBehaviour: UnitBehaviour = {
  reach: 'walker',
  act: (unit, context) => roam(unit, context, undefined),
  touch(unit, player, context) {
    killUnit(unit, player, context, deadTicks.closer)
    become(unit, 'Closer')
    return true
  },
}

/** `feared`: the items whose holders the unit flees from. If undefined, it flees from all players. */
function roam(unit: Unit, context: UnitContext, feared: number | undefined): void {
  if (unit.status === statusNumbers.suspend) {
    if (!findNearest(unit.place, context.livingPlayers, wakeRange.x, wakeRange.y)) return
    setUnitStatus(unit, context, statusNumbers.idle)
  }
  const target = findNearest(unit.place, context.livingPlayers, huntRange.x, huntRange.y)
  if (!target && unit.isAtHome) return setUnitStatus(unit, context, statusNumbers.suspend)
  const flees = target !== undefined && (feared === undefined || target.has(feared))
  // The unit waits only after a step, so an enclosed Closer moves in the tick in which a path opens.
  if (stepUnitTowards(unit, context, target?.place ?? homeNode(unit), flees)) unit.wait = stepWait
}

function become(unit: Unit, type: 'Closer' | 'Wuss'): void {
  unit.type = type
  unit.trail.invalidate()
}
