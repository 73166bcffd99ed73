import type { Client } from '../../client/client.ts'
import { groundSlot, handSlots, slotNames } from '../../client/inventory.ts'
import type { Item } from '../../client/surroundings.ts'

export interface ItemAction {
  readonly label: string
  act(): void
}

/** A slot number, `here` for the player's tile, or `away` for an item out of reach. */
export type ItemLocation = number | 'here' | 'away'

/** Indexed by the item's picture. Items with other pictures cannot be used. */
const useLabels: { readonly [gfxId: string]: string } = {
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
  const actions: ItemAction[] = []
  const add = (label: string, act: () => void) => actions.push({ label, act })
  const use = Object.hasOwn(useLabels, item.gfxId) ? useLabels[item.gfxId] : undefined
  if (use !== undefined) add(use, () => client.use(item.id))
  if (!item.movable) return actions
  const from = where === 'here' ? groundSlot : where
  if (where === 'here') add('Take', () => client.take(item))
  for (const hand of handSlots)
    if (hand !== where)
      add(`Put into the ${slotNames[hand]!.toLowerCase()}`, () => client.carry(item, hand, from))
  if (where !== 'here') add('Drop', () => client.carry(item, groundSlot))
  add('Move', () => client.hold(item.id))
  return actions
}
