// Somebody who stands before the eye and looks at it: head, hair, what he wears and what he has in his hands.
import type { Colour } from './image.ts'
import { Painting, type Ramp, tones } from './painting.ts'

export interface Look {
  readonly woman: boolean
  readonly skin: Colour
  readonly hair: Colour
  readonly eyes: Colour
  readonly ears: 'round' | 'pointed'
  readonly hairdo: 'long' | 'short' | 'braids' | 'bun' | 'bald' | 'wild'
  readonly beard?: boolean
  readonly dress: 'robe' | 'tunic' | 'mail' | 'leather' | 'apron'
  readonly cloth: Colour
  readonly trim: Colour
  readonly cloak?: Colour
  readonly hat?: 'hood' | 'helmet' | 'pointed' | 'cap' | 'circlet' | 'horned'
  /** In his right hand, which is on the left of the picture. */
  readonly right?: Held
  readonly left?: Held
}

export type Held =
  | 'sword'
  | 'curved'
  | 'dagger'
  | 'staff'
  | 'bow'
  | 'axe'
  | 'spear'
  | 'shield'
  | 'lantern'
  | 'mug'
  | 'flask'
  | 'flame'

export const figureSize = { width: 88, height: 144 } as const
const middle = 44
const outline = 0x120d12
const boots = tones(0x4a3222)
const leather = tones(0x7a5230)
const steel: Ramp = [0x23262e, 0x454b57, 0x6d7585, 0x99a3b2, 0xc6cfda, 0xf2f6fa]
const gold = tones(0xd9a83a)
const wood = tones(0x7d5733)

export function drawFigure(look: Look): Painting {
  const painting = new Painting(figureSize.width, figureSize.height)
  if (look.cloak !== undefined) drawCloak(painting, look, tones(look.cloak))
  if (look.hairdo === 'long' || look.hairdo === 'wild') drawMane(painting, look)
  drawLegs(painting, look)
  drawBody(painting, look)
  drawArm(painting, look, -1)
  drawArm(painting, look, 1)
  drawHead(painting, look)
  if (look.left) held[look.left](painting, 75, 92)
  if (look.right) held[look.right](painting, 13, 92)
  return painting.outline(outline)
}

/** Half of the width of shoulders, waist and hips. */
const widths = ({ woman }: Look) =>
  woman ? { shoulders: 15, waist: 10, hips: 14 } : { shoulders: 19, waist: 13, hips: 14 }

function drawCloak(painting: Painting, look: Look, ramp: Ramp): void {
  const { shoulders } = widths(look)
  painting.shape(
    [
      [middle - shoulders, 42],
      [middle + shoulders, 42],
      [middle + shoulders + 14, 138],
      [middle - shoulders - 14, 138],
    ],
    ramp,
    -0.2,
  )
  for (let fold = -2; fold <= 2; fold++)
    painting.limb(middle + fold * 7, 60, 0.6, middle + fold * 13, 138, 1.6, ramp, -0.35)
}

function drawMane(painting: Painting, { hair, hairdo }: Look): void {
  const ramp = tones(hair)
  const low = hairdo === 'wild' ? 54 : 72
  painting.shape(
    [
      [middle - 12, 16],
      [middle + 12, 16],
      [middle + 17, low],
      [middle - 17, low],
    ],
    ramp,
    -0.22,
  )
  for (let n = -4; n <= 4; n++)
    painting.limb(middle + n * 3, 24, 1.5, middle + n * 4, low + ((n * 7) & 5), 0.8, ramp, n < 0 ? 0 : -0.25)
}

function drawLegs(painting: Painting, look: Look): void {
  const trousers = tones(look.dress === 'apron' ? 0x5a4a3c : look.trim)
  for (const side of [-1, 1]) {
    const x = middle + side * 8
    const fade = side > 0 ? -0.12 : 0
    painting
      .limb(x, 84, 7.5, x + side, 112, 5.6, trousers, fade)
      .limb(x + side, 110, 5.6, x + side, 134, 4.8, boots, fade)
    painting
      .limb(x + side, 137, 5, x + side * 5, 139, 4, boots, fade)
      .rect(x + side - 6, 113, 12, 2, boots[4]!)
  }
}

