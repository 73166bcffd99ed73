import { expect, test } from 'vitest'
import { tileKinds } from '../../../../../games/arcane-sector/terrain/terrain.ts'
import { VisibleTiles } from '../../../../../games/arcane-sector/view/first-person/visible-tiles.ts'
import { cameraPosition, colours, createLand, createViewInput, TestView } from '../plain-art.ts'

const land = createLand([])

test('[AS-16.2] 26 rows of tiles are visible, with floor((3r + 3) / 2) tiles to each side in row r', () => {
  const { nearFirst } = new VisibleTiles(land, { ...cameraPosition, facing: 0 })
  for (let row = 0; row < 26; row++) {
    const columns = nearFirst.filter((tile) => tile.row === row).map(({ column }) => column)
    const reach = Math.floor((3 * row + 3) / 2)
    expect(columns).toEqual(Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach))
  }
  expect(nearFirst.at(-1)).toMatchObject({ row: 25, x: 39 * 5, z: 125.5 })
})

test.for([
  [0, 'north', { x: 1, y: -2 }],
  [1, 'south', { x: -1, y: 2 }],
  [2, 'west', { x: -2, y: -1 }],
  [3, 'east', { x: 2, y: 1 }],
] as const)(
  '[AS-16.2] the tile two ahead and one to the right is at the right place for facing %s (%s)',
  ([facing, , { x, y }]) => {
    const seen = new VisibleTiles(land, { ...cameraPosition, facing })
    expect(seen.at(2, 1)).toMatchObject({
      place: { x: cameraPosition.x + x, y: cameraPosition.y + y },
      x: 5,
      z: 10.5,
    })
    expect([seen.at(-1, 0), seen.at(26, 0), seen.at(2, 5)]).toEqual([undefined, undefined, undefined])
  },
)

test('[AS-16.2] tiles outside the map are water', () => {
  const edge = { x: 0, y: 0, facing: 0 }
  const seen = new TestView(createViewInput([], { eye: edge }))
  expect(seen.at(214, 150)).toBe(colours.water)
  expect(new VisibleTiles(land, edge).at(0, 0)).toMatchObject({ kind: tileKinds.nothing })
})

test('[AS-16.9] between two tiles the view is from the nearer tile with an offset', () => {
  const seen = new VisibleTiles(land, { ...cameraPosition, facing: 0, ahead: -0.75, right: 0.25 })
  // The camera is still three quarters of a tile behind, so the first visible row is the row in which the step began.
  expect(seen.at(0, 0)).toMatchObject({
    place: { x: cameraPosition.x, y: cameraPosition.y + 1 },
    x: -1.25,
    z: -0.75,
  })
  expect(seen.at(1, 0)).toMatchObject({ place: cameraPosition, z: 4.25 })
})
