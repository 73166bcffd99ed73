// Trees, bushes, stones and other outdoor things.
import type { Canvas } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import { bark, gold, ink, leaf, pine, type Ramp, red, sand, stone, white, wood } from '../drawing/palette.ts'
import { ball, hashNoise, slope, tube } from '../drawing/shading.ts'
import { box, disc, pad, polygon, stroke } from '../drawing/shapes.ts'

const { black, green, grey, lightGreen, red: scarlet, sienna } = colour

export const nature: FaceSources = {
  ...withColours(
    { fg: green, bg: lightGreen, magic: green },
    { 'tree.111': oak, 'tree.112': fir, 'reeds.111': reeds },
  ),
  ...withColours({ fg: green, bg: lightGreen, magic: lightGreen }, { 'bush.111': bush }),
  ...withColours({ fg: scarlet, bg: lightGreen, magic: lightGreen }, { 'flowers.111': flowers }),
  ...withColours({ fg: sienna, bg: lightGreen, magic: sienna }, { 'stump.111': stump, 'fence.111': fence }),
  ...withColours({ fg: black, bg: grey, magic: grey }, { 'boulder.111': boulder }),
}

/** Shadow on the ground below a thing. */
export function shadow(c: Canvas, cx: number, cy: number, rx: number, ry: number): void {
  c.fill(disc(cx, cy, rx, ry), ink, 0.4)
}

function oak(c: Canvas): void {
  shadow(c, 17, 28.5, 11, 3)
  c.part((p) => {
    p.fill(polygon([13, 18], [19, 18], [19.6, 27], [22, 30], [10, 30], [12.4, 27]), tube(bark, 12, 20))
    p.fill(stroke(0.7, [15, 22], [15, 28]), bark[0]).fill(stroke(0.7, [17.4, 23], [17.6, 28]), bark[0])
  })
  c.part((p) => {
    const puffs = [
      [16, 8.5, 8],
      [9, 13, 7],
      [23, 13, 7],
      [16, 15, 8],
    ] as const
    for (const [x, y, r] of puffs) p.fill(disc(x, y, r, r * 0.92), ball(leaf, 14, 11, 15, 13))
    leaves(p, leaf, 26, 9)
  })
}

/** Light and dark dabs on foliage. */
function leaves(c: Canvas, ramp: Ramp, count: number, seed: number): void {
  for (let dab = 0; dab < count; dab++) {
    const [x, y] = [2 + hashNoise(dab, 0, seed) * 28, 1 + hashNoise(dab, 1, seed) * 22]
    const light =
      26 - x - y > 0 ? ramp[4] : x + y > 34 ? ramp[0] : ramp[hashNoise(dab, 2, seed) > 0.5 ? 3 : 1]!
    c.shade(stroke(1.2, [x, y], [x + 1.4, y + 0.8]), light)
  }
}

function fir(c: Canvas): void {
  shadow(c, 17, 28.8, 10, 2.8)
  c.part((p) => p.fill(box(14, 24, 4, 6), tube(bark, 14, 18)))
  c.part((p) => {
    for (const [top, bottom, half] of [
      [14, 27, 11],
      [8, 20, 9],
      [1.5, 13, 6.5],
    ] as const) {
      const tier = polygon(
        [16, top],
        [16 + half, bottom],
        [16 + half / 2, bottom - 1.4],
        [16, bottom],
        [16 - half / 2, bottom - 1.4],
        [16 - half, bottom],
      )
      p.fill(tier, slope(pine, 16 + half, bottom + 1, 16 - half * 0.9, top + 2))
      p.fill(
        stroke(1, [16 - half + 1, bottom - 0.4], [16, bottom - 0.6], [16 + half - 1, bottom - 0.4]),
        pine[0],
      )
    }
    for (const [x, y] of [
      [13, 10],
      [11, 17],
      [9, 24],
      [15, 6],
    ] as const)
      p.fill(stroke(1, [x, y], [x - 1, y + 1.6]), pine[4])
  })
}

