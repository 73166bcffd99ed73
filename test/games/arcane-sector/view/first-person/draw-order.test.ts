// The shape of each kind of tile, and the drawing order of the shapes.
import { describe, expect, test } from 'vitest'
import { tileKinds } from '../../../../../games/arcane-sector/terrain/terrain.ts'
import { drawStages } from '../../../../../games/arcane-sector/view/first-person/draw-order.ts'
import { columnOf, rowOf } from '../../../../../games/arcane-sector/view/first-person/projection.ts'
import { colours, createViewInput, TestView, type TileSpec } from '../plain-art.ts'

const pixel = (x: number, y: number, z: number) =>
  [Math.floor(columnOf(x, z)), Math.floor(rowOf(y, z))] as const
const ahead = pixel(0, 0, 5.5)
const see = (laid: readonly TileSpec[], more = {}) => new TestView(createViewInput(laid, more))

test('[AS-16.3] a picture is drawn in five stages, of which only the last draws from near to far', () => {
  expect(drawStages.map(({ order }) => order)).toEqual([...Array(4).fill('far to near'), 'near to far'])
  expect(drawStages.map(({ shapes }) => Object.keys(shapes).map(Number))).toEqual([
    [tileKinds.water],
    [tileKinds.grass, tileKinds.forest, tileKinds.wood],
    [tileKinds.sand, tileKinds.rocky],
    [tileKinds.dirt],
    [tileKinds.mountain, tileKinds.forest, tileKinds.wall],
  ])
})

describe('[AS-16.3] floors', () => {
  test.for([
    ['water', 0b110, colours.water + 2],
    ['grass', 0b101, colours.grass + 1],
    ['forest', 0b11000, colours.forest + 3],
    ['wood', 3, colours.wood],
    ['sand', 0b11, colours.sand + 3],
    ['rocky', 0b10, colours.rocky + 2],
    ['dirt', 0b01, colours.dirt + 1],
  ] as const)('%s with variant %i has the picture of its variant', ([kind, look, colour]) => {
    expect(see([[0, 0, tileKinds[kind], look]]).at(...pixel(0, 0, 2.8))).toBe(colour)
  })

  test('water changes its picture every 420 ms', () => {
    const at = (moment: number) => see([[1, 0, tileKinds.water, 3]], { moment }).at(...ahead)
    expect([0, 419, 420, 1260].map(at)).toEqual([3, 3, 0, 2].map((n) => colours.water + n))
  })

  test.for([
    ['grass', 'water', 0.6],
    ['sand', 'grass', 0.6],
    ['rocky', 'grass', 0.6],
    ['dirt', 'sand', 0.85],
  ] as const)('%s overlaps %s by %f m, whichever of the two tiles is nearer', ([upper, lower, by]) => {
    for (const [near, far] of [
      [upper, lower],
      [lower, upper],
    ] as const) {
      const seen = see([
        [1, 0, tileKinds[near]],
        [2, 0, tileKinds[far]],
      ])
      // The colours just before and just beyond the border between two tiles.
      const edge = 8 + (near === upper ? by : -by)
      const [before, behind] = [pixel(0, 0, edge - 0.15), pixel(0, 0, edge + 0.25)]
      expect([seen.at(...before), seen.at(...behind)]).toEqual([colours[near], colours[far]])
    }
  })

  test('rock and wood have a ceiling indoors and the sky outdoors', () => {
    const above = pixel(0, -3, 5.5)
    const of = (kind: number, y: number) => see([[1, 0, kind, 3]], { eye: { y } }).at(...above)
    expect(of(tileKinds.rocky, 720)).toBe(colours.rocky)
    expect(of(tileKinds.wood, 720)).toBe(colours.beams)
    expect([of(tileKinds.rocky, 300), of(tileKinds.wood, 300)]).toEqual([colours.sky, colours.sky])
  })
})

