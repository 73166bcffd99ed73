// Buying, selling and paying. [CF-15.5]
import { describe, expect, it } from 'vitest'
import { builtinArchetypes } from '../../../../../games/crossfire/builtin/archetypes/index.ts'
import type { InventoryChecker } from '../../../../../games/crossfire/model/definitions/machine.ts'
import { meetsCondition } from '../../../../../games/crossfire/model/level/checkers.ts'
import type { Thing } from '../../../../../games/crossfire/model/state/game-state.ts'
import { findKey } from '../../../../../games/crossfire/model/things/keys.ts'
import { putThing, takeFromPile } from '../../../../../games/crossfire/model/things/move-things.ts'
import { withContents } from '../../../../../games/crossfire/model/things/thing.ts'
import { dropThing, takeThing } from '../../../../../games/crossfire/rules/actions/items/take-and-drop.ts'
import { stepOrInteract } from '../../../../../games/crossfire/rules/actions/walk.ts'
import { parseCommand } from '../../../../../games/crossfire/rules/commands/command-table.ts'
import {
  formatCoins,
  giveMoney,
  payAmount,
  totalMoney,
} from '../../../../../games/crossfire/rules/trade/money.ts'
import {
  describePrice,
  payForUnpaidItems,
  priceOf,
  shopOfferPrice,
  tryPayBeforeLeaving,
} from '../../../../../games/crossfire/rules/trade/shop.ts'
import { Arena, type Hero, type HeroSettings } from '../../harness/rules-arena.ts'

const west = 7

/** The street is in the west, and Ann is on the shop floor next to the shopkeeper. */
function market(settings: HeroSettings = {}, keeper = 'shopkeeper') {
  const arena = new Arena('..sss')
  arena.creature(keeper, 4, 0)
  const ann = arena.join('Ann', 2, 0, { has: [], skills: {}, ...settings })
  return { arena, ann, player: ann.player }
}

/** Runs a typed command at once, even if the player would have to wait for it. */
function types(arena: Arena, { player }: Hero, text: string): void {
  const { command, args } = parseCommand(text)
  command!.run(arena.scene, player, args, undefined)
}

function purse({ player }: Hero): Record<string, number> {
  const coins = player.inventory.filter(({ archetype }) => archetype.traits.role === 'money')
  return Object.fromEntries(coins.map(({ archetype, count }) => [archetype.id.replace('coin_', ''), count]))
}

describe('money', () => {
  it('[CF-15.7] includes coins in bags, but not unpaid ones', () => {
    const { arena, ann, player } = market()
    arena.give(ann, 'coin_gold', 2)
    const bag = arena.give(ann, 'bag')
    putThing(arena.scene.createThing('coin_silver', 5), { in: 'container', container: bag })
    arena.give(ann, 'ruby')
    expect(totalMoney(player)).toBe(250)
  })

  it.each([
    [{ copper: 20, silver: 3 }, 7, { copper: 13, silver: 3 }],
    [{ copper: 5, gold: 1 }, 7, { silver: 9, copper: 8 }],
    [{ silver: 3 }, 30, {}],
    [{ copper: 3, silver: 1, gold: 2 }, 113, { gold: 1 }],
    [{ gold: 10 }, 1, { gold: 9, silver: 9, copper: 9 }],
  ])('[CF-15.7] %o minus a payment of %i leaves %o', (had, price, left) => {
    const { arena, ann, player } = market()
    for (const [metal, count] of Object.entries(had)) arena.give(ann, `coin_${metal}`, count)
    const before = totalMoney(player)
    expect(payAmount(arena.scene, player, price)).toBe(true)
    expect(totalMoney(player)).toBe(before - price)
    expect(purse(ann)).toEqual(left)
  })

  it('[CF-15.7] is not taken if it does not suffice', () => {
    const { arena, ann, player } = market()
    arena.give(ann, 'coin_copper', 9)
    expect(payAmount(arena.scene, player, 10)).toBe(false)
    expect(purse(ann)).toEqual({ copper: 9 })
  })

  it('[CF-15.7] is paid out in full, however much it is', () => {
    const { arena, player } = market()
    giveMoney(arena.scene, player, 250_000_007)
    expect(totalMoney(player)).toBe(250_000_007)
  })

  it('[CF-15.7] is paid out and described in the fewest coins', () => {
    const { arena, ann, player } = market()
    giveMoney(arena.scene, player, 1234)
    expect(purse(ann)).toEqual({ gold: 12, silver: 3, copper: 4 })
    expect(formatCoins(builtinArchetypes, 1234)).toBe(
      'twelve gold coins, three silver coins, four copper coins',
    )
    expect(formatCoins(builtinArchetypes, 1)).toBe('one copper coin')
    expect(formatCoins(builtinArchetypes, 0)).toBe('nothing')
  })
})

