// The effects of a player's selection (THIS), and of none. [AS-8]

import { addHerb } from '../magic/brewing.ts'
import { bindRing } from '../magic/rings.ts'
import { ram } from '../magic/spells.ts'
import { pointedAt } from '../people/pointing.ts'
import type { Choice, Player } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'

/** [AS-8.2] Ignores any number other than that of the player's open selection. */
export function choose(scene: Scene, player: Player, selectionId: number, choice: Choice): void {
  const { selection } = player
  if (selection?.id !== selectionId) return
  player.selection = undefined
  const target = pointedAt(scene, player, choice)
  if (target === undefined) return
  if (typeof target === 'string') return player.tell(target)
  switch (selection.purpose) {
    case 'herb':
      return addHerb(scene, player, selection.item, target)
    case 'ram':
      return ram(scene, player, target)
    case 'ring':
      return bindRing(scene, player, target)
  }
}

/** [AS-8.4] Drops expired selections. */
export function tickSelections(scene: Scene, now: number): void {
  for (const player of scene.players) {
    if (!player.selection || now < player.selection.until) continue
    player.selection = undefined
    player.tell('Nothing was selected in time.')
  }
}
