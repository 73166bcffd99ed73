// Monsters. Beasts face west or east; others face the viewer.
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceColours, type FaceSources, withColours } from '../drawing/face-source.ts'
import {
  bark,
  bone,
  cave,
  copper,
  dusk,
  fire,
  goblin,
  gold,
  ink,
  purple,
  red,
  slime,
  steel,
  white,
} from '../drawing/palette.ts'
import { ball, slope, tube } from '../drawing/shading.ts'
import { box, disc, intersect, pad, polygon, ring, stroke, unite } from '../drawing/shapes.ts'
import { shadow } from './nature.ts'
import { type Look, person } from './person.ts'

const { black, grey, khaki, green: verdant, red: scarlet, sienna, white: pale } = colour

export const monsters: FaceSources = {
  ...turning('rat', { fg: black, bg: sienna, magic: scarlet }, rat),
  ...turning('wolf', { fg: black, bg: grey, magic: scarlet }, wolf),
  ...stepping('slime', { fg: verdant, bg: khaki, magic: scarlet }, ooze),
  ...stepping('goblin', { fg: verdant, bg: khaki, magic: scarlet }, (c, step) =>
    person(c, raider, 'south', step),
  ),
  ...stepping('goblin_chief', { fg: scarlet, bg: khaki, magic: scarlet }, (c, step) =>
    person(c, chief, 'south', step),
  ),
  ...stepping('skeleton', { fg: black, bg: pale, magic: scarlet }, (c, step) => skeleton(c, step)),
  ...stepping('bone_lord', { fg: scarlet, bg: pale, magic: scarlet }, boneLord),
  ...stepping('bat', { fg: black, bg: grey, magic: scarlet }, bat),
  ...stepping('spider', { fg: black, bg: grey, magic: scarlet }, spider),
}

const raider: Look = { skin: goblin, hair: goblin, tunic: bark, legs: bark, goblin: true, holds: 'club' }
const chief: Look = {
  skin: goblin,
  hair: goblin,
  tunic: red,
  legs: bark,
  belt: gold,
  goblin: true,
  holds: 'sword',
  shield: purple,
  hat: 'crown',
  hatRamp: red,
  cape: purple,
}

type Moving = (c: Canvas, step: number) => void

/** Drawn facing west. */
function turning(name: string, colours: FaceColours, draw: Moving): FaceSources {
  const east: Moving = (c, step) => c.flipped((mirror) => draw(mirror, step))
  return { ...stepping(`${name}_west`, colours, draw), ...stepping(`${name}_east`, colours, east) }
}

function stepping(name: string, colours: FaceColours, draw: Moving): FaceSources {
  const at =
    (step: number): DrawFunction =>
    (c) =>
      draw(c, step)
  return withColours(colours, { [`${name}.111`]: at(0), [`${name}.112`]: at(1) })
}

function rat(c: Canvas, step: number): void {
  shadow(c, 16, 26.6, 11, 2.2)
  const lash = step === 0 ? 0 : 3
  c.part(
    (p) => p.fill(stroke(1.5, [24, 22], [28, 20 + lash], [29.6, 15 + lash], [27, 12 + lash]), copper[3]),
    0.7,
  )
  const shift = step === 0 ? 0 : 1.8
  for (const x of [10 + shift, 14 - shift, 20 + shift, 24 - shift])
    c.part((p) => p.fill(stroke(2, [x, 23], [x - 1, 26.6]), copper[2]), 0.6)
  c.part((p) => {
    p.fill(disc(18, 19, 9, 6.2), ball(dusk, 16, 17, 10, 8))
    p.fill(polygon([3, 21.4], [8, 15], [14, 15], [15, 22], [8, 24]), ball(dusk, 9, 18, 9, 7))
    p.fill(disc(3.6, 21.2, 1.2), copper[3])
    for (let x = 13; x < 25; x += 3) p.shade(stroke(0.8, [x, 15 + (x % 2)], [x + 1.6, 17.4]), dusk[1])
  })
  c.part((p) => p.fill(disc(13, 14, 2.9, 3.1), dusk[3]).fill(disc(13, 14.3, 1.6, 1.9), copper[3]), 0.7)
  c.fill(disc(8, 18, 1.3), ink).fill(disc(7.7, 17.6, 0.5), fire[2])
  for (const y of [20.6, 22.4]) c.fill(stroke(0.5, [5, 22], [1, y]), dusk[4])
  c.fill(polygon([4.6, 22.8], [6.4, 22.8], [5.6, 24.8]), white)
}

