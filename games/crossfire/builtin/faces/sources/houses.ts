// Houses from outside: a roof in two rows, a front below it, and painted signs over the doors of trades.
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import {
  bark,
  fire,
  gold,
  green,
  ink,
  plaster,
  purple,
  type Ramp,
  red,
  slate,
  steel,
  stone,
  tiles,
  white,
  wood,
} from '../drawing/palette.ts'
import { ball, hashNoise, patches, shade, slope } from '../drawing/shading.ts'
import { box, disc, fullCanvas, pad, polygon, stroke, subtract } from '../drawing/shapes.ts'

const { black, gold: golden, grey, khaki, navy, red: scarlet, sienna, white: pale } = colour

export const houses: FaceSources = {
  ...withColours({ fg: black, bg: scarlet, magic: scarlet }, roof('roof_red', tiles)),
  ...withColours({ fg: pale, bg: navy, magic: navy }, roof('roof_slate', slate)),
  ...withColours(
    { fg: black, bg: khaki, magic: sienna },
    {
      'front_plaster.111': halfTimber,
      'front_plaster_window.111': (c) => windowed(c.part(halfTimber, 0), wood),
      'front_plaster_door.111': (c) => entrance(c.part(halfTimber, 0), wood),
    },
  ),
  ...withColours(
    { fg: black, bg: grey, magic: grey },
    {
      'front_stone.111': blocks,
      'front_stone_window.111': (c) => arched(c.part(blocks, 0)),
      'front_stone_door.111': (c) => portal(c.part(blocks, 0)),
    },
  ),
  ...withColours(
    { fg: black, bg: golden, magic: golden },
    {
      'shield_inn.111': (c) => c.part(board(green)).part(tankard),
      'shield_smithy.111': (c) => c.part(board(stone)).part(hammer),
      'shield_shop.111': (c) => c.part(board(purple)).part(purse),
      'shield_temple.111': (c) => c.part(board(red)).part(star),
    },
  ),
}

/** Upper row 1, 2, 3 with the ridge, lower row 4, 5, 6 with the eaves: left end, middle, right end. */
function roof(name: string, ramp: Ramp): { readonly [name: string]: DrawFunction } {
  const pieces = [1, 2, 3, 4, 5, 6].map((piece) => {
    const draw = (c: Canvas) => slope6(c, ramp, piece <= 3, (piece - 1) % 3)
    return [`${name}_${piece}.111`, draw] as const
  })
  return Object.fromEntries(pieces)
}

function slope6(c: Canvas, ramp: Ramp, upper: boolean, column: number): void {
  const top = upper ? 8 : 0
  const [left, right] = [column === 0 ? 3 : 0, column === 2 ? 29 : 32]
  const bottom = upper ? 32 : 28
  const area = box(left, top, right - left, bottom - top)
  c.fill(area, ramp[1])
  for (let row = 7; row >= 0; row--) {
    for (let x = row % 2 === 0 ? 0 : -3; x < 32; x += 6) {
      const tone = (upper ? 0.56 : 0.44) - row * 0.012 + 0.18 * hashNoise(x + row * 7, row, upper ? 1 : 2)
      c.shade(pad(x, row * 4 - 3, 6, 7.8, 2.6), ramp[0])
      c.shade(pad(x + 0.4, row * 4 - 3, 5.4, 6.9, 2.4), shade(ramp, tone))
      c.shade(stroke(0.7, [x + 1.2, row * 4 + 2.6], [x + 2.4, row * 4 + 3.2]), ramp[4], 0.6)
    }
  }
  const edge = subtract(fullCanvas, box(left, top, right - left, bottom - top))
  c.clear(edge)
  if (upper) c.fill(pad(left - 1, top - 2, right - left + 2, 4, 1.5), slope(ramp, 0, top + 3, 0, top - 4))
  else
    c.fill(box(left - 1, 26, right - left + 2, 3), bark[2]).fill(
      box(left - 1, 26, right - left + 2, 0.9),
      bark[4],
    )
  if (!upper) c.fill(box(left, 29, right - left, 3), ink, 0.55)
  if (column === 0)
    c.fill(box(left - 1, top, 2, bottom - top), bark[3]).fill(box(left + 1, top, 0.8, bottom - top), ink)
  if (column === 2)
    c.fill(box(right - 1, top, 2, bottom - top), bark[1]).fill(box(right - 1.8, top, 0.8, bottom - top), ink)
  c.outline(0.8)
}