function bush(c: Canvas): void {
  shadow(c, 17, 26.5, 11, 3)
  c.part((p) => {
    for (const [x, y, r] of [
      [10, 20, 6.5],
      [22, 20, 6.5],
      [16, 16, 7.5],
      [16, 22, 6.5],
    ] as const)
      p.fill(disc(x, y, r, r * 0.9), ball(leaf, 14, 17, 13, 11))
    for (let dab = 0; dab < 12; dab++)
      p.shade(
        disc(5 + hashNoise(dab, 5, 4) * 22, 11 + hashNoise(dab, 6, 4) * 15, 1.1),
        dab % 3 === 0 ? leaf[4] : leaf[1],
      )
    for (const [x, y] of [
      [11, 17],
      [19, 20],
      [15, 24],
      [23, 17],
    ] as const)
      p.fill(disc(x, y, 1.2), red[2]).fill(disc(x - 0.3, y - 0.4, 0.5), red[4])
  })
}

function reeds(c: Canvas): void {
  c.part((p) => {
    for (const [x, top, lean] of [
      [8, 10, -2],
      [12, 5, -1],
      [16, 8, 0],
      [20, 4, 1.5],
      [25, 9, 2.5],
    ] as const)
      p.fill(stroke(1.5, [x - lean, 29], [x, 18], [x + lean, top]), slope(leaf, 0, 30, 0, 4))
    for (const [x, y] of [
      [11, 6],
      [21.5, 5],
    ] as const)
      p.fill(pad(x - 1.4, y - 3, 2.8, 7, 1.4), bark[2])
  }, 0.7)
}

function flowers(c: Canvas): void {
  const heads: readonly (readonly [number, number, number])[] = [
    [8, 20, red[3]],
    [13, 13, gold[3]],
    [18, 20, white],
    [23, 14, red[4]],
    [25, 23, gold[3]],
    [12, 25, white],
  ]
  c.part((p) => {
    for (const [x, y] of heads) p.fill(stroke(1.2, [x, y], [x + 0.6, y + 6]), leaf[2])
    for (const [x, y] of heads) p.fill(disc(x + 2, y + 4, 2, 1), leaf[3])
  }, 0.6)
  for (const [x, y, tint] of heads) {
    c.part((p) => {
      for (const [dx, dy] of [
        [0, -1.6],
        [1.6, 0],
        [0, 1.6],
        [-1.6, 0],
      ] as const)
        p.fill(disc(x + dx, y + dy, 1.3), tint)
      p.fill(disc(x, y, 1), gold[1])
    }, 0.6)
  }
}

function stump(c: Canvas): void {
  shadow(c, 17, 26, 10, 3.5)
  c.part((p) => {
    p.fill(
      polygon([8, 17], [24, 17], [24, 23], [27, 27], [21, 26], [16, 28], [11, 26], [5, 27], [8, 23]),
      tube(bark, 7, 25),
    )
    p.fill(disc(16, 16.5, 8, 4), wood[3])
    for (const r of [6, 4, 2]) p.fill(disc(16, 16.5, r, r / 2), r === 4 ? wood[3] : wood[4])
    p.fill(disc(16, 16.5, 0.8, 0.5), wood[1])
  })
}

function fence(c: Canvas): void {
  c.part((p) => {
    for (const y of [15, 22]) p.fill(box(0, y, 32, 3), wood[2]).fill(box(0, y, 32, 0.9), wood[4])
    for (const x of [4, 20]) {
      p.fill(polygon([x, 11], [x + 2.5, 8], [x + 5, 11], [x + 5, 29], [x, 29]), tube(wood, x, x + 5))
      for (const y of [16.5, 23.5]) p.fill(disc(x + 2.5, y, 0.8), wood[0])
    }
  }, 0.8)
}

function boulder(c: Canvas): void {
  shadow(c, 17, 26.5, 11, 3)
  c.part((p) => {
    p.fill(
      polygon([6, 24], [5, 17], [9, 10], [16, 7.5], [23, 9.5], [27, 16], [26.5, 24], [21, 27], [11, 27]),
      ball(stone, 14, 15, 13, 13),
    )
    p.fill(polygon([9, 11], [16, 8], [20, 12], [13, 15]), stone[4], 0.7)
    p.fill(stroke(0.8, [20, 12], [22, 17], [20, 22]), stone[0]).fill(
      stroke(0.7, [13, 15], [11, 20]),
      stone[1],
    )
    for (const [x, y] of [
      [8, 22],
      [12, 25],
      [24, 21],
    ] as const)
      p.shade(disc(x, y, 2.2, 1.3), sand[0], 0.35)
  })
}