function wolf(c: Canvas, step: number): void {
  shadow(c, 17, 28.6, 12, 2.2)
  const shift = step === 0 ? 0 : 2.4
  const leg = (x: number, foot: number, tone: number) =>
    c.part(
      (p) =>
        p
          .fill(stroke(3.2, [x, 20], [x + foot * 0.4, 24], [x + foot, 28]), dusk[tone]!)
          .fill(disc(x + foot - 0.8, 28.2, 1.9, 1.2), dusk[3]),
      0.7,
    )
  leg(12.4, shift, 1)
  leg(24, -shift, 1)
  c.part(
    (p) =>
      p.fill(polygon([24, 15], [29.6, 11 + shift], [31, 15 + shift], [27, 20]), slope(dusk, 31, 22, 25, 12)),
    0.8,
  )
  c.part((p) => {
    p.fill(unite(disc(17.6, 17, 9.6, 5.6), disc(12, 16.4, 5.6, 6.4)), ball(dusk, 14, 13, 12, 11))
    for (const x of [11, 14, 17, 20, 23]) p.shade(stroke(1, [x, 11.4], [x + 2, 14]), dusk[1])
    p.shade(disc(16, 21.4, 7, 2), dusk[4], 0.6)
  })
  leg(10, -shift, 2)
  leg(22, shift, 2)
  c.part((p) => {
    p.fill(polygon([10, 8], [9.4, 3.4], [13.6, 7.4]), dusk[2]).fill(
      polygon([13, 8], [14.4, 3], [16.6, 8.4]),
      dusk[1],
    )
    p.fill(
      polygon([1, 14.6], [7, 9.4], [10, 7.4], [15, 8], [17, 13], [13, 18], [7, 17.6], [2, 17]),
      ball(dusk, 10, 10, 10, 9),
    )
    p.fill(polygon([1.6, 16], [9, 15.4], [10, 18], [4, 18]), dusk[4])
    p.fill(disc(1.9, 14.8, 1.4), ink)
  })
  c.fill(disc(8.6, 11.8, 1.3, 1), gold[4]).fill(disc(8.4, 11.9, 0.6), ink)
  c.fill(stroke(0.8, [2, 17], [8, 16.6]), ink)
  for (const x of [3.4, 5.6]) c.fill(polygon([x, 16.8], [x + 1.5, 16.8], [x + 0.7, 18.8]), white)
}

function ooze(c: Canvas, step: number): void {
  const [rx, top] = step === 0 ? [11, 9] : [12.6, 12.4]
  shadow(c, 16, 27.4, rx + 1.4, 2.6)
  c.part((p) => {
    const dome = intersect(disc(16, 26, rx, 26 - top), box(0, 0, 32, 27))
    const foot = pad(16 - rx - 1.6, 23.4, rx * 2 + 3.2, 5, 2.5)
    p.fill(unite(foot, dome), ball(slime, 13.6, top + 7, rx + 3, 15))
    p.fill(disc(12, top + 4.6, 2.6, 1.8), white).fill(disc(9.4, top + 8.6, 1, 1.4), slime[4])
    p.shade(disc(21.6, 24, 2, 1.5), slime[0], 0.8).shade(disc(10, 24.6, 1.4, 1), slime[0], 0.8)
  })
  for (const x of [13, 19]) {
    c.fill(disc(x, top + 9.4, 2, 2.4), ink).fill(disc(x - 0.5, top + 8.5, 0.8), white)
  }
  c.fill(intersect(ring(16, top + 11.6, 3.6, 2.8, 1), box(0, top + 12, 32, 9)), ink)
}

