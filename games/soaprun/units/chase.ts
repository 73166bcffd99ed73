// Chasers sleep until a player holds a shield. Then they run as fast as players, and stop where they lose them.

import { items, type Player, statuses } from '../players/player.ts'
import { nearest } from './path.ts'
import { fight, type Kind, setStatus, stepTowards, ticksLying } from './unit.ts'

const holderRange = { x: 21, y: 16 } as const
const anyRange = { x: 5, y: 4 } as const
const sleepWait = 2

/** [SR-5.13] Returns home only by dying. */
export const chase: Kind = {
  reach: 'walker',
  act(unit, scene) {
    const holders = scene.living.filter(holdsShield)
    const target =
      holders.length > 0
        ? (nearest(unit.place, holders, holderRange.x, holderRange.y) ??
          nearest(unit.place, scene.living, anyRange.x, anyRange.y))
        : undefined
    if (target) {
      setStatus(unit, scene, statuses.idle)
      stepTowards(unit, scene, target.place)
    } else {
      setStatus(unit, scene, statuses.suspend)
      if (holders.length === 0) unit.wait = sleepWait
    }
  },
  touch(unit, player, scene) {
    fight(unit, player, scene, ticksLying.closer)
    return true
  },
}

function holdsShield(player: Player): boolean {
  return player.has(items.shield)
}
