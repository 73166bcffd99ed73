// The prices of imported shops. The expected values were measured on Debian's crossfire-server 1.75.
import { describe, expect, it } from 'vitest'
import { builtinArchetypes } from '../../../../../games/crossfire/builtin/archetypes/index.ts'
import { ObjectAttributes } from '../../../../../games/crossfire/import/attributes/object-attributes.ts'
import { shopOf } from '../../../../../games/crossfire/import/converters/shops.ts'
import { createThing } from '../../../../../games/crossfire/model/things/thing.ts'
import {
  priceShopAsks,
  priceShopPays,
} from '../../../../../games/crossfire/rules/trade/imported-shop-prices.ts'
import { Arena } from '../../harness/rules-arena.ts'

const [weapon, arrow, shield, drink, gem] = [15, 13, 33, 54, 60]

function thing(type: number, value: number, count = 1) {
  const like = builtinArchetypes.get(type === gem ? 'ruby' : 'arrow')
  const known = { archetype: 'it', type }
  return createThing(1, { ...like, value, matchProperties: known }, count)
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

describe('an imported shop', () => {
  it.each([
    [1, 16_000],
    [4, 16_000],
    [8, 13_208],
    [12, 10_462],
    [18, 7374],
    [25, 4904],
    [30, 4000],
  ])('[CF-21.4] sells to a player with Cha %i a thing of value 1000 for %i', (Cha, price) => {
    expect(priceShopAsks(market(general), dealer(Cha), thing(weapon, 1000))).toBe(price)
  })

  it.each([
    ['a level', 1, 10_416],
    ['2 levels', 3050, 10_370],
    ['5 levels', 30_000, 10_234],
  ])('[CF-21.4] sells at a lower price with %s of bargaining', (_, bargaining, price) => {
    expect(priceShopAsks(market(general), dealer(12, { bargaining }), thing(weapon, 1000))).toBe(price)
  })

  it.each([
    [1, 1],
    [45, 45],
    [500, 500],
    [1000, 515],
    [5000, 547],
    [50_000, 657],
    [1_000_000, 1000],
  ])('[CF-21.4] buys a thing of value %i for %i, within the limit of the shop', (value, given) => {
    expect(priceShopPays(market(general), dealer(12), thing(weapon, value))).toBe(given)
  })

  it.each([
    ['weapons in a weapon shop', weapons, weapon, 180, 615],
    ['drink in a weapon shop', weapons, drink, 50, 2216],
    ['weapons in a bow shop that prefers another race', bows, weapon, 92, 1204],
    ['arrows in a bow shop', bows, arrow, 144, 769],
    ['drink in a bow shop', bows, drink, 16, 6931],
    ['drink in a food shop', food, drink, 20, 5540],
    ['a shield in a greedy dwarven shop', { ...dwarves, shoprace: 'dwarf' }, shield, 101, 1088],
    ['a gem', weapons, gem, 97, 103],
  ])('[CF-21.4] pays and charges for a thing of value 100: %s', (_, head, type, given, asked) => {
    const ware = thing(type, 100)
    const [there, ann] = [market(head), dealer(11)]
    expect(priceShopPays(there, ann, ware)).toBe(given)
    expect(Math.abs(priceShopAsks(there, ann, ware) - asked)).toBeLessThanOrEqual(Math.ceil(asked / 500))
  })

  it.each([
    ['with the best bargaining', { shopitems: 'weapon:100' }],
    ['in a generous shop', { shopitems: 'weapon:100', shopgreed: '0.1' }],
  ])('[CF-21.4] never sells a thing for less than it pays: %s', (_, head) => {
    const ann = dealer(30, { bargaining: 10_000_000 })
    const [there, ware] = [market(head), thing(weapon, 1000, 3)]
    expect(priceShopPays(there, ann, ware)).toBeGreaterThan(0)
    expect(priceShopAsks(there, ann, ware)).toBeGreaterThanOrEqual(priceShopPays(there, ann, ware))
  })

  it('[CF-21.4] asks at least as much for single pieces as it pays for the whole pile', () => {
    const ann = dealer(30, { bargaining: 3050 })
    const there = market({ shopitems: 'arrow:60' })
    expect([
      priceShopPays(there, ann, thing(arrow, 1, 10)),
      priceShopAsks(there, ann, thing(arrow, 1)),
    ]).toEqual([16, 2])
  })

  it('[CF-21.4] values a pile by its pieces, and does not buy below its minimum value', () => {
    expect(priceShopPays(market(general), dealer(12), thing(weapon, 100, 7))).toBe(700)
    expect(priceShopPays(market({ shopmin: '500' }), dealer(12), thing(weapon, 100))).toBe(0)
    expect(priceShopPays(market({ shopmin: '500' }), dealer(12), thing(weapon, 1000))).toBe(1000)
  })

  it('[CF-21.4] ignores invalid shop attributes of a map', () => {
    const { preferences, defaultPreference, greed } = market({
      shopitems: 'weapon;bow:x;*-50;armour:4000;boots:-3',
      shopgreed: '0',
    })
    expect([...preferences, defaultPreference, greed]).toEqual([[16, 100], [99, -3], 0, 0.05])
  })
})
