// The effects of a player's selection (THIS), and of a selection that expires. [AS-8]

import { addHerb } from '../magic/brewing.ts'
import { bindRing } from '../magic/rings.ts'
import { pushMob } from '../magic/spells.ts'
import { resolveTarget } from '../players/target-selection.ts'
import type { Player, SelectionAnswer } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'

/** [AS-8.2] Ignores an answer whose number is not that of the player's open selection. */
export function answerSelection(
  state: WorldState,
  player: Player,
  selectionId: number,
  choice: SelectionAnswer,
): void {
  const { selection } = player
  if (selection?.id !== selectionId) return
  player.selection = undefined
  const target = resolveTarget(state, player, choice)
  if (target === undefined) return
  if (typeof target === 'string') return player.sendText(target)
  switch (selection.purpose) {
    case 'herb':
      return addHerb(state, player, selection.item, target)
    case 'ram':
      return pushMob(state, player, target)
    case 'ring':
      return bindRing(state, player, target)
  }
}

/** [AS-8.4] */
export function tickSelections(state: WorldState, now: number): void {
  for (const player of state.players) {
    if (!player.selection || now < player.selection.until) continue
    player.selection = undefined
    player.sendText('Nothing was selected in time.')
  }
}