function drawBody(painting: Painting, look: Look): void {
  const { shoulders, waist, hips } = widths(look)
  const ramp = tones(look.cloth)
  const trim = tones(look.trim)
  const isLong = look.dress === 'robe'
  const hem = isLong ? 138 : look.dress === 'mail' ? 102 : look.dress === 'apron' ? 110 : 96
  const flare = isLong ? hips + 12 : hips + 4
  painting.shape(
    [
      [middle - waist, 74],
      [middle + waist, 74],
      [middle + flare, hem],
      [middle - flare, hem],
    ],
    ramp,
  )
  if (isLong)
    for (let fold = -2; fold <= 2; fold++)
      painting.limb(
        middle + fold * 5,
        88,
        0.6,
        middle + fold * 10,
        hem - 1,
        1.4,
        ramp,
        fold < 1 ? -0.2 : -0.34,
      )
  painting.shape(
    [
      [middle - shoulders + 4, 40],
      [middle + shoulders - 4, 40],
      [middle + shoulders, 47],
      [middle + waist, 76],
      [middle - waist, 76],
      [middle - shoulders, 47],
    ],
    ramp,
  )
  if (look.woman) painting.ball(middle - 6, 56, 6, 6, ramp, 0.02).ball(middle + 6, 56, 6, 6, ramp, -0.1)
  dresses[look.dress](painting, ramp, trim, hem)
  painting
    .rect(middle - waist - 1, 74, 2 * waist + 2, 4, leather[1]!)
    .rect(middle - waist - 1, 74, 2 * waist + 2, 1, leather[4]!)
  painting
    .rect(middle - 3, 73, 6, 6, gold[2]!)
    .rect(middle - 2, 74, 4, 1, gold[5]!)
    .rect(middle - 1, 75, 2, 2, gold[0]!)
  painting.limb(middle, 34, 5, middle, 42, 5.5, tones(look.skin), -0.2)
}

type DrawDress = (painting: Painting, ramp: Ramp, trim: Ramp, hem: number) => void

const dresses: { readonly [dress in Look['dress']]: DrawDress } = {
  robe(painting, _ramp, trim, hem) {
    painting.shape(
      [
        [middle - 3, 42],
        [middle + 3, 42],
        [middle + 5, hem],
        [middle - 5, hem],
      ],
      trim,
    )
    painting.shape(
      [
        [middle - 11, 40],
        [middle - 4, 40],
        [middle, 52],
        [middle - 3, 54],
      ],
      trim,
      0.1,
    )
    painting.shape(
      [
        [middle + 4, 40],
        [middle + 11, 40],
        [middle + 3, 54],
        [middle, 52],
      ],
      trim,
      -0.15,
    )
    for (let x = middle - 25; x < middle + 25; x++)
      if (painting.isPainted(x, hem - 3)) painting.rect(x, hem - 4, 1, 3, trim[3]!)
  },
  tunic(painting, ramp, trim, hem) {
    painting.shape(
      [
        [middle - 5, 40],
        [middle + 5, 40],
        [middle, 54],
      ],
      trim,
    )
    for (let y = 56; y < 72; y += 5) painting.rect(middle - 1, y, 2, 2, trim[5]!)
    for (let x = middle - 20; x < middle + 20; x++)
      if (painting.isPainted(x, hem - 2)) painting.rect(x, hem - 2, 1, 2, ramp[0]!)
  },
  mail(painting, ramp, trim, hem) {
    for (let y = 44; y < hem; y += 3)
      for (let x = middle - 22 + ((y / 3) & 1) * 2; x < middle + 22; x += 4)
        if (painting.isPainted(x, y))
          painting.rect(x, y, 2, 1, ramp[x < middle ? 5 : 4]!).dot(x, y + 1, ramp[1]!)
    painting.shape(
      [
        [middle - 9, 46],
        [middle + 9, 46],
        [middle + 7, 66],
        [middle, 72],
        [middle - 7, 66],
      ],
      trim,
    )
    painting.limb(middle, 50, 1, middle, 66, 0.7, gold).limb(middle - 5, 56, 0.8, middle + 5, 56, 0.8, gold)
  },
  leather(painting, _ramp, trim) {
    for (const y of [52, 60, 68]) painting.rect(middle - 13, y, 26, 1, leather[0]!)
    painting
      .limb(middle - 13, 44, 1.6, middle + 10, 74, 1.6, trim)
      .limb(middle + 13, 44, 1.6, middle - 10, 74, 1.6, trim, -0.1)
    painting.ball(middle, 59, 3, 3, steel)
  },
  apron(painting) {
    const linen = tones(0xd8cfb8)
    painting.shape(
      [
        [middle - 8, 48],
        [middle + 8, 48],
        [middle + 12, 76],
        [middle + 14, 112],
        [middle - 14, 112],
        [middle - 12, 76],
      ],
      linen,
    )
    painting
      .limb(middle - 8, 48, 1, middle - 12, 40, 1, linen)
      .limb(middle + 8, 48, 1, middle + 12, 40, 1, linen)
    painting
      .rect(middle - 8, 88, 16, 1, linen[1]!)
      .rect(middle - 8, 89, 1, 9, linen[1]!)
      .rect(middle + 7, 89, 1, 9, linen[1]!)
  },
}

