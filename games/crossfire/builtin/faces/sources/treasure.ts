// Small valuables: money, gems, keys, and tools of priests and wizards.
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import {
  bark,
  blue,
  copper,
  gold,
  green,
  ice,
  purple,
  type Ramp,
  red,
  steel,
  white,
} from '../drawing/palette.ts'
import { ball, slope, tube } from '../drawing/shading.ts'
import { box, disc, pad, polygon, ring, stroke, subtract, unite } from '../drawing/shapes.ts'
import { shadow } from './nature.ts'

const { black, blue: azure, gold: golden, grey, green: verdant, red: scarlet, sienna, white: pale } = colour

export const treasure: FaceSources = {
  ...withColours(
    { fg: black, bg: golden, magic: golden },
    {
      'key.111': key(gold),
      'coin_gold.111': coin(gold),
      'coins_gold.111': coins(gold),
      'talisman.111': talisman,
      'holy_symbol.111': holySymbol,
    },
  ),
  ...withColours(
    { fg: black, bg: grey, magic: grey },
    { 'key.112': key(steel), 'coin_silver.111': coin(steel), 'coins_silver.111': coins(steel) },
  ),
  ...withColours(
    { fg: black, bg: sienna, magic: sienna },
    { 'coin_copper.111': coin(copper), 'coins_copper.111': coins(copper) },
  ),
  ...withColours({ fg: scarlet, bg: pale, magic: scarlet }, { 'ruby.111': gem(red) }),
  ...withColours(
    { fg: azure, bg: pale, magic: azure },
    { 'sapphire.111': gem(blue), 'diamond.111': gem(ice) },
  ),
  ...withColours({ fg: verdant, bg: pale, magic: verdant }, { 'emerald.111': gem(green) }),
}

function key(ramp: Ramp): DrawFunction {
  return (c) =>
    c.turned(1, (t) =>
      t.part((p) => {
        p.fill(box(14.5, 11, 3.4, 18), tube(ramp, 14, 18.4))
        for (const y of [21, 26]) p.fill(box(17, y, 5, 2.8), ramp[2]).fill(box(17, y, 5, 0.9), ramp[4])
        p.fill(ring(16.2, 7.4, 6, 6, 2.9), ball(ramp, 15, 6, 8, 8)).fill(box(13, 12.4, 6.4, 2), ramp[3])
      }),
    )
}

function coin(ramp: Ramp): DrawFunction {
  return (c) => {
    shadow(c, 17, 22.6, 7, 2)
    disk(c, ramp, 16, 17, 1.15)
  }
}

function coins(ramp: Ramp): DrawFunction {
  return (c) => {
    shadow(c, 17, 26.4, 13, 2.6)
    for (const [x, y] of [
      [11, 23],
      [22, 23.4],
      [11.4, 19.6],
      [21.6, 20],
      [16.4, 25.2],
      [16, 17],
      [15.6, 13.2],
    ] as const)
      disk(c, ramp, x, y, 0.86)
  }
}

function disk(c: Canvas, ramp: Ramp, x: number, y: number, size: number): void {
  const [rx, ry] = [6.6 * size, 4 * size]
  c.part(
    (p) =>
      p
        .fill(
          unite(disc(x, y + 2.2 * size, rx, ry), box(x - rx, y, rx * 2, 2.2 * size)),
          tube(ramp, x - rx, x + rx),
        )
        .fill(disc(x, y, rx, ry), ramp[3]),
    0.8,
  )
  c.fill(ring(x, y, rx * 0.78, ry * 0.76, 0.8), ramp[1]).fill(disc(x, y, rx * 0.3, ry * 0.36), ramp[1])
  c.fill(stroke(0.9, [x - rx * 0.7, y - ry * 0.4], [x - rx * 0.2, y - ry * 0.8]), ramp[4])
}

function gem(ramp: Ramp): DrawFunction {
  return (c) => {
    shadow(c, 17, 26, 8, 2)
    c.part((p) => {
      p.fill(polygon([10, 8], [22, 8], [28, 14.4], [16, 27], [4, 14.4]), ramp[2])
      p.fill(polygon([10, 8], [13, 14.4], [4, 14.4]), ramp[3]).fill(
        polygon([10, 8], [16, 8], [13, 14.4]),
        ramp[4],
      )
      p.fill(polygon([16, 8], [22, 8], [19, 14.4], [13, 14.4]), ramp[3]).fill(
        polygon([22, 8], [28, 14.4], [19, 14.4]),
        ramp[2],
      )
      p.fill(polygon([4, 14.4], [13, 14.4], [16, 27]), ramp[3]).fill(
        polygon([13, 14.4], [19, 14.4], [16, 27]),
        ramp[2],
      )
      p.fill(polygon([19, 14.4], [28, 14.4], [16, 27]), ramp[1])
      p.fill(stroke(0.8, [4.6, 14.4], [27.4, 14.4]), ramp[4])
      p.fill(disc(11.6, 11, 1.2), white)
    })
  }
}

function talisman(c: Canvas): void {
  c.part((p) => p.fill(subtract(ring(16, 10, 8, 9, 1.6), box(0, 15, 32, 17)), bark[3]), 0.6)
  c.part((p) => p.fill(disc(16, 21, 8), ball(purple, 14, 19, 9)))
  c.part(
    (p) =>
      p.fill(
        polygon(
          [16, 14.6],
          [17.6, 19.2],
          [22, 21],
          [17.6, 22.8],
          [16, 27.4],
          [14.4, 22.8],
          [10, 21],
          [14.4, 19.2],
        ),
        gold[3],
      ),
    0.5,
    purple[0],
  )
  c.fill(disc(16, 21, 1.6), ice[4])
}

function holySymbol(c: Canvas): void {
  c.part((p) => p.fill(subtract(ring(16, 9, 8, 8, 1.4), box(0, 13, 32, 19)), steel[3]), 0.6)
  c.part((p) => {
    p.fill(pad(13.6, 10, 4.8, 19, 1), tube(gold, 13, 19)).fill(
      pad(8, 15, 16, 4.8, 1),
      slope(gold, 0, 21, 0, 13),
    )
  })
  c.part((p) => p.fill(disc(16, 17.4, 2.2), ball(ice, 16, 17.4, 2.4)), 0.6)
}
