// [AS-6]

import { type ItemOf, potionOf } from '../items/items.ts'
import { findReachableItem, type ReachableItem, removeItem, saveItem } from '../players/carry.ts'
import { askForTarget, type Target } from '../players/target-selection.ts'
import type { Player } from '../state/player.ts'
import { randomBetween } from '../state/random-between.ts'
import type { WorldState } from '../state/world-state.ts'

/** [AS-6.4] Minimum and maximum hp or mana that a potion restores. */
const healing = [20, 30] as const
const restoring = [25, 40] as const

/** [AS-6.1] */
export function useFlask(
  state: WorldState,
  player: Player,
  flask: ItemOf<'flask'>,
  reached: ReachableItem,
): void {
  if (potionOf(flask.herbs)) return drink(state, player, flask, reached)
  player.sendText('Select the herb to put into the flask.')
  askForTarget(state, player, 'herb', flask.id)
}

/** [AS-6.3] */
export function addHerb(
  state: WorldState,
  player: Player,
  flaskId: number | undefined,
  target: Target,
): void {
  const reached = flaskId === undefined ? undefined : findReachableItem(state, player, flaskId)
  if (target.kind !== 'item' || reached?.item.type !== 'flask' || potionOf(reached.item.herbs))
    return player.sendText('The flask is not ready for herbs.')
  const flask = reached.item
  const herb = target.reached.item
  if (herb.type !== 'herb') return player.sendText('Only herbs go into a flask.')
  flask.herbs |= 1 << herb.index
  removeItem(state, player, target.reached)
  saveItem(state, player, reached)
  const potion = potionOf(flask.herbs)
  if (potion) player.sendText(`The flask now holds a ${potion} potion.`)
  showChanged(state, player, [target.reached, reached])
}

/** [AS-6.4] */
function drink(state: WorldState, player: Player, flask: ItemOf<'flask'>, reached: ReachableItem): void {
  if (potionOf(flask.herbs) === 'health') {
    if (player.hp === player.hpMax) return player.sendText('You are in full health already.')
    player.hp = Math.min(player.hpMax, player.hp + randomBetween(state.context, ...healing))
    player.sendText('You drink, and feel your wounds close.')
  } else {
    if (player.mana === player.manaMax) return player.sendText('You are full of mana already.')
    player.mana = Math.min(player.manaMax, player.mana + randomBetween(state.context, ...restoring))
    player.sendText('You drink, and feel your mana rise.')
  }
  flask.herbs = 0
  saveItem(state, player, reached)
  // Stores the player even if the flask is on the ground. Otherwise, after a crash, the flask would be empty and the
  // player without the potion's effect.
  state.saveCharacter(player)
  player.showVitals()
  showChanged(state, player, [reached])
}

/** [AS-6.5] */
function showChanged(state: WorldState, player: Player, changed: readonly ReachableItem[]): void {
  player.showInventory()
  state.views.showGround(player)
  if (changed.some(({ slot }) => slot === undefined)) state.views.markGroundChanged(player.place, player)
}
