import { expect, it } from 'vitest'
import { siteBounds } from '../../bench/growth/site-tables.ts'
import { findBound } from '../../bench/growth/table-bound.ts'
import { Ground as ArcaneGround } from '../../games/arcane-sector/items/ground.ts'
import { parseJson } from '../../games/archipelago/python/json.ts'
import type { PyDict } from '../../games/archipelago/python/values.ts'
import { DataStorage, maxKeys } from '../../games/archipelago/storage/data-storage.ts'
import { CreationLimiter, maxAddresses } from '../../games/crossfire/protocol/room/creation-limiter.ts'
import { HallOfFame } from '../../games/doom-2077/scores/hall-of-fame.ts'
import type { RecordStore, RecordValue } from '../../games/game.ts'
import { initialRecords, StoredBoard } from '../../games/soaprun/board/records.ts'
import { MemoryStore } from '../memory-store.ts'

/** A store that does not copy values, which is fast enough for a hundred thousand records. */
function quickStore(): RecordStore {
  const kept = new Map<string, RecordValue>()
  return {
    get: (key) => kept.get(key),
    put: (key, value) => void kept.set(key, value),
    delete: (key) => void kept.delete(key),
    list: (prefix) => [...kept].filter(([key]) => key.startsWith(prefix)),
  }
}

const set = (key: string) =>
  parseJson(JSON.stringify({ key, default: 0, operations: [{ operation: 'replace', value: 1 }] })) as PyDict

it('[AP-7.8] a room has at most 100,000 keys: one more key is refused, and existing keys can still be set', () => {
  const storage = new DataStorage(quickStore())
  storage.restore(Array.from({ length: maxKeys - 1 }, (_, i) => [`k${i}`, '0'] as const))
  expect(storage.applySetPacket(set('last'), 1)).toMatchObject({ outcome: 'set' })
  expect(storage.applySetPacket(set('more'), 1)).toMatchObject({
    outcome: 'too-large',
    reason: 'the data storage of this room has too many keys',
  })
  expect(storage.applySetPacket(set('k0'), 1)).toMatchObject({ outcome: 'set' })
  expect(storage.count).toBe(maxKeys)
})

it('a Soaprun board that is painted repeatedly stores as many bytes as after the first painting', () => {
  const store = new MemoryStore()
  const [width, height] = [100, 60]
  const map = {
    width,
    height,
    tiles: new Uint8Array(width * height),
    attributes: new Uint8Array(256),
    units: [],
  }
  for (const [key, value] of initialRecords(map)) store.put(key, value)
  const board = new StoredBoard(store)
  const bytes = () =>
    [...store.list('tiles/')].reduce((sum, [, value]) => sum + (value as Uint8Array).length, 0)
  const paint = (tile: number) => {
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) board.put(x, y, tile, [])
  }
  paint(1)
  const once = bytes()
  for (let tile = 2; tile < 6; tile++) paint(tile)
  expect(bytes()).toBe(once)
  const chunks = [...store.list('tiles/')].length
  expect(once).toBeLessThanOrEqual(width * height + chunks * 128 * 6)
  // The bound is for the largest board in the smallest possible chunks.
  expect(1_000_000 + (1_000_000 / 20) * 20 * 6).toBeLessThanOrEqual(
    findBound(siteBounds, 'soaprun', 'game/tiles/0,0')!.bytes,
  )
})

it('[DM-10.3] 300 matches of 2,400 different players leave records of 20 results and 500 names', () => {
  const store = new MemoryStore()
  const hall = new HallOfFame(store)
  for (let n = 0; n < 300; n++) {
    const rows = Array.from({ length: 8 }, (_, i) => ({
      name: `${n}-${i}`.padEnd(24, 'x'),
      kills: 1 + i,
      deaths: 0,
    }))
    hall.add({ at: n, map: 'MAP01', whole: true, rows })
  }
  const bytes = (key: string) => JSON.stringify(store.get(key)).length
  expect([hall.results.length, hall.allTimeScores.length]).toEqual([20, 500])
  for (const key of ['results', 'honours'])
    expect(bytes(key)).toBeLessThanOrEqual(findBound(siteBounds, 'doom-2077', `game/${key}`)!.bytes)
})

it('[AS-10.5] the rules of Arcane Sector place at most 16,384 items on the ground', () => {
  const store = new MemoryStore()
  const ground = new ArcaneGround(store)
  let laid = 0
  for (let id = 0; id < 100_000 && ground.isBelowLimit; id++) {
    ground.put({ x: id % 512, y: Math.floor(id / 512) % 512 }, { id, type: 'lamppost' } as never)
    laid++
  }
  expect(laid).toBe(16_384)
  expect(store.records.size).toBeLessThanOrEqual(
    findBound(siteBounds, 'arcane-sector', 'game/ground/0,0')!.rows,
  )
})

it('[CF-16.9] 5,000 addresses that create characters in a day leave 1,024 records, and none after two days', () => {
  const store = new MemoryStore()
  const newcomers = new CreationLimiter(store)
  const limits = { maxCreationsPerHour: 1, maxCreationsPerDay: 1 }
  const at = (n: number) => `10.0.${n >> 8}.${n & 255}`
  for (let n = 0; n < 5000; n++) newcomers.recordCreation(at(n), n)
  expect(store.records.size).toBe(maxAddresses)
  expect([newcomers.waitMs(at(4999), 5000, limits) > 0, newcomers.waitMs(at(0), 5000, limits)]).toEqual([
    true,
    0,
  ])
  newcomers.recordCreation(at(0), 2 * 86_400_000)
  expect([...store.records.keys()]).toEqual([`newcomer/${at(0)}`])
})
