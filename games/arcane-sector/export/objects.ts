// [AS-12.6]

import type { ItemKind } from '../items/items.ts'
import type { WorldMap } from '../state/records.ts'
import type { Place } from '../terrain/terrain.ts'

type Scalar = string | number | boolean

export interface MapObject {
  readonly type: string
  readonly place: Place
  readonly fields: { readonly [name: string]: Scalar }
}

export function itemObjects({ items }: WorldMap): readonly MapObject[] {
  return items.map(({ place, item }) => {
    const { type, name } = item
    return { type, place, fields: { ...(name !== undefined && { name }), ...fieldsOf(item) } }
  })
}

export function systemObjects({ spawners, townsfolk = [] }: WorldMap): readonly MapObject[] {
  return [
    ...spawners.map(({ place, class: item_class, cooldown }) => {
      return { type: 'spawn_item', place, fields: { item_class, cooldown } }
    }),
    ...townsfolk.map(({ place, role }) => ({ type: 'spawn', place, fields: { mob_class: role } })),
  ]
}

function fieldsOf(item: ItemKind): MapObject['fields'] {
  switch (item.type) {
    case 'sign':
    case 'scroll':
      return { text: item.text }
    case 'door':
      return { teleport_group: item.group, ...(item.locked !== undefined && { locked: item.locked }) }
    case 'switch':
      return { switch_group: item.group, ...(item.on && { on: true }) }
    case 'blocker':
      return { blocker_group: item.group, ...(item.open && { open: true }) }
    case 'herb':
      return { index: item.index }
    case 'flask':
      return item.herbs === 0 ? {} : { herbs: item.herbs }
    case 'teleport_ring':
      return item.bound ? { bound_x: item.bound.x, bound_y: item.bound.y } : {}
    case 'lamppost':
    case 'dagger':
    case 'gold_key':
      return {}
  }
}
