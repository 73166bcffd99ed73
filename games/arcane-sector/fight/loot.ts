// What slain monsters drop, by kind. [AS-11.8]

import { between } from '../scene/chance.ts'
import type { Monster, MonsterKind } from '../scene/monster.ts'
import type { Scene } from '../scene/scene.ts'
import { type ItemKind, potions } from '../things/items.ts'

interface Loot {
  /** One in this many slain monsters drops something. */
  readonly oneIn: number
  /** One of these, equally likely. */
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
 * Within this many tiles to each side there is at most one dropped item of a type, so that players cannot pile them up.
 */
const apart = 5

export function leaveLoot(scene: Scene, { kind, place }: Monster): void {
  const { oneIn, things } = loot[kind]
  if (between(scene.host, 1, oneIn) > 1) return
  const thing = things[between(scene.host, 0, things.length - 1)]!
  if (!scene.ground.hasRoom(place) || !scene.ground.mayGrow) return
  const near = scene.ground.near(place, apart)
  if (near.some(({ items }) => items.some(({ type }) => type === thing.type))) return
  scene.ground.put(place, { id: scene.newId(), ...thing })
  scene.views.changedGround(place)
}