/** `crowned`: with the lord's crown. */
function skeleton(c: Canvas, step: number, crowned = false): void {
  shadow(c, 16, 29, 8.4, 2.2)
  const lift = step === 1 ? 2 : 0
  for (const [x, up] of [
    [12.8, lift],
    [19.2, 0],
  ] as const) {
    c.part(
      (p) =>
        p
          .fill(stroke(2, [x + (16 - x) * 0.3, 21], [x, 27 - up]), bone[3])
          .fill(pad(x - 2, 26.4 - up, 4.2, 2.4, 1), bone[4]),
      0.7,
    )
  }
  if (crowned) mantle(c)
  c.part((p) => {
    p.fill(box(15.1, 13, 1.9, 9), bone[3]).fill(pad(12, 20.4, 8, 2.8, 1.2), bone[3])
    for (const [y, half] of [
      [14.6, 5],
      [16.8, 4.6],
      [19, 3.8],
    ] as const)
      p.fill(stroke(1.3, [16 - half, y - 0.4], [16, y + 0.4], [16 + half, y - 0.4]), bone[4])
  }, 0.8)
  const swing = step === 1 ? 1.4 : 0
  c.part(
    (p) =>
      p
        .fill(stroke(1.8, [10.6, 14.4], [8, 17.4], [8.4, 21 - swing]), bone[3])
        .fill(disc(8.4, 21.4 - swing, 1.5), bone[4]),
    0.7,
  )
  c.part(
    (p) =>
      p
        .fill(stroke(1.8, [21.4, 14.4], [24, 17.4], [23.6, 21 + swing]), bone[2])
        .fill(disc(23.6, 21.4 + swing, 1.5), bone[3]),
    0.7,
  )
  c.part((p) => blade(p, 7.6, 20.6 - swing, crowned), 0.7)
  skull(c, crowned)
}

function blade(c: Canvas, x: number, y: number, great: boolean): void {
  const top = y - (great ? 17 : 11)
  c.fill(
    polygon([x - 1.2, y], [x - 1.2, top + 2], [x, top], [x + 1.2, top + 2], [x + 1.2, y]),
    great ? purple[4] : steel[3],
  )
  c.fill(box(x, top + 2, 1, y - top - 2), great ? purple[2] : steel[1]).fill(
    box(x - 2.8, y - 0.6, 5.6, 1.5),
    great ? gold[3] : copper[2],
  )
}

function skull(c: Canvas, crowned: boolean): void {
  c.part(
    (p) =>
      p.fill(disc(16, 7.6, 5.8, 5.4), ball(bone, 14.6, 6.4, 6.6)).fill(pad(12.8, 9.8, 6.4, 4, 1.2), bone[3]),
    0.9,
  )
  for (const x of [13.6, 18.4]) {
    c.fill(disc(x, 8, 1.8, 1.9), ink).fill(disc(x, 8.2, 0.8), crowned ? purple[4] : red[3])
  }
  c.fill(polygon([16, 9.2], [16.8, 10.8], [15.2, 10.8]), ink)
  for (const x of [14.2, 16, 17.8]) c.fill(box(x - 0.4, 11.6, 0.8, 2), bone[0])
}

function mantle(c: Canvas): void {
  c.part(
    (p) =>
      p.fill(
        polygon([9, 13], [23, 13], [27, 28], [22, 26.4], [16, 28], [10, 26.4], [5, 28]),
        slope(purple, 27, 30, 6, 8),
      ),
    0.8,
  )
}

