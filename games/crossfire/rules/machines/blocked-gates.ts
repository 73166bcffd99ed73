// [CF-20.13]

import { movableThingsAt, type PlacedPart, playersAt } from '../../model/level/machine-parts.ts'
import { rollDie } from '../../model/state/dice.ts'
import type { CellLocation, GameState } from '../../model/state/game-state.ts'
import { definiteName, nameOf, withArticle } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { damageMonster, damagePlayer } from '../vitals/apply-damage.ts'

/** Ticks between the blows of a blocked gate. */
const crushTicks = 4

export function isGateBlocked(at: CellLocation): boolean {
  return playersAt(at).length > 0 || [...movableThingsAt(at)].length > 0
}

export function crushUnderGate(game: GameState, { thing, at }: PlacedPart, damage: number): void {
  if (damage === 0 || game.ticks % crushTicks !== 0) return
  const name = nameOf(thing)
  for (const player of [...playersAt(at)]) {
    player.sendMessage(`You are crushed by ${definiteName(name)}!`, messageTypes.wasHit)
    damagePlayer(game, player, rollDie(game, damage), withArticle(name))
  }
  const creature = at.level.creatureAt(at.x, at.y)
  if (creature) damageMonster(game, creature, rollDie(game, damage))
}
