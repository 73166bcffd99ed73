// The effects of using an item (USEI). [AS-5.3]

import { stab } from '../fight/combat.ts'
import { useFlask } from '../magic/brewing.ts'
import { useRing } from '../magic/rings.ts'
import type { Reached } from '../people/carrying.ts'
import type { Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import { turnSwitch } from './switches.ts'

/** `reached` is in the player's reach. Doors, lampposts, passages, herbs and keys do nothing. */
export function use(scene: Scene, player: Player, reached: Reached): void {
  const { item } = reached
  switch (item.type) {
    case 'sign':
      return player.tell(`The sign reads: ${item.text}`)
    case 'scroll':
      return player.tell(`The scroll says: ${item.text}`)
    case 'switch':
      return turnSwitch(scene, player, item)
    case 'flask':
      return useFlask(scene, player, item, reached)
    case 'teleport_ring':
      return useRing(scene, player, item)
    case 'dagger':
      return stab(scene, player, reached)
  }
}
