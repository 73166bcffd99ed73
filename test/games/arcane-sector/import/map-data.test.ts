import { describe, expect, it } from 'vitest'
import { encodeMapData, tileVariants } from '../../../../games/arcane-sector/import/map-data.ts'
import { terrainHeight, terrainWidth, tileKinds } from '../../../../games/arcane-sector/terrain/terrain.ts'

const cells = terrainWidth * terrainHeight

function terrain(ground: number, kindAt: (x: number, y: number) => number | undefined): Uint8Array {
  return Uint8Array.from(
    { length: cells },
    (_, cell) => kindAt(cell % terrainWidth, Math.floor(cell / terrainWidth)) ?? ground,
  )
}

/** Terrain that consists of a band of one kind from north to south. */
const band = (left: number, right: number, kind: number) => (x: number) =>
  x >= left && x <= right ? kind : undefined

/** The variants of one row. The tiles north and south of it have no influence. */
function row(looks: Uint8Array, left: number, right: number): number[] {
  return [...looks.subarray(400 * terrainWidth + left, 400 * terrainWidth + right + 1)]
}

describe('[AS-12.3] map.data', () => {
  it('has alternating kind and variant bytes for 393,216 tiles', () => {
    const kinds = Uint8Array.from({ length: cells }, (_, cell) => cell % 10)
    const looks = Uint8Array.from({ length: cells }, (_, cell) => cell % 251)
    const data = encodeMapData(kinds, looks)
    expect(data).toHaveLength(786_432)
    expect([...data.subarray(0, 6)]).toEqual([0, 0, 1, 1, 2, 2])
    const cell = 185 + 512 * 428
    expect([data[2 * cell], data[2 * cell + 1]]).toEqual([cell % 10, cell % 251])
  })

  it('adds a tree for every three tiles of distance from the forest’s edge, up to five trees', () => {
    const looks = tileVariants(terrain(tileKinds.grass, band(100, 140, tileKinds.forest)), () => 2)
    const trees = row(looks, 100, 140).map((look) => (look & 7) + 1)
    const half = [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, ...Array(9).fill(5)]
    expect(trees).toEqual([...half, 5, ...half.toReversed()])
    expect(new Set(row(looks, 100, 140).map((look) => look >> 6))).toEqual(new Set([2]))
    expect(new Set(row(looks, 100, 140).map((look) => (look >> 3) & 7)).size).toBeGreaterThan(4)
  })

  it('measures the distance of a forest tile from grass and sand, not from roads through the forest', () => {
    const wood = terrain(tileKinds.sand, (x) =>
      x === 120 ? tileKinds.dirt : band(100, 140, tileKinds.forest)(x),
    )
    const looks = tileVariants(wood, () => 0)
    const trees = row(looks, 118, 122).map((look) => (look & 7) + 1)
    expect(trees.toSpliced(2, 1)).toEqual([5, 5, 5, 5])
  })

  it('raises mountains and rock with the distance from their foot, to 127 at 14 tiles', () => {
    const range = terrain(tileKinds.grass, (x) =>
      x === 104 ? tileKinds.rocky : band(100, 140, tileKinds.mountain)(x),
    )
    const looks = row(tileVariants(range), 100, 140).toSpliced(4, 1)
    for (const [i, look] of looks.slice(0, 20).entries()) {
      const distance = i < 4 ? i + 1 : i + 2
      const least = Math.min(127, Math.floor((distance * 127) / 14))
      expect(look).toBeGreaterThanOrEqual(least)
      expect(look).toBeLessThanOrEqual(Math.min(127, least + 3))
    }
  })

  it('has random variants for textured tiles, and the variant 0 for walls and tiles of the kind nothing', () => {
    const all = terrain(tileKinds.grass, (_x, y) => Math.floor(y / 80))
    const looks = tileVariants(all)
    const variantsOf = (kind: number) =>
      new Set(looks.subarray(kind * 80 * terrainWidth, (kind * 80 + 80) * terrainWidth))
    const { grass, water, sand, rocky, dirt, wood, nothing, wall } = tileKinds
    for (const kind of [grass, water, sand, rocky, dirt, wood])
      expect(variantsOf(kind).size, `${kind}`).toBe(256)
    for (const kind of [nothing, wall]) expect([...variantsOf(kind)]).toEqual([0])
  })

  it('is the same for the same terrain, and has several kinds of forest by default', () => {
    const wood = terrain(tileKinds.forest, (x, y) => (x + y === 0 ? tileKinds.grass : undefined))
    const looks = tileVariants(wood)
    expect(Buffer.compare(tileVariants(wood), looks)).toBe(0)
    expect(new Set(looks.map((look) => look >> 6))).toEqual(new Set([0, 1, 2, 3]))
  })

  it('gives all tiles the maximum height on a map of mountains only', () => {
    expect(new Set(tileVariants(new Uint8Array(cells).fill(tileKinds.mountain)))).toEqual(new Set([127]))
  })
})
