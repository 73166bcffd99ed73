// A bird's-eye view from the south. Mountains, forests and walls stand upright on foreshortened tiles.

import { pictureSize } from '../../../picture.ts'
import type { Canvas, Colour } from '../../../shared/canvas.ts'
import { computeDistances } from '../../terrain/distances.ts'
import { firstIndoorRow, type Place, terrainWidth, tileKinds } from '../../terrain/terrain.ts'

/** Kinds and looks of all tiles, indexed by x + 512 y, as in AS-12.1 and AS-12.3. */
export interface MapTiles {
  readonly kinds: Uint8Array
  readonly looks: Uint8Array
}

/** Heights of tiles in the picture, in pixels. */
const heights = { mountain: 26, wood: 3, wall: 4 } as const
const highest = 127
const grass: Colour = 0x7fae54
const tuft: Colour = 0x71a04b
/** Number of the 256 looks of grass that show a tuft. */
const tufts = 12
const sand: Colour = 0xe6d29a
/** The colour of each forest type: pine, leaf, dead, mixed. */
const woods: readonly Colour[] = [0x2f6b45, 0x46803f, 0x7d7350, 0x3a763f]
const rocky: Colour = 0xb3a68f
const dirt: Colour = 0xcaa56d
const planks: Colour = 0xa8743f
const roof: Colour = 0xc0533c
const plaster: Colour = 0xeadbb8
const rock: Colour = 0x8f8a86
const snow: Colour = 0xf1f3f4
/** Colours of the sea, from the shore to the deep. */
const sea: readonly Colour[] = [0x8cc7d0, 0x63abc6, 0x4590b8, 0x397fab, 0x32739f, 0x2d6995, 0x2a618c]
const tilesPerShade = 3

type Size = { readonly width: number; readonly height: number }

/** Whether some sea on both sides is omitted, so that one column of pixels is one tile. */
const isCut = (pixels: number) => pixels >= pictureSize.width && pixels < terrainWidth

function columnAt({ width: pixels }: Size, column: number): number {
  return isCut(pixels)
    ? column + Math.floor((terrainWidth - pixels) / 2)
    : Math.floor((column * terrainWidth) / pixels)
}

export function pictureColumnOf({ width: pixels }: Size, x: number): number {
  return isCut(pixels) ? x - Math.floor((terrainWidth - pixels) / 2) : Math.floor((x * pixels) / terrainWidth)
}

/** The row of pixels that shows the ground. */
export function pictureRowOf(canvas: Size, y: number): number {
  return Math.floor((y * canvas.height) / firstIndoorRow)
}

/** Draws each column from south to north, so that nearer tiles hide farther ones. */
export function drawLandscape(canvas: Canvas, land: MapTiles): void {
  const fromShore = computeDistances(
    terrainWidth * firstIndoorRow,
    (cell) => land.kinds[cell] !== tileKinds.water,
  )
  const rows = Array.from({ length: firstIndoorRow }, (_, y) => pictureRowOf(canvas, y))
  for (let column = 0; column < canvas.width; column++) {
    let shown = canvas.height
    for (let y = firstIndoorRow - 1; y >= 0; y--) {
      const cell = columnAt(canvas, column) + terrainWidth * y
      const top = rows[y]! - heightAt(land, cell)
      if (top >= shown) continue
      canvas.rect(column, top, 1, 1, colourAt(land, cell, fromShore[cell]!))
      if (shown > top + 1) canvas.rect(column, top + 1, 1, shown - top - 1, frontAt(land, cell))
      shown = top
    }
  }
}

/** Whether a tile south of the place hides an object on the place. `pixels` is the object's height. */
export function isHiddenByTileSouth(canvas: Size, land: MapTiles, { x, y }: Place, pixels: number): boolean {
  for (let south = y + 1; south < firstIndoorRow; south++)
    if (
      pictureRowOf(canvas, south) - heightAt(land, x + terrainWidth * south) <
      pictureRowOf(canvas, y) - pixels
    )
      return true
  return false
}

/** Returns the height of a tile in the picture, in pixels. */
function heightAt({ kinds, looks }: MapTiles, cell: number): number {
  switch (kinds[cell]) {
    case tileKinds.mountain:
      return Math.round(((looks[cell]! & highest) * heights.mountain) / highest)
    case tileKinds.forest:
      return 1 + Math.min(heights.wood, looks[cell]! & 7)
    case tileKinds.wall:
      return heights.wall
    default:
      return 0
  }
}

function colourAt(land: MapTiles, cell: number, fromShore: number): Colour {
  const look = land.looks[cell]!
  switch (land.kinds[cell]) {
    case tileKinds.grass:
      return look < tufts ? tuft : grass
    case tileKinds.sand:
      return sand
    case tileKinds.forest:
      return lit(woods[look >> 6]!, (look >> 3) & 1 ? 18 : 4)
    case tileKinds.mountain:
      return mountainAt(land, cell)
    case tileKinds.rocky:
      return rocky
    case tileKinds.dirt:
      return dirt
    case tileKinds.wall:
      return roof
    case tileKinds.wood:
      return planks
    default:
      return sea[Math.min(sea.length - 1, Math.floor(fromShore / tilesPerShade))]!
  }
}

/** The southern side of a wall, forest or mountain. */
function frontAt(land: MapTiles, cell: number): Colour {
  if (land.kinds[cell] === tileKinds.wall) return plaster
  return land.kinds[cell] === tileKinds.forest
    ? lit(woods[land.looks[cell]! >> 6]!, -16)
    : mountainAt(land, cell)
}

/** The light comes from the north-west. */
function mountainAt(land: MapTiles, cell: number): Colour {
  const look = land.looks[cell]! & highest
  const slope = heightAt(land, cell) - heightAt(land, cell - terrainWidth - 1)
  return lit(look > 0.87 * highest ? snow : rock, Math.max(-60, Math.min(40, slope * 18)))
}

/** Darkens the colour if `by` is below 0. */
function lit(colour: Colour, by: number): Colour {
  const part = (shift: number) => Math.max(0, Math.min(255, ((colour >> shift) & 0xff) + by)) << shift
  return part(16) | part(8) | part(0)
}