/** `side`: -1 on the left of the picture. */
function drawArm(painting: Painting, look: Look, side: number): void {
  const { shoulders } = widths(look)
  const ramp = tones(look.cloth)
  const fade = side > 0 ? -0.16 : 0.04
  const holds = side < 0 ? look.right : look.left
  const [x, elbow] = [middle + side * (shoulders - 1), middle + side * (shoulders + 7)]
  const hand = holds ? middle + side * 30 : middle + side * (shoulders + 4)
  const wide = look.dress === 'robe' ? 2 : 0
  painting
    .limb(x, 48, 6, elbow, 70, 5 + wide, ramp, fade)
    .limb(elbow, 70, 5 + wide, hand, 86, 4.2 + wide * 1.6, ramp, fade)
  if (look.dress === 'mail') painting.ball(x, 46, 8, 7, steel, fade)
  if (look.dress === 'leather') painting.limb(elbow + side, 75, 5, hand, 85, 4.6, leather, fade)
  painting.ball(hand, 91, 4.4, 4.8, tones(look.skin), fade)
}

function drawHead(painting: Painting, look: Look): void {
  const skin = tones(look.skin)
  const y = 23
  if (look.ears === 'pointed')
    for (const side of [-1, 1])
      painting.shape(
        [
          [middle + side * 9, y - 4],
          [middle + side * 20, y - 10],
          [middle + side * 9, y + 4],
        ],
        skin,
        side > 0 ? -0.15 : 0,
      )
  else painting.ball(middle - 11, y + 1, 2.5, 4, skin).ball(middle + 11, y + 1, 2.5, 4, skin, -0.2)
  painting.ball(middle, y, 11, 13.5, skin, 0.02).ball(middle, y + 7, 7.5, 7, skin, 0.02)
  drawFace(painting, look, skin, y)
  if (look.hairdo !== 'bald') drawHair(painting, look, tones(look.hair), y)
  if (look.hat) hats[look.hat](painting, tones(look.cloak ?? look.cloth), y)
}

