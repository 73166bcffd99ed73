// Furniture of houses, squares and crypts.
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import {
  blue,
  bone,
  cloth,
  earth,
  gold,
  green,
  ink,
  purple,
  type Ramp,
  red,
  steel,
  stone,
  water,
  white,
  wood,
} from '../drawing/palette.ts'
import { ball, slope, tube } from '../drawing/shading.ts'
import { box, disc, pad, polygon, stroke, subtract } from '../drawing/shapes.ts'
import { shadow } from './nature.ts'

const { black, blue: azure, gold: golden, grey, khaki, navy, sienna, white: pale } = colour

export const furniture: FaceSources = {
  ...withColours(
    { fg: black, bg: khaki, magic: sienna },
    {
      'sign.111': sign,
      'counter.111': counter,
      'table.111': table,
      'chair.111': chair,
      'bed.111': bed,
      'bookshelf.111': bookshelf,
      'barrel.111': barrel,
      'crate.111': crate,
      'bones.111': bones,
    },
  ),
  ...withColours({ fg: black, bg: golden, magic: golden }, { 'altar.111': altar }),
  ...withColours(
    { fg: black, bg: grey, magic: grey },
    {
      'anvil.111': anvil,
      'statue.111': statue,
      'lever.111': (c) => lever(c, -1),
      'lever.112': (c) => lever(c, 1),
      'gravestone.111': gravestone,
    },
  ),
  ...withColours(
    { fg: navy, bg: pale, magic: azure },
    { 'fountain.111': fountain(0), 'fountain.112': fountain(1), 'fountain.113': fountain(2) },
  ),
}

function sign(c: Canvas): void {
  shadow(c, 17, 28.6, 7, 2)
  c.part((p) => p.fill(box(14.4, 16, 3.4, 13), tube(wood, 14.4, 17.8)))
  c.part((p) => p.fill(pad(4, 5, 24, 14, 1.5), slope(wood, 26, 24, 6, 0)))
  for (const [y, from, to] of [
    [9, 7, 25],
    [12, 7, 22],
    [15, 7, 24],
  ] as const)
    c.fill(stroke(1.1, [from, y], [to, y]), wood[0])
  for (const x of [6, 26]) c.fill(disc(x, 7, 0.8), steel[3])
}

function counter(c: Canvas): void {
  c.fill(box(0, 9, 32, 21), ink)
  c.fill(box(0, 10, 32, 7), slope(wood, 0, 20, 0, 7)).fill(box(0, 10, 32, 0.9), wood[4])
  c.fill(box(0, 18, 32, 11), wood[1])
  for (const x of [1.4, 9.4, 17.4, 25.4]) {
    c.fill(box(x, 19.2, 5.4, 8.4), wood[2])
      .fill(box(x, 19.2, 5.4, 0.8), wood[0])
      .fill(box(x + 4.6, 19.2, 0.8, 8.4), wood[3])
  }
}

function table(c: Canvas): void {
  shadow(c, 17, 28, 12, 2.4)
  c.part((p) => {
    for (const x of [5, 24]) p.fill(box(x, 17, 3.4, 12), tube(wood, x, x + 3.4))
  })
  c.part((p) => {
    p.fill(pad(2, 9, 28, 8, 1), slope(wood, 0, 20, 0, 6)).fill(box(2, 16, 28, 3), wood[1])
    for (const y of [11.6, 14]) p.fill(box(3, y, 26, 0.7), wood[1], 0.6)
  })
}

function chair(c: Canvas): void {
  shadow(c, 17, 28.4, 7, 2)
  c.part((p) => {
    p.fill(box(9, 4, 2.8, 24), tube(wood, 9, 11.8)).fill(box(20.4, 4, 2.8, 24), tube(wood, 20.4, 23.2))
    for (const y of [6, 10.5]) p.fill(box(11, y, 10, 2.6), slope(wood, 0, y + 3, 0, y - 1))
  })
  c.part((p) => p.fill(pad(8, 16, 16.4, 5.4, 1), slope(red, 0, 24, 0, 14)))
}

function bed(c: Canvas): void {
  c.part((p) => p.fill(pad(5, 1.6, 22, 28.8, 1.5), slope(wood, 0, 32, 0, -6)))
  c.part((p) => p.fill(pad(7, 4, 18, 24, 1), cloth[4]), 0.7)
  c.part((p) => p.fill(pad(9, 5.4, 14, 6, 2.4), slope(cloth, 18, 16, 12, 3)), 0.7)
  c.part((p) => {
    p.fill(pad(7, 13, 18, 15, 1), slope(blue, 26, 30, 8, 8))
    p.fill(box(7, 13, 18, 2.6), cloth[3])
    for (const y of [20, 25]) p.fill(box(7, y, 18, 1), blue[4], 0.6)
  }, 0.7)
}

