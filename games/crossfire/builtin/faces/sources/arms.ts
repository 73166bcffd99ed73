// Weapons and armour. Long things point from the lower left to the upper right.
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import {
  bark,
  blue,
  bone,
  cloth,
  copper,
  fire,
  gold,
  green,
  ice,
  ink,
  purple,
  type Ramp,
  red,
  steel,
  white,
  wood,
} from '../drawing/palette.ts'
import { ball, slope, tube } from '../drawing/shading.ts'
import {
  box,
  disc,
  intersect,
  pad,
  polygon,
  ring,
  type Shape,
  stroke,
  subtract,
  unite,
} from '../drawing/shapes.ts'

const { black, blue: azure, gold: golden, grey, khaki, navy, sienna } = colour

export const arms: FaceSources = {
  ...withColours(
    { fg: black, bg: khaki, magic: grey },
    {
      'sword.111': slanted((c) => blade(c, 3, 4.4)),
      'long_sword.111': slanted((c) => blade(c, -3, 5)),
      'dagger.111': slanted((c) => blade(c, 8, 4)),
      'axe.111': slanted(axe),
      'mace.111': slanted(mace),
      'helmet.111': helmet,
      'mail.111': mail,
    },
  ),
  ...withColours(
    { fg: black, bg: khaki, magic: sienna },
    {
      'club.111': slanted(club),
      'staff.111': slanted(staff),
      'bow.111': bow,
      'quiver.111': quiver,
      'shield.111': shield,
      'leather.111': leather,
      'boots.111': boots,
      'gloves.111': gloves,
    },
  ),
  ...withColours({ fg: navy, bg: khaki, magic: azure }, { 'robe.111': robe, 'cloak.111': cloak }),
  ...withColours(
    { fg: black, bg: golden, magic: golden },
    { 'ring.111': jewelled, 'amulet.111': amulet, 'wand.111': slanted(wand) },
  ),
}

/** Drawn upright, with the point up. */
function slanted(draw: DrawFunction): DrawFunction {
  return (c) => c.turned(1, draw)
}

function blade(c: Canvas, tip: number, width: number): void {
  const [left, right] = [16 - width / 2, 16 + width / 2]
  c.part((p) => {
    p.fill(polygon([16, tip], [right, tip + 3.6], [right, 24], [left, 24], [left, tip + 3.6]), steel[3])
    p.fill(polygon([16, tip], [16, 24], [left, 24], [left, tip + 3.6]), steel[4])
    p.fill(box(right - 1.1, tip + 3, 1.1, 21), steel[2]).fill(box(15.6, tip + 5, 0.9, 18), steel[2])
  })
  c.part((p) => p.fill(pad(9.4, 23, 13.2, 3, 1.4), slope(gold, 0, 27, 0, 22)), 0.9)
  c.part((p) => {
    p.fill(box(14.6, 26, 2.8, 6), tube(wood, 14, 18))
    for (const y of [27.4, 29.4]) p.fill(box(14.6, y, 2.8, 0.7), wood[0])
    p.fill(disc(16, 32.6, 2.2), ball(gold, 16, 32.6, 2.4))
  }, 0.9)
}

function handle(c: Canvas, from: number, to: number): void {
  c.part((p) => {
    p.fill(pad(14.4, from, 3.2, to - from, 1.2), tube(wood, 14, 18))
    for (let y = to - 8; y < to - 1; y += 2) p.fill(box(14.4, y, 3.2, 0.9), bark[0])
  }, 0.9)
}

function axe(c: Canvas): void {
  handle(c, 0, 34)
  c.part((p) => {
    const head = subtract(
      unite(disc(20, 7.4, 8.4, 7.4), box(11.6, 4.4, 8, 6)),
      unite(disc(20, -3, 7, 5.4), disc(20, 18, 7, 5.4)),
    )
    p.fill(head, slope(steel, 16, 14, 24, 3))
    p.fill(intersect(head, subtract(disc(20, 7.4, 9, 8), disc(19, 7.4, 8, 8))), steel[4])
  })
}

