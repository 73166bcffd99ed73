// Flames are deadly, never die, and can overlap players, units and walls.
import { type BoardPoint, switchesOf } from '../board/board.ts'
import { itemBits, type Player } from '../players/player.ts'
import { closedGateParam, setUnitParam, type Unit, type UnitBehaviour, type UnitContext } from './unit.ts'

const gateWait = 6
const crossWait = 32

/** [SR-5.15] */
function burn(unit: Unit, player: Player, context: UnitContext): boolean {
  if (player.has(itemBits.shield)) return false
  context.killPlayer(player, unit)
  return true
}

/** A Hummer or a Rounder. Both stay still on the server, because each client animates them. */
export const stillFlameBehaviour: UnitBehaviour = { reach: 'flame', act() {}, touch: burn }

/** [SR-5.16] */
export const gateBehaviour: UnitBehaviour = {
  reach: 'flame',
  act(unit, context) {
    const open = switchesOf(unit.start).every((place) => stoodOn(place, context))
    setUnitParam(unit, open ? (unit.start.openValue ?? 0) : closedGateParam)
    unit.wait = gateWait
  },
  touch: burn,
}

function stoodOn({ x, y }: BoardPoint, context: UnitContext): boolean {
  return context.livingPlayers.some(({ place }) => place.x === x && place.y === y)
}

/** [SR-5.17] */
export const crossBehaviour: UnitBehaviour = {
  reach: 'flame',
  act(unit) {
    setUnitParam(unit, (unit.param + 1) & 3)
    unit.wait = crossWait
  },
  touch: burn,
}
