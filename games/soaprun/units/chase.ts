// A Chase sleeps until a player holds a shield. It then runs as fast as players, and stops when it has no target any
// more.

import { itemBits, type Player, statusNumbers } from '../players/player.ts'
import { findNearest } from './path-finding.ts'
import { deadTicks, resolveFight, setUnitStatus, stepUnitTowards, type UnitBehaviour } from './unit.ts'

const holderRange = { x: 21, y: 16 } as const
const anyRange = { x: 5, y: 4 } as const
const sleepWait = 2

/** [SR-5.13] A Chase returns home only when it dies. */
export const chaseBehaviour: UnitBehaviour = {
  reach: 'walker',
  act(unit, context) {
    const holders = context.livingPlayers.filter(holdsShield)
    const target =
      holders.length > 0
        ? (findNearest(unit.place, holders, holderRange.x, holderRange.y) ??
          findNearest(unit.place, context.livingPlayers, anyRange.x, anyRange.y))
        : undefined
    if (target) {
      setUnitStatus(unit, context, statusNumbers.idle)
      stepUnitTowards(unit, context, target.place)
    } else {
      setUnitStatus(unit, context, statusNumbers.suspend)
      if (holders.length === 0) unit.wait = sleepWait
    }
  },
  touch(unit, player, context) {
    resolveFight(unit, player, context, deadTicks.closer)
    return true
  },
}

function holdsShield(player: Player): boolean {
  return player.has(itemBits.shield)
}
