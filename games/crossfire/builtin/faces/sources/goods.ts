// Things other than weapons and armour: chests and books, food and potions.
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import {
  bark,
  blue,
  bone,
  copper,
  dusk,
  gold,
  green,
  ice,
  ink,
  leaf,
  purple,
  type Ramp,
  red,
  sand,
  steel,
  water,
  white,
  wood,
} from '../drawing/palette.ts'
import { ball, slope, tube } from '../drawing/shading.ts'
import { box, disc, intersect, pad, polygon, ring, stroke, subtract, unite } from '../drawing/shapes.ts'
import { shadow } from './nature.ts'

const { black, blue: azure, green: verdant, khaki, red: scarlet, sienna, white: pale } = colour

export const goods: FaceSources = {
  ...withColours(
    { fg: black, bg: khaki, magic: sienna },
    {
      'chest_closed.111': (c) => chest(c, false),
      'chest_open.111': (c) => chest(c, true),
      'bag.111': bag,
      'bread.111': bread,
      'cheese.111': cheese,
      'meat.111': meat,
      'mushroom.111': mushroom,
      'booze.111': booze,
      'waterskin.111': waterskin,
      'pelt.111': pelt,
    },
  ),
  ...withColours(
    { fg: black, bg: pale, magic: pale },
    { 'book.111': (c) => book(c, red, bookmark), 'scroll.111': scroll, 'note.111': note },
  ),
  ...withColours({ fg: azure, bg: pale, magic: azure }, { 'spellbook.111': (c) => book(c, purple, glyph) }),
  ...withColours(
    { fg: scarlet, bg: khaki, magic: scarlet },
    { 'apple.111': apple, 'potion_red.111': potion(red) },
  ),
  ...withColours({ fg: azure, bg: khaki, magic: azure }, { 'potion_blue.111': potion(blue) }),
  ...withColours({ fg: verdant, bg: khaki, magic: verdant }, { 'potion_green.111': potion(green) }),
}

function chest(c: Canvas, isOpen: boolean): void {
  shadow(c, 17, 28, 13, 2.6)
  if (isOpen) {
    c.part((p) => p.fill(pad(4, 3, 24, 12, 5), wood[1]).fill(pad(6, 5, 20, 9, 3.4), ink))
    c.fill(box(4, 12, 24, 4), ink)
    c.fill(intersect(disc(16, 17, 11, 5), box(4, 10, 24, 7)), slope(gold, 24, 20, 8, 10))
    for (const x of [9, 14, 19, 23])
      c.fill(disc(x, 14.6, 1.7, 1), gold[4]).fill(disc(x, 15.1, 1, 0.5), gold[2])
    c.fill(disc(12, 13.4, 1.2), red[3]).fill(disc(20.6, 13.6, 1.2), blue[3])
  } else {
    c.part((p) => {
      p.fill(pad(4, 7, 24, 16, 6), slope(wood, 0, 20, 0, 4))
      for (const x of [4, 13.4, 25]) p.shade(box(x, 6, x === 13.4 ? 5.2 : 3, 11), tube(gold, x - 1, x + 5))
    })
  }
  c.part((p) => {
    p.fill(pad(4, 16, 24, 12, 1), slope(wood, 0, 31, 0, 12))
    for (const y of [20, 24]) p.fill(box(4, y, 24, 0.7), wood[0])
    for (const x of [4, 25]) p.fill(box(x, 16, 3, 12), tube(gold, x - 1, x + 4))
    p.fill(box(4, 16, 24, 1.6), gold[2])
  })
  c.part((p) => p.fill(pad(13, 15, 6, 7, 1), slope(gold, 19, 23, 13, 14)), 0.7)
  c.fill(disc(16, 18, 1), ink).fill(box(15.6, 18, 0.9, 2.4), ink)
}

function bag(c: Canvas): void {
  shadow(c, 17, 28, 10, 2.6)
  c.part((p) => {
    p.fill(disc(16, 20, 10, 8.6), ball(bark, 15, 18, 11, 11))
    p.fill(
      polygon([11, 13], [9, 5], [13, 7], [16, 4.4], [19, 7], [23, 5], [21, 13]),
      slope(bark, 22, 14, 10, 4),
    )
  })
  c.part((p) => p.fill(pad(10, 10.6, 12, 2.8, 1.2), gold[2]), 0.6).fill(box(11, 11, 8, 0.8), gold[4])
  c.fill(stroke(0.8, [11, 17], [10, 21], [12, 25]), bark[1]).fill(stroke(0.8, [21, 17], [22.4, 21]), bark[0])
}

