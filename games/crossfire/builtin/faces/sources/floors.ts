// Ground: seamless, and plain enough that things on it stand out.
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import {
  cave,
  earth,
  gold,
  leaf,
  marble,
  meadow,
  type Ramp,
  red,
  sand,
  stone,
  water,
  white,
  wood,
} from '../drawing/palette.ts'
import { grain, hashNoise, type Paint, patches, shade, slope } from '../drawing/shading.ts'
import { box, disc, fullCanvas, pad, stroke } from '../drawing/shapes.ts'

const { black, blue, darkOrange, gold: golden, green, grey, khaki, lightGreen, navy, sienna } = colour

export const floors: FaceSources = {
  ...withColours(
    { fg: green, bg: lightGreen, magic: green },
    { 'grass.111': (c) => grass(c, 3), 'grass.112': (c) => grass(c, 11), 'grass.113': meadowFlowers },
  ),
  ...withColours(
    { fg: black, bg: grey, magic: grey },
    {
      'flagstone.111': (c) => flags(c, stone, 5),
      'flagstone.112': (c) => cracked(c, stone),
      'floor_marble.111': checkers,
    },
  ),
  ...withColours(
    { fg: navy, bg: grey, magic: grey },
    { 'floor_dungeon.111': (c) => flags(c, cave, 7), 'floor_dungeon.112': (c) => cracked(c, cave) },
  ),
  ...withColours(
    { fg: black, bg: sienna, magic: sienna },
    { 'floor_wood.111': (c) => planks(c, wood, 0.42), 'floor_shop.111': parquet, 'rug.111': rug },
  ),
  ...withColours({ fg: black, bg: darkOrange, magic: sienna }, { 'dirt.111': dirt }),
  ...withColours({ fg: golden, bg: khaki, magic: khaki }, { 'sand.111': dunes }),
  ...withColours(
    { fg: navy, bg: blue, magic: blue },
    { 'water.111': waves(0), 'water.112': waves(1), 'water.113': waves(2) },
  ),
}

function grass(c: Canvas, seed: number): void {
  c.fill(fullCanvas, patches(meadow, seed, 8, 0.12, 0.68))
  for (let tuft = 0; tuft < 9; tuft++) {
    const x = 2 + Math.floor(hashNoise(tuft, 1, seed) * 28)
    const y = 4 + Math.floor(hashNoise(tuft, 2, seed) * 26)
    const bright = hashNoise(tuft, 3, seed) > 0.45
    c.fill(stroke(0.9, [x - 1.4, y - 2.2], [x, y]), bright ? meadow[4] : meadow[0])
    c.fill(stroke(0.9, [x + 1.2, y - 2.8], [x, y]), bright ? meadow[3] : meadow[1])
  }
}

function meadowFlowers(c: Canvas): void {
  grass(c, 17)
  const heads = [
    [6, 8, white],
    [22, 5, gold[3]],
    [26, 21, white],
    [11, 24, gold[3]],
    [16, 14, red[4]],
  ] as const
  for (const [x, y, petal] of heads) {
    c.fill(box(x - 1, y, 3, 1), petal)
    c.fill(box(x, y - 1, 1, 3), petal)
    c.fill(box(x, y, 1, 1), gold[1])
    c.fill(box(x, y + 2, 1, 1.5), leaf[1])
  }
}

/** Worn slabs, four per face, all different. */
function flags(c: Canvas, ramp: Ramp, seed: number): void {
  c.fill(fullCanvas, ramp[1])
  const slabs = [
    [0, 0, 17, 14],
    [18, 0, 14, 17],
    [0, 15, 14, 17],
    [15, 18, 17, 14],
    [15, 15, 2, 2],
  ] as const
  for (const [index, [x, y, width, height]] of slabs.entries()) {
    const base = 0.4 + hashNoise(index, 0, seed) * 0.14
    c.fill(pad(x + 0.5, y + 0.5, width, height, 1.6), patches(ramp, seed + index, 4, base, base + 0.13))
    c.fill(stroke(0.7, [x + 2, y + 1], [x + width - 2, y + 1]), ramp[3], 0.7)
    c.fill(stroke(0.7, [x + 1, y + 2], [x + 1, y + height - 2]), ramp[3], 0.5)
  }
}

function cracked(c: Canvas, ramp: Ramp): void {
  flags(c, ramp, 31)
  c.fill(stroke(0.9, [5, 3], [8, 7], [7, 10], [11, 14]), ramp[0])
  c.fill(stroke(0.9, [8, 7], [12, 6]), ramp[0])
  c.fill(stroke(0.8, [21, 24], [25, 22], [28, 25]), ramp[0])
  c.fill(disc(24, 9, 1.5, 1.1), ramp[3])
  c.fill(disc(9, 26, 1.1, 0.9), ramp[3])
}