function mace(c: Canvas): void {
  handle(c, 8, 34)
  c.part((p) => {
    for (const [x, y] of [
      [9.4, 5],
      [22.6, 5],
      [16, -1.8],
      [11.4, 0.4],
      [20.6, 0.4],
      [11.4, 9.6],
      [20.6, 9.6],
    ] as const)
      p.fill(disc(x, y, 1.8), steel[3])
    p.fill(disc(16, 5, 6), ball(steel, 15, 4, 6.6))
  })
}

function club(c: Canvas): void {
  c.part((p) => {
    p.fill(
      polygon([14.6, 33], [11.4, 6], [13, 1], [16, -0.6], [19, 1], [20.6, 6], [17.4, 33]),
      tube(wood, 11, 21),
    )
    for (const [x, y] of [
      [13.4, 6],
      [18, 9],
      [14.6, 14],
    ] as const)
      p.fill(ring(x, y, 1.7, 1.4, 0.8), wood[0])
    for (const y of [26, 28.4, 30.8]) p.fill(box(13.6, y, 4.8, 1), bark[0])
  })
}

function staff(c: Canvas): void {
  c.part((p) => p.fill(stroke(2.8, [16, 36], [16, 5]), tube(wood, 14.4, 17.6)))
  c.part(
    (p) => p.fill(subtract(ring(16, 1.4, 5.4, 5.4, 2), polygon([16, 1], [22, 6], [16, 10])), wood[3]),
    0.9,
  )
  c.part((p) => p.fill(disc(16, 1.2, 3), ball(ice, 15.4, 0.6, 3.2)), 0.7)
  for (const y of [14, 22]) c.fill(box(14.4, y, 3.2, 1.6), gold[3])
}

function bow(c: Canvas): void {
  c.fill(stroke(0.9, [25, 4.6], [9, 28]), bone[4])
  c.part((p) => {
    const limb = stroke(2.9, [25.4, 3.6], [22, 3.6], [16, 5], [10.4, 9.4], [6.8, 16], [6.6, 23], [8.4, 28.6])
    p.fill(limb, slope(wood, 22, 26, 6, 4)).fill(stroke(0.8, [15.6, 5.2], [10, 9.6], [6.6, 16]), wood[4])
    p.fill(stroke(3.6, [10.8, 9], [8, 13.6]), red[2])
  })
}

function quiver(c: Canvas): void {
  c.turned(1, (t) => {
    for (const x of [12.6, 16, 19.4]) {
      t.part((p) => {
        p.fill(box(x - 0.6, 0, 1.2, 12), wood[3])
        p.fill(
          polygon([x - 2, -1.6], [x, -3.4], [x + 2, -1.6], [x + 2, 4], [x, 2.6], [x - 2, 4]),
          x === 16 ? red[3] : cloth[4],
        )
      }, 0.6)
    }
    t.part((p) => {
      p.fill(polygon([10, 9], [22, 9], [20.6, 33], [11.4, 33]), tube(bark, 9, 23))
      for (const y of [10, 28]) p.fill(box(10, y, 12, 2.2), gold[2]).fill(box(10, y, 6, 0.9), gold[4])
    })
  })
}

function shield(c: Canvas): void {
  const form = polygon([4, 4.6], [16, 2.4], [28, 4.6], [27.4, 15], [24, 22.6], [16, 30], [8, 22.6], [4.6, 15])
  const inner = polygon(
    [7, 7.4],
    [16, 5.6],
    [25, 7.4],
    [24.4, 15],
    [21.6, 20.8],
    [16, 26.2],
    [10.4, 20.8],
    [7.6, 15],
  )
  c.part((p) => {
    p.fill(form, slope(steel, 26, 28, 4, 2)).fill(inner, slope(blue, 26, 30, 6, -2))
    p.fill(intersect(inner, unite(box(14, 0, 4, 32), box(0, 12, 32, 4))), slope(gold, 24, 24, 8, 4))
  })
  c.part((p) => p.fill(disc(16, 14, 3.2), ball(steel, 15.4, 13.4, 3.4)), 0.7)
}

