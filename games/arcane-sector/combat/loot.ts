// Items dropped by killed monsters, by kind. [AS-11.8]

import { type ItemKind, potions } from '../items/items.ts'
import type { Monster, MonsterKind } from '../state/monster.ts'
import { randomBetween } from '../state/random-between.ts'
import type { WorldState } from '../state/world-state.ts'

interface Loot {
  /** One in this many killed monsters of the kind drops an item. */
  readonly oneIn: number
  /** Each of these items is equally likely. */
  readonly things: readonly Readonly<ItemKind>[]
}

const loot: { readonly [kind in MonsterKind]: Loot } = {
  huntress: {
    oneIn: 3,
    things: [
      { type: 'herb', index: 3 },
      { type: 'herb', index: 10 },
    ],
  },
  marauder: { oneIn: 3, things: [{ type: 'dagger' }] },
  sorceress: { oneIn: 4, things: [{ type: 'flask', herbs: potions.mana }] },
  outcast: { oneIn: 3, things: [{ type: 'flask', herbs: 0 }] },
  sentinel: { oneIn: 10, things: [{ type: 'gold_key' }] },
  blademaster: { oneIn: 3, things: [{ type: 'dagger' }, { type: 'flask', herbs: potions.health }] },
}
/**
 * A monster drops nothing if an item of the same type is within this many tiles to each side. The rule keeps players
 * from collecting heaps of items.
 */
const apart = 5

export function dropLoot(state: WorldState, { kind, place }: Monster): void {
  const { oneIn, things } = loot[kind]
  if (randomBetween(state.context, 1, oneIn) > 1) return
  const thing = things[randomBetween(state.context, 0, things.length - 1)]!
  if (!state.ground.hasRoom(place) || !state.ground.isBelowLimit) return
  const near = state.ground.pilesNear(place, apart)
  if (near.some(({ items }) => items.some(({ type }) => type === thing.type))) return
  state.ground.put(place, { id: state.newId(), ...thing })
  state.views.markGroundChanged(place)
}