describe('[AS-16.3] a block', () => {
  test('covers every floor behind it', () => {
    const seen = see([
      [1, 0, tileKinds.wall],
      [2, 0, tileKinds.dirt],
      [0, 0, tileKinds.dirt],
    ])
    expect(seen.at(...pixel(0, -1.5, 3))).toBe(colours.wall)
    expect(seen.at(214, 178)).toBe(colours.dirt)
  })

  test('is a wall of 3 m, or a door if items are on it', () => {
    const laid: readonly TileSpec[] = [[1, 0, tileKinds.wall]]
    const wall = see(laid)
    expect(wall.at(...pixel(-1.2, -2.9, 3))).toBe(colours.wall)
    expect(see([[2, 0, tileKinds.wall]]).at(...pixel(0, -3.2, 8))).toBe(colours.sky)
    const items = [{ id: 7n, gfxId: 'door', name: 'Door' }]
    const door = see(laid, { piles: [{ x: 200, y: 299, items }] })
    expect([door.at(...pixel(0, -1, 3)), door.count(colours.wall)]).toEqual([colours.door, 0])
  })

  test('is a mountain of its variant’s height, dark on the left and light on the right', () => {
    const heights = ([low, high]: readonly [number, number], look: number) => {
      const seen = see([[4, 0, tileKinds.mountain, look]])
      return [seen.at(...pixel(0, -low, 18)), seen.at(...pixel(0, -high, 18))]
    }
    const air = colours.sky
    const [bottom, top] = heights([1.9, 3.7], 0x80)
    expect([bottom === air, top]).toEqual([false, air])
    expect(heights([3.9, 6.5], 9)[1]).toBe(air)
    expect(heights([4.5, 6], 9)[0]).not.toBe(air)
    const left = see([[1, -1, tileKinds.mountain, 60]])
    const right = see([[1, 1, tileKinds.mountain, 60]])
    expect(left.at(...pixel(-2.5, -1, 5.5))).toBe(colours.rockToTheRight)
    expect(right.at(...pixel(2.5, -1, 5.5))).toBe(colours.rockToTheLeft)
    expect([left.count(colours.rockToTheLeft), right.count(colours.rockToTheRight)]).toEqual([0, 0])
  })

  test('is hidden by a nearer block from any position', () => {
    const seen = see([
      [1, 0, tileKinds.wall],
      [2, 0, tileKinds.mountain, 0x80],
      [3, 0, tileKinds.forest],
    ])
    for (const column of [150, 214, 280]) expect(seen.at(column, 64)).toBe(colours.wall)
  })
})

describe('[AS-16.4] a forest', () => {
  const treesOf = (look: number, row = 1) => {
    const seen = see([[row, 0, tileKinds.forest, look]])
    return Array.from({ length: 12 }, (_, n) => n).filter((n) => seen.count(colours.tree + n) > 0)
  }

  test.for([
    [0, 1],
    [1, 2],
    [5, 1],
  ] as const)('with variant %i has %i trees', ([look, count]) => {
    // The first trees of a pine forest have different kinds.
    expect(treesOf(look)).toHaveLength(count)
  })

  test('has the trees of its kind', () => {
    expect(treesOf(0b00_000_000)).toEqual([0])
    expect(treesOf(0b01_000_000).every((tree) => tree >= 4 && tree < 9)).toBe(true)
    expect(treesOf(0b10_000_000).every((tree) => tree >= 9)).toBe(true)
  })

  test('has no trees in the camera’s own row', () => {
    expect(treesOf(4, 0)).toEqual([])
    expect(treesOf(4, 1)).not.toEqual([])
  })

  test('places its trees by eight patterns', () => {
    const places = Array.from({ length: 8 }, (_, set) => {
      const seen = see([[2, 0, tileKinds.forest, set << 3]])
      return Array.from({ length: 428 }, (_, column) => seen.at(column, 60)).join()
    })
    expect(new Set(places).size).toBe(8)
  })
})