function bookshelf(c: Canvas): void {
  c.part((p) => p.fill(pad(2, 1.6, 28, 29, 1), wood[1]))
  const spines: readonly Ramp[] = [red, blue, green, gold, purple, cloth, earth]
  for (const [shelf, y] of [4, 13, 22].entries()) {
    c.fill(box(4, y, 24, 7.4), ink)
    for (let book = 0, x = 4.4; x < 26; book++) {
      const ramp = spines[(book * 3 + shelf * 2) % spines.length]!
      const [width, height] = [2.4 + ((book + shelf) % 3) * 0.6, 5.4 + ((book * 5 + shelf) % 3) * 0.7]
      c.fill(box(x, y + 7.4 - height, width, height), tube(ramp, x, x + width))
      c.fill(box(x, y + 8.6 - height, width, 0.7), gold[3], 0.7)
      x += width + 0.4
    }
    c.fill(box(3, y + 7.4, 26, 1.4), wood[3])
  }
}

function barrel(c: Canvas): void {
  shadow(c, 17, 28.4, 9, 2.4)
  c.part((p) => {
    p.fill(pad(6, 5, 20, 24, 7), tube(wood, 6, 26))
    for (const x of [10, 14, 18.4, 22.4]) p.fill(box(x, 8, 0.7, 20), wood[0], 0.8)
    for (const y of [10, 22]) p.shade(box(5, y, 22, 2.4), steel[1]).shade(box(5, y, 12, 0.8), steel[3])
  })
  c.part((p) => p.fill(disc(16, 6.6, 8, 3), wood[3]), 0.7).fill(disc(16, 6.8, 6.4, 2.1), wood[2])
  c.fill(box(12, 5, 0.7, 3.6), wood[1]).fill(box(18, 5, 0.7, 3.6), wood[1])
}

function crate(c: Canvas): void {
  shadow(c, 17, 28.8, 12, 2)
  c.part((p) => p.fill(box(4, 5, 24, 24), wood[2]))
  for (const y of [11, 17, 23]) c.fill(box(4, y, 24, 0.8), wood[0])
  c.fill(stroke(3.4, [7, 26], [25, 8]), wood[3]).fill(stroke(0.7, [5.6, 25], [24, 6.6]), wood[4])
  c.fill(subtract(box(4, 5, 24, 24), box(7.4, 8.4, 17.2, 17.2)), slope(wood, 30, 32, 6, 0))
  for (const x of [5.8, 26.2]) for (const y of [6.8, 27]) c.fill(disc(x, y, 0.8), steel[0])
}

function bones(c: Canvas): void {
  shadow(c, 16, 26, 11, 3)
  const limb = (p: Canvas, x1: number, y1: number, x2: number, y2: number) => {
    p.fill(stroke(2.2, [x1, y1], [x2, y2]), bone[3])
    for (const [x, y] of [
      [x1, y1],
      [x2, y2],
    ] as const)
      p.fill(disc(x, y - 0.8, 1.5), bone[4]).fill(disc(x + 0.6, y + 1, 1.4), bone[3])
  }
  c.part((p) => limb(p, 6, 25, 25, 19), 0.9)
  c.part((p) => limb(p, 6, 19, 26, 26), 0.9)
  c.part((p) => {
    p.fill(disc(16, 14, 6.4, 6), ball(bone, 15, 13, 7, 7)).fill(pad(12.4, 17, 7.4, 5.4, 1.4), bone[3])
  }, 0.9)
  for (const x of [13.4, 18.6]) c.fill(disc(x, 15, 1.8, 2), ink)
  c.fill(polygon([16, 16.6], [17, 18.4], [15, 18.4]), ink)
  for (const x of [14, 16, 18]) c.fill(box(x - 0.4, 19.8, 0.8, 2.4), bone[0])
}

function altar(c: Canvas): void {
  shadow(c, 17, 29, 13, 2)
  c.part((p) => {
    p.fill(box(6, 16, 20, 12), tube(stone, 4, 30)).fill(pad(4, 26, 24, 4, 1), stone[3])
    p.fill(pad(3, 10, 26, 7, 1), slope(stone, 0, 19, 0, 8))
  })
  c.part((p) => {
    p.fill(box(9, 10, 14, 14), slope(red, 24, 26, 10, 6)).fill(box(9, 22.4, 14, 1.6), gold[3])
    p.fill(box(15.2, 14, 1.8, 7), gold[3]).fill(box(13, 16, 6.2, 1.8), gold[3])
  }, 0.6)
  for (const x of [6.4, 25.4]) {
    c.part((p) => p.fill(box(x - 1, 5, 2, 6), cloth[4]), 0.6)
    c.fill(disc(x, 3.4, 1.2, 1.9), 0xfbc043).fill(disc(x, 3.8, 0.6, 1), white)
  }
}

