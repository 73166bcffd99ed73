// One figure for all two-legged creatures: clothes, direction, and the foot in front.
import type { Canvas } from '../drawing/canvas.ts'
import { bark, gold, ice, ink, type Ramp, skin, steel, white, wood } from '../drawing/palette.ts'
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
import { shadow } from './nature.ts'

export interface Look {
  readonly skin?: Ramp
  readonly hair: Ramp
  readonly tunic: Ramp
  readonly legs: Ramp
  /** Down to the ground, over the legs. */
  readonly robe?: boolean
  readonly belt?: Ramp
  readonly beard?: Ramp
  readonly apron?: Ramp
  readonly cape?: Ramp
  readonly hat?: 'helm' | 'pointed' | 'hood' | 'cap' | 'crown' | 'circlet'
  readonly hatRamp?: Ramp
  readonly holds?: 'sword' | 'dagger' | 'staff' | 'mace' | 'spear' | 'club' | 'hammer'
  readonly shield?: Ramp
  /** Pointed ears, tusks and red eyes. */
  readonly goblin?: boolean
  /** A child, with shorter legs and body. */
  readonly small?: boolean
}
export type Way = 'north' | 'east' | 'south' | 'west'

/** `step` 0: standing; 1: a foot in front. */
export function person(c: Canvas, look: Look, way: Way, step: number): void {
  if (way === 'west') return void c.flipped((mirror) => person(mirror, look, 'east', step))
  shadow(c, 16, 29, 8.4, 2.2)
  const bob = step === 1 ? -0.7 : 0
  const low = look.small ? 4 : 0
  if (way === 'north' && look.shield) buckler(c, look.shield, 9, 20 + bob)
  if (way === 'north') held(c, look, 24, 19 + bob + low / 2)
  legs(c, look, way, step)
  if (way !== 'north' && look.cape) cape(c, look.cape, way, bob)
  body(c, look, way, bob + low)
  arms(c, look, way, step, bob + low)
  head(c, look, way, bob + low)
  if (way === 'north' && look.cape) cape(c, look.cape, way, bob)
}

function legs(c: Canvas, look: Look, way: Way, step: number): void {
  const spread = step === 1 ? 1 : 0
  const feet: readonly (readonly [x: number, lift: number])[] =
    way === 'east'
      ? [
          [14.4 - spread * 3.2, spread],
          [17 + spread * 2.6, 0],
        ]
      : [
          [12.8, spread * 2],
          [19.2, 0],
        ]
  for (const [x, lift] of feet) {
    c.part((p) => {
      p.fill(stroke(4, [way === 'east' ? 16 : x, 21], [x, 26 - lift]), tube(look.legs, x - 2.4, x + 2.4))
      const toe = way === 'east' ? 1.2 : 0
      p.fill(pad(x - 2.3, 25.4 - lift, 4.8 + toe, 4, 1.5), slope(bark, x + 3, 31, x - 2, 23))
    }, 0.8)
  }
}

function body(c: Canvas, look: Look, way: Way, down: number): void {
  const half = way === 'east' ? 4.6 : 6
  const hem = look.robe ? 28.6 : 24.4
  const flare = look.robe ? 2.2 : 0.6
  const top = 14 + down
  const form = polygon(
    [16 - half + 1, top],
    [16 + half - 1, top],
    [16 + half, top + 3],
    [16 + half + flare, hem],
    [16 - half - flare, hem],
    [16 - half, top + 3],
  )
  c.part((p) => {
    p.fill(form, slope(look.tunic, 24, 31, 9, 9))
    if (look.apron && way !== 'north')
      p.fill(
        pad(way === 'east' ? 16.6 : 12, top + 3, way === 'east' ? 6 : 8, hem - top - 3.6, 1),
        slope(look.apron, 22, 30, 10, 12),
      )
    if (look.robe)
      for (const x of [13.4, 18.6]) p.shade(stroke(0.8, [x, 22], [x + (x - 16) * 0.4, 28]), look.tunic[0])
    p.shade(box(8, 20.6 + down / 2, 16, 2), (look.belt ?? bark)[look.belt ? 2 : 1])
    if (way === 'south') p.shade(box(15, 20.6 + down / 2, 2, 2), gold[3])
  }, 0.9)
}

