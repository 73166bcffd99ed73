// Buying, selling, owing and paying. [CF-15.5]
import { describe, expect, it } from 'vitest'
import { drop, take } from '../../../../games/crossfire/acts/carrying.ts'
import { move } from '../../../../games/crossfire/acts/walking.ts'
import { put, takeFrom } from '../../../../games/crossfire/things/contents.ts'
import { give, inCoins, pays, wealth } from '../../../../games/crossfire/trade/purse.ts'
import { mayLeaveShop, offer, offerFor, pay, priceOf } from '../../../../games/crossfire/trade/shop.ts'
import { Arena, type Hero, type HeroSettings } from '../arena.ts'

const west = 7

/** A shop's floor, and the street west of it; Ann stands on the floor beside the keeper. */
function market(settings: HeroSettings = {}, keeper = 'shopkeeper') {
  const arena = new Arena('..sss')
  arena.creature(keeper, 4, 0)
  const ann = arena.join('Ann', 2, 0, { has: [], skills: {}, ...settings })
  return { arena, ann, player: ann.player }
}

function purse({ player }: Hero): Record<string, number> {
  const coins = player.inventory.filter(({ kind }) => kind.is.role === 'money')
  return Object.fromEntries(coins.map(({ kind, count }) => [kind.id.replace('coin_', ''), count]))
}

describe('the purse', () => {
  it('[CF-15.7] coins in bags count; what is not paid for does not', () => {
    const { arena, ann, player } = market()
    arena.give(ann, 'coin_gold', 2)
    const bag = arena.give(ann, 'bag')
    put(arena.scene.make('coin_silver', 5), { in: 'container', container: bag })
    arena.give(ann, 'ruby')
    expect(wealth(player)).toBe(250)
  })

  it.each([
    [{ copper: 20, silver: 3 }, 7, { copper: 13, silver: 3 }],
    [{ copper: 5, gold: 1 }, 7, { silver: 9, copper: 8 }],
    [{ silver: 3 }, 30, {}],
    [{ copper: 3, silver: 1, gold: 2 }, 113, { gold: 1 }],
    [{ gold: 10 }, 1, { gold: 9, silver: 9, copper: 9 }],
  ])('[CF-15.7] of %o, %i are paid: %o is left', (had, price, left) => {
    const { arena, ann, player } = market()
    for (const [metal, count] of Object.entries(had)) arena.give(ann, `coin_${metal}`, count)
    const before = wealth(player)
    expect(pays(arena.scene, player, price)).toBe(true)
    expect(wealth(player)).toBe(before - price)
    expect(purse(ann)).toEqual(left)
  })

  it('[CF-15.7] who has too little keeps it all', () => {
    const { arena, ann, player } = market()
    arena.give(ann, 'coin_copper', 9)
    expect(pays(arena.scene, player, 10)).toBe(false)
    expect(purse(ann)).toEqual({ copper: 9 })
  })

  it('[CF-15.7] money comes in the fewest coins, and is told so', () => {
    const { arena, ann, player } = market()
    give(arena.scene, player, 1234)
    expect(purse(ann)).toEqual({ gold: 12, silver: 3, copper: 4 })
    expect(inCoins(1234)).toBe('12 gold coins, 3 silver coins, 4 copper coins')
    expect(inCoins(1)).toBe('1 copper coin')
    expect(inCoins(0)).toBe('nothing')
  })
})

describe('prices', () => {
  it.each([
    [10, 0, 130],
    [18, 0, 114],
    [30, 0, 105],
    [3, 0, 146],
    [10, 150_000, 125],
  ])('[CF-15.6] Charisma %i, bargaining %i: %i percent of the value', (Cha, experience, percent) => {
    const { arena, player } = market({ abilities: { Cha }, skills: { bargaining: experience } })
    expect(priceOf(player, arena.scene.make('cloak'))).toBe(Math.ceil((150 * percent) / 100))
  })

  it('[CF-15.8] a keeper pays his percent of what he deals in, and never as much as he asks', () => {
    const { arena, player } = market({ abilities: { Cha: 30 }, skills: { bargaining: 4e6 } })
    const sword = arena.scene.make('sword')
    const offered = offerFor(player, { pays: 50 }, sword)
    expect(offered).toBe(Math.floor(350 * 0.8))
    expect(offered).toBeLessThan(priceOf(player, sword))
    expect(offerFor(player, { pays: 50, deals: ['food'] }, sword)).toBe(0)
    expect(offerFor(player, { pays: 50 }, arena.scene.make('key_crypt'))).toBe(0)
  })
})

