// Flasks: adding herbs, and drinking the potion. [AS-6]

import { keepItem, type Reached, reach, takeAway } from '../people/carrying.ts'
import { ask, type Target } from '../people/pointing.ts'
import { between } from '../scene/chance.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { type ItemOf, potionOf } from '../things/items.ts'

/** [AS-6.4] Minimum and maximum that a potion restores. */
const healing = [20, 30] as const
const restoring = [25, 40] as const

/** [AS-6.1] Drinks a potion; any other flask asks for a herb. */
export function useFlask(scene: Scene, player: Player, flask: ItemOf<'flask'>, reached: Reached): void {
  if (potionOf(flask.herbs)) return drink(scene, player, flask, reached)
  player.tell('Select the herb to put into the flask.')
  ask(scene, player, 'herb', flask.id)
}

/** [AS-6.3] Adds the selected herb to the flask that asked for it, if both are still in reach. */
export function addHerb(scene: Scene, player: Player, flaskId: number | undefined, target: Target): void {
  const reached = flaskId === undefined ? undefined : reach(scene, player, flaskId)
  if (target.kind !== 'item' || reached?.item.type !== 'flask' || potionOf(reached.item.herbs))
    return player.tell('The flask is not ready for herbs.')
  const flask = reached.item
  const herb = target.reached.item
  if (herb.type !== 'herb') return player.tell('Only herbs go into a flask.')
  flask.herbs |= 1 << herb.index
  takeAway(scene, player, target.reached)
  keepItem(scene, player, reached)
  const potion = potionOf(flask.herbs)
  if (potion) player.tell(`The flask now holds a ${potion} potion.`)
  showChanged(scene, player, [target.reached, reached])
}

/** [AS-6.4] Does not drink if the value is already at its maximum. */
function drink(scene: Scene, player: Player, flask: ItemOf<'flask'>, reached: Reached): void {
  if (potionOf(flask.herbs) === 'health') {
    if (player.hp === player.hpMax) return player.tell('You are in full health already.')
    player.hp = Math.min(player.hpMax, player.hp + between(scene.host, ...healing))
    player.tell('You drink, and feel your wounds close.')
  } else {
    if (player.mana === player.manaMax) return player.tell('You are full of mana already.')
    player.mana = Math.min(player.manaMax, player.mana + between(scene.host, ...restoring))
    player.tell('You drink, and feel your mana rise.')
  }
  flask.herbs = 0
  keepItem(scene, player, reached)
  // Write the player too, wherever the flask is: the effect must not be lost while the flask is empty.
  scene.keep(player)
  player.showVitals()
  showChanged(scene, player, [reached])
}

/** [AS-6.5] The player gets full updates; others nearby get those of the ground. */
function showChanged(scene: Scene, player: Player, changed: readonly Reached[]): void {
  player.showInventory()
  scene.views.showGround(player)
  if (changed.some(({ slot }) => slot === undefined)) scene.views.changedGround(player.place, player)
}
