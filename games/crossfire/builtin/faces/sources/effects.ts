// Missiles, bursts and flashes. Missiles are drawn flying north and rotated for the other directions.
import { directionNames } from '../../../model/definitions/directions.ts'
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceColours, type FaceSources, withColours } from '../drawing/face-source.ts'
import {
  cloth,
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
import { ball } from '../drawing/shading.ts'
import { box, disc, polygon, ring } from '../drawing/shapes.ts'

const { black, blue: azure, gold: golden, grey, green: verdant, khaki, red: scarlet, white: pale } = colour

export const effects: FaceSources = {
  ...flying('arrow', { fg: black, bg: khaki, magic: grey }, arrow),
  ...flying('fire_bolt', { fg: scarlet, bg: golden, magic: scarlet }, fireBolt),
  ...flying('magic_missile', { fg: azure, bg: pale, magic: azure }, dart),
  ...flying('frost', { fg: azure, bg: pale, magic: azure }, icicle),
  ...moments('burst', { fg: scarlet, bg: golden, magic: scarlet }, (moment) => blast(fire, moment)),
  ...moments('chill', { fg: azure, bg: pale, magic: azure }, (moment) => blast(ice, moment)),
  ...moments('heal', { fg: verdant, bg: pale, magic: golden }, sparkle),
  ...withColours({ fg: grey, bg: pale, magic: grey }, { 'puff.111': puff(0), 'puff.112': puff(1) }),
  ...withColours({ fg: scarlet, bg: pale, magic: scarlet }, { 'hit.111': hit }),
}

function flying(name: string, colours: FaceColours, draw: DrawFunction): FaceSources {
  const turned = directionNames.map((way, eighths): [string, DrawFunction] => [
    `${name}_${way}.111`,
    (c) => c.turned(eighths, draw),
  ])
  return withColours(colours, Object.fromEntries(turned))
}

function moments(name: string, colours: FaceColours, draw: (moment: number) => DrawFunction): FaceSources {
  const three = [0, 1, 2].map((moment): [string, DrawFunction] => [`${name}.11${moment + 1}`, draw(moment)])
  return withColours(colours, Object.fromEntries(three))
}

function arrow(c: Canvas): void {
  c.part((p) => {
    p.fill(box(15.2, 5, 1.7, 21), wood[3])
    p.fill(polygon([16, 1], [19.4, 7.4], [16, 6.2], [12.6, 7.4]), steel[4])
    p.fill(polygon([13, 24], [16, 21.6], [19, 24], [19, 30], [16, 27.6], [13, 30]), red[3]).fill(
      box(15.4, 22, 1.3, 7),
      red[4],
    )
  }, 0.8)
}

function fireBolt(c: Canvas): void {
  c.fill(disc(16, 10, 8, 8), fire[3], 0.3)
  c.part(
    (p) => {
      p.fill(polygon([9.6, 9], [22.4, 9], [20, 20], [18, 30], [16, 23], [13.6, 28], [12, 19]), fire[1])
      p.fill(polygon([11, 9], [21, 9], [18.6, 18], [16.6, 25], [15, 19], [13, 20]), fire[2])
      p.fill(disc(16, 9, 6.4), ball(fire, 15.4, 8.4, 6.8))
        .fill(disc(16, 8.4, 3), fire[4])
        .fill(disc(15.6, 7.6, 1.4), white)
    },
    0.7,
    fire[0],
  )
  c.fill(disc(20.6, 25, 0.9), fire[3]).fill(disc(11, 26, 0.8), fire[2])
}

function dart(c: Canvas): void {
  c.fill(disc(16, 10, 7, 8), purple[4], 0.35)
  for (const [y, r] of [
    [30, 0.9],
    [26.4, 1.4],
    [22, 1.9],
  ] as const)
    c.part((p) => p.fill(disc(16, y, r), purple[4]), 0.5, purple[1])
  c.part(
    (p) => {
      p.fill(polygon([16, 1], [20.4, 9], [16, 20], [11.6, 9]), purple[3])
      p.fill(polygon([16, 1], [16, 20], [11.6, 9]), purple[4]).fill(
        polygon([16, 4.6], [18, 9.4], [16, 14], [14, 9.4]),
        white,
      )
    },
    0.8,
    purple[0],
  )
}

function icicle(c: Canvas): void {
  c.fill(disc(16, 11, 7, 9), ice[3], 0.35)
  c.part(
    (p) => {
      p.fill(polygon([16, 0.6], [19.6, 9], [18.6, 22], [16, 27], [13.4, 22], [12.4, 9]), ice[2])
      p.fill(polygon([16, 0.6], [16, 27], [13.4, 22], [12.4, 9]), ice[4])
      p.fill(polygon([20, 12], [23.4, 16], [20, 22], [18.8, 16]), ice[3]).fill(
        polygon([12, 14], [8.8, 18], [12, 23], [13.2, 17]),
        ice[4],
      )
    },
    0.7,
    ice[0],
  )
  for (const [x, y] of [
    [10, 28],
    [21.6, 27],
    [16.4, 30.6],
  ] as const)
    c.fill(disc(x, y, 0.9), ice[4])
}

/** Grows, breaks up and disappears. */
function blast(ramp: Ramp, moment: number): DrawFunction {
  return (c) => {
    const reach = [8, 13, 15][moment]!
    c.fill(disc(16, 16, reach), ramp[3], 0.3)
    const tips = spikes(reach, [0.62, 0.66, 0.8][moment]!)
    c.part((p) => p.fill(polygon(...tips(1)), ramp[1]).fill(polygon(...tips(0.76)), ramp[2]), 0.6, ramp[0])
    if (moment < 2) c.fill(polygon(...tips(0.54)), ramp[3]).fill(disc(16, 16, reach * 0.24), ramp[4])
    else c.clear(disc(16, 16, 9.4)).fill(ring(16, 16, 10.4, 10.4, 1.4), ramp[3], 0.8)
    for (const [x, y] of [
      [5, 6],
      [27, 9],
      [24, 27],
      [6, 25],
    ] as const)
      if (moment > 0) c.fill(disc(x, y, 1.1), ramp[3])
  }
}

/** A star with eight long and eight short points. */
function spikes(reach: number, waist: number): (scale: number) => (readonly [number, number])[] {
  return (scale) =>
    Array.from({ length: 16 }, (_, point) => {
      const length = reach * scale * (point % 2 === 0 ? (point % 4 === 0 ? 1 : 0.86) : waist)
      const [dx, dy] = sixteenths[point]!
      return [16 + dx * length, 16 + dy * length] as const
    })
}

const [far, near] = [0.9239, 0.3827]
const half = Math.SQRT1_2
const sixteenths: readonly (readonly [number, number])[] = [
  [0, -1],
  [near, -far],
  [half, -half],
  [far, -near],
  [1, 0],
  [far, near],
  [half, half],
  [near, far],
  [0, 1],
  [-near, far],
  [-half, half],
  [-far, near],
  [-1, 0],
  [-far, -near],
  [-half, -half],
  [-near, -far],
]

function sparkle(moment: number): DrawFunction {
  const lights = [
    [9, 22, 3.4],
    [22, 24, 2.6],
    [16, 13, 4.4],
    [25, 11, 2.8],
    [7, 9, 2.6],
  ] as const
  return (c) => {
    c.fill(disc(16, 17, 12, 13), green[4], 0.22)
    for (const [index, [x, y, size]] of lights.entries()) {
      const reach = size * [1, 0.6, 1.25][(index + moment) % 3]!
      const [top, waist] = [y - moment * 2.4, reach * 0.26]
      c.part(
        (p) =>
          p.fill(
            polygon(
              [x, top - reach],
              [x + waist, top - waist],
              [x + reach, top],
              [x + waist, top + waist],
              [x, top + reach],
              [x - waist, top + waist],
              [x - reach, top],
              [x - waist, top - waist],
            ),
            index % 2 === 0 ? gold[4] : green[4],
          ),
        0.5,
        index % 2 === 0 ? gold[1] : green[1],
      )
      c.fill(disc(x, top, Math.max(0.8, reach * 0.24)), white)
    }
  }
}

function puff(moment: number): DrawFunction {
  const clouds = [
    [10, 18, 5.6],
    [21, 19, 6],
    [16, 13, 6.4],
    [13, 23, 4.6],
  ] as const
  return (c) => {
    const grown = 1 + moment * 0.25
    const draw: DrawFunction = (p) => {
      for (const [x, y, r] of clouds)
        p.fill(
          disc(16 + (x - 16) * grown, 16 + (y - 17) * grown - moment * 2, r * (moment ? 0.8 : 1)),
          ball(cloth, x - 1, y - 2, r * 1.4),
        )
    }
    c.part(draw, 0.6, ink)
  }
}

function hit(c: Canvas): void {
  c.part(
    (p) =>
      p
        .fill(polygon(...spikes(13, 0.42)(1)), red[2])
        .fill(polygon(...spikes(9.6, 0.42)(1)), gold[3])
        .fill(polygon(...spikes(5.6, 0.5)(1)), white),
    0.8,
  )
}