function drawFace(painting: Painting, { eyes, woman, hair, beard }: Look, skin: Ramp, y: number): void {
  for (const side of [-1, 1]) {
    const x = middle + side * 5 - 2
    painting
      .rect(x, y, 4, 3, 0xf0ece4)
      .rect(x + 1, y, 2, 3, eyes)
      .dot(x + 1, y + 1, 0x0c0a10)
      .rect(x, y - 1, 4, 1, 0x1a1216)
    painting.rect(x - (side < 0 ? 1 : 0), y - 4, 5, 1, tones(hair)[1]!)
    if (woman) painting.dot(side < 0 ? x - 1 : x + 4, y - 1, 0x1a1216)
  }
  painting
    .rect(middle, y + 3, 1, 4, skin[4]!)
    .rect(middle + 1, y + 3, 1, 5, skin[1]!)
    .rect(middle - 1, y + 7, 3, 1, skin[1]!)
  painting
    .rect(middle - 3, y + 10, 7, 1, woman ? 0x8c2f3a : skin[0]!)
    .rect(middle - 2, y + 11, 5, 1, woman ? 0xc25a62 : skin[1]!)
  if (!beard) return
  const ramp = tones(hair)
  painting.shape(
    [
      [middle - 9, y + 6],
      [middle - 4, y + 9],
      [middle + 5, y + 9],
      [middle + 10, y + 6],
      [middle + 7, y + 20],
      [middle, y + 26],
      [middle - 6, y + 20],
    ],
    ramp,
  )
  painting.rect(middle - 4, y + 8, 9, 2, ramp[3]!).rect(middle - 2, y + 11, 5, 1, 0x5a2424)
}

function drawHair(painting: Painting, { hairdo, woman }: Look, ramp: Ramp, y: number): void {
  for (let row = -15; row < 2; row++)
    for (let column = -12; column <= 12; column++) {
      const [dx, dy] = [column / 12, row / 15]
      if (dx * dx + dy * dy > 1) continue
      const fringe = -6 - (column * column) / 40 + ((column * 5) & 3)
      if (row > fringe && Math.abs(column) < 9 + (row < -3 ? 0 : 1)) continue
      painting.dot(
        middle + column,
        y + row,
        ramp[column < -2 ? (row & 1 ? 4 : 3) : column < 6 ? (column & 1 ? 3 : 2) : 1]!,
      )
    }
  if (hairdo === 'bun') painting.ball(middle, y - 17, 6, 5, ramp)
  if (hairdo === 'long' || woman)
    for (const side of [-1, 1])
      painting.limb(
        middle + side * 10,
        y - 4,
        2.6,
        middle + side * 12,
        y + (hairdo === 'long' ? 24 : 8),
        2,
        ramp,
        side * -0.12,
      )
  if (hairdo === 'braids')
    for (const side of [-1, 1])
      for (let n = 0; n < 7; n++)
        painting.ball(middle + side * (12 + (n & 1)), y + 4 + n * 5, 3, 3.2, ramp, side * -0.12)
  if (hairdo === 'wild')
    for (let n = -4; n <= 4; n++)
      painting.limb(middle + n * 2.4, y - 9, 2, middle + n * 4.4, y - 17 + Math.abs(n) * 2, 0.8, ramp)
}

type DrawHat = (painting: Painting, cloth: Ramp, y: number) => void