describe('prices', () => {
  it.each([
    [10, 0, 130],
    [18, 0, 114],
    [30, 0, 105],
    [3, 0, 146],
    [10, 150_000, 125],
  ])(
    '[CF-15.6] with Charisma %i and bargaining %i are %i percent of the value',
    (Cha, experience, percent) => {
      const { arena, player } = market({ abilities: { Cha }, skills: { bargaining: experience } })
      expect(priceOf(player, arena.scene.createThing('cloak'))).toBe(Math.ceil((150 * percent) / 100))
    },
  )

  it('[CF-15.8] that a shopkeeper pays are a percentage of the value, below the selling price', () => {
    const { arena, player } = market({ abilities: { Cha: 30 }, skills: { bargaining: 4e6 } })
    const sword = arena.scene.createThing('sword')
    const offered = shopOfferPrice(player, { payPercent: 50 }, sword)
    expect(offered).toBe(Math.floor(350 * 0.8))
    expect(offered).toBeLessThan(priceOf(player, sword))
    expect(shopOfferPrice(player, { payPercent: 50, tradedRoles: ['food'] }, sword)).toBe(0)
    expect(shopOfferPrice(player, { payPercent: 50 }, arena.scene.createThing('key_crypt'))).toBe(0)
  })
})

describe('buying', () => {
  function cloakTaken(settings: HeroSettings = {}) {
    const { arena, ann, player } = market(settings)
    const cloak = arena.lay('cloak', 2, 0)
    takeThing(arena.scene, player, cloak, 1)
    return { arena, ann, player, cloak: ann.thing('cloak') }
  }

  it('[CF-15.5] a picked-up ware is unpaid, and its price is shown', () => {
    const { ann, cloak } = cloakTaken()
    expect(cloak.unpaid).toBe(true)
    expect(ann.takeTexts()).toContain('It costs one gold coin, nine silver coins, five copper coins.')
  })

  it('[CF-15.7] walking out pays for wares, with change', () => {
    const { arena, ann, player, cloak } = cloakTaken()
    arena.give(ann, 'coin_gold', 2)
    ann.takeTexts()
    stepOrInteract(arena.scene, player, west)
    expect([player.x, cloak.unpaid]).toEqual([1, undefined])
    expect(purse(ann)).toEqual({ copper: 5 })
    expect(ann.takeTexts()).toEqual(['You pay one gold coin, nine silver coins, five copper coins.'])
  })

  it('[CF-15.7] a player who cannot pay cannot leave until the ware is put back', () => {
    const { arena, ann, player, cloak } = cloakTaken()
    arena.give(ann, 'coin_gold', 1)
    stepOrInteract(arena.scene, player, west)
    expect(player.x).toBe(2)
    expect(ann.takeTexts().at(-1)).toMatch(
      /^You owe one gold coin, nine silver coins, five copper coins and cannot pay/,
    )
    dropThing(arena.scene, player, cloak, 1)
    expect(cloak.unpaid).toBeUndefined()
    expect(purse(ann)).toEqual({ gold: 1 })
    stepOrInteract(arena.scene, player, west)
    expect(player.x).toBe(1)
  })

  it('[CF-15.7] a player who keeps walking against the door receives the debt once in 10 s', () => {
    const { arena, ann, player } = cloakTaken()
    const debts = () => ann.takeTexts().filter((text) => text.startsWith('You owe')).length
    stepOrInteract(arena.scene, player, west)
    expect(debts()).toBe(1)
    for (let step = 0; step < 9; step++) {
      arena.now += 1000
      stepOrInteract(arena.scene, player, west)
    }
    expect([debts(), player.x]).toEqual([0, 2])
    arena.now += 1000
    stepOrInteract(arena.scene, player, west)
    expect(debts()).toBe(1)
  })

  it('[CF-15.7] pay works before leaving, and a paid pile merges with an identical one', () => {
    const { arena, ann, player } = market()
    arena.give(ann, 'bread', 2)
    arena.give(ann, 'coin_copper', 100)
    takeThing(arena.scene, player, arena.lay('bread', 2, 0, 3), 3)
    expect(player.inventory.filter(({ archetype }) => archetype.id === 'bread')).toHaveLength(2)
    ann.takeTexts()
    payForUnpaidItems(arena.scene, player)
    payForUnpaidItems(arena.scene, player)
    expect(ann.takeTexts()).toEqual(['You pay two silver coins, four copper coins.', 'You owe nothing.'])
    expect(ann.thing('bread').count).toBe(5)
    expect(purse(ann)).toEqual({ copper: 76 })
    expect(tryPayBeforeLeaving(arena.scene, player)).toBe(true)
  })

  it('[CF-15.5] wares without value are free', () => {
    const { arena, ann, player } = market()
    takeThing(arena.scene, player, arena.lay('key_cellar', 2, 0), 1)
    expect(ann.thing('key_cellar').unpaid).toBeUndefined()
  })

  it('[CF-15.6] examine shows the price of a ware, or the price that the shop pays for a thing', () => {
    const { arena, ann, player, cloak } = cloakTaken()
    expect(describePrice(arena.scene, player, cloak)).toBe(
      'You owe one gold coin, nine silver coins, five copper coins for it.',
    )
    const shield = arena.lay('shield', 2, 0)
    expect(describePrice(arena.scene, player, shield)).toBe('It costs three gold coins, nine silver coins.')
    expect(describePrice(arena.scene, player, arena.give(ann, 'helmet'))).toBe(
      'This shop pays one gold coin, one silver coin, two copper coins for it.',
    )
    expect(describePrice(arena.scene, player, arena.give(ann, 'key_cellar'))).toBe(
      'This shop does not buy it.',
    )
    const away = arena.join('Ben', 0, 0, { has: ['helmet'] })
    expect(describePrice(arena.scene, away.player, away.thing('helmet'))).toBeUndefined()
  })
})

