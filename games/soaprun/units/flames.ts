// Flames are deadly, never die, and can overlap players, units and walls.
import type { Node } from '../board/board.ts'
import { items, type Player } from '../players/player.ts'
import { closedGate, setParam, type Unit, type UnitBehaviour, type UnitContext } from './unit.ts'

const gateWait = 6
const crossWait = 32

/** [SR-5.15] */
function burn(unit: Unit, player: Player, context: UnitContext): boolean {
  if (player.has(items.shield)) return false
  context.killPlayer(player, unit)
  return true
}

/** A Hummer or a Rounder. Neither moves on the server, because each client animates them. */
export const stillFlame: UnitBehaviour = { reach: 'flame', act() {}, touch: burn }

/** [SR-5.16] */
export const gate: UnitBehaviour = {
  reach: 'flame',
  act(unit, context) {
    const open = switchesOf(unit).every((place) => stoodOn(place, context))
    setParam(unit, open ? (unit.start.openValue ?? 0) : closedGate)
    unit.wait = gateWait
  },
  touch: burn,
}

function switchesOf({ start }: Unit): readonly Node[] {
  const { x, y } = start
  return (
    start.switches ?? [
      { x: x - 3, y: y + 3 },
      { x: x + 3, y: y + 3 },
      { x, y: y + 6 },
    ]
  )
}

function stoodOn({ x, y }: Node, context: UnitContext): boolean {
  return context.livingPlayers.some(({ place }) => place.x === x && place.y === y)
}

/** [SR-5.17] */
export const crossBehaviour: UnitBehaviour = {
  reach: 'flame',
  act(unit) {
    setParam(unit, (unit.param + 1) & 3)
    unit.wait = crossWait
  },
  touch: burn,
}