const hats: { readonly [hat in NonNullable<Look['hat']>]: DrawHat } = {
  hood(painting, cloth, y) {
    for (const side of [-1, 1])
      painting.limb(middle + side * 11, y - 6, 3.4, middle + side * 13, y + 17, 3.6, cloth, side * -0.14)
    painting.shape(
      [
        [middle, y - 20],
        [middle + 13, y - 7],
        [middle + 10, y - 8],
        [middle, y - 12],
        [middle - 10, y - 8],
        [middle - 13, y - 7],
      ],
      cloth,
    )
    painting
      .limb(middle - 11, y - 8, 3, middle, y - 15, 4, cloth)
      .limb(middle, y - 15, 4, middle + 11, y - 8, 3, cloth, -0.1)
  },
  helmet(painting, _cloth, y) {
    painting.shape(
      [
        [middle - 12, y - 4],
        [middle - 10, y - 13],
        [middle - 3, y - 18],
        [middle + 4, y - 18],
        [middle + 11, y - 13],
        [middle + 13, y - 4],
      ],
      steel,
    )
    painting
      .rect(middle - 12, y - 6, 25, 3, steel[1]!)
      .rect(middle - 12, y - 6, 25, 1, steel[5]!)
      .rect(middle - 1, y - 5, 3, 11, steel[2]!)
      .rect(middle - 1, y - 5, 1, 11, steel[5]!)
  },
  pointed(painting, cloth, y) {
    painting.shape(
      [
        [middle + 6, y - 22],
        [middle + 9, y - 21],
        [middle + 11, y - 8],
        [middle - 11, y - 8],
        [middle - 4, y - 16],
      ],
      cloth,
    )
    painting.ball(middle, y - 7, 20, 3.6, cloth).rect(middle - 11, y - 11, 23, 2, gold[3]!)
  },
  cap(painting, cloth, y) {
    painting.ball(middle, y - 9, 13, 8, cloth).rect(middle - 13, y - 6, 27, 3, cloth[1]!)
  },
  circlet(painting, _cloth, y) {
    painting.rect(middle - 11, y - 8, 23, 2, gold[3]!).rect(middle - 11, y - 8, 23, 1, gold[5]!)
    painting.ball(middle, y - 8, 2.4, 3, tones(0x57c3f0))
  },
  horned(painting, cloth, y) {
    hats.helmet(painting, cloth, y)
    for (const side of [-1, 1])
      painting
        .limb(middle + side * 11, y - 10, 3, middle + side * 18, y - 14, 2, tones(0xcdbf9a))
        .limb(middle + side * 18, y - 14, 2, middle + side * 20, y - 21, 0.8, tones(0xcdbf9a))
  },
}

type DrawHeld = (painting: Painting, x: number, y: number) => void

