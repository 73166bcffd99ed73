// The actions on an item by its place, for menus, keys and pointers.
import { ground, hands, slotNames } from '../../client/inventory.ts'
import type { Client } from '../../client/client.ts'
import type { Item } from '../../client/surroundings.ts'

export interface ItemAction {
  readonly says: string
  act(): void
}

/** A slot number, the player's own tile, or out of reach. */
export type ItemLocation = number | 'here' | 'away'

/** The label of USE by picture. Other items cannot be used. */
const uses: { readonly [gfxId: string]: string } = {
  sign: 'Read it',
  scroll: 'Read it',
  switch: 'Turn it on',
  switch_on: 'Turn it off',
  teleport_ring: 'Use it',
  dagger: 'Strike with it',
  empty_flask: 'Put a herb into it',
  unknown_potion: 'Put a herb into it',
  health_potion: 'Drink it',
  mana_potion: 'Drink it',
}

/** None if the item is out of reach [AS-5.6]. */
export function itemActions(client: Client, item: Item, where: ItemLocation): readonly ItemAction[] {
  if (where === 'away') return []
  const verbs: ItemAction[] = []
  const add = (says: string, act: () => void) => verbs.push({ says, act })
  const use = Object.hasOwn(uses, item.gfxId) ? uses[item.gfxId] : undefined
  if (use !== undefined) add(use, () => client.use(item.id))
  if (!item.movable) return verbs
  const from = where === 'here' ? ground : where
  if (where === 'here') add('Take it', () => client.take(item))
  for (const hand of hands)
    if (hand !== where)
      add(`Into the ${slotNames[hand]!.toLowerCase()}`, () => client.carry(item, hand, from))
  if (where !== 'here') add('Lay it down', () => client.carry(item, ground))
  add('Hold it, to put it elsewhere', () => client.hold(item.id))
  return verbs
}