function book(c: Canvas, ramp: Ramp, mark: DrawFunction): void {
  c.part((p) => {
    p.fill(pad(6, 4, 20, 25, 2), ramp[1])
    p.fill(pad(7.6, 24, 18, 4, 1), white).fill(box(8, 25.4, 17, 0.7), bone[2])
    p.fill(pad(6, 4, 19, 21.4, 1.6), slope(ramp, 26, 28, 6, 2)).fill(box(6, 4, 3, 24), ramp[1])
    p.fill(box(9, 4, 0.8, 21), ramp[0])
  })
  for (const y of [5.4, 22]) c.fill(box(10.6, y, 13, 1), gold[3])
  mark(c)
}

function bookmark(c: Canvas): void {
  c.fill(box(13, 10, 8, 1.2), gold[3]).fill(box(14, 13, 6, 1.2), gold[3])
  c.fill(box(19, 25, 2, 4.6), blue[3])
}

function glyph(c: Canvas): void {
  c.fill(ring(17, 14, 5, 5, 1.2), gold[3])
  c.fill(
    polygon(
      [17, 9.6],
      [18.2, 12.8],
      [21.4, 14],
      [18.2, 15.2],
      [17, 18.4],
      [15.8, 15.2],
      [12.6, 14],
      [15.8, 12.8],
    ),
    gold[4],
  )
}

function scroll(c: Canvas): void {
  c.part((p) => p.fill(box(8, 6, 16, 20), slope(bone, 36, 50, 8, 4)))
  for (const [y, to] of [
    [11, 21],
    [14, 19],
    [17, 21],
    [20, 17],
  ] as const)
    c.fill(stroke(0.9, [11, y], [to, y]), dusk[1])
  for (const y of [4, 25]) {
    c.part((p) => p.fill(pad(5.4, y, 21, 4.4, 2.2), slope(bone, 0, y + 5, 0, y - 1)))
    for (const x of [4, 28]) c.part((p) => p.fill(disc(x, y + 2.2, 1.6), wood[3]), 0.6)
  }
  c.fill(disc(20, 22.4, 1.6), red[2])
}

function note(c: Canvas): void {
  c.part((p) => {
    p.fill(polygon([7, 5], [24, 3.6], [26, 27], [9, 28.6]), slope(bone, 36, 54, 8, 4))
    p.fill(polygon([24, 3.6], [24.6, 10], [19, 4]), bone[1])
  })
  for (const y of [10, 13.4, 16.8, 20.2, 23.6])
    c.fill(stroke(0.9, [11, y], [y === 23.6 ? 17 : 22, y - 0.6]), dusk[1])
}

function bread(c: Canvas): void {
  shadow(c, 17, 25, 12, 2.6)
  c.part((p) => {
    p.fill(disc(16, 18, 13, 7.4), ball(copper, 14, 16, 14, 9))
    for (const x of [9, 14.4, 20]) p.shade(stroke(1.8, [x, 13.6], [x + 2.4, 18.6]), sand[4])
    for (const x of [9.8, 15.2, 20.8]) p.shade(stroke(0.7, [x + 0.6, 13.8], [x + 2.8, 18.6]), copper[1])
  })
}

function apple(c: Canvas): void {
  shadow(c, 17, 27.4, 8, 2.4)
  c.part((p) => {
    p.fill(unite(disc(12, 18.4, 7, 8.6), disc(20, 18.4, 7, 8.6)), ball(red, 14, 16.6, 11, 11))
    p.fill(disc(16, 10.6, 3, 1.4), red[0])
    p.fill(disc(10.4, 14.6, 1.6, 2.2), red[4]).fill(disc(10, 14, 0.8), white)
  })
  c.part((p) => p.fill(stroke(1.4, [16, 11], [17, 5.6]), bark[2]), 0.6)
  c.part((p) => p.fill(polygon([17, 8], [20, 4], [25, 4.6], [22, 8.4]), slope(leaf, 24, 9, 18, 3)), 0.7)
}

function cheese(c: Canvas): void {
  shadow(c, 17, 26, 12, 2)
  c.part((p) => {
    p.fill(polygon([4, 15], [20, 7], [28, 12], [28, 15], [4, 18]), gold[4])
    p.fill(polygon([4, 16.4], [28, 14], [28, 25], [4, 25.6]), slope(gold, 26, 32, 4, 8))
    p.fill(stroke(0.8, [4, 16.4], [28, 14]), white)
    for (const [x, y, r] of [
      [9, 21, 2],
      [17, 19.4, 1.6],
      [23, 21.6, 2.2],
      [14.6, 23.8, 1.1],
      [20, 11.4, 1.4],
    ] as const)
      p.fill(disc(x, y, r, r * 0.86), gold[1]).fill(disc(x + 0.4, y + 0.5, r * 0.66, r * 0.5), gold[2])
  })
}

