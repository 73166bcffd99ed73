// The actions on an item by its location, for menus, keys and pointers.

import type { Client } from '../../client/client.ts'
import { ground, handSlots, slotNames } from '../../client/inventory.ts'
import type { Item } from '../../client/surroundings.ts'

export interface ItemAction {
  readonly says: string
  act(): void
}

/** A slot number, the player's own tile, or out of reach. */
export type ItemLocation = number | 'here' | 'away'

/** The label of USE by picture. Other items cannot be used. */
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

/** Empty if the item is out of reach [AS-5.6]. */
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
