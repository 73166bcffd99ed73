// Selections: asking a player to select something (SLCT), and resolving the answer (THIS). [AS-8]

import type { Monster } from '../scene/monster.ts'
import { type Choice, type Player, type Selection, slotCount } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import type { Townsperson } from '../scene/townsperson.ts'
import type { Mob } from '../sight/screen.ts'
import { sight } from '../sight/views.ts'
import { type Reached, reach } from './carrying.ts'

/** Milliseconds until a selection expires. [AS-8.4] */
const patience = 60_000

/** The selected target. An item is in reach, a mob in sight, a slot empty. */
export type Target =
  | { readonly kind: 'item'; readonly reached: Reached }
  | { readonly kind: 'mob'; readonly mob: Player | Monster | Townsperson }
  | { readonly kind: 'ground' }
  | { readonly kind: 'slot'; readonly slot: number }

/** [AS-8.3] Opens a selection, or says why not. `item`: the item that asks for it. */
export function ask(scene: Scene, player: Player, purpose: Selection['purpose'], item?: number): void {
  if (player.selection) return player.tell('Too busy to select another thing.')
  if (player.held) return player.tell("Can't select when holding an item. Let it go! Let it go!")
  const id = scene.newId()
  player.selection = { id, purpose, until: scene.host.now() + patience, ...(item !== undefined && { item }) }
  player.screen?.select(id)
}

/** [AS-8.5] The selected target, or why it is invalid. Undefined: invalid, but say nothing. */
export function pointedAt(scene: Scene, player: Player, { kind, id }: Choice): Target | string | undefined {
  switch (kind) {
    case 'item': {
      const reached = reach(scene, player, id)
      return reached ? { kind, reached } : 'That is out of reach.'
    }
    case 'mob': {
      const mob = mobInSight(scene, player, id)
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

/** A mob that MOBS shows to this player, never the player. */
function mobInSight(scene: Scene, player: Player, id: number): Player | Monster | Townsperson | undefined {
  const { place } = player
  const isIt = (mob: Mob) => mob.id === id && mob !== player
  const person =
    scene.players.square(place, sight).find(isIt) ?? scene.townsfolk.square(place, sight).find(isIt)
  if (person || !scene.options.monsters) return person
  return scene.monsters.alive.square(place, sight).find(isIt)
}
