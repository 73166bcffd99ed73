// Lists the actions on an item, which depend on the item's location.

import type { Client } from '../../client/client.ts'
import { ground, handSlots, slotNames } from '../../client/inventory.ts'
import type { Item } from '../../client/surroundings.ts'

export interface ItemAction {
  readonly says: string
  act(): void
}

/** A slot number, `here` for the player's tile, or `away` for an item out of reach. */
export type ItemLocation = number | 'here' | 'away'

/** The label of the action that uses an item, by its picture. Other items cannot be used. */
const uses: { readonly [gfxId: string]: string } = {
  sign: 'Read',
  scroll: 'Read',
  switch: 'Turn on',
  switch_on: 'Turn off',
  teleport_ring: 'Use',
  dagger: 'Strike',
  empty_flask: 'Add a herb',
  unknown_potion: 'Add a herb',
  health_potion: 'Drink',
  mana_potion: 'Drink',
}

/** Returns no actions if the item is out of reach [AS-5.6]. */
export function itemActions(client: Client, item: Item, where: ItemLocation): readonly ItemAction[] {
  if (where === 'away') return []
  const verbs: ItemAction[] = []
  const add = (says: string, act: () => void) => verbs.push({ says, act })
  const use = Object.hasOwn(uses, item.gfxId) ? uses[item.gfxId] : undefined
  if (use !== undefined) add(use, () => client.use(item.id))
  if (!item.movable) return verbs
  const from = where === 'here' ? ground : where
  if (where === 'here') add('Take', () => client.take(item))
  for (const hand of handSlots)
    if (hand !== where)
      add(`Put into the ${slotNames[hand]!.toLowerCase()}`, () => client.carry(item, hand, from))
  if (where !== 'here') add('Drop', () => client.carry(item, ground))
  add('Move', () => client.hold(item.id))
  return verbs
}
