// Turning a switch. [AS-10]
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import type { ItemOf } from '../things/items.ts'

/** [AS-10.1] The player is on the switch's tile. */
export function turnSwitch(scene: Scene, player: Player, item: ItemOf<'switch'>): void {
  item.on = !item.on
  scene.ground.keep(player.place)
  player.tell(`The switch is ${item.on ? 'on' : 'off'} now.`)
  for (const { place } of scene.locks.settle(item.group)) {
    scene.ground.keep(place)
    scene.views.changedGround(place)
  }
  scene.views.changedGround(player.place, player)
  scene.views.showGround(player)
}