function arms(c: Canvas, look: Look, way: Way, step: number, down: number): void {
  const flesh = look.skin ?? skin
  const swing = step === 1 ? 1.6 : 0
  const arm = (x: number, y: number, handX: number, handY: number) =>
    c.part((p) => {
      p.fill(stroke(3.4, [x, y], [handX, handY]), slope(look.tunic, x + 3, handY + 3, x - 2, y - 2))
      p.fill(disc(handX, handY + 1, 1.7), ball(flesh, handX, handY + 0.6, 1.9))
    }, 0.8)
  const shoulder = 15.8 + down
  if (way === 'east') {
    arm(15.6, shoulder, 17.4 + swing, 20.6 + down * 0.6)
    if (look.shield) buckler(c, look.shield, 13.4, 20.4 + down)
    held(c, look, 19 + swing, 20 + down * 0.6)
    return
  }
  arm(10.4, shoulder, 9, 20.4 + down * 0.6 - swing)
  arm(21.6, shoulder, 23, 20.4 + down * 0.6 + swing)
  if (way === 'north') return
  if (look.shield) buckler(c, look.shield, 23.6, 20.6 + down)
  held(c, look, 8, 20.4 + down * 0.6 - swing)
}

function buckler(c: Canvas, ramp: Ramp, x: number, y: number): void {
  c.part((p) => {
    p.fill(disc(x, y, 4.6, 5.4), steel[3]).fill(disc(x, y, 3.5, 4.3), ball(ramp, x, y, 4, 5))
    p.fill(disc(x, y, 1.2), gold[3])
  }, 0.8)
}

function held(c: Canvas, { holds }: Look, x: number, y: number): void {
  if (!holds) return
  c.part((p) => {
    if (holds === 'sword' || holds === 'dagger') {
      const tip = y - (holds === 'sword' ? 13 : 8)
      p.fill(
        polygon([x - 1.1, y - 1], [x - 1.1, tip + 2], [x, tip], [x + 1.1, tip + 2], [x + 1.1, y - 1]),
        steel[4],
      )
      p.fill(box(x, tip + 2, 1, y - tip - 3), steel[2]).fill(box(x - 2.6, y - 1.6, 5.2, 1.5), gold[3])
      p.fill(box(x - 0.7, y, 1.4, 3), wood[1])
    } else {
      const top = holds === 'spear' || holds === 'staff' ? y - 16 : y - 8
      p.fill(
        stroke(
          1.7,
          [x, y + (holds === 'club' || holds === 'mace' || holds === 'hammer' ? 2.6 : 8)],
          [x, top],
        ),
        tube(wood, x - 1, x + 1),
      )
      if (holds === 'spear')
        p.fill(polygon([x, top - 3], [x + 2, top + 1.6], [x, top + 3], [x - 2, top + 1.6]), steel[4])
      if (holds === 'staff') p.fill(disc(x, top, 2), ball(ice, x, top, 2.2))
      if (holds === 'mace') p.fill(disc(x, top, 2.8), ball(steel, x, top, 3))
      if (holds === 'club') p.fill(pad(x - 1.8, top - 2, 3.6, 7, 1.8), tube(wood, x - 2, x + 2))
      if (holds === 'hammer')
        p.fill(pad(x - 3.4, top - 1.6, 6.8, 3.6, 0.8), slope(steel, x + 3, top + 3, x - 3, top - 2))
    }
  }, 0.7)
}

function cape(c: Canvas, ramp: Ramp, way: Way, bob: number): void {
  const top = 14 + bob
  if (way === 'east') {
    c.part(
      (p) => p.fill(polygon([11, top], [15, top], [13.4, 27], [7.4, 26.4]), slope(ramp, 14, 30, 6, 8)),
      0.8,
    )
    return
  }
  const width = way === 'north' ? 0 : 1.6
  const form = polygon(
    [10 - width, top + 1],
    [22 + width, top + 1],
    [24 + width, 27],
    [20, 26],
    [16, 27.4],
    [12, 26],
    [8 - width, 27],
  )
  c.part((p) => {
    p.fill(form, slope(ramp, 26, 31, 8, 8))
    for (const x of [12.6, 16, 19.4]) p.shade(stroke(0.8, [x, top + 4], [x + (x - 16) * 0.3, 26]), ramp[0])
  }, 0.8)
}

function head(c: Canvas, look: Look, way: Way, down: number): void {
  const flesh = look.skin ?? skin
  const y = 9 + down
  const skull = disc(16, y, 6.2, 6)
  if (look.goblin) ears(c, flesh, way, y)
  c.part((p) => {
    p.fill(skull, ball(flesh, 17.6, y + 4, 11))
    hair(p, look, way, y, skull)
    if (way !== 'north') features(p, look, way, y)
    if (way !== 'north' && look.beard)
      p.fill(
        intersect(unite(disc(way === 'east' ? 18 : 16, y + 4, 5, 3.6)), box(0, y + 2, 32, 8)),
        slope(look.beard, 20, y + 8, 12, y),
      )
  }, 0.9)
  if (look.hat) hat(c, look.hat, look.hatRamp ?? steel, way, y)
}

