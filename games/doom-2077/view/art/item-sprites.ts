import { BitmapPainter, type Sprite } from './bitmap.ts'
import { colourIndex, type RampName } from './palette.ts'
import { createBall, createLimb, renderSolids, type Solid } from './solids.ts'

function drawStanding(width: number, height: number, ...solids: Solid[]): Sprite {
  return renderSolids(solids, { width, height, left: width / 2, top: height })
}

export type HealAmount = 'little' | 'some' | 'much' | 'all'

/** Items, indexed by the amount of healing: a shell, a bottle, a chest with a lifebuoy, a glowing sphere. */
export function drawHealingItems(): { readonly [of in HealAmount]: Sprite } {
  return {
    little: drawStanding(
      16,
      18,
      createLimb([0, 4, 0], [0, 8, 0], [5, 4.6], 'sea', 8),
      createLimb([0, 12, 0], [0, 14, 0], 2, 'sea', 10),
      createBall([0, 16, 0], 1.8, 'wood', 9),
    ),
    some: drawStanding(
      22,
      22,
      createLimb([-5, 6, 0], [5, 6, 0], 5.6, 'white', 9),
      createLimb([0, 12, 0], [0, 12, 0], 4, 'white', 10),
      createLimb([-4, 7, 6], [4, 7, 6], 1.6, 'red', 9),
      createLimb([0, 3, 6], [0, 11, 6], 1.6, 'red', 9),
    ),
    much: drawStanding(34, 30, ...lifebuoySolids()),
    all: drawStanding(
      36,
      42,
      createBall([0, 20, 0], 14, 'sea', 8, 10),
      createBall([-3, 23, 8], 7, 'sea', 12, 5),
      createBall([-5, 26, 12], 3, 'white', 15, 0),
    ),
  }
}

/** A ring of white and red balls. */
function lifebuoySolids(): Solid[] {
  const round = [
    [11, 0],
    [9.5, 5.5],
    [5.5, 9.5],
    [0, 11],
    [-5.5, 9.5],
    [-9.5, 5.5],
    [-11, 0],
    [-9.5, -5.5],
    [-5.5, -9.5],
    [0, -11],
    [5.5, -9.5],
    [9.5, -5.5],
  ] as const
  return round.map(([x, y], n) =>
    createBall([x, y + 15, 0], 4, n % 3 === 0 ? 'red' : 'white', n % 3 === 0 ? 8 : 10),
  )
}

function drawDrops(spread: number, size: number, ramp: RampName, shade: number): Sprite {
  const at = [
    [0, 0],
    [1, 0.7],
    [-0.8, 0.9],
    [-1, -0.5],
    [0.7, -0.9],
    [0.2, 1.2],
  ] as const
  return renderSolids(
    at.map(([x, y], n) =>
      createBall([x * spread, y * spread - spread / 2, n], size * (1 - n * 0.1), ramp, shade),
    ),
    { width: 32, height: 32, left: 16, top: 16 },
  )
}

/** Animation frames. */
export function drawHitMarks(): { readonly blood: readonly Sprite[]; readonly puff: readonly Sprite[] } {
  return {
    blood: [
      drawDrops(2, 4, 'red', 8),
      drawDrops(5, 3.2, 'red', 7),
      drawDrops(8, 2.2, 'red', 6),
      drawDrops(10, 1.4, 'red', 5),
    ],
    puff: [
      drawDrops(1, 3, 'dusk', 13),
      drawDrops(3, 3.4, 'stone', 11),
      drawDrops(5, 2.6, 'stone', 9),
      drawDrops(6, 1.6, 'stone', 7),
    ],
  }
}

/** The rows of each character from the top, five bits each. */
const glyphs: { readonly [sign: string]: readonly number[] } = {
  0: [14, 17, 17, 17, 17, 17, 14],
  1: [4, 12, 4, 4, 4, 4, 14],
  2: [14, 17, 1, 6, 8, 16, 31],
  3: [30, 1, 1, 14, 1, 1, 30],
  4: [2, 6, 10, 18, 31, 2, 2],
  5: [31, 16, 30, 1, 1, 17, 14],
  6: [6, 8, 16, 30, 17, 17, 14],
  7: [31, 1, 2, 4, 8, 8, 8],
  8: [14, 17, 17, 14, 17, 17, 14],
  9: [14, 17, 17, 15, 1, 2, 12],
  '%': [25, 25, 2, 4, 8, 19, 19],
  '/': [1, 1, 2, 4, 8, 16, 16],
}
const digitSize = { width: 12, height: 16 } as const

/** Draws the characters with two pixels for each bit. The origin is the lower left corner. */
export function drawDigits(): ReadonlyMap<string, Sprite> {
  return new Map(
    Object.entries(glyphs).map(([sign, rows]) => {
      const on = new BitmapPainter(digitSize.width, digitSize.height)
      const lay = (dx: number, dy: number, number: (row: number) => number) => {
        for (const [row, bits] of rows.entries())
          for (let bit = 0; bit < 5; bit++)
            if ((bits & (16 >> bit)) !== 0)
              for (const [x, y] of [
                [0, 0],
                [1, 0],
                [0, 1],
                [1, 1],
              ] as const)
                on.put(bit * 2 + x + dx, row * 2 + y + dy, number(row * 2 + y))
      }
      lay(2, 2, () => colourIndex('rubber', 1))
      lay(1, 1, () => colourIndex('brass', 3))
      lay(0, 0, (row) => colourIndex('brass', 14 - Math.floor(row / 2)))
      return [sign, { ...on, left: 0, top: digitSize.height }]
    }),
  )
}
