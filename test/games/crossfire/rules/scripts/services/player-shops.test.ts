import { beforeEach, expect, it } from 'vitest'
import { StoredServiceRecords } from '../../../../../../games/crossfire/model/records/service-records.ts'
import type { GameState } from '../../../../../../games/crossfire/model/state/game-state.ts'
import {
  deleteServiceRecords,
  hasServiceRecords,
} from '../../../../../../games/crossfire/rules/scripts/services/delete-service-records.ts'
import { isRestricted } from '../../../../../../games/crossfire/rules/scripts/services/restricted-areas.ts'
import { listPiles, positionOf, type RecordingListener, type Yard } from '../../../harness/small-maps.ts'
import { officeHarness } from './office-harness.ts'

let yard: Yard
let ann: RecordingListener
let bob: RecordingListener

beforeEach(async () => {
  yard = await officeHarness([
    ['letterbox 15,10 Rent Box', 'close pshop/pshop 30'],
    ['clerk 18,10', 'say pshop/entry Shop'],
    ['letterbox 18,4 Store', 'say pshop/pshop Store'],
    ['letterbox 19,10 Exchange', 'say pshop/pshop Exchange'],
    ['letterbox 24,8 Bin', 'apply pshop/pshop TrashOpen', 'close pshop/pshop TrashClose'],
    ['board 17,28', 'apply pshop/pshop InventoryList', 'say pshop/pshop InventorySay'],
    ['wire 17,25', 'step pshop/pshop AutoCheckout'],
    ['wire 16,25', 'step pshop/pshop BankCheckout'],
    ['lever 5,8 Magic Lever', 'apply pshop/Floor 0,0:34,30'],
    ['lever 7,8 Buildable Lever', 'apply pshop/Floor 4,10:30,30'],
    ['lever 6,8 Shop Floor Lever', 'apply pshop/Floor 0,0:34,30'],
    ['clerk 35,2', 'say IPO/banksay'],
  ])
  ann = yard.join('Ann', 15, 10)
  bob = yard.join('Bob', 19, 11)
})

const monthMs = 31 * 24 * 60 * 60 * 1000
const box = (x: number, y: number) => yard.container(ann, x, y)

function putAllIntoBox(who: RecordingListener, x: number, y: number): readonly string[] {
  yard.stand(who, x, y)
  yard.type(who, 'apply')
  for (const thing of [...who.player.inventory]) yard.world.moveItem(who.player, box(x, y).tag, thing.tag, 0)
  return yard.type(who, 'north')
}

function rent(who: RecordingListener, silver: number): readonly string[] {
  yard.give(who, 'arch silvercoin', silver)
  return putAllIntoBox(who, 15, 10)
}

it('[CF-23.12] a payment rents the shop for some days, and only the player who rents it passes the gate', () => {
  yard.stand(bob, 18, 11)
  expect(yard.type(bob, 'say enter')).toContain(
    'The clerk says: This shop is free. Put five gold coins for each day into the rent box.',
  )
  expect(rent(ann, 40).join()).toContain('A day costs five gold coins, for at most 30 days.')
  expect(rent(ann, 120).join()).toContain('The shop is yours, Ann: 3 days are left.')
  expect(listPiles(ann.player.inventory)).toEqual(['1 gold coin'])
  expect(listPiles(box(15, 10).inside!)).toEqual([])
  expect(yard.type(bob, 'say enter')).toContain('The clerk says: Ann rents this shop: 3 days are left.')
  expect(rent(bob, 100).join()).toContain('Ann rents this shop.')
  yard.restart()
  yard.stand(ann, 17, 11)
  yard.type(ann, 'say enter')
  expect(positionOf(ann)).toEqual([17, 8])
  yard.type(ann, 'say enter')
  expect(positionOf(ann)).toEqual([17, 10])
  expect(rent(ann, 50_000).join()).toContain('30 days are left.')
  yard.now += monthMs
  yard.stand(ann, 17, 11)
  expect(yard.type(ann, 'say enter').join()).toContain('This shop is free')
})

