// [CF-13.14]

import { messageTypes } from '../../protocol/events/message-types.ts'
import { type Ability, abilityNames } from '../definitions/character.ts'
import { rollDie } from '../state/dice.ts'
import type { GameState, Player } from '../state/game-state.ts'

/** This effect lasts until it is cured. */
export const depletionEffect = 'depletion'
const never = Number.MAX_SAFE_INTEGER
/** Maximum number of points that one ability can lose until it is cured. */
const maxDepletion = 50

/** [CF-13.14] One random ability loses a point until the depletion is cured. */
export function depleteAbility(game: GameState, player: Player): void {
  const name = rollAbility(game)
  const before = player.effects.get(depletionEffect)
  const lost = before?.bonuses?.abilities?.[name] ?? 0
  if (lost <= -maxDepletion) return
  player.effects.set(depletionEffect, {
    endsAt: never,
    strength: (before?.strength ?? 0) + 1,
    bonuses: { abilities: { ...before?.bonuses?.abilities, [name]: lost - 1 } },
  })
  reportLoss(player, name)
}

/** [CF-13.14] One random ability loses a point for ever, to at least 1. */
export function loseAbility(game: GameState, player: Player): void {
  const name = rollAbility(game)
  const { abilities } = player.origin
  player.origin = { ...player.origin, abilities: { ...abilities, [name]: Math.max(1, abilities[name] - 1) } }
  reportLoss(player, name)
}

/** [CF-23.17] Restores up to `most` points of each depleted ability. */
export function restoreAbilities(player: Player, most: number): void {
  const before = player.effects.get(depletionEffect)
  if (!before) return
  const left = Object.entries(before.bonuses?.abilities ?? {}).flatMap(([name, lost]) =>
    lost + most < 0 ? [[name, lost + most] as const] : [],
  )
  const sum = left.reduce((points, [, lost]) => points - lost, 0)
  if (sum === 0) player.effects.delete(depletionEffect)
  else
    player.effects.set(depletionEffect, {
      ...before,
      strength: sum,
      bonuses: { abilities: Object.fromEntries(left) },
    })
  player.markUnsaved()
  player.sendMessage('You feel restored.', messageTypes.statGained)
}

function rollAbility(game: GameState): Ability {
  return abilityNames[rollDie(game, abilityNames.length) - 1]!
}

function reportLoss(player: Player, name: Ability): void {
  player.markUnsaved()
  player.sendMessage(`You have less ${name}.`, messageTypes.statLost)
}
