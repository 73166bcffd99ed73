// [AS-5.3]

import { strikeWithDagger } from '../combat/combat.ts'
import { useFlask } from '../magic/brewing.ts'
import { useRing } from '../magic/rings.ts'
import type { ReachableItem } from '../players/carry.ts'
import type { Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'
import { toggleSwitch } from './switches.ts'

/** Doors, lampposts, passages, herbs and keys have no action. */
export function useItem(state: WorldState, player: Player, itemInReach: ReachableItem): void {
  const { item } = itemInReach
  switch (item.type) {
    case 'sign':
      return player.sendText(`The sign reads: ${item.text}`)
    case 'scroll':
      return player.sendText(`The scroll says: ${item.text}`)
    case 'switch':
      return toggleSwitch(state, player, item)
    case 'flask':
      return useFlask(state, player, item, itemInReach)
    case 'teleport_ring':
      return useRing(state, player, item)
    case 'dagger':
      return strikeWithDagger(state, player, itemInReach)
  }
}