it('[CF-23.12] priced wares are listed and sold for coins or bank money, and the seller is paid even while offline', () => {
  rent(ann, 100)
  yard.give(ann, 'arch token', 3)
  putAllIntoBox(ann, 18, 4)
  yard.give(ann, 'arch scroll')
  putAllIntoBox(ann, 18, 4)
  expect(yard.type(bob, 'say 5 gold').join()).not.toContain('For sale')
  yard.stand(ann, 18, 5)
  expect(yard.type(ann, 'say 5 gold').join()).toContain('For sale: 2 wares, at 5 gold coins each.')
  expect(listPiles(box(18, 4).inside!)).toEqual([])
  yard.leave('Ann')
  yard.restart()
  yard.stand(bob, 17, 28)
  const list = yard.type(bob, 'apply').join()
  expect(list.split('\n').sort()).toEqual([
    '1. three tokens: five gold coins',
    '2. a scroll: five gold coins',
  ])
  expect(yard.type(bob, 'say want 1').join()).toContain('three tokens, for Bob: pay at the checkout.')
  expect(yard.type(bob, 'say want 7').join()).toContain('There is no such ware.')
  expect(yard.type(bob, 'say back 2').join()).toContain('Ann sells that.')
  yard.stand(bob, 17, 24)
  yard.walk(bob, 's')
  expect(listPiles(bob.player.inventory)).toEqual([])
  yard.give(bob, 'arch goldcoin', 6)
  yard.walk(bob, 'ns')
  expect(listPiles(bob.player.inventory)).toEqual(['1 gold coin', '3 token'])
  expect(yard.events).toEqual([
    {
      kind: 'trade',
      text: 'Bob bought three tokens from Ann',
      counts: { Bob: { trades: 1 }, Ann: { trades: 1 } },
    },
  ])
  yard.stand(bob, 17, 28)
  yard.type(bob, 'say want 2')
  bob.player.bank = 70
  yard.stand(bob, 16, 24)
  yard.walk(bob, 's')
  expect([listPiles(bob.player.inventory), bob.player.bank]).toEqual([
    ['1 gold coin', '3 token', '1 scroll'],
    20,
  ])
  const again = yard.comeBack('Ann')
  yard.stand(again, 35, 3)
  expect(yard.type(again, 'say balance')).toContain('The clerk says: Your balance is ten gold coins.')
  yard.stand(bob, 17, 28)
  expect(yard.type(bob, 'apply')).toEqual(['Nothing is for sale.'])
})

it('[CF-16.11] deleting a character removes its wares and orders from the shops of others, and nothing else from these shops', () => {
  const offer = (who: RecordingListener) => {
    yard.give(who, 'arch scroll')
    putAllIntoBox(who, 18, 4)
    yard.type(who, 'say 1 silver')
  }
  const list = () => {
    yard.stand(bob, 17, 28)
    return yard.type(bob, 'apply').join()
  }
  const records = new StoredServiceRecords(yard.store)
  rent(ann, 100)
  offer(ann)
  yard.now += monthMs
  rent(bob, 100)
  offer(bob)
  yard.stand(ann, 17, 28)
  yard.type(ann, 'say want 2')
  expect(hasServiceRecords(records, 'ann')).toBe(true)
  deleteServiceRecords(records, 'ann')
  expect(hasServiceRecords(records, 'ann')).toBe(false)
  expect(JSON.stringify([...records.list('shop')])).not.toContain('Ann')
  expect(list()).toBe('2. a scroll: one silver coin')
  rent(bob, 100)
  yard.now += monthMs
  rent(ann, 100)
  offer(ann)
  deleteServiceRecords(records, 'ann')
  expect(list()).toBe('2. a scroll: one silver coin')
})

it('[CF-23.12] the seller can take a ware back, and the bin keeps its contents', () => {
  rent(ann, 100)
  yard.give(ann, 'arch token', 2)
  putAllIntoBox(ann, 24, 8)
  expect(listPiles(box(24, 8).inside!)).toEqual(['2 token'])
  yard.give(ann, 'arch scroll')
  putAllIntoBox(ann, 18, 4)
  yard.type(ann, 'say 1 silver')
  yard.stand(ann, 17, 28)
  yard.type(ann, 'say back 1')
  expect(listPiles(ann.player.inventory)).toContain('1 scroll')
  expect(yard.type(ann, 'apply')).toEqual(['Nothing is for sale.'])
})

it('[CF-21.13] [CF-23.12] a lever forbids building in an area', () => {
  const closed = (x: number, to: 'building' | 'magic') =>
    isRestricted(
      { serviceRecords: new StoredServiceRecords(yard.store) } as unknown as GameState,
      yard.level(ann),
      { x, y: 10 },
      to,
    )
  yard.stand(ann, 7, 8)
  expect(yard.type(ann, 'apply').join()).toContain('Nobody can build there now.')
  expect([closed(3, 'building'), closed(4, 'building'), closed(30, 'building'), closed(4, 'magic')]).toEqual([
    false,
    true,
    false,
    false,
  ])
})

it('[CF-23.12] a lever forbids and allows magic in the shop, also after a restart', () => {
  ann.player.spells.add('light')
  ann.player.skills.set('sorcery', 0)
  const cast = (x: number) => {
    yard.stand(ann, x, 20)
    ann.player.sp = 30
    return yard.type(ann, 'cast light').join()
  }
  const pull = (x: number) => {
    yard.stand(ann, x, 8)
    return yard.type(ann, 'apply').join()
  }
  expect(pull(6)).not.toContain('Nobody can')
  expect(cast(20)).not.toContain('Nobody can')
  expect(pull(5)).toContain('Nobody can cast there now.')
  yard.restart()
  expect([cast(20), cast(36)].map((text) => text.includes('Casting is not allowed here.'))).toEqual([
    true,
    false,
  ])
  expect(pull(5)).toContain('Everybody can cast there now.')
  expect(cast(20)).not.toContain('Nobody can')
})
