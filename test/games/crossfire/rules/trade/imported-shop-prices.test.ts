// What a host's shops ask and give. The figures are what Debian's crossfire-server 1.75 asked and gave at these places.
import { describe, expect, it } from 'vitest'
import { builtinArchetypes } from '../../../../../games/crossfire/builtin/archetypes/index.ts'
import { ObjectAttributes } from '../../../../../games/crossfire/import/attributes/object-attributes.ts'
import { shopOf } from '../../../../../games/crossfire/import/converters/shops.ts'
import { createThing } from '../../../../../games/crossfire/model/things/thing.ts'
import { buyPrice, sellPrice } from '../../../../../games/crossfire/rules/trade/imported-shop-prices.ts'
import { Arena } from '../../harness/rules-arena.ts'

const [weapon, arrow, shield, drink, gem] = [15, 13, 33, 54, 60]

function thing(type: number, value: number, count = 1) {
  const like = builtinArchetypes.get(type === gem ? 'ruby' : 'arrow')
  const known = { archetype: 'it', type }
  return createThing(1, { ...like, value, known }, count)
}

const market = (head: Record<string, string>) =>
  shopOf(new ObjectAttributes('map', new Map(Object.entries(head))))
const dealer = (Cha: number, skills = {}) =>
  new Arena('..').join('Ann', 0, 0, { abilities: { Cha }, skills }).player

const general = { shopitems: '*:0', shopmax: '2000' }
const weapons = { shopitems: 'weapon:80;*:-50', shopmax: '3000' }
const bows = { shopitems: 'bow:80;arrow:80;weapon:15;*:-80', shopmax: '2000', shoprace: 'faerie' }
const food = { shopitems: 'food:95;flesh:30;*:-100', shopmax: '2000' }
const dwarves = { shopitems: 'armour:45;shield:40;*:-80', shopgreed: '1.1', shopmin: '20', shopmax: '10000' }

describe('a host’s shop', () => {
  it.each([
    [1, 16_000],
    [4, 16_000],
    [8, 13_208],
    [12, 10_462],
    [18, 7374],
    [25, 4904],
    [30, 4000],
  ])('[CF-21.4] asks somebody of Cha %i for what is worth 1000: %i', (Cha, price) => {
    expect(sellPrice(market(general), dealer(Cha), thing(weapon, 1000))).toBe(price)
  })

  it.each([
    ['a level', 1, 10_416],
    ['2 levels', 3050, 10_370],
    ['5 levels', 30_000, 10_234],
  ])('[CF-21.4] asks less who has %s of bargaining', (_, bargaining, price) => {
    expect(sellPrice(market(general), dealer(12, { bargaining }), thing(weapon, 1000))).toBe(price)
  })

  it.each([
    [1, 1],
    [45, 45],
    [500, 500],
    [1000, 515],
    [5000, 547],
    [50_000, 657],
    [1_000_000, 1000],
  ])('[CF-21.4] gives for what is worth %i no more than it has money for: %i', (value, given) => {
    expect(buyPrice(market(general), dealer(12), thing(weapon, value))).toBe(given)
  })

  it.each([
    ['weapons, where they are wanted', weapons, weapon, 180, 615],
    ['drink, where weapons are', weapons, drink, 50, 2216],
    ['weapons, at a bowyer’s who favours another race', bows, weapon, 92, 1204],
    ['arrows there', bows, arrow, 144, 769],
    ['drink there', bows, drink, 16, 6931],
    ['what is not wanted at all', food, drink, 20, 5540],
    ['a shield, at greedy dwarves’', { ...dwarves, shoprace: 'dwarf' }, shield, 101, 1088],
    ['a jewel', weapons, gem, 97, 103],
  ])('[CF-21.4] %s: worth 100', (_, head, type, given, asked) => {
    const ware = thing(type, 100)
    const [there, ann] = [market(head), dealer(11)]
    expect(buyPrice(there, ann, ware)).toBe(given)
    expect(Math.abs(sellPrice(there, ann, ware) - asked)).toBeLessThanOrEqual(Math.ceil(asked / 500))
  })

  it.each([
    ['who haggles best, where it is wanted', { shopitems: 'weapon:100' }],
    ['anybody, where the shop is generous', { shopitems: 'weapon:100', shopgreed: '0.1' }],
  ])('[CF-21.4] nobody buys for less than he is given: %s', (_, head) => {
    const ann = dealer(30, { bargaining: 10_000_000 })
    const [there, ware] = [market(head), thing(weapon, 1000, 3)]
    expect(buyPrice(there, ann, ware)).toBeGreaterThan(0)
    expect(sellPrice(there, ann, ware)).toBeGreaterThanOrEqual(buyPrice(there, ann, ware))
  })

  it('[CF-21.4] a pile is worth as much as its pieces, and what is cheaper than it likes it does not buy', () => {
    expect(buyPrice(market(general), dealer(12), thing(weapon, 100, 7))).toBe(700)
    expect(buyPrice(market({ shopmin: '500' }), dealer(12), thing(weapon, 100))).toBe(0)
    expect(buyPrice(market({ shopmin: '500' }), dealer(12), thing(weapon, 1000))).toBe(1000)
  })

  it('[CF-21.4] what a host’s map says amiss counts for nothing', () => {
    const { preferences, defaultPreference, greed } = market({
      shopitems: 'weapon;bow:x;*-50;armour:4000;boots:-3',
      shopgreed: '0',
    })
    expect([...preferences, defaultPreference, greed]).toEqual([[16, 100], [99, -3], 0, 0.05])
  })
})