describe('selling', () => {
  it('[CF-15.8] dropping a thing sells it and gives experience in bargaining', () => {
    const { arena, ann, player } = market({ skills: { bargaining: 0 } })
    const pelts = arena.give(ann, 'pelt', 5)
    dropThing(arena.scene, player, pelts, 2)
    // 45 percent of 2 × 90
    expect(purse(ann)).toEqual({ silver: 8, copper: 1 })
    expect([ann.has('pelt'), arena.at(2, 0)]).toEqual([3, ['pelt']])
    expect(player.skills.get('bargaining')).toBe(4)
  })

  it.each([
    ['smith', 'bread', 'This shop does not buy a loaf of bread.'],
    ['shopkeeper', 'coin_gold', 'Coins are not for sale.'],
    ['guard', 'sword', 'There is no shopkeeper to buy it.'],
  ])('[CF-15.8] a %s does not buy %s, which stays in the inventory', (keeper, id, told) => {
    const { arena, ann, player } = market({}, keeper)
    const thing = arena.give(ann, id)
    dropThing(arena.scene, player, thing, 1)
    expect(ann.takeTexts()).toEqual([told])
    expect([ann.has(id), arena.at(2, 0)]).toEqual([1, []])
  })

  it('[CF-15.8] trading the same thing again gives no experience, in whatever pile it is', () => {
    const { arena, ann, player } = market({ skills: { bargaining: 0 } })
    arena.give(ann, 'coin_gold', 90)
    const ruby = arena.give(ann, 'ruby')
    dropThing(arena.scene, player, ruby, 1)
    const gained = player.skills.get('bargaining')
    expect(gained).toBeGreaterThan(0)
    for (let round = 0; round < 5; round++) {
      takeThing(arena.scene, player, ruby, 1)
      payForUnpaidItems(arena.scene, player)
      dropThing(arena.scene, player, ann.thing('ruby'), 1)
    }
    expect(player.skills.get('bargaining')).toBe(gained)
  })

  it('[CF-15.8] buying and selling again gives no profit', () => {
    const { arena, ann, player } = market({ abilities: { Cha: 30 }, skills: { bargaining: 4e6 } })
    arena.give(ann, 'coin_gold', 20)
    const sword = arena.lay('sword', 2, 0)
    for (let round = 0; round < 5; round++) {
      const before = totalMoney(player)
      takeThing(arena.scene, player, sword, 1)
      payForUnpaidItems(arena.scene, player)
      dropThing(arena.scene, player, ann.thing('sword'), 1)
      expect(totalMoney(player)).toBeLessThan(before)
    }
  })

  it('[CF-15.5] part of an unpaid pile can be put back', () => {
    const { arena, ann, player } = market()
    takeThing(arena.scene, player, arena.lay('bread', 2, 0, 3), 3)
    dropThing(arena.scene, player, ann.thing('bread'), 2)
    expect(purse(ann)).toEqual({})
    expect(ann.thing('bread')).toMatchObject({ count: 1, unpaid: true })
    expect(takeFromPile(arena.scene.tags, ann.thing('bread'), 1).unpaid).toBe(true)
  })
})

