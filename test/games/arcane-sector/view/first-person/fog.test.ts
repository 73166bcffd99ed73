import { expect, test } from 'vitest'
import { tileKinds } from '../../../../../games/arcane-sector/terrain/terrain.ts'
import {
  addFog,
  caveFog,
  daylightFog,
  isCave,
} from '../../../../../games/arcane-sector/view/first-person/fog.ts'
import { colours, createViewInput, TestView, type TileSpec } from '../plain-art.ts'

test.for([
  [daylightFog, [0, 10, 55, 100, 200], [0, 0, 127, 255, 255]],
  [caveFog, [0, 2, 11, 20, 90], [0, 0, 127, 255, 255]],
] as const)(
  '[AS-16.5] fog is invisible near the viewer, gets denser linearly, and is opaque far away',
  ([fog, depths, amounts]) => {
    expect(depths.map((z) => fog.at(z))).toEqual(amounts)
  },
)

test('[AS-16.5] fog blends each channel separately', () => {
  const pixel = 0xff_30_c8_ff
  for (const amount of [0, 1, 100, 255]) {
    const laid = addFog(pixel, daylightFog.colour, amount)
    for (const shift of [0, 8, 16]) {
      const part = (of: number) => (of >>> shift) & 0xff
      const expected = (part(daylightFog.colour) * amount + part(pixel) * (255 - amount)) >> 8
      expect(part(laid)).toBe(expected)
    }
    expect(laid >>> 24).toBe(255)
  }
})

test('[AS-16.5] rows 512 to 700 of the map are caves', () => {
  expect([511, 512, 700, 701].map(isCave)).toEqual([false, true, true, false])
})

test.for([
  [511, colours.sky],
  [512, 0],
  [700, 0],
  [701, colours.sky],
] as const)('[AS-16.5] map row %i has a sky unless it is in the caves', ([y, colour]) => {
  expect(new TestView(createViewInput([], { eye: { y } })).at(214, 40)).toBe(colour)
})

test('[AS-16.5] far fog is black in caves and blue elsewhere', () => {
  const laid: TileSpec[] = Array.from({ length: 26 }, (_, row) => [row, 0, tileKinds.rocky] as const)
  const at = (y: number, row: number) => new TestView(createViewInput(laid, { eye: { y } })).at(214, row)
  // Row 79 is 20.5 m away, and row 66 is 123 m away.
  expect([at(600, 79), at(300, 66)]).toEqual([0, 0x7fa7fe])
  expect(at(300, 150)).toBe(colours.rocky)
})
