// [CF-20.11]

import { rollDie } from '../../model/state/dice.ts'
import type { GameState, Player, Thing } from '../../model/state/game-state.ts'
import { nameOf, withArticle } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import { damagePlayer } from '../vitals/apply-damage.ts'

/** The strength of this effect is the depth. */
const sinkingEffect = 'sinking'
const pullTicks = 14
/** For each depth, one in this many pulls drags the player deeper. */
const pullOdds: readonly number[] = [1, 3, 3, 5]

/** `swamp`: under the player; undefined on other ground. Moving inside a swamp does not slow the sinking. */
export function updateSinking(game: GameState, player: Player, swamp: Thing | undefined): void {
  const depth = player.effects.get(sinkingEffect)?.strength ?? 0
  if (!swamp) {
    if (depth > 0) player.effects.delete(sinkingEffect)
    return
  }
  if (depth > 0 && game.ticks % pullTicks !== 0) return
  if (rollDie(game, pullOdds[depth]!) > 1) return
  const name = nameOf(swamp).one
  if (depth === 3) {
    player.effects.delete(sinkingEffect)
    player.sendMessage(`You go under in the ${name}.`, messageTypes.badEffect)
    return damagePlayer(game, player, player.hp, `drowning in ${withArticle(nameOf(swamp))}`)
  }
  player.effects.set(sinkingEffect, { endsAt: Number.MAX_SAFE_INTEGER, strength: depth + 1 })
  player.sendMessage(sinkingTexts[depth]!(name), messageTypes.badEffect)
}

const sinkingTexts: readonly ((name: string) => string)[] = [
  (name) => `You are up to your knees in the ${name}.`,
  (name) => `You are up to your waist in the ${name}.`,
  (name) => `You are up to your neck in the dangerous ${name}!`,
]