function helmet(c: Canvas): void {
  c.part((p) => p.fill(polygon([16, 1], [22, 5], [17, 9]), red[3]).fill(disc(15.4, 3.4, 2.2), red[2]), 0.8)
  c.part((p) => {
    p.fill(unite(disc(16, 15, 11, 11), box(5, 14, 22, 11)), ball(steel, 13, 12, 14, 15))
    p.fill(pad(4, 23, 24, 4, 1.4), slope(steel, 0, 28, 0, 21))
    p.fill(box(14.6, 4, 2.8, 20), slope(gold, 18, 24, 14, 0))
  })
  c.fill(pad(7, 16, 7, 3.4, 1), ink).fill(pad(18, 16, 7, 3.4, 1), ink)
}

/** Outline of all body armour. */
function torso(bottom: number): Shape {
  return polygon(
    [9, 4],
    [13, 3],
    [16, 6],
    [19, 3],
    [23, 4],
    [30, 9],
    [27, 15.4],
    [23.4, 13.6],
    [24, bottom],
    [8, bottom],
    [8.6, 13.6],
    [5, 15.4],
    [2, 9],
  )
}

function mail(c: Canvas): void {
  c.part((p) => {
    p.fill(torso(28), slope(steel, 28, 32, 4, -4))
    for (let row = 0; row < 9; row++) {
      for (let x = row % 2 === 0 ? 1 : 2.6; x < 32; x += 3.2)
        p.shade(ring(x, 5 + row * 2.7, 1.5, 1.3, 0.7), steel[0], 0.7)
    }
  })
  c.part((p) => p.fill(box(8, 20, 16, 2.6), bark[1]).fill(box(14.4, 19.6, 3.4, 3.4), gold[3]), 0.6)
}

function leather(c: Canvas): void {
  c.part((p) => {
    p.fill(torso(27), slope(wood, 28, 32, 4, -4))
    p.fill(stroke(0.9, [16, 6], [16, 27]), wood[0])
    for (const y of [9, 12, 15, 18]) p.fill(stroke(0.9, [14, y], [18, y + 1.6]), bone[3])
    p.shade(stroke(0.8, [9, 14], [9.4, 26]), wood[0]).shade(stroke(0.8, [23, 14], [22.6, 26]), wood[0])
  })
  c.part((p) => p.fill(box(8, 21, 16, 2.4), bark[1]).fill(box(14.6, 20.8, 3, 3), steel[3]), 0.6)
}

function robe(c: Canvas): void {
  c.part((p) => {
    p.fill(
      polygon(
        [11, 3],
        [21, 3],
        [28, 12],
        [24.6, 16],
        [22, 13],
        [26, 30],
        [6, 30],
        [10, 13],
        [7.4, 16],
        [4, 12],
      ),
      slope(blue, 26, 30, 6, 0),
    )
    for (const x of [11, 20.6]) p.shade(stroke(1, [x, 16], [x - (16 - x) * 0.3, 29]), blue[0])
    p.fill(polygon([13, 3], [16, 9], [19, 3]), skinless).fill(box(6, 27.6, 20, 1.6), gold[3])
    p.fill(box(10, 16, 12, 2), gold[2]).fill(stroke(1.4, [17, 17], [18, 23]), gold[2])
  })
}

/** Shadow inside an empty collar. */
const skinless = 0x1b2250

