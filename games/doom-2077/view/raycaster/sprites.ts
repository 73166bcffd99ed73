// Sprites always face the eye. Far sprites are drawn first, and all are clipped to the open rows of each column.

import type { Sprite } from '../art/bitmap.ts'
import { transparentIndex } from '../art/palette.ts'
import { brightestLevel, type PixelFrame, paletteStride } from './frame.ts'
import type { ColumnOpenings, MaskedColumn, Projection, VisibleSurfaces } from './projection.ts'

/** A sprite at a place in map units. */
export interface SpriteInScene {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly sprite: Sprite
  readonly mirrored?: boolean
  /** A light level of `lightTables`. */
  readonly light: number
  /** Replaces the suit's palette indexes. */
  readonly suit?: Uint8Array
}

/** Minimum distance in map units. Nearer sprites would fill the screen. */
const minDrawDistance = 10

/** Draws the sprites from far to near, together with see-through textures such as grates and bars. */
export function drawSprites(
  figures: readonly SpriteInScene[],
  lens: Projection,
  { openings, masked }: VisibleSurfaces,
  table: Uint32Array,
): void {
  const seen = figures.flatMap((figure) => {
    const [dx, dy] = [figure.x - lens.eye.x, figure.y - lens.eye.y]
    const depth = dx * lens.forward.x + dy * lens.forward.y
    const aside = dx * lens.right.x + dy * lens.right.y
    return depth > minDrawDistance ? [{ figure, depth, aside }] : []
  })
  seen.sort((a, b) => b.depth - a.depth)
  const before = [...masked].sort((a, b) => b.depth - a.depth)
  let next = 0
  for (const { figure, depth, aside } of seen) {
    while (next < before.length && before[next]!.depth >= depth)
      drawMasked(before[next++]!, lens.frame, table)
    drawSprite(figure, depth, aside, lens, openings, table)
  }
  for (const strip of before.slice(next)) drawMasked(strip, lens.frame, table)
}

function drawMasked(
  { column, from, to, v, step, start, light, material }: MaskedColumn,
  { width, pixels }: PixelFrame,
  table: Uint32Array,
): void {
  const { columns, colours } = material
  const lit = light * 256 + colours
  for (let y = from, at = y * width + column, row = v; y < to; y++, at += width, row += step) {
    const number = columns[start + Math.floor(row)]!
    if (number !== transparentIndex) pixels[at] = table[lit + number]!
  }
}

function drawSprite(
  { sprite, mirrored = false, z, light, suit }: SpriteInScene,
  depth: number,
  aside: number,
  { eye, frame, focal, horizon }: Projection,
  openings: ColumnOpenings,
  table: Uint32Array,
): void {
  const scale = focal / depth
  const hangs = mirrored ? sprite.width - sprite.left : sprite.left
  const left = frame.width / 2 + (aside - hangs) * scale
  const top = horizon - (z + sprite.top - eye.z) * scale
  const first = Math.max(0, Math.ceil(left - 0.5))
  const last = Math.min(frame.width, Math.ceil(left + sprite.width * scale - 0.5))
  const lit = Math.min(brightestLevel, light) * 256 + (sprite.palette ?? 0) * paletteStride
  for (let x = first; x < last; x++) {
    const u = Math.min(sprite.width - 1, Math.floor((x + 0.5 - left) / scale))
    const column = mirrored ? sprite.width - 1 - u : u
    const opening = openings.before(x, depth)
    const from = Math.max(opening < 0 ? 0 : openings.tops[opening]!, Math.ceil(top - 0.5))
    const open = opening < 0 ? frame.height : openings.bottoms[opening]!
    const to = Math.min(open, Math.ceil(top + sprite.height * scale - 0.5))
    for (let y = from; y < to; y++) {
      const v = Math.min(sprite.height - 1, Math.floor((y + 0.5 - top) / scale))
      const number = sprite.data[v * sprite.width + column]!
      if (number !== transparentIndex)
        frame.pixels[y * frame.width + x] = table[lit + (suit ? suit[number]! : number)]!
    }
  }
}

/** `x`, `y`: the origin of the sprite. */
export function drawScreenSprite(
  { width, height, pixels }: PixelFrame,
  sprite: Sprite,
  { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
  table: Uint32Array,
  light = brightestLevel,
): void {
  const [left, top] = [Math.round(x - sprite.left * scale), Math.round(y - sprite.top * scale)]
  const right = Math.min(width, left + Math.floor(sprite.width * scale))
  const bottom = Math.min(height, top + Math.floor(sprite.height * scale))
  const lit = light * 256 + (sprite.palette ?? 0) * paletteStride
  for (let row = Math.max(0, top); row < bottom; row++)
    for (let column = Math.max(0, left); column < right; column++) {
      const u = Math.floor((column - left) / scale)
      const number = sprite.data[Math.floor((row - top) / scale) * sprite.width + u]!
      if (number !== transparentIndex) pixels[row * width + column] = table[lit + number]!
    }
}