/** About the fist at (x, y). */
const held: { readonly [thing in Held]: DrawHeld } = {
  sword(painting, x, y) {
    painting
      .limb(x, y - 6, 2.4, x - 4, y - 58, 1.2, steel)
      .limb(x - 7, y - 6, 1.4, x + 7, y - 5, 1.4, gold)
      .limb(x, y - 4, 1.6, x + 1, y + 7, 1.6, leather)
      .ball(x + 1, y + 9, 2.6, 2.6, gold)
  },
  curved(painting, x, y) {
    const away = x < middle ? -1 : 1
    painting
      .limb(x, y - 5, 2.4, x + away * 5, y - 26, 2.6, steel)
      .limb(x + away * 5, y - 26, 2.6, x, y - 48, 0.7, steel)
    painting.limb(x - 5, y - 5, 1.2, x + 5, y - 5, 1.2, gold).limb(x, y - 3, 1.6, x, y + 6, 1.6, leather)
  },
  dagger(painting, x, y) {
    painting
      .limb(x, y - 5, 2, x - 2, y - 26, 0.7, steel)
      .limb(x - 5, y - 4, 1.1, x + 5, y - 4, 1.1, gold)
      .limb(x, y - 3, 1.4, x, y + 5, 1.4, leather)
  },
  staff(painting, x, y) {
    painting
      .limb(x, y - 70, 1.9, x + 1, y + 46, 2, wood)
      .limb(x, y - 70, 2.4, x - 5, y - 78, 1.2, wood)
      .limb(x, y - 70, 2.4, x + 5, y - 78, 1.2, wood)
    painting.ball(x, y - 79, 5, 5, tones(0x6fd0ff), 0.15)
  },
  bow(painting, x, y) {
    const points = [
      [6, -46],
      [-3, -34],
      [-6, -14],
      [-6, 14],
      [-3, 34],
      [6, 46],
    ] as const
    for (const [n, [dx, dy]] of points.entries()) {
      const next = points[n + 1]
      if (next) painting.limb(x + dx, y + dy, 1.8, x + next[0], y + next[1], 1.8, wood)
    }
    painting.rect(x + 6, y - 46, 1, 92, 0xd8d2c0).limb(x - 6, y - 6, 2.4, x - 6, y + 6, 2.4, leather)
  },
  axe(painting, x, y) {
    painting.limb(x, y - 44, 1.8, x, y + 22, 2, wood)
    painting
      .shape(
        [
          [x - 2, y - 44],
          [x - 12, y - 50],
          [x - 14, y - 36],
          [x - 11, y - 26],
          [x - 2, y - 32],
        ],
        steel,
        0.1,
      )
      .shape(
        [
          [x + 2, y - 42],
          [x + 9, y - 46],
          [x + 10, y - 34],
          [x + 2, y - 34],
        ],
        steel,
        -0.1,
      )
  },
  spear(painting, x, y) {
    painting
      .limb(x, y - 60, 1.5, x, y + 48, 1.7, wood)
      .shape(
        [
          [x, y - 84],
          [x + 4, y - 68],
          [x + 1, y - 60],
          [x - 1, y - 60],
          [x - 4, y - 68],
        ],
        steel,
      )
      .rect(x - 2, y - 60, 5, 3, 0xa02838)
  },
  shield(painting, x, y) {
    const corners = (n: number) =>
      [
        [x - 15 + n, y - 26 + n],
        [x + 12 - n, y - 26 + n],
        [x + 12 - n, y],
        [x - 1, y + 20 - 2 * n],
        [x - 15 + n, y],
      ] as const
    painting.shape(corners(0), steel).shape(corners(2), tones(0x54306e))
    painting
      .ball(x - 1, y - 8, 4.5, 4.5, steel)
      .limb(x - 1, y - 20, 1, x - 1, y + 8, 1, tones(0xcaa6e8))
      .limb(x - 9, y - 8, 1, x + 7, y - 8, 1, tones(0xcaa6e8))
      .ball(x - 1, y - 8, 3, 3, steel, 0.2)
  },
  lantern(painting, x, y) {
    painting
      .rect(x, y + 2, 1, 6, steel[1]!)
      .ball(x, y + 18, 7, 9, [0xd98a1e, 0xf2b532, 0xffd873, 0xfff1b8], 0.2)
    painting.rect(x - 6, y + 8, 13, 3, steel[1]!).rect(x - 6, y + 26, 13, 3, steel[1]!)
    for (const dx of [-6, 0, 6]) painting.rect(x + dx, y + 10, 1, 17, steel[2]!)
  },
  mug(painting, x, y) {
    painting
      .rect(x - 6, y - 12, 12, 15, wood[3]!)
      .rect(x - 6, y - 12, 3, 15, wood[4]!)
      .rect(x + 3, y - 12, 3, 15, wood[1]!)
    painting
      .rect(x - 6, y - 9, 12, 2, steel[3]!)
      .rect(x - 6, y - 1, 12, 2, steel[2]!)
      .ball(x, y - 13, 7, 3.6, [0xd8cba8, 0xf4ecd2, 0xffffff], 0.1)
  },
  flask(painting, x, y) {
    painting
      .ball(x, y - 8, 7, 7, tones(0x4fb06a), 0.1)
      .rect(x - 2, y - 20, 4, 8, 0xb8d8e0)
      .rect(x - 3, y - 22, 6, 3, wood[3]!)
      .dot(x - 3, y - 11, 0xffffff)
      .dot(x - 4, y - 10, 0xffffff)
  },
  flame(painting, x, y) {
    painting
      .ball(x, y - 9, 7, 9, [0xb02c14, 0xe05a1c, 0xf29a2e], 0.1)
      .ball(x, y - 7, 4.4, 6, [0xf2b532, 0xffd873, 0xfff6c8], 0.15)
      .limb(x - 3, y - 15, 2, x + 1, y - 23, 0.6, [0xe05a1c, 0xf29a2e])
  },
}
