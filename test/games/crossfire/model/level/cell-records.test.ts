// The count of all things on maps, updated as cell records are written.
import { expect, it } from 'vitest'
import {
  type CellRecord,
  CellRecordStore,
  maxThingsInWorld,
} from '../../../../../games/crossfire/model/level/cell-records.ts'
import { MemoryStore } from '../../../../memory-store.ts'

const apple = { tag: 1, id: 'apple' }
const bag = { tag: 2, id: 'bag', inside: [apple, apple] }
const cell = (...items: CellRecord['items']): CellRecord => ({ items })

it('[CF-16.13] the thing count covers all cells, bags and fixtures, and drops when things are removed', () => {
  const store = new MemoryStore()
  const cells = new CellRecordStore(store)
  cells.put('cell/town/1,1', cell(apple, bag))
  cells.put('cell/town/2,1', { items: [], held: [[0, [apple, apple]]] })
  expect(store.get('lying')).toBe(6)
  cells.put('cell/town/1,1', cell(bag))
  cells.put('cell/house/1,1', cell(apple))
  expect(store.get('lying')).toBe(6)
  cells.delete('cell/town/')
  expect([store.get('lying'), [...store.list('cell/')].length]).toEqual([1, 1])
})

it('[CF-16.13] the thing count survives a restart and never falls below 0', () => {
  const store = new MemoryStore([
    ['cell/town/1,1', { items: [apple, apple] }],
    ['lying', maxThingsInWorld - 1],
  ])
  const cells = new CellRecordStore(store)
  expect(cells.isFull).toBe(false)
  cells.put('cell/town/2,1', cell(apple))
  expect([cells.isFull, new CellRecordStore(store).isFull]).toEqual([true, true])
  store.put('lying', 1)
  new CellRecordStore(store).delete('cell/town/1')
  expect(store.get('lying')).toBe(0)
})