function boneLord(c: Canvas, step: number): void {
  c.fill(disc(16, 16, 15.4, 15.4), purple[3], 0.2)
  skeleton(c, step, true)
  for (const way of [-1, 1]) {
    c.part(
      (p) =>
        p
          .fill(disc(16 + way * 6.2, 14, 3.4, 2.8), ball(steel, 15 + way * 6.2, 13, 4))
          .fill(polygon([16 + way * 7, 12], [16 + way * 10.6, 8.6], [16 + way * 9, 13.6]), bone[4]),
      0.7,
    )
  }
  c.part((p) => {
    p.fill(
      polygon([10, 5.4], [9.6, 1], [12.8, 3], [16, 0.8], [19.2, 3], [22.4, 1], [22, 5.4]),
      slope(gold, 22, 6, 10, -3),
    )
    p.fill(disc(16, 3.8, 1.1), red[3])
  }, 0.8)
}

function bat(c: Canvas, step: number): void {
  shadow(c, 16, 28.4, 7, 1.8)
  const tip = step === 0 ? 5 : 19
  const inner = step === 0 ? 15 : 13
  const wing: DrawFunction = (p) => {
    p.fill(
      polygon(
        [15, 12.4],
        [9, inner - 3],
        [1, tip],
        [3, tip + 6],
        [6.4, tip + (step === 0 ? 7 : 3)],
        [8.4, inner + 5],
        [11.6, inner + 3],
        [15, 19],
      ),
      slope(cave, 16, 24, 3, 4),
    )
    p.fill(stroke(0.9, [14, 13], [8.6, inner - 1.6], [1.8, tip + 0.6]), cave[4])
    p.fill(stroke(0.7, [9, inner - 1], [6.4, tip + 5]), cave[0])
  }
  c.part(wing, 0.8).flipped((m) => m.part(wing, 0.8))
  c.part((p) => {
    for (const x of [12.6, 19.4])
      p.fill(polygon([x - 2, 12], [x + (x < 16 ? -1.4 : 1.4), 6], [x + 2, 11]), cave[3])
    p.fill(disc(16, 15.6, 4.6, 5.6), ball(dusk, 15, 14, 5.6, 6.6))
  })
  for (const x of [14.2, 17.8]) c.fill(disc(x, 13.6, 1.1), fire[3]).fill(disc(x, 13.7, 0.5), ink)
  for (const x of [14.9, 17.1]) c.fill(polygon([x - 0.6, 16.4], [x + 0.6, 16.4], [x, 18.4]), white)
}

function spider(c: Canvas, step: number): void {
  shadow(c, 16, 26.4, 12, 3)
  const shift = step === 0 ? 0 : 1.6
  const legs: DrawFunction = (p) => {
    for (const [index, [kneeX, kneeY, footX, footY]] of (
      [
        [7, 8, 3, 15],
        [4.6, 12, 1, 21],
        [5, 17, 2, 26],
        [8, 21, 6, 29],
      ] as const
    ).entries()) {
      const way = index % 2 === 0 ? shift : -shift
      p.fill(
        stroke(1.7, [14, 15 + index], [kneeX, kneeY + way * 0.5], [footX, footY + way]),
        tube(cave, 0, 15),
      )
    }
  }
  c.part(legs, 0.7).flipped((m) => m.part(legs, 0.7))
  c.part((p) =>
    p
      .fill(disc(16, 11, 7, 6.6), ball(cave, 14, 8.6, 8.6))
      .fill(polygon([16, 7.4], [18.4, 11], [16, 14.6], [13.6, 11]), red[3]),
  )
  c.part((p) => p.fill(disc(16, 19, 5, 4.4), ball(cave, 15, 17.6, 6)))
  for (const [x, y] of [
    [14, 19.4],
    [18, 19.4],
    [12.6, 17.6],
    [19.4, 17.6],
  ] as const)
    c.fill(disc(x, y, 0.9), red[4])
  for (const x of [14.6, 17.4]) c.fill(stroke(1, [x, 22], [x, 24.6]), bone[4])
}