it('[CF-15.5] an unpaid key opens nothing and passes no checker', () => {
  const { arena, ann, player } = market()
  const key = arena.give(ann, 'key_crypt')
  const { lock } = key.archetype.traits as { lock: string }
  const wanted = { requiresItem: true, wants: { word: lock } } as InventoryChecker
  const isUsable = () => [findKey(player, [lock]) === key, meetsCondition(arena.scene, player, wanted)]
  expect(isUsable()).toEqual([true, true])
  key.unpaid = true
  expect(isUsable()).toEqual([false, false])
})

it('[CF-15.5] an unpaid thing cannot be given away', () => {
  const { arena, ann } = market()
  arena.give(ann, 'bread').unpaid = true
  types(arena, ann, 'give bread')
  expect(ann.takeTexts()).toEqual(['Pay for that first.'])
})

describe('a container with contents', () => {
  /** Lays down a quiver with 20 arrows, all together worth 60 silver coins. */
  function quiverOn(arena: Arena) {
    const quiver = arena.lay('quiver', 2, 0)
    putThing(arena.scene.createThing('arrow', 20), { in: 'container', container: quiver })
    return quiver
  }
  const prices = (player: Hero['player'], quiver: Thing) =>
    [...withContents(quiver)].map((each) => priceOf(player, each))

  it('[CF-15.5] is unpaid with its contents, and the price includes them', () => {
    const { arena, ann, player } = market()
    const quiver = quiverOn(arena)
    const [empty, arrows] = prices(player, quiver) as [number, number]
    expect([empty, arrows].every((price) => price > 0)).toBe(true)
    takeThing(arena.scene, player, quiver, 1)
    expect(quiver.inside).toMatchObject([{ unpaid: true }])
    expect(ann.takeTexts()).toContain(`It costs ${formatCoins(builtinArchetypes, empty + arrows)}.`)
  })

  it('[CF-15.5] is unpaid even if it has no price itself', () => {
    const { arena, ann, player } = market()
    const quiver = quiverOn(arena)
    quiver.archetype = { ...quiver.archetype, value: 0 }
    takeThing(arena.scene, player, quiver, 1)
    expect([...withContents(ann.thing('quiver'))].map(({ unpaid }) => unpaid)).toEqual([true, true])
  })

  it('[CF-15.7] is paid for together with its contents', () => {
    const { arena, ann, player } = market()
    const quiver = quiverOn(arena)
    const debt = prices(player, quiver).reduce((sum, price) => sum + price)
    arena.give(ann, 'coin_gold', 100)
    takeThing(arena.scene, player, quiver, 1)
    const before = totalMoney(player)
    payForUnpaidItems(arena.scene, player)
    expect(totalMoney(player)).toBe(before - debt)
    expect([...withContents(ann.thing('quiver'))].map(({ unpaid }) => unpaid)).toEqual([undefined, undefined])
  })

  it('[CF-15.5] keeps a player from leaving if only its contents are unpaid', () => {
    const { arena, ann, player } = market()
    const bag = arena.give(ann, 'bag')
    putThing(arena.scene.createThing('cloak', 1, { unpaid: true }), { in: 'container', container: bag })
    expect(tryPayBeforeLeaving(arena.scene, player)).toBe(false)
  })

  it('[CF-15.5] is no longer unpaid after it is put back, and neither are its contents', () => {
    const { arena, player } = market()
    const quiver = quiverOn(arena)
    takeThing(arena.scene, player, quiver, 1)
    dropThing(arena.scene, player, quiver, 1)
    expect([...withContents(quiver)].map(({ unpaid }) => unpaid)).toEqual([undefined, undefined])
    expect(tryPayBeforeLeaving(arena.scene, player)).toBe(true)
  })

  it('[CF-15.8] can be sold only when it is empty', () => {
    const { arena, ann, player } = market()
    const bag = arena.give(ann, 'bag')
    const bread = putThing(arena.scene.createThing('bread'), { in: 'container', container: bag })
    expect(shopOfferPrice(player, { payPercent: 50 }, bag)).toBe(0)
    dropThing(arena.scene, player, bag, 1)
    expect(ann.takeTexts()).toEqual(['This shop does not buy a bag.'])
    expect([ann.has('bag'), purse(ann)]).toEqual([1, {}])
    takeThing(arena.scene, player, bread, 1)
    dropThing(arena.scene, player, bag, 1)
    expect(ann.has('bag')).toBe(0)
    expect(totalMoney(player)).toBeGreaterThan(0)
  })
})

