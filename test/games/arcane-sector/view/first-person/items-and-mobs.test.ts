import { describe, expect, test } from 'vitest'
import { tileKinds } from '../../../../../games/arcane-sector/terrain/terrain.ts'
import {
  columnOf,
  rowOf,
  screenSize,
} from '../../../../../games/arcane-sector/view/first-person/projection.ts'
import type {
  VisibleItem,
  VisibleMob,
} from '../../../../../games/arcane-sector/view/first-person/view-input.ts'
import { cameraPosition, colours, createViewInput, TestView, type TileSpec } from '../plain-art.ts'

const thing = (id: bigint, gfxId = 'dagger'): VisibleItem => ({ id, gfxId, name: `thing ${id}` })
const mob = (id: bigint, row: number, column = 0): VisibleMob => ({
  ...{ id, gfxId: '3d_mob_drow_f', name: `mob ${id}` },
  ...{ x: cameraPosition.x + column, y: cameraPosition.y - row },
})
const pile = (row: number, ...items: VisibleItem[]) => ({
  x: cameraPosition.x,
  y: cameraPosition.y - row,
  items,
})

/** The number of pixels at which each item and mob is picked, by its kind and id: `item 5`. */
function pickedIn({ view }: TestView): Map<string, number> {
  const counts = new Map<string, number>()
  for (let y = 0; y < 179; y++)
    for (let x = 0; x < screenSize.width; x++) {
      const picked = view.pick(x, y)
      if (!('id' in picked)) continue
      const name = `${picked.on} ${picked.id}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  return counts
}

describe('[AS-16.6] items', () => {
  test.for([1, 6, 7, 20])('on a tile with %i items can each be picked', (count) => {
    const items = Array.from({ length: count }, (_, n) => thing(BigInt(n)))
    const picked = pickedIn(new TestView(createViewInput([], { piles: [pile(0, ...items)] })))
    for (const { id } of items) expect(picked.get(`item ${id}`) ?? 0).toBeGreaterThan(20)
  })

  test('start one metre left of the middle of their tile, or two metres if they are more than six', () => {
    const columnsOf = (count: number) => {
      const items = Array.from({ length: count }, (_, n) => thing(BigInt(n)))
      const { view } = new TestView(createViewInput([], { piles: [pile(0, ...items)] }))
      return Array.from({ length: screenSize.width }, (_, x) => view.pick(x, 170)).findIndex(
        ({ on }) => on === 'item',
      )
    }
    expect(columnsOf(2)).toBe(Math.ceil(columnOf(-1, 2.7) - 0.5))
    expect(columnsOf(7)).toBe(Math.ceil(columnOf(-2, 2.7) - 0.5))
  })

  test('are visible up to the third row ahead', () => {
    for (const [row, isSeen] of [
      [3, true],
      [4, false],
    ] as const)
      expect(
        pickedIn(new TestView(createViewInput([], { piles: [pile(row, thing(1n))] }))).has('item 1'),
      ).toBe(isSeen)
  })

  test('that are upright are 1.8 m high', () => {
    const { view } = new TestView(createViewInput([], { piles: [pile(1, thing(5n, 'sign'))] }))
    const top = Math.floor(rowOf(-1.81, 5.5))
    const at = (x: number, y: number) => view.pick(Math.floor(columnOf(x, 5.5)), y)
    expect([at(0, top + 2), at(0.45, top + 2)]).toEqual(Array(2).fill({ on: 'item', id: 5n }))
    expect([at(0, top - 2), at(0.6, top + 2)]).toEqual(Array(2).fill({ on: 'ground' }))
  })

  test('include doors: a door in a wall is drawn as the wall, any other door as an open passage', () => {
    const door = { piles: [pile(1, thing(5n, 'door'))] }
    const wall: readonly TileSpec[] = [[1, 0, tileKinds.wall]]
    expect(pickedIn(new TestView(createViewInput(wall, door))).has('item 5')).toBe(false)
    expect(new TestView(createViewInput([], door)).count(colours.passage)).toBeGreaterThan(0)
  })
})

describe('[AS-16.6] mobs', () => {
  test.for([1, 2, 4, 5, 9])('on a tile with %i mobs can each be picked', (count) => {
    const mobs = Array.from({ length: count }, (_, n) => mob(BigInt(n), 0))
    const picked = pickedIn(new TestView(createViewInput([], { mobs })))
    for (const { id } of mobs) expect(picked.get(`mob ${id}`) ?? 0).toBeGreaterThan(100)
  })

  test('are 2.16 m high, behind items on their tile', () => {
    const piles = [pile(1, thing(1n), thing(2n), thing(8n), thing(9n))]
    const { view } = new TestView(createViewInput([], { mobs: [mob(3n, 1)], piles }))
    const [head, feet] = [Math.floor(rowOf(-2.1, 5.6)), Math.floor(rowOf(-0.05, 5.5))]
    expect(view.pick(214, head)).toEqual({ on: 'mob', id: 3n })
    expect(view.pick(214, head - 4)).toEqual({ on: 'ground' })
    expect(view.pick(Math.floor(columnOf(0, 5.5)), feet)).toEqual({ on: 'item', id: 9n })
  })

  test('behind a wall are not visible and cannot be picked', () => {
    const seen = new TestView(createViewInput([[1, 0, tileKinds.wall]], { mobs: [mob(3n, 2)] }))
    expect([seen.count(colours.figure), pickedIn(seen).has('mob 3')]).toEqual([0, false])
  })

  test('to the left of the camera are drawn on the left', () => {
    const { view } = new TestView(createViewInput([], { mobs: [mob(1n, 2, -1), mob(2n, 2, 1)] }))
    const [left, right, row] = [
      Math.floor(columnOf(-5, 10.6)),
      Math.floor(columnOf(5, 10.6)),
      Math.floor(rowOf(-1, 10.6)),
    ]
    expect([view.pick(left, row), view.pick(right, row)]).toEqual([
      { on: 'mob', id: 1n },
      { on: 'mob', id: 2n },
    ])
  })
})

test('[AS-16.9] a mob on the target tile approaches smoothly during a step', () => {
  const heights = Array.from({ length: 11 }, (_, n) => {
    const eye = { ahead: (n - 10) / 10 }
    return new TestView(createViewInput([], { eye, mobs: [mob(3n, 0)] })).count(colours.figure)
  })
  for (const [n, height] of heights.entries()) {
    const before = heights[n - 1] ?? height
    expect(height).toBeGreaterThanOrEqual(before)
    expect(height).toBeLessThan(before * 1.4)
  }
})

test('[AS-16.9] half a turn shows half of the old and half of the new view, and a finished turn only the new view', () => {
  const laid: TileSpec[] = [[1, 0, tileKinds.wall]]
  const before = new TestView(createViewInput(laid))
  const eye = { facing: 3, turn: 0.5 }
  const land = createViewInput(laid).land
  const half = new TestView(createViewInput([], { land, eye }))
  expect(half.at(0, 100)).toBe(before.at(214, 100))
  const after = new TestView(createViewInput([], { land, eye: { facing: 3 } }))
  expect(half.at(427, 100)).toBe(after.at(213, 100))
  const still = new TestView(createViewInput([], { land, eye: { facing: 3, turn: 0 } }))
  expect(still.isSame(after)).toBe(true)
})
