import { expect, test } from 'vitest'
import type { PyValue } from '../../../../games/archipelago/python/values.ts'
import { openSeed } from '../../../../games/archipelago/seed/seed-store.ts'
import { LocationChecks } from '../../../../games/archipelago/slots/location-checks.ts'
import { ReceivedItems } from '../../../../games/archipelago/slots/received-items.ts'
import { DataStorage } from '../../../../games/archipelago/storage/data-storage.ts'
import { MemoryStore } from '../../../memory-store.ts'
import { createRoomFrom, readFixtureMultidata } from '../sample-multiworlds.ts'

const { store } = await createRoomFrom({ file: readFixtureMultidata('tiny-2p') })
const seed = openSeed(store)

test('a location can be checked once, only in its own slot, and checked locations are listed in ascending order', () => {
  const checks = new LocationChecks(seed, store)
  expect(checks.add(1, [81_005, 81_000, 81_005, 999], 1000)).toEqual([81_000, 81_005])
  expect(checks.add(1, [81_000], 2000)).toEqual([])
  expect(checks.count(1)).toBe(2)
  expect(checks.has(1, 81_005)).toBe(true)
  expect(checks.has(1, 81_001)).toBe(false)
  expect(checks.checked(1)).toEqual([81_000, 81_005])
  expect(checks.missing(1)).toHaveLength(23)
  expect(checks.lastActivity(1)).toBe(1000)
})

test('checks survive a reload, and a location that is checked by a collect does not count as activity of the slot', () => {
  new LocationChecks(seed, store).add(2, [16_871_244_501], undefined)
  const checks = new LocationChecks(seed, store)
  expect(checks.checked(1)).toEqual([81_000, 81_005])
  expect(checks.lastActivity(1)).toBe(1000)
  expect(checks.checked(2)).toEqual([16_871_244_501])
  expect(checks.lastActivity(2)).toBeUndefined()
})

test('any number of items survives reloads in order, including items added between reloads', () => {
  const added = Array.from({ length: 200 }, (_, i) => ({
    item: 2 ** 52 + i,
    location: i === 7 ? -1 : i,
    finder: i % 3,
    flags: i % 8,
  }))
  const first = new ReceivedItems(store)
  for (const [i, item] of added.slice(0, 130).entries()) first.add(1, item, i % 2 === 0)
  first.save()
  const second = new ReceivedItems(store)
  for (const [i, item] of added.slice(130).entries()) second.add(1, item, i % 2 === 0)
  second.save()
  const third = new ReceivedItems(store)
  expect(third.all(1)).toEqual(added)
  expect(third.fromOthers(1)).toEqual(added.filter((_, i) => i % 2 === 0))
})

test('storing an additional item rewrites only one small record', () => {
  const written: [string, number][] = []
  const watched = {
    ...store,
    list: (prefix: string) => store.list(prefix),
    put: (key: string, value: unknown) => written.push([key, (value as Uint8Array).length]),
  }
  const items = new ReceivedItems(watched as unknown as typeof store)
  items.add(1, { item: 1, location: 2, finder: 0, flags: 0 }, true)
  items.save()
  expect(written).toEqual([['items/1/000003', 24 * 9]])
})

const set = (storage: DataStorage, key: string, value: PyValue, operation = 'replace') =>
  storage.applySetPacket(
    new Map<string, PyValue>([
      ['key', key],
      [
        'operations',
        [
          new Map<string, PyValue>([
            ['operation', operation],
            ['value', value],
          ]),
        ],
      ],
    ]),
    1,
  )

test('values of the data storage survive a reload, whatever their keys are', () => {
  const storage = new DataStorage(store)
  const names = ['plain', '', 'é 😀', '\ud800 lone', '7:"x"', 'k'.repeat(1000)]
  for (const [i, name] of names.entries()) expect(set(storage, name, i).outcome).toBe('set')
  const again = new DataStorage(store)
  for (const [i, name] of names.entries()) expect(again.get(name)?.text).toBe(`${i}`)
  expect(again.count).toBe(names.length)
  expect(again.get('nothing')).toBeUndefined()
  // The records of an imported file may have gaps.
  store.delete('shelf/00001')
  set(new DataStorage(store), 'new', 7)
  const kept = names.filter((_, i) => i !== 1)
  expect(Array.from(new DataStorage(store).entries(), ([name]) => name)).toEqual([...kept, 'new'])
})

test('[AP-7.8] the data storage keeps only the most recently used values in memory, and reading any other value costs steps again', () => {
  const storage = new DataStorage(new MemoryStore())
  const keys = Array.from({ length: 10 }, (_, i) => `key ${i}`)
  for (const key of keys) set(storage, key, Array(10_000).fill(new Map()))
  const stepsOfUse = (key: string) => set(storage, key, null, 'default').steps
  const costs = [stepsOfUse('key 9'), stepsOfUse('key 0'), stepsOfUse('key 0'), stepsOfUse('key 9')]
  expect(costs.map((steps) => steps > 17_500)).toEqual([false, true, false, false])
  set(storage, 'key 0', 1)
  expect(keys.map((key) => storage.get(key)!.text.length)).toEqual([1, ...new Array(9).fill(30_001)])
})
