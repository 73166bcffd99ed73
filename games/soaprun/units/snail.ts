// Snails do not harm players, and players cannot harm them.
import { adjacentOffsets, type BoardPoint, corpseBit, hasCorpse } from '../board/board.ts'
import { statusNumbers } from '../players/player.ts'
import { findNearest } from './path-finding.ts'
import {
  isCellBlocked,
  moveUnitTo,
  setUnitStatus,
  stepUnitTowards,
  type Unit,
  type UnitBehaviour,
  type UnitContext,
} from './unit.ts'

const stepWait = 8
const eatWait = 12

/** [SR-5.14] */
export const snailBehaviour: UnitBehaviour = {
  reach: 'walker',
  act(unit, context) {
    if (unit.status === statusNumbers.suspend) {
      if (!findNearest(unit.place, context.livingPlayers, 1, 1)) return
      setUnitStatus(unit, context, statusNumbers.idle)
    }
    if (eats(unit, context)) return
    const target = findNearest(unit.place, context.livingPlayers, 2, 2)
    const meal = corpseBeside(unit, context)
    if (!meal && !target) return setUnitStatus(unit, context, statusNumbers.suspend)
    if (meal) moveUnitTo(unit, context, meal)
    // As in recordings of the original, a Snail on its target's cell does not wait. It follows in the tick in which the
    // player moves on.
    else if (!target || !stepUnitTowards(unit, context, target.place)) return
    unit.wait = stepWait
  },
  touch: () => false,
}

function eats(unit: Unit, context: UnitContext): boolean {
  const { x, y } = unit.place
  const tile = context.board.tile(x, y)
  if (!hasCorpse(tile)) return false
  context.changeTile(x, y, tile & ~corpseBit)
  unit.wait = eatWait
  return true
}

function corpseBeside(unit: Unit, context: UnitContext): BoardPoint | undefined {
  for (const by of adjacentOffsets) {
    const x = unit.place.x + by.x
    const y = unit.place.y + by.y
    if (hasCorpse(context.board.tile(x, y)) && !isCellBlocked(context, x, y)) return { x, y }
  }
  return undefined
}