function meat(c: Canvas): void {
  shadow(c, 17, 26, 11, 2.4)
  c.part((p) => {
    p.fill(stroke(2.8, [20, 12], [27, 5]), bone[3])
      .fill(disc(26, 4.4, 1.9), bone[4])
      .fill(disc(28, 6.4, 1.9), bone[3])
  })
  c.part((p) => {
    p.fill(unite(disc(13, 19, 10, 7.6), disc(19, 14, 5.6)), ball(copper, 12, 16, 12, 11))
    p.fill(disc(9.4, 16, 2.8, 1.6), copper[4]).fill(stroke(0.9, [17, 23], [21, 19]), copper[0])
  })
}

function mushroom(c: Canvas): void {
  shadow(c, 17, 27.4, 8, 2.2)
  c.part((p) => p.fill(pad(12.6, 15, 7, 12.6, 3), tube(bone, 12, 20)))
  c.part((p) => {
    p.fill(intersect(disc(16, 16, 12, 11), box(3, 3, 26, 14)), ball(red, 13, 12, 14, 12))
    p.fill(pad(5, 15.6, 22, 2.4, 1.2), bone[2])
    for (const [x, y, r] of [
      [11, 10.4, 2.2],
      [19, 8.4, 2],
      [22.6, 13, 1.7],
      [7, 14, 1.3],
      [15.4, 13.6, 1.4],
    ] as const)
      p.fill(disc(x, y, r, r * 0.9), white)
  })
}

function booze(c: Canvas): void {
  shadow(c, 16, 27.6, 9, 2.2)
  c.part((p) => p.fill(subtract(disc(23, 18.6, 5.6, 6), disc(23, 18.6, 3, 3.4)), wood[2]))
  c.part((p) => {
    p.fill(pad(7, 9, 15, 18.6, 2), tube(wood, 6, 22))
    for (const y of [12.6, 22.4]) p.shade(box(6, y, 17, 2), steel[1]).shade(box(8, y, 6, 0.8), steel[4])
    for (const x of [11, 15, 19]) p.shade(box(x, 14.6, 0.7, 7.8), wood[0])
  })
  c.part((p) => {
    for (const x of [8.6, 12.6, 16.6, 20.4])
      p.fill(disc(x, 8.4, 3, 2.7), ball([0xdccfb0, 0xf4ecd6, white, white, white], x, 8, 3))
    p.fill(stroke(2, [9, 10], [9, 13.6]), white)
  }, 0.8)
}

function waterskin(c: Canvas): void {
  shadow(c, 17, 27.8, 9, 2.2)
  c.part((p) => p.fill(subtract(ring(14, 10, 11, 9, 1.6), box(0, 12, 32, 20)), bark[1]), 0.6)
  c.part((p) => {
    p.fill(
      unite(disc(15.6, 19.4, 9.4, 8.4), polygon([17, 13], [22, 6.4], [25.4, 8.6], [24, 16])),
      ball(bark, 14, 17, 12, 11),
    )
    p.fill(disc(13, 20, 3.4), water[2]).fill(disc(12.4, 19.2, 1.5), water[4])
  })
  c.part((p) => p.fill(polygon([21.4, 5], [25, 2.8], [27.4, 6.4], [24.6, 8.6]), bone[3]), 0.7)
}

function pelt(c: Canvas): void {
  c.part((p) => {
    p.fill(
      polygon(
        [12, 4],
        [20, 4],
        [21, 9],
        [28, 7],
        [29, 11],
        [23, 15],
        [23, 20],
        [28, 24],
        [25, 28],
        [19, 25],
        [16, 30],
        [13, 25],
        [7, 28],
        [4, 24],
        [9, 20],
        [9, 15],
        [3, 11],
        [4, 7],
        [11, 9],
      ),
      slope(dusk, 26, 30, 6, 2),
    )
    p.shade(stroke(2.6, [16, 6], [16, 26]), dusk[1])
    for (const [x, y] of [
      [12, 12],
      [20, 12],
      [12, 19],
      [20, 20],
      [14, 15],
    ] as const)
      p.shade(stroke(0.9, [x, y], [x + 0.8, y + 2]), dusk[4])
  })
}

function potion(ramp: Ramp): DrawFunction {
  return (c) => {
    shadow(c, 17, 28, 8, 2.2)
    c.part((p) => {
      p.fill(disc(16, 19.6, 8.6, 8.4), ice[3]).fill(box(13, 6, 6, 8), ice[3])
      p.fill(intersect(disc(16, 19.6, 7.2, 7), box(6, 16.6, 20, 12)), ball(ramp, 15, 18, 9, 9))
      p.fill(disc(16, 16.8, 6.6, 1.6), ramp[4])
      p.fill(stroke(1.4, [11, 15], [10, 18], [10.4, 21]), white)
      p.fill(disc(18.6, 22, 1), ramp[4]).fill(disc(20.4, 19.4, 0.7), ramp[4])
    })
    c.part((p) => p.fill(pad(12.4, 3, 7.2, 4.4, 1), tube(wood, 12, 20)), 0.8)
  }
}
