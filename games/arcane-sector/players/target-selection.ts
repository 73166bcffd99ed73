// The room asks a player to select something (SLCT) and validates the answer (THIS). [AS-8]

import type { Monster } from '../state/monster.ts'
import { type Player, type Selection, type SelectionAnswer, slotCount } from '../state/player.ts'
import type { Townsperson } from '../state/townsperson.ts'
import type { WorldState } from '../state/world-state.ts'
import type { Mob } from '../vision/screen.ts'
import { sightTiles } from '../vision/views.ts'
import { findReachableItem, type ReachableItem } from './carry.ts'

/** [AS-8.4] Milliseconds until a selection expires. */
const patience = 60_000

/** An item in reach, a visible mob, an empty slot, or the ground. */
export type Target =
  | { readonly kind: 'item'; readonly reached: ReachableItem }
  | { readonly kind: 'mob'; readonly mob: Player | Monster | Townsperson }
  | { readonly kind: 'ground' }
  | { readonly kind: 'slot'; readonly slot: number }

/** [AS-8.3] `item`: id of the item whose use needs the target. */
export function askForTarget(
  state: WorldState,
  player: Player,
  purpose: Selection['purpose'],
  item?: number,
): void {
  if (player.selection) return player.sendText('Too busy to select another thing.')
  if (player.held) return player.sendText("Can't select when holding an item. Let it go! Let it go!")
  const id = state.newId()
  player.selection = {
    id,
    purpose,
    until: state.context.now() + patience,
    ...(item !== undefined && { item }),
  }
  player.screen?.select(id)
}

/** [AS-8.5] Returns a message for an invalid target, or undefined if no message is due. */
export function resolveTarget(
  state: WorldState,
  player: Player,
  { kind, id }: SelectionAnswer,
): Target | string | undefined {
  switch (kind) {
    case 'item': {
      const reached = findReachableItem(state, player, id)
      return reached ? { kind, reached } : 'That is out of reach.'
    }
    case 'mob': {
      const mob = mobInSight(state, player, id)
      return mob ? { kind, mob } : 'There is nobody there any more.'
    }
    case 'ground':
      return { kind }
    case 'slot':
      if (!Number.isInteger(id) || id < 0 || id >= slotCount) return 'That cannot be selected.'
      return player.slots[id] ? 'There is something in that slot.' : { kind, slot: id }
    case 'other':
      return undefined
  }
}

/** Finds only mobs that MOBS shows, so never the player. */
function mobInSight(
  state: WorldState,
  player: Player,
  id: number,
): Player | Monster | Townsperson | undefined {
  const { place } = player
  const isIt = (mob: Mob) => mob.id === id && mob !== player
  const person =
    state.players.square(place, sightTiles).find(isIt) ?? state.townsfolk.square(place, sightTiles).find(isIt)
  if (person || !state.options.monsters) return person
  return state.monsters.alive.square(place, sightTiles).find(isIt)
}
