// The menu of a thing shows these actions as verbs, and keys trigger them while the thing has the focus.
import type { Client } from '../client/client.ts'
import { type ClientItem, equipStateOf, type Flag, groundLocation, hasFlag } from '../client/state/items.ts'

export type ItemPlace = 'pack' | 'ground' | 'container'
export type ItemVerb =
  | 'apply'
  | 'take'
  | 'drop'
  | 'store'
  | 'examine'
  | 'mark'
  | 'lock'
  | 'unlock'
  | 'throw'
  | 'pay'

export interface ItemAction {
  readonly verb: ItemVerb
  readonly label: string
  /** Set if the player can choose a number of pieces. */
  readonly takesCount: boolean
}

const verbKeys: { readonly [key: string]: ItemVerb } = {
  a: 'apply',
  Enter: 'apply',
  ',': 'take',
  t: 'throw',
  d: 'drop',
  Delete: 'drop',
  s: 'store',
  e: 'examine',
  m: 'mark',
  l: 'lock',
}

/** Labels of the action that applies a thing, by ranges of the thing's type number. */
const uses: readonly (readonly [from: number, to: number, title: string])[] = [
  [51, 60, 'Open'],
  [100, 149, 'Wield'],
  [150, 199, 'Ready'],
  [250, 399, 'Wear'],
  [450, 499, 'Ready'],
  [600, 610, 'Eat'],
  [611, 659, 'Drink'],
  [660, 689, 'Read'],
  [690, 799, 'Ready'],
  [1000, 1099, 'Read'],
]

/** The effect of applying the thing now. */
export function applyLabel(thing: ClientItem): string {
  const state = equipStateOf(thing)
  if (hasFlag(thing, 'open')) return 'Close'
  if (state === 'worn') return 'Take off'
  if (state === 'wielded' || state === 'readied') return 'Put away'
  if (state !== 'none') return 'Stop using'
  return uses.find(([from, to]) => thing.type >= from && thing.type <= to)?.[2] ?? 'Use'
}

/** Returns the most likely actions first. `open`: the open container of the player. */
export function actionsFor(thing: ClientItem, place: ItemPlace, open: ClientItem | undefined): ItemAction[] {
  const pile = thing.count > 1
  const offers: ItemAction[] = []
  const offer = (verb: ItemVerb, title: string, counts = false) =>
    offers.push({ verb, label: title, takesCount: counts })
  const canBeTaken = !hasFlag(thing, 'noPick') && thing.weight >= 0
  if (place !== 'pack' && canBeTaken) offer('take', 'Take', pile)
  if (place === 'pack' && hasFlag(thing, 'unpaid')) offer('pay', 'Pay')
  offer('apply', applyLabel(thing))
  if (place !== 'ground' && canBeTaken) offer('drop', 'Drop', pile)
  if (place !== 'container' && canBeTaken && open && open.tag !== thing.tag)
    offer('store', `Put into ${open.one}`, pile)
  offer('examine', 'Examine')
  if (place !== 'pack') return offers
  offer('mark', 'Mark')
  offer(hasFlag(thing, 'locked') ? 'unlock' : 'lock', hasFlag(thing, 'locked') ? 'Unlock' : 'Lock')
  if (equipStateOf(thing) === 'none' && !hasFlag(thing, 'locked')) offer('throw', 'Throw')
  return offers
}

/** The key for locking also unlocks. */
export function actionForKey(key: string, offers: readonly ItemAction[]): ItemAction | undefined {
  const verb = Object.hasOwn(verbKeys, key) ? verbKeys[key] : undefined
  if (verb === undefined) return undefined
  return offers.find((offer) => offer.verb === verb || (verb === 'lock' && offer.verb === 'unlock'))
}

/** `count`: 0 means all pieces. */
export function performAction(
  { items, commands }: Client,
  { tag }: ClientItem,
  verb: ItemVerb,
  count = 0,
): void {
  if (verb === 'take' || verb === 'drop' || verb === 'store') {
    const to = { take: items.player?.tag, drop: groundLocation, store: items.open?.tag }[verb]
    // If the container was closed in the meantime, `store` must not drop the thing on the ground.
    if (to !== undefined) items.move(tag, to, count)
    return
  }
  if (verb === 'lock' || verb === 'unlock') return items.lock(tag, verb === 'lock')
  if (verb === 'pay') return commands.send('pay')
  if (verb !== 'throw') return items.apply(verb, tag)
  // Mark the thing first, because the throw command cannot distinguish things of the same name. [CF-13.9]
  items.apply('mark', tag)
  commands.send('throw')
}

const states: readonly Flag[] = [
  ...(['open', 'unpaid', 'magic', 'blessed', 'cursed', 'damned', 'unidentified', 'locked'] as const),
]

/** States of the thing, such as `worn` and `magic`. */
export function describeItemStates(thing: ClientItem): string[] {
  const use = equipStateOf(thing)
  const flags = states.filter((flag) => hasFlag(thing, flag))
  return use === 'none' ? flags : [use, ...flags]
}

export const itemFilters = {
  all: () => true,
  'in use': (thing) => equipStateOf(thing) !== 'none',
  'not in use': (thing) => equipStateOf(thing) === 'none',
  unpaid: (thing) => hasFlag(thing, 'unpaid'),
  cursed: (thing) => hasFlag(thing, 'cursed') || hasFlag(thing, 'damned'),
  magic: (thing) => hasFlag(thing, 'magic'),
  'not magic': (thing) => !hasFlag(thing, 'magic'),
  locked: (thing) => hasFlag(thing, 'locked'),
  'not locked': (thing) => !hasFlag(thing, 'locked'),
} as const satisfies { readonly [name: string]: (thing: ClientItem) => boolean }
export type ItemFilterName = keyof typeof itemFilters

/** Sorts by type, as all clients do, so that similar things are together. */
export function sortItems(things: readonly ClientItem[]): ClientItem[] {
  return [...things].sort((a, b) => a.type - b.type || a.one.localeCompare(b.one) || a.tag - b.tag)
}

/** The weight of the whole pile; empty for things that cannot be picked up. */
export function formatWeight({ weight, count }: Pick<ClientItem, 'weight' | 'count'>): string {
  return weight < 0 ? '' : `${((weight * count) / 1000).toFixed(1)} kg`
}
