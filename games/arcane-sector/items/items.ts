import type { Json } from '../../game.ts'
import type { Place } from '../terrain/terrain.ts'

/** `name`: a name that the map sets instead of the usual one. */
export type ItemKind = { readonly name?: string } & (
  | { readonly type: 'sign'; readonly text: string }
  | { readonly type: 'scroll'; readonly text: string }
  /** `locked`: the door requires a gold key. */
  | { readonly type: 'door'; readonly group: string; readonly locked?: boolean }
  | { readonly type: 'lamppost' }
  | { readonly type: 'switch'; readonly group: string; on: boolean }
  | { readonly type: 'blocker'; readonly group: string; open: boolean }
  /** `herbs`: one bit for each kind of herb in the flask, as in `potions`. */
  | { readonly type: 'flask'; herbs: number }
  /** `index`: the kind of herb, an index of `herbNames`. */
  | { readonly type: 'herb'; readonly index: number }
  | { readonly type: 'teleport_ring'; bound?: Place }
  | { readonly type: 'dagger' }
  | { readonly type: 'gold_key' }
)

/** `id`: numbered from 0 on. On the wire, 0x4472676e53656374 is added. [AS-1.5] */
export type Item = { readonly id: number } & ItemKind
export type ItemType = Item['type']
export type ItemOf<T extends ItemType> = Extract<Item, { readonly type: T }>

/** The names of herbs, indexed by `index` of a herb. */
export const herbNames: readonly string[] = [
  'Marrow Leaf',
  'Tarwort',
  'Lantern Rose',
  "Widow's Comfrey",
  'Toadstool',
  'Gallows Vine',
  'Fria',
  'Frogberry',
  'Spoglow Mint',
  'Saltwort',
  'Weasel Clover',
  'Ink Cap',
  'Moonsedge',
  'Kingsberry',
]

/** [AS-6.2] The herbs of each potion, one bit for each kind of herb, as in `herbs` of a flask. */
export const potions = { health: (1 << 3) | (1 << 10), mana: (1 << 6) | (1 << 8) } as const

/** Undefined if the herbs make no potion. */
export function potionOf(herbs: number): 'health' | 'mana' | undefined {
  if (herbs === potions.health) return 'health'
  return herbs === potions.mana ? 'mana' : undefined
}

/** [AS-5.7] */
export function isMovable({ type }: Item): boolean {
  return !['sign', 'door', 'lamppost', 'switch', 'blocker'].includes(type)
}

/** [AS-3.3] */
export function isBlocking(item: Item): boolean {
  return item.type === 'blocker' && !item.open
}

/** [AS-5.8] */
export function pictureNameOf(item: ItemKind): string {
  switch (item.type) {
    case 'switch':
      return item.on ? 'switch_on' : 'switch'
    case 'blocker':
      return item.open ? 'blocker_open' : 'blocker'
    case 'herb':
      return `herb_${item.index}`
    case 'flask':
      return flaskGfx(item.herbs)
    default:
      return item.type
  }
}

/** [AS-5.8] */
export function nameOf(item: ItemKind): string {
  if (item.name !== undefined) return item.name
  switch (item.type) {
    case 'switch':
      return item.on ? 'Switch (on)' : 'Switch (off)'
    case 'herb':
      return herbNames[item.index]!
    case 'flask':
      return flaskName(item.herbs)
    case 'teleport_ring':
      return item.bound ? `Teleport Ring (${item.bound.x}, ${item.bound.y})` : 'Teleport Ring (Unbound)'
    default:
      return plainNames[item.type]
  }
}

/** The record is the item itself, which is plain data. */
export function itemRecord(item: Item): Json {
  return item as unknown as Json
}

export function readItem(record: Json): Item {
  return record as unknown as Item
}

const plainNames = {
  sign: 'Sign',
  scroll: 'Scroll of Unnamed',
  door: 'Door',
  lamppost: '',
  blocker: 'Blocked secret passage',
  dagger: 'Dagger',
  gold_key: 'Gold key',
} as const

function flaskGfx(herbs: number): string {
  const potion = potionOf(herbs)
  if (potion) return `${potion}_potion`
  return herbs === 0 ? 'empty_flask' : 'unknown_potion'
}

function flaskName(herbs: number): string {
  const potion = potionOf(herbs)
  if (potion) return potion === 'health' ? 'Health potion' : 'Mana potion'
  return herbs === 0 ? 'Empty flask' : `Unspecified potion (#${herbs})`
}