function anvil(c: Canvas): void {
  shadow(c, 17, 28.4, 9, 2.2)
  c.part((p) => p.fill(pad(9, 22, 14, 7, 1), tube(wood, 9, 23)))
  c.part((p) => {
    p.fill(
      polygon(
        [1.6, 11],
        [9, 10],
        [27, 10],
        [27, 15.4],
        [20, 17],
        [19, 20],
        [22, 23],
        [10, 23],
        [13, 20],
        [12, 17],
        [8, 15],
      ),
      slope(steel, 20, 27, 12, 6),
    )
    p.fill(box(8, 10, 19, 1.4), steel[4])
  })
}

function statue(c: Canvas): void {
  shadow(c, 17, 29, 11, 2)
  c.part((p) => p.fill(pad(6, 24, 20, 6, 1), slope(stone, 28, 34, 4, 20)))
  c.part((p) => {
    p.fill(polygon([11, 25], [12, 13], [20, 13], [21, 25]), tube(stone, 10, 23))
    p.fill(disc(16, 8, 4.2, 4.6), ball(stone, 16, 8, 4.4, 5))
    p.fill(stroke(2.8, [12.4, 14.6], [10, 19], [14.6, 20]), stone[3]).fill(
      stroke(2.8, [19.8, 14.6], [22.4, 19], [18, 20]),
      stone[1],
    )
  })
  c.part(
    (p) => p.fill(stroke(1.6, [16.4, 11.6], [16.4, 24]), stone[4]).fill(box(13.4, 17, 6, 1.4), stone[4]),
    0.5,
  )
}

function lever(c: Canvas, lean: number): void {
  c.part((p) => p.fill(stroke(2.6, [16, 22], [16 + lean * 7, 8]), slope(steel, 20, 20, 10, 8)))
  c.part((p) => p.fill(disc(16 + lean * 7.4, 7, 2.8), ball(red, 16 + lean * 7.4, 7, 2.8)), 0.8)
  c.part((p) => p.fill(pad(8, 20, 16, 9, 2), slope(stone, 26, 32, 8, 14)))
  c.fill(pad(11, 22.4, 10, 2.4, 1.2), ink)
}

function gravestone(c: Canvas): void {
  c.fill(disc(16, 28, 12, 3), earth[0], 0.8).fill(disc(16, 27.6, 10.6, 2.2), earth[2])
  c.part((p) => p.fill(pad(7.4, 4, 17.2, 30, 8), slope(stone, 26, 30, 6, -2)))
  c.fill(box(4, 28.4, 24, 4), earth[1])
  for (const x of [5, 9, 22, 26]) c.fill(stroke(1.1, [x, 29.6], [x + 0.8, 26.6]), 0x52893e)
  c.fill(box(15.2, 9, 1.8, 9), stone[0]).fill(box(12.4, 11.4, 7.4, 1.8), stone[0])
  c.fill(stroke(0.8, [11, 21], [21, 21]), stone[1]).fill(stroke(0.8, [11, 23.6], [19, 23.6]), stone[1])
}

/** Three frames of falling water. */
function fountain(moment: number): DrawFunction {
  return (c) => {
    shadow(c, 17, 27.6, 15, 4)
    c.part((p) => {
      p.fill(disc(16, 24.6, 14.6, 6), tube(stone, 1, 31)).fill(disc(16, 21.4, 14.6, 6.4), stone[4])
      p.fill(disc(16, 21.8, 12.4, 4.9), water[2]).fill(disc(15, 21.2, 10, 3.4), water[3])
    })
    for (const [index, x] of [7, 12, 20, 25].entries()) {
      const width = 1.2 + ((index + moment) % 3) * 0.7
      c.fill(stroke(0.8, [x - width, 22.4], [x + width, 22.4]), water[4])
    }
    c.part((p) => {
      p.fill(box(13.6, 12, 4.8, 10), tube(stone, 13.6, 18.4)).fill(disc(16, 12, 7, 2.8), stone[3])
      p.fill(disc(16, 11.4, 5.4, 1.8), water[3])
    }, 0.8)
    c.fill(stroke(2, [16, 11], [16, 4.4 - (moment % 2)]), water[4])
    for (const way of [-1, 1]) {
      c.fill(stroke(1.2, [16, 4], [16 + way * 3, 5], [16 + way * 4.6, 10]), water[4], 0.9)
      c.fill(stroke(1.3, [16 + way * 6, 12], [16 + way * 9, 15], [16 + way * 10, 20]), water[4], 0.85)
    }
    for (const [index, [x, y]] of drops.entries()) {
      const fallen = (y + moment * 2.6 + index) % 9
      c.fill(disc(x, 4 + fallen, 0.8), white)
    }
  }
}

const drops = [
  [12.6, 0],
  [19.4, 3],
  [10.6, 6],
  [21.8, 5],
  [16, 1],
] as const
