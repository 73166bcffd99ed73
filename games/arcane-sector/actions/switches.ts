// [AS-10]

import type { ItemOf } from '../items/items.ts'
import type { Player } from '../state/player.ts'
import type { WorldState } from '../state/world-state.ts'

/**
 * [AS-13.9] Steps (see `GameContext.chargeSteps`) to open or close a passage, which stores the record of its tile.
 */
const passageSteps = 16

/** [AS-10.1] `player` is on the tile of the switch. */
export function toggleSwitch(state: WorldState, player: Player, item: ItemOf<'switch'>): void {
  item.on = !item.on
  state.ground.save(player.place)
  player.sendText(`The switch is ${item.on ? 'on' : 'off'} now.`)
  const changed = state.locks.update(item.group)
  state.context.chargeSteps(passageSteps * changed.length)
  for (const { place } of changed) {
    state.ground.save(place)
    state.views.markGroundChanged(place)
  }
  state.views.markGroundChanged(player.place, player)
  state.views.showGround(player)
}