describe('the choice among things with the same name', () => {
  /** A worn cloak, a paid cloak that is not worn, and an unpaid cloak. */
  function cloaks() {
    const { arena, ann, player } = market({ has: ['cloak'] })
    const worn = ann.thing('cloak')
    worn.applied = 'worn'
    const own = arena.give(ann, 'cloak')
    const owed = arena.lay('cloak', 2, 0)
    takeThing(arena.scene, player, owed, 1)
    return { arena, ann, player, worn, own, owed }
  }
  const places = (...things: readonly Thing[]) => things.map(({ location }) => location?.in)

  it('[CF-15.5] [CF-9.6] for drop is the unpaid thing, and the shop pays nothing', () => {
    const { arena, ann, worn, own, owed } = cloaks()
    types(arena, ann, 'drop cloak')
    expect(places(worn, own, owed)).toEqual(['pack', 'pack', 'cell'])
    expect([worn.applied, purse(ann)]).toEqual(['worn', {}])
  })

  it('[CF-9.6] for drop is an unused thing if nothing is unpaid, and an applied thing last', () => {
    const { arena, ann, worn, own } = cloaks()
    types(arena, ann, 'drop cloak')
    types(arena, ann, 'drop cloak')
    expect(places(worn, own)).toEqual(['pack', 'cell'])
    types(arena, ann, 'drop cloak')
    expect(places(worn)).toEqual(['cell'])
  })

  it('[CF-9.6] for drop is a locked thing only if there is no other thing', () => {
    const { arena, ann, worn: first, own, owed } = cloaks()
    first.applied = undefined
    first.locked = true
    dropThing(arena.scene, ann.player, owed, 1)
    types(arena, ann, 'drop cloak')
    expect(places(first, own)).toEqual(['pack', 'cell'])
  })

  it('[CF-9.6] prefers a full name match to a partial one', () => {
    const { arena, ann } = market({ has: ['sword'] })
    const owed = arena.lay('long_sword', 2, 0)
    takeThing(arena.scene, ann.player, owed, 1)
    types(arena, ann, 'drop sword')
    expect([ann.has('sword'), owed.unpaid]).toEqual([0, true])
  })

  it('[CF-9.6] for mark is a paid and unused thing', () => {
    const { arena, ann, player, own } = cloaks()
    types(arena, ann, 'mark cloak')
    expect(player.markedTag).toBe(own.tag)
  })

  it('[CF-9.6] for mark and apply is a paid thing rather than an unpaid one', () => {
    const { arena, ann, player } = market()
    const owed = arena.lay('bread', 2, 0, 2)
    takeThing(arena.scene, player, owed, 2)
    const own = arena.give(ann, 'bread')
    types(arena, ann, 'mark bread')
    expect(player.markedTag).toBe(own.tag)
    player.food = 10
    types(arena, ann, 'apply bread')
    expect([own.location, owed.count]).toEqual([undefined, 2])
  })

  it('[CF-13.9] for throw is neither an unpaid nor a worn thing', () => {
    const { arena, ann, worn, own, owed } = cloaks()
    types(arena, ann, 'throw cloak')
    expect(places(worn, own, owed)).toEqual(['pack', 'cell', 'pack'])
    types(arena, ann, 'throw cloak')
    expect(ann.takeTexts()).toContain('You have no such thing to throw.')
    expect(places(worn, owed)).toEqual(['pack', 'pack'])
  })
})

describe('drop all', () => {
  it('[CF-7.18] keeps applied and locked things, even if nothing else matches', () => {
    const { arena, ann } = market({ has: ['sword', 'cloak'] })
    ann.thing('cloak').locked = true
    for (const text of ['drop all', 'drop all sword', 'drop all cloak']) types(arena, ann, text)
    expect([ann.has('sword'), ann.has('cloak')]).toEqual([1, 1])
  })
})
