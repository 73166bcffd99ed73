import { beforeEach, describe, expect, it } from 'vitest'
import { type ClientItem, nameOf } from '../../../../../games/crossfire/browser/client/state/items.ts'
import {
  actionForKey,
  actionsFor,
  applyLabel,
  describeItemStates,
  formatWeight,
  itemFilters,
  performAction,
  sortItems,
} from '../../../../../games/crossfire/browser/inventory/item-actions.ts'
import { itemFlags } from '../../../../../games/crossfire/protocol/packets/index.ts'
import { Town } from '../../harness/room-harness.ts'
import { type BrowserClient, openPlayingClient } from '../browser-client-harness.ts'

const apple: ClientItem = {
  ...{ tag: 7, location: 1, flags: 0, weight: 150, face: 3, anim: 0, animSpeed: 0 },
  ...{ one: 'apple', many: 'apples', count: 12, type: 601 },
}
const bag: ClientItem = {
  ...apple,
  tag: 8,
  one: 'bag',
  many: 'bags',
  count: 1,
  type: 51,
  flags: itemFlags.open,
}
const saysOf = (...of: Parameters<typeof actionsFor>) => actionsFor(...of).map(({ label }) => label)

describe('item actions', () => {
  it('depend on where the item is', () => {
    expect(saysOf(apple, 'pack', undefined)).toEqual(['Eat', 'Drop', 'Examine', 'Mark', 'Lock', 'Throw'])
    expect(saysOf(apple, 'ground', bag)).toEqual(['Take', 'Eat', 'Put into bag', 'Examine'])
    expect(saysOf(apple, 'container', bag)).toEqual(['Take', 'Eat', 'Drop', 'Examine'])
    expect(saysOf({ ...apple, weight: -1 }, 'ground', undefined)).toEqual(['Eat', 'Examine'])
    const dear = { ...apple, flags: itemFlags.unpaid }
    expect([saysOf(dear, 'pack', undefined)[0], saysOf(dear, 'ground', undefined)[0]]).toEqual([
      'Pay',
      'Take',
    ])
    expect(saysOf(bag, 'pack', bag)).toEqual(['Close', 'Drop', 'Examine', 'Mark', 'Lock', 'Throw'])
    expect(actionsFor(apple, 'pack', undefined).find(({ verb }) => verb === 'drop')?.takesCount).toBe(true)
  })

  it('[CF-7.19] depend on whether the item is applied and locked', () => {
    const sword = { ...apple, type: 101, count: 1 }
    expect(applyLabel(sword)).toBe('Wield')
    expect(applyLabel({ ...sword, flags: 2 })).toBe('Put away')
    expect(applyLabel({ ...sword, flags: 3 })).toBe('Take off')
    expect(applyLabel({ ...sword, type: 9999 })).toBe('Use')
    expect(saysOf({ ...sword, flags: 2 | itemFlags.locked }, 'pack', undefined)).toEqual([
      ...['Put away', 'Drop', 'Examine', 'Mark', 'Unlock'],
    ])
    expect(describeItemStates({ ...sword, flags: 3 | itemFlags.magic | itemFlags.damned })).toEqual([
      ...['worn', 'magic', 'damned'],
    ])
  })

  it('have shortcut keys while the item has the focus', () => {
    const offers = actionsFor({ ...apple, flags: itemFlags.locked }, 'pack', undefined)
    expect(actionForKey('Enter', offers)?.verb).toBe('apply')
    expect(actionForKey('l', offers)?.verb).toBe('unlock')
    expect(actionForKey(',', offers)).toBeUndefined()
    expect(actionForKey('toString', offers)).toBeUndefined()
  })
})

it('the inventory is sorted as in other clients, can be filtered, and shows weights', () => {
  const sword = { ...apple, tag: 2, one: 'sword', type: 101, flags: 2, count: 1 }
  const dear = { ...apple, tag: 3, one: 'bread', flags: itemFlags.unpaid }
  expect(sortItems([dear, sword, apple]).map(({ one }) => one)).toEqual(['sword', 'apple', 'bread'])
  const shown = (name: keyof typeof itemFilters) =>
    [apple, sword, dear].filter(itemFilters[name]).map(({ one }) => one)
  expect(shown('all')).toHaveLength(3)
  expect(shown('in use')).toEqual(['sword'])
  expect(shown('not in use')).toEqual(['apple', 'bread'])
  expect(shown('unpaid')).toEqual(['bread'])
  expect(shown('not locked')).toHaveLength(3)
  expect([formatWeight(apple), formatWeight({ weight: -1, count: 1 })]).toEqual(['1.8 kg', ''])
})

describe('item actions in a room', () => {
  let browser: BrowserClient
  beforeEach(async () => {
    browser = await openPlayingClient(await Town.open(), 'Ann', 'human')
  })
  const pack = () => browser.client.items.inventory
  const piled = () => pack().find(({ count }) => count > 1)!

  it('[CF-7.7] [CF-7.18] part of a pile can be dropped and picked up again', () => {
    const before = piled()
    performAction(browser.client, before, 'drop', 1)
    browser.pass(200)
    const lying = browser.client.items.at(0).find(({ one }) => one === before.one)
    expect(lying?.count).toBe(1)
    expect(browser.client.items.item(before.tag)?.count).toBe(before.count - 1)
    performAction(browser.client, lying!, 'take')
    browser.pass(200)
    expect(browser.client.items.item(before.tag)?.count).toBe(before.count)
  })

  it('[CF-7.14] an item stays in the inventory if the container that it should be put into has closed', () => {
    const before = piled()
    performAction(browser.client, before, 'store')
    browser.pass(200)
    expect(browser.client.items.item(before.tag)?.count).toBe(before.count)
    expect(pack().map(({ tag }) => tag)).toContain(before.tag)
  })

  it('[CF-7.10] [CF-7.11] [CF-7.15] a worn item can be taken off, locked and marked', () => {
    const worn = pack().find((thing) => describeItemStates(thing).includes('worn'))!
    const now = () => describeItemStates(browser.client.items.item(worn.tag)!)
    performAction(browser.client, worn, 'lock')
    performAction(browser.client, worn, 'apply')
    browser.pass(1000)
    expect(now()).toEqual(['locked'])
    performAction(browser.client, worn, 'unlock')
    performAction(browser.client, worn, 'mark')
    performAction(browser.client, worn, 'examine')
    browser.pass(1000)
    expect(now()).toEqual([])
    expect(browser.texts.some((text) => text.includes(nameOf(worn)))).toBe(true)
  })

  it('[CF-13.9] the client throws the chosen one of several items with the same name', () => {
    const thrown = pack().find((thing) => describeItemStates(thing).length === 0)!
    performAction(browser.client, thrown, 'throw')
    browser.pass(2000)
    expect(browser.client.items.item(thrown.tag)?.count ?? 0).toBe(thrown.count - 1)
  })
})