function cloak(c: Canvas): void {
  c.part((p) => {
    p.fill(
      polygon([12, 5], [20, 5], [24, 11], [28, 29], [22, 27.4], [16, 30], [10, 27.4], [4, 29], [8, 11]),
      slope(green, 26, 30, 6, 0),
    )
    for (const [x, lean] of [
      [11, -2.6],
      [16, 0],
      [21, 2.6],
    ] as const)
      p.shade(stroke(1.1, [x, 12], [x + lean, 28]), green[0])
    p.fill(unite(ring(16, 6.6, 6.4, 5, 2.6)), slope(green, 20, 12, 11, 2))
  })
  c.part((p) => p.fill(disc(16, 11.4, 1.8), gold[3]), 0.6)
}

function boots(c: Canvas): void {
  const boot: DrawFunction = (p) => {
    p.fill(polygon([3.6, 5], [11.6, 5], [11.6, 18], [15, 21.4], [15, 26], [3, 26]), slope(wood, 15, 28, 3, 2))
    p.fill(pad(2.6, 25, 13, 3, 1.2), bark[0]).fill(pad(3, 4, 9.2, 4, 1), slope(bone, 12, 9, 3, 3))
    for (const y of [12, 15.4]) p.fill(stroke(0.9, [8.6, y], [11.4, y + 0.8]), wood[0])
  }
  c.flipped((m) => m.part(boot)).part(boot)
}

function gloves(c: Canvas): void {
  const glove: DrawFunction = (p) => {
    for (const [x, top] of [
      [4.4, 8],
      [7.2, 5.6],
      [10, 5.6],
      [12.6, 8],
    ] as const)
      p.fill(stroke(2.7, [x, top], [x, 16]), tube(copper, x - 2, x + 2))
    p.fill(stroke(2.8, [2.6, 18], [4.8, 19]), copper[3])
    p.fill(pad(3.2, 13, 10.6, 9, 2), slope(copper, 14, 24, 3, 10)).fill(
      pad(2.6, 21, 12, 6, 1.2),
      slope(wood, 15, 28, 2, 20),
    )
    p.fill(box(3, 22.4, 11, 0.9), gold[3])
  }
  c.flipped((m) => m.part(glove)).part(glove)
}

function jewelled(c: Canvas): void {
  c.part((p) => p.fill(ring(16, 19.4, 9.4, 9, 3), ball(gold, 13, 16, 13)))
  c.part((p) => gemstone(p, 16, 7.6, red), 0.8)
}

function gemstone(c: Canvas, x: number, y: number, ramp: Ramp): void {
  c.fill(polygon([x - 3, y - 3.4], [x + 3, y - 3.4], [x + 5, y], [x, y + 5], [x - 5, y]), ramp[2])
  c.fill(polygon([x - 3, y - 3.4], [x + 1, y - 3.4], [x - 1, y + 0.4], [x - 5, y]), ramp[4])
  c.fill(polygon([x + 5, y], [x, y + 5], [x + 1, y]), ramp[1]).fill(disc(x - 1.8, y - 1.6, 0.8), white)
}

function amulet(c: Canvas): void {
  c.part((p) => p.fill(subtract(ring(16, 10, 11, 10.4, 1.6), box(0, 18, 32, 14)), gold[3]), 0.6)
  c.part((p) => p.fill(disc(16, 22, 7), ball(gold, 14, 20, 8)))
  c.part((p) => p.fill(disc(16, 22, 4), ball(green, 14.8, 20.8, 4.6)).fill(disc(14.8, 20.6, 0.9), white), 0.6)
}

function wand(c: Canvas): void {
  c.part((p) => {
    p.fill(polygon([14.8, 6], [17.2, 6], [18, 32], [14, 32]), tube(purple, 14, 18))
    for (const y of [8, 24, 29]) p.fill(box(13.8, y, 4.4, 1.6), gold[3])
  }, 0.9)
  c.part((p) => {
    p.fill(
      polygon([16, -4], [17.8, 0.6], [22, 2.4], [17.8, 4.2], [16, 8.8], [14.2, 4.2], [10, 2.4], [14.2, 0.6]),
      gold[4],
    )
    p.fill(disc(16, 2.4, 1.8), fire[3])
  }, 0.8)
}
