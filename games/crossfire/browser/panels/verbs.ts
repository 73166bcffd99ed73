// The actions on a thing by place: the verbs of its menu, and their keys while it has the focus. Plain data, without
// DOM.
import type { Client } from '../client/client.ts'
import { type Flag, ground, is, type Thing, usedAs } from '../client/items.ts'

export type Place = 'pack' | 'ground' | 'container'
export type Verb =
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

export interface Offer {
  readonly verb: Verb
  /** The button's text. */
  readonly says: string
  /** The action can apply to a part of a pile. */
  readonly counts: boolean
}

/** Keys while a thing has the focus. */
export const verbKeys: { readonly [key: string]: Verb } = {
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

/** What applying does, by ranges of the clients' sort key. */
const uses: readonly (readonly [from: number, to: number, says: string])[] = [
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

/** What applying does now, in a word or two. */
export function applying(thing: Thing): string {
  const state = usedAs(thing)
  if (is(thing, 'open')) return 'Close'
  if (state === 'worn') return 'Take off'
  if (state === 'wielded' || state === 'readied') return 'Put away'
  if (state !== 'none') return 'Stop using'
  return uses.find(([from, to]) => thing.type >= from && thing.type <= to)?.[2] ?? 'Use'
}

/** Actions, most likely first. `open`: the container that the player has open. */
export function offersOf(thing: Thing, place: Place, open: Thing | undefined): Offer[] {
  const pile = thing.count > 1
  const offers: Offer[] = []
  const offer = (verb: Verb, says: string, counts = false) => offers.push({ verb, says, counts })
  const canBeTaken = !is(thing, 'noPick') && thing.weight >= 0
  if (place !== 'pack' && canBeTaken) offer('take', 'Take', pile)
  if (place === 'pack' && is(thing, 'unpaid')) offer('pay', 'Pay')
  offer('apply', applying(thing))
  if (place !== 'ground' && canBeTaken) offer('drop', 'Drop', pile)
  if (place !== 'container' && canBeTaken && open && open.tag !== thing.tag)
    offer('store', `Put into ${open.one}`, pile)
  offer('examine', 'Examine')
  if (place !== 'pack') return offers
  offer('mark', 'Mark')
  offer(is(thing, 'locked') ? 'unlock' : 'lock', is(thing, 'locked') ? 'Unlock' : 'Lock')
  if (usedAs(thing) === 'none' && !is(thing, 'locked')) offer('throw', 'Throw')
  return offers
}

/** The offered action for a key; the lock key also unlocks. */
export function offerOfKey(key: string, offers: readonly Offer[]): Offer | undefined {
  const verb = Object.hasOwn(verbKeys, key) ? verbKeys[key] : undefined
  if (verb === undefined) return undefined
  return offers.find((offer) => offer.verb === verb || (verb === 'lock' && offer.verb === 'unlock'))
}

/** Performs an action. `count` 0 acts on all. */
export function perform({ items, commands }: Client, { tag }: Thing, verb: Verb, count = 0): void {
  const to = { take: items.self?.tag ?? ground, drop: ground, store: items.open?.tag ?? ground }
  if (verb === 'take' || verb === 'drop' || verb === 'store') return items.move(tag, to[verb], count)
  if (verb === 'lock' || verb === 'unlock') return items.lock(tag, verb === 'lock')
  if (verb === 'pay') return commands.say('pay')
  if (verb !== 'throw') return items.act(verb, tag)
  // Mark it first: the throw command cannot tell things with the same name apart. [CF-13.9]
  items.act('mark', tag)
  commands.say('throw')
}

/** Flags that are shown by name. */
const states: readonly Flag[] = [
  ...(['open', 'unpaid', 'magic', 'blessed', 'cursed', 'damned', 'unidentified', 'locked'] as const),
]

/** States as words: `worn`, `magic`, … */
export function statesOf(thing: Thing): string[] {
  const use = usedAs(thing)
  const flags = states.filter((flag) => is(thing, flag))
  return use === 'none' ? flags : [use, ...flags]
}

/** Filters of the inventory. */
export const filters = {
  all: () => true,
  'in use': (thing) => usedAs(thing) !== 'none',
  'not in use': (thing) => usedAs(thing) === 'none',
  unpaid: (thing) => is(thing, 'unpaid'),
  cursed: (thing) => is(thing, 'cursed') || is(thing, 'damned'),
  magic: (thing) => is(thing, 'magic'),
  'not magic': (thing) => !is(thing, 'magic'),
  locked: (thing) => is(thing, 'locked'),
  'not locked': (thing) => !is(thing, 'locked'),
} as const satisfies { readonly [name: string]: (thing: Thing) => boolean }
export type Filter = keyof typeof filters

/** Sorts as all clients do, so that similar things are together. */
export function inOrder(things: readonly Thing[]): Thing[] {
  return [...things].sort((a, b) => a.type - b.type || a.one.localeCompare(b.one) || a.tag - b.tag)
}

/** Weight of the whole pile in kilograms; empty for things that cannot be picked up. */
export function kilograms({ weight, count }: Pick<Thing, 'weight' | 'count'>): string {
  return weight < 0 ? '' : `${((weight * count) / 1000).toFixed(1)} kg`
}
