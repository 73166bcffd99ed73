import { expect, it } from 'vitest'
import { listPiles } from '../../../harness/small-maps.ts'
import { officeHarness } from './office-harness.ts'

it('[CF-23.10] a slot machine takes one coin per game, pays for three and four of a kind, and keeps its pot after a restart', async () => {
  const yard = await officeHarness([['tray 1,1 slaying=goldcoin Sally', 'apply casino/silverslots']])
  const ann = yard.join('Ann', 1, 1)
  expect(yard.type(ann, 'apply')).toEqual(['It takes a silver coin.'])
  yard.give(ann, 'arch silvercoin', 3000)
  const worth = () =>
    ann.player.inventory.reduce((sum, { archetype, count }) => sum + archetype.value! * count, 0)
  const pot = () => Number(yard.store.get('ledger/slots/Sally /street') ?? 100)
  let [minor, major] = [0, 0]
  for (let turn = 0; turn < 1000; turn++) {
    const [before, had] = [pot(), worth()]
    const told = yard.type(ann, 'apply').join()
    const drawn = told.split('.')[0]!.split(', ')
    const most = Math.max(...drawn.map((one) => drawn.filter((each) => each === one).length))
    const won = worth() - had + 1
    expect(told.includes('Nothing.')).toBe(won === 0)
    const prize = ['cherry', 'plum', 'bell', 'clover', 'horseshoe', 'star'].indexOf(
      drawn.find((one) => drawn.filter((each) => each === one).length === most)!,
    )
    if (most === 4) expect(won).toBe(Math.floor(((before + 1) * [10, 15, 20, 30, 50, 100][prize]!) / 100))
    else expect(won).toBe(most === 3 ? [1, 2, 4, 5, 10, 20][prize] : 0)
    expect(pot()).toBe(Math.max(100, before + 1 - won))
    minor += Number(most === 3)
    major += Number(most === 4)
  }
  expect([minor > 50, major > 0]).toEqual([true, true])
  const last = pot()
  yard.restart()
  expect(pot()).toBe(last)
})

it('[CF-23.10] a slot machine can use gems, one per game', async () => {
  const yard = await officeHarness([['tray 1,1', 'apply casino/diamondslots']])
  const ann = yard.join('Ann', 1, 1)
  yard.give(ann, 'arch gem', 2)
  const texts = [yard.type(ann, 'apply'), yard.type(ann, 'apply')].flat().join()
  expect(texts).toContain('In the pot: 202.')
  expect(listPiles(ann.player.inventory)).toEqual([])
})

it('[CF-16.4] [CF-23.10] a slot machine takes no stake while the inventory is full', async () => {
  const yard = await officeHarness([['tray 1,1', 'apply casino/diamondslots']])
  const ann = yard.join('Ann', 1, 1)
  yard.give(ann, 'arch gem', 2)
  while (ann.player.inventory.length < 100) yard.give(ann, 'sword')
  expect(yard.type(ann, 'apply')).toEqual(['You cannot carry more things.'])
  expect(ann.player.inventory[0]!.count).toBe(2)
})

it('[CF-23.11] a ship leaves when its helm is applied, arrives after fifteen seconds, and is ready after fifteen more', async () => {
  const yard = await officeHarness([
    ['lever 1,1 Handle', 'apply misc/ship', 'timer misc/ship'],
    ['grate 5,1 connected=10'],
    ['grate 9,1 connected=11'],
  ])
  const ann = yard.join('Ann', 1, 1)
  const gates = () => [yard.level(ann).blocksMovement(5, 1), yard.level(ann).blocksMovement(9, 1)]
  expect(gates()).toEqual([true, true])
  expect(yard.type(ann, 'apply')).toEqual(['The crew pulls in the gangway, and the ship leaves.'])
  expect(yard.type(ann, 'apply')).toEqual(['The ship is already on its way.'])
  yard.tick(120)
  expect(gates()).toEqual([false, true])
  yard.tick(8)
  expect([gates(), ann.texts()]).toEqual([[false, false], ['The ship arrives at the port.']])
  yard.tick(128)
  expect([gates(), ann.texts()]).toEqual([[true, true], ['The ship is ready to board.']])
  yard.type(ann, 'apply')
  yard.restart()
  yard.tick(2)
  expect(ann.texts()).toContain('The ship arrives at the port.')
})
