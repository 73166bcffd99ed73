// [CF-21.4]
import type { ShopPricing } from '../../model/definitions/level-plan.ts'
import type { ObjectAttributes } from '../attributes/object-attributes.ts'

/** Object types by their names in `shopitems`. */
const named: { readonly [name: string]: number } = {
  rod: 3,
  treasure: 4,
  potion: 5,
  food: 6,
  poison: 7,
  book: 8,
  clock: 9,
  arrow: 13,
  bow: 14,
  weapon: 15,
  armour: 16,
  'special key': 21,
  key: 24,
  shield: 33,
  helmet: 34,
  money: 36,
  amulet: 39,
  drink: 54,
  gem: 60,
  ring: 70,
  flesh: 72,
  inorganic: 73,
  'skill tool': 74,
  lighter: 75,
  lamp: 82,
  spellbook: 85,
  cloak: 87,
  boots: 99,
  gloves: 100,
  bracers: 104,
  wand: 109,
  scroll: 111,
  girdle: 113,
  container: 122,
  'armour improver': 123,
  'weapon improver': 124,
  skillscroll: 130,
  power_crystal: 156,
  'item builder': 160,
  'building material': 161,
}
const maxItemTypes = 100
/** Default of `shopmax` in the smallest coin. */
const defaultMaxPrice = 100_000

/** All maps have shop attributes, because shop floors can be on any map. */
export function shopOf(head: ObjectAttributes): ShopPricing {
  const likes = new Map<number, number>()
  let others: number | undefined
  for (const each of (head.text('shopitems') ?? '').split(';', maxItemTypes)) {
    const [, name = '', percent] = /^\s*([^:]+):\s*(-?\d+)\s*$/.exec(each) ?? []
    const liking = Math.min(100, Math.max(-100, Number(percent)))
    if (name === '*') others ??= liking
    else if (Object.hasOwn(named, name)) likes.set(named[name]!, liking)
  }
  const race = head.text('shoprace')
  return {
    greed: head.decimal('shopgreed', 0.05, 100, 1),
    preferences: likes,
    defaultPreference: others ?? 0,
    minValue: head.intWithin('shopmin', 0, 1_000_000_000),
    maxPayment: head.intWithin('shopmax', 0, 1_000_000_000) || defaultMaxPrice,
    ...(race !== undefined && { race }),
  }
}