describe('buying', () => {
  function cloakTaken(settings: HeroSettings = {}) {
    const { arena, ann, player } = market(settings)
    const cloak = arena.lay('cloak', 2, 0)
    take(arena.scene, player, cloak, 1)
    return { arena, ann, player, cloak: ann.thing('cloak') }
  }

  it('[CF-15.5] what he takes is not his yet, and he is told the price', () => {
    const { ann, cloak } = cloakTaken()
    expect(cloak.unpaid).toBe(true)
    expect(ann.told()).toContain('It costs 1 gold coin, 9 silver coins, 5 copper coins.')
  })

  it('[CF-15.7] walking out pays, with change', () => {
    const { arena, ann, player, cloak } = cloakTaken()
    arena.give(ann, 'coin_gold', 2)
    ann.told()
    move(arena.scene, player, west)
    expect([player.x, cloak.unpaid]).toEqual([1, undefined])
    expect(purse(ann)).toEqual({ copper: 5 })
    expect(ann.told()).toEqual(['You pay 1 gold coin, 9 silver coins, 5 copper coins.'])
  })

  it('[CF-15.7] who cannot pay stays until he has laid it back', () => {
    const { arena, ann, player, cloak } = cloakTaken()
    arena.give(ann, 'coin_gold', 1)
    move(arena.scene, player, west)
    expect(player.x).toBe(2)
    expect(ann.told().at(-1)).toMatch(
      /^You owe 1 gold coin, 9 silver coins, 5 copper coins, and have not so much/,
    )
    drop(arena.scene, player, cloak, 1)
    expect(cloak.unpaid).toBeUndefined()
    expect(purse(ann)).toEqual({ gold: 1 })
    move(arena.scene, player, west)
    expect(player.x).toBe(1)
  })

  it('[CF-15.7] he may pay before; a paid pile joins what is like it', () => {
    const { arena, ann, player } = market()
    arena.give(ann, 'bread', 2)
    arena.give(ann, 'coin_copper', 100)
    take(arena.scene, player, arena.lay('bread', 2, 0, 3), 3)
    expect(player.inventory.filter(({ kind }) => kind.id === 'bread')).toHaveLength(2)
    ann.told()
    pay(arena.scene, player)
    pay(arena.scene, player)
    expect(ann.told()).toEqual(['You pay 2 silver coins, 4 copper coins.', 'You owe nothing.'])
    expect(ann.thing('bread').count).toBe(5)
    expect(purse(ann)).toEqual({ copper: 76 })
    expect(mayLeaveShop(arena.scene, player)).toBe(true)
  })

  it('[CF-15.5] what is worth nothing is given away', () => {
    const { arena, ann, player } = market()
    take(arena.scene, player, arena.lay('key_cellar', 2, 0), 1)
    expect(ann.thing('key_cellar').unpaid).toBeUndefined()
  })

  it('[CF-15.6] who looks is told the price, or what he would get', () => {
    const { arena, ann, player, cloak } = cloakTaken()
    expect(offer(arena.scene, player, cloak)).toBe(
      'You owe 1 gold coin, 9 silver coins, 5 copper coins for it.',
    )
    const shield = arena.lay('shield', 2, 0)
    expect(offer(arena.scene, player, shield)).toBe('It costs 3 gold coins, 9 silver coins.')
    expect(offer(arena.scene, player, arena.give(ann, 'helmet'))).toBe(
      'Here you would get 1 gold coin, 1 silver coin, 2 copper coins for it.',
    )
    expect(offer(arena.scene, player, arena.give(ann, 'key_cellar'))).toBe('Nobody here would buy it.')
    const away = arena.join('Ben', 0, 0, { has: ['helmet'] })
    expect(offer(arena.scene, away.player, away.thing('helmet'))).toBeUndefined()
  })
})

describe('selling', () => {
  it('[CF-15.8] what he lays down is sold, and he learns to bargain', () => {
    const { arena, ann, player } = market({ skills: { bargaining: 0 } })
    const pelts = arena.give(ann, 'pelt', 5)
    drop(arena.scene, player, pelts, 2)
    // 45 percent of twice 90
    expect(purse(ann)).toEqual({ silver: 8, copper: 1 })
    expect([ann.has('pelt'), arena.at(2, 0)]).toEqual([3, ['pelt']])
    expect(player.skills.get('bargaining')).toBe(4)
  })

  it.each([
    ['smith', 'bread', 'Nobody here wants a loaf of bread.'],
    ['shopkeeper', 'coin_gold', 'Coins are not for sale.'],
    ['guard', 'sword', 'Nobody is here to buy it.'],
  ])('[CF-15.8] a %s does not buy %s: he keeps it', (keeper, id, told) => {
    const { arena, ann, player } = market({}, keeper)
    const thing = arena.give(ann, id)
    drop(arena.scene, player, thing, 1)
    expect(ann.told()).toEqual([told])
    expect([ann.has(id), arena.at(2, 0)]).toEqual([1, []])
  })

  it('[CF-15.8] nothing is gained by buying and selling again', () => {
    const { arena, ann, player } = market({ abilities: { Cha: 30 }, skills: { bargaining: 4e6 } })
    arena.give(ann, 'coin_gold', 20)
    const sword = arena.lay('sword', 2, 0)
    for (let round = 0; round < 5; round++) {
      const before = wealth(player)
      take(arena.scene, player, sword, 1)
      pay(arena.scene, player)
      drop(arena.scene, player, ann.thing('sword'), 1)
      expect(wealth(player)).toBeLessThan(before)
    }
  })

  it('[CF-15.5] part of what he owes for can be laid back', () => {
    const { arena, ann, player } = market()
    take(arena.scene, player, arena.lay('bread', 2, 0, 3), 3)
    drop(arena.scene, player, ann.thing('bread'), 2)
    expect(purse(ann)).toEqual({})
    expect(ann.thing('bread')).toMatchObject({ count: 1, unpaid: true })
    expect(takeFrom(arena.scene.tags, ann.thing('bread'), 1).unpaid).toBe(true)
  })
})