function halfTimber(c: Canvas): void {
  c.fill(fullCanvas, patches(plaster, 6, 8, 0.42, 0.88))
  c.fill(box(0, 0, 32, 3), ink, 0.35)
  for (const x of [0, 29]) beam(c, x, 0, 3, 32)
  beam(c, 0, 3, 32, 3)
  beam(c, 0, 26, 32, 3)
  c.fill(box(0, 29, 32, 3), stone[1])
  for (const x of [2, 9, 17, 24]) c.fill(pad(x, 29.4, 6.4, 2.3, 1), stone[2])
  c.fill(stroke(2.6, [5, 24], [13, 8]), wood[1]).fill(stroke(1, [4.4, 23.6], [12.4, 7.6]), wood[3])
  c.fill(stroke(2.6, [27, 24], [19, 8]), wood[1]).fill(stroke(1, [26.4, 24], [18.4, 8]), wood[2])
}

function beam(c: Canvas, x: number, y: number, width: number, height: number): void {
  c.fill(box(x, y, width, height), wood[1])
  c.fill(width > height ? box(x, y, width, 0.9) : box(x, y, 0.9, height), wood[3])
  c.fill(
    width > height ? box(x, y + height - 0.7, width, 0.7) : box(x + width - 0.7, y, 0.7, height),
    ink,
    0.6,
  )
}

function windowed(c: Canvas, ramp: Ramp): void {
  c.fill(box(7, 6, 18, 20), plaster[3])
  c.part((p) => p.fill(pad(9, 8, 14, 14, 1), ramp[2]))
  c.fill(box(11, 10, 10, 10), slope(fire, 11, 24, 20, 6), 0.95)
  c.fill(box(15.4, 10, 1.2, 10), ramp[1]).fill(box(11, 14.4, 10, 1.2), ramp[1])
  c.fill(stroke(0.8, [12, 13], [14, 11]), white)
  c.part((p) => p.fill(box(8, 22, 16, 2.4), ramp[3]), 0.7)
  for (const [x, tint] of [
    [10.5, red[3]],
    [14, gold[3]],
    [18, red[3]],
    [21.5, gold[3]],
  ] as const)
    c.fill(disc(x, 21.6, 1.2), green[2]).fill(disc(x, 20.9, 0.9), tint)
}

function entrance(c: Canvas, ramp: Ramp): void {
  c.fill(box(4, 3, 24, 26), plaster[2])
  c.part((p) => p.fill(pad(7, 5, 18, 26, 3), ramp[1]))
  leafOf(c, 9.5, 7.5, 13, 22)
  c.part((p) => p.fill(box(5, 29, 22, 3), slope(stone, 0, 33, 0, 27)), 0.8)
}

/** One leaf of a wooden door with its iron. */
export function leafOf(c: Canvas, x: number, y: number, width: number, height: number): void {
  c.fill(box(x, y, width, height), wood[2])
  for (let board = 0; board * 3.3 < width; board++) {
    const at = x + board * 3.3
    c.fill(box(at, y, 0.7, height), wood[0]).fill(box(at + 0.7, y, 0.7, height), wood[3])
  }
  for (const at of [y + 3, y + height - 6])
    c.fill(box(x, at, width, 2), steel[0]).fill(box(x, at, width, 0.7), steel[2])
  c.fill(disc(x + width - 2.5, y + height / 2 + 1, 1.3), gold[3])
}

