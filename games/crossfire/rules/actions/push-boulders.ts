// [CF-20.26]
import { type Direction, neighbourOf } from '../../model/definitions/directions.ts'
import type { Position } from '../../model/definitions/level-plan.ts'
import { rollPercent } from '../../model/state/dice.ts'
import type { GameState, Level, Player } from '../../model/state/game-state.ts'
import { putThing, removeThing } from '../../model/things/move-things.ts'
import { nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'

/** A player always pushes boulders of at most this weight for each point of Str. */
const gramsPerStr = 50_000

/**
 * Pushes a boulder in the cell, and the boulders behind it. Returns whether the player can enter the cell afterwards.
 */
export function pushBoulder(game: GameState, player: Player, cell: Position, way: Direction): boolean {
  const level = player.level!
  const boulder = boulderAt(level, cell)
  if (!boulder) return false
  const { traits } = boulder.archetype
  const grams = traits.role === 'boulder' ? traits.grams : 0
  if (!rollPercent(game, (100 * player.stats.abilities.Str * gramsPerStr) / Math.max(1, grams))) {
    player.sendMessage(`You fail to push the ${nameOf(boulder).one}.`, messageTypes.pushed)
    return false
  }
  if (!rolls(level, cell, way)) return false
  player.sendMessage(`You push the ${nameOf(boulder).one}.`, messageTypes.pushed)
  return !level.blocksMovement(cell.x, cell.y)
}

function rolls(level: Level, cell: Position, way: Direction): boolean {
  const boulder = boulderAt(level, cell)
  const { x, y } = neighbourOf(cell, way)
  if (!boulder || !level.has(x, y) || level.creatureAt(x, y) || level.playersAt(x, y).length > 0) return false
  if (level.blocksMovement(x, y) && (!rolls(level, { x, y }, way) || level.blocksMovement(x, y))) return false
  removeThing(boulder)
  putThing(boulder, { in: 'cell', level, x, y })
  return true
}

function boulderAt(level: Level, { x, y }: Position) {
  return level.topThingWithRole(x, y, 'boulder')
}