function ears(c: Canvas, ramp: Ramp, way: Way, y: number): void {
  c.part((p) => {
    if (way !== 'east') p.fill(polygon([21, y - 1], [27.4, y - 3.4], [22, y + 3]), ramp[1])
    p.fill(
      way === 'east'
        ? polygon([14, y - 1], [8, y - 4], [13, y + 3])
        : polygon([11, y - 1], [4.6, y - 3.4], [10, y + 3]),
      ramp[2],
    )
  }, 0.8)
}

function hair(c: Canvas, look: Look, way: Way, y: number, skull: Shape): void {
  if (look.goblin) return
  const cover =
    way === 'north'
      ? skull
      : way === 'south'
        ? unite(
            intersect(skull, box(0, 0, 32, y - 1.6)),
            intersect(skull, subtract(box(0, 0, 32, y + 2), box(11.6, 0, 8.8, 40))),
          )
        : unite(intersect(skull, box(0, 0, 32, y - 1.8)), intersect(skull, box(0, 0, 14.6, y + 3.6)))
  c.fill(cover, ball(look.hair, 14, y - 3, 7.6))
}

function features(c: Canvas, look: Look, way: Way, y: number): void {
  const eyes = way === 'east' ? [19.2] : [13.6, 18.4]
  for (const x of eyes) {
    if (look.goblin) c.fill(disc(x, y + 0.6, 1.5, 1.2), gold[4]).fill(disc(x, y + 0.7, 0.7), 0x8e1f1d)
    else c.fill(pad(x - 0.8, y - 0.4, 1.6, 2.5, 0.7), ink)
  }
  if (look.goblin) {
    c.fill(box(13, y + 3.4, way === 'east' ? 8 : 6.2, 0.9), ink)
    for (const x of way === 'east' ? [19] : [13.6, 18.2])
      c.fill(polygon([x - 0.7, y + 3.6], [x + 0.9, y + 3.6], [x, y + 1.9]), white)
  } else if (!look.beard) c.fill(box(way === 'east' ? 18.4 : 14.8, y + 3.2, 2.4, 0.8), (look.skin ?? skin)[0])
}

function hat(c: Canvas, kind: NonNullable<Look['hat']>, ramp: Ramp, way: Way, y: number): void {
  const face =
    way === 'north' ? box(0, 0, 0, 0) : way === 'east' ? box(16, y - 2, 8, 9) : box(11.8, y - 2, 8.4, 9)
  c.part((p) => {
    if (kind === 'helm') {
      p.fill(subtract(disc(16, y - 0.6, 7, 7), face), ball(ramp, 14, y - 3, 8.6)).fill(
        pad(9, y - 3, 14, 1.8, 0.8),
        ramp[1],
      )
      if (way === 'south') p.fill(box(15.2, y - 3, 1.7, 5), ramp[3])
    }
    if (kind === 'cap')
      p.fill(intersect(disc(16, y - 1.6, 6.8, 6), box(0, 0, 32, y - 1.4)), ball(ramp, 14, y - 4, 8)).fill(
        pad(9, y - 2.4, way === 'east' ? 16 : 14, 1.8, 0.9),
        ramp[1],
      )
    if (kind === 'hood')
      p.fill(
        subtract(
          disc(16, y, 7.4, 7.4),
          way === 'north' ? face : disc(way === 'east' ? 18.6 : 16, y + 1, 4.4, 5),
        ),
        ball(ramp, 14, y - 2, 9),
      )
    if (kind === 'pointed') {
      p.fill(
        polygon([10.4, y - 2], [14, y - 8], [17.6, y - 11.4], [18, y - 7], [21.6, y - 2]),
        slope(ramp, 22, y, 11, y - 9),
      )
      p.fill(disc(16, y - 2, 9, 2.2), slope(ramp, 24, y + 1, 8, y - 5)).fill(
        intersect(disc(16, y - 2.6, 6, 1.4), box(0, y - 3, 32, 4)),
        gold[2],
      )
    }
    if (kind === 'crown')
      p.fill(
        polygon(
          [9.8, y - 2],
          [9.4, y - 8.4],
          [12.6, y - 5.4],
          [16, y - 9.4],
          [19.4, y - 5.4],
          [22.6, y - 8.4],
          [22.2, y - 2],
        ),
        slope(gold, 22, y, 10, y - 9),
      ).fill(disc(16, y - 4, 1.2), ramp[3])
    if (kind === 'circlet')
      p.fill(subtract(intersect(disc(16, y, 6.8, 6.4), box(0, y - 4, 32, 2)), ring(0, 0, 0, 0, 0)), gold[3])
  }, 0.8)
}