function blocks(c: Canvas): void {
  c.fill(fullCanvas, stone[1])
  for (const [course, offset] of [0, -5, -2, -8].entries()) {
    for (let x = offset; x < 32; x += 11) {
      const tone = 0.62 + 0.2 * hashNoise(x, course, 15)
      c.fill(pad(x + 0.4, course * 7.4 + 0.4, 10.2, 6.8, 0.9), shade(stone, tone))
      c.fill(stroke(0.7, [x + 1.4, course * 7.4 + 1], [x + 9.6, course * 7.4 + 1]), white, 0.4)
    }
  }
  c.fill(box(0, 0, 32, 3), ink, 0.35)
  c.fill(box(0, 29, 32, 3), stone[2]).fill(box(0, 29, 32, 0.8), stone[4])
}

function arched(c: Canvas): void {
  c.part((p) => p.fill(pad(9, 4, 14, 22, 6.9), stone[3]))
  c.fill(pad(11, 6, 10, 18, 5), slope(fire, 8, 26, 24, 2))
  for (const y of [11, 17]) c.fill(box(11, y, 10, 0.8), ink)
  c.fill(box(15.6, 6, 0.8, 18), ink)
  c.fill(disc(13.4, 14, 1.4), red[3])
    .fill(disc(18.6, 14, 1.4), purple[3])
    .fill(disc(16, 9, 1.3), green[3])
}

function portal(c: Canvas): void {
  c.part((p) => p.fill(pad(4, 3, 24, 40, 11), stone[3]))
  c.part((p) => p.fill(pad(7, 6, 18, 40, 8.5), wood[1]))
  c.part((p) => leafOf(p, 7.6, 12, 8.2, 18), 0).flipped((m) => m.part((p) => leafOf(p, 7.6, 12, 8.2, 18), 0))
  c.fill(pad(7.6, 6.6, 16.8, 12, 8), wood[2]).fill(box(7.6, 12, 16.8, 1), ink, 0.6)
  c.fill(disc(16, 10, 2.6), gold[2]).fill(disc(16, 10, 1.3), gold[4])
  c.fill(box(15.6, 12, 0.8, 18), ink)
  c.part((p) => p.fill(box(3, 29, 26, 3), slope(stone, 0, 33, 0, 27)), 0.8)
}

function board(ramp: Ramp): DrawFunction {
  return (c) => {
    c.fill(box(7, 1, 18, 1.6), steel[1])
    for (const x of [9, 22]) c.fill(box(x, 2, 1, 3), steel[2])
    c.fill(pad(5.5, 5, 21, 15, 3), ramp[1]).fill(pad(7, 6.4, 18, 12.2, 2), slope(ramp, 16, 24, 10, 2))
  }
}

function tankard(c: Canvas): void {
  c.fill(subtract(disc(20.5, 13, 3.2), disc(20.5, 13, 1.7)), wood[3])
  c.fill(box(11.5, 9.5, 8, 8), slope(wood, 21, 13, 9, 12))
  c.fill(pad(11, 7.6, 9, 3, 1.5), white)
}

function hammer(c: Canvas): void {
  c.fill(stroke(2, [16, 10], [16, 18]), wood[3])
  c.fill(box(10.5, 7.5, 11, 4.4), slope(steel, 20, 14, 12, 6))
}

function purse(c: Canvas): void {
  c.fill(disc(16, 13.8, 5, 4.3), ball(gold, 16, 13.8, 5, 4.3))
  c.fill(box(13.6, 7.4, 4.8, 3), gold[2]).fill(box(13, 9.4, 6, 1.1), red[2])
}

function star(c: Canvas): void {
  c.fill(
    polygon([16, 6.5], [17.6, 11], [22, 12.5], [17.6, 14], [16, 18.5], [14.4, 14], [10, 12.5], [14.4, 11]),
    gold[4],
  )
  c.fill(disc(16, 12.5, 1.8), gold[3])
}