function planks(c: Canvas, ramp: Ramp, light: number): void {
  for (let row = 0; row < 4; row++) {
    const y = row * 8
    const tone = light + hashNoise(row, 0, 5) * 0.14
    const grained: Paint = (x, py) =>
      shade(ramp, tone + 0.16 * hashNoise(Math.floor(x / 6 + row), Math.floor(py * 1.4), 9))
    c.fill(box(0, y, 32, 8), grained)
    c.fill(box(0, y, 32, 0.8), ramp[3], 0.45)
    c.fill(box(0, y + 7.2, 32, 0.8), ramp[1])
    const joint = (row % 2 === 0 ? 9 : 24) + row
    c.fill(box(joint, y, 0.8, 7.5), ramp[1])
    for (const nail of [joint - 1.8, joint + 1.8]) c.fill(disc(nail, y + 4, 0.6), ramp[1])
  }
}

function parquet(c: Canvas): void {
  const bright: Ramp = [wood[1], wood[2], wood[3], wood[3], wood[4]]
  for (const [column, row] of quarters) {
    const upright = (column + row) % 2 === 0
    for (let slat = 0; slat < 4; slat++) {
      const [x, y] = [column * 16 + (upright ? slat * 4 : 0), row * 16 + (upright ? 0 : slat * 4)]
      const [width, height] = upright ? [4, 16] : [16, 4]
      const tone = 0.45 + 0.3 * hashNoise(column * 2 + row, slat, 3)
      c.fill(box(x, y, width, height), shade(bright, tone))
      c.fill(upright ? box(x + 3.3, y, 0.7, 16) : box(x, y + 3.3, 16, 0.7), wood[1])
    }
  }
}

const quarters = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const

function checkers(c: Canvas): void {
  for (const [column, row] of quarters) {
    const [x, y] = [column * 16, row * 16]
    const light = (column + row) % 2 === 0
    c.fill(box(x, y, 16, 16), patches(light ? marble : stone, 4 + column, 8, light ? 0.62 : 0.61, 0.79))
    c.fill(box(x, y, 16, 0.8), light ? marble[4] : stone[4], 0.8)
    c.fill(box(x, y + 15.2, 16, 0.8), stone[1], 0.8)
    c.fill(box(x + 15.2, y, 0.8, 16), stone[1], 0.8)
    if (light) c.fill(stroke(0.5, [x + 3, y + 12], [x + 7, y + 8], [x + 8, y + 4]), marble[0], 0.6)
  }
}

function rug(c: Canvas): void {
  c.fill(fullCanvas, grain(red, 3, 0.25, 0.42))
  for (const y of [1.5, 28.5]) c.fill(box(0, y, 32, 2), gold[2])
  for (let x = 2; x < 32; x += 8) {
    for (const y of [10, 22]) {
      c.fill(disc(x + 2, y, 2.6), gold[1])
      c.fill(disc(x + 2, y, 1.5), red[3])
    }
    c.fill(disc(x + 6, 16, 1.2), gold[3])
  }
}

function dirt(c: Canvas): void {
  c.fill(fullCanvas, patches(earth, 13, 8, 0.25, 0.78))
  c.shade(fullCanvas, grain(earth, 2, 0.3, 0.75), 0.35)
  const pebbles = [
    [6, 7],
    [24, 12],
    [13, 21],
    [27, 27],
    [4, 26],
  ] as const
  for (const [x, y] of pebbles) {
    c.fill(disc(x + 0.4, y + 0.6, 1.5, 1.1), earth[0], 0.7)
    c.fill(disc(x, y, 1.3, 1), slope(stone, x, y + 1.5, x - 1, y - 1.5))
  }
}

function dunes(c: Canvas): void {
  c.fill(fullCanvas, patches(sand, 29, 16, 0.3, 0.8))
  for (const [y, from, to] of [
    [6, 3, 14],
    [13, 17, 29],
    [21, 5, 17],
    [28, 20, 31],
  ] as const) {
    const middle = (from + to) / 2
    c.fill(stroke(0.9, [from, y], [middle, y - 1.4], [to, y]), sand[4])
    c.fill(stroke(0.9, [from + 1, y + 1.2], [middle, y], [to - 1, y + 1.2]), sand[1])
  }
}

/** Three frames of a slow swell. */
function waves(moment: number): DrawFunction {
  return (c) => {
    c.fill(fullCanvas, patches(water, 41 + moment * 5, 16, 0.3, 0.62))
    for (const [index, [x, y, length]] of crests.entries()) {
      const at = (x + moment * 3 + (index % 2)) % 32
      for (const start of [at, at - 32]) {
        const [middle, end] = [start + length / 2, start + length]
        c.fill(stroke(1, [start, y], [middle, y - 1.5], [end, y]), water[3])
        c.fill(stroke(0.8, [start + 2, y - 0.8], [middle, y - 1.8]), water[4])
        c.fill(stroke(1, [start + 1, y + 1.6], [middle, y + 0.6], [end - 1, y + 1.6]), water[1])
      }
    }
  }
}

const crests = [
  [3, 5, 9],
  [20, 9, 8],
  [9, 15, 10],
  [25, 20, 9],
  [2, 25, 8],
  [16, 29, 9],
] as const
