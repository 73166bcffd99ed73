// Small sprites: healing items, marks of shots, and digits.
import { colour, type Ramp } from './palette.ts'
import { Painting, type Sprite } from './picture.ts'
import { ball, limb, pictureOf, type Solid } from './solids.ts'

function standing(width: number, height: number, ...solids: Solid[]): Sprite {
  return pictureOf(solids, { width, height, left: width / 2, top: height })
}

export type Heals = 'little' | 'some' | 'much' | 'all'

/** By amount: a shell, a bottle, a chest with a lifebuoy, a glowing sphere. */
export function remedies(): { readonly [of in Heals]: Sprite } {
  return {
    little: standing(
      16,
      18,
      limb([0, 4, 0], [0, 8, 0], [5, 4.6], 'sea', 8),
      limb([0, 12, 0], [0, 14, 0], 2, 'sea', 10),
      ball([0, 16, 0], 1.8, 'wood', 9),
    ),
    some: standing(
      22,
      22,
      limb([-5, 6, 0], [5, 6, 0], 5.6, 'white', 9),
      limb([0, 12, 0], [0, 12, 0], 4, 'white', 10),
      limb([-4, 7, 6], [4, 7, 6], 1.6, 'red', 9),
      limb([0, 3, 6], [0, 11, 6], 1.6, 'red', 9),
    ),
    much: standing(34, 30, ...buoy()),
    all: standing(
      36,
      42,
      ball([0, 20, 0], 14, 'sea', 8, 10),
      ball([-3, 23, 8], 7, 'sea', 12, 5),
      ball([-5, 26, 12], 3, 'white', 15, 0),
    ),
  }
}

/** A lifebuoy, white and red. */
function buoy(): Solid[] {
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
    ball([x, y + 15, 0], 4, n % 3 === 0 ? 'red' : 'white', n % 3 === 0 ? 8 : 10),
  )
}

function drops(spread: number, size: number, ramp: Ramp, shade: number): Sprite {
  const at = [
    [0, 0],
    [1, 0.7],
    [-0.8, 0.9],
    [-1, -0.5],
    [0.7, -0.9],
    [0.2, 1.2],
  ] as const
  return pictureOf(
    at.map(([x, y], n) => ball([x * spread, y * spread - spread / 2, n], size * (1 - n * 0.1), ramp, shade)),
    { width: 32, height: 32, left: 16, top: 16 },
  )
}

/** Animation frames. */
export function marks(): { readonly blood: readonly Sprite[]; readonly puff: readonly Sprite[] } {
  return {
    blood: [
      drops(2, 4, 'red', 8),
      drops(5, 3.2, 'red', 7),
      drops(8, 2.2, 'red', 6),
      drops(10, 1.4, 'red', 5),
    ],
    puff: [
      drops(1, 3, 'dusk', 13),
      drops(3, 3.4, 'stone', 11),
      drops(5, 2.6, 'stone', 9),
      drops(6, 1.6, 'stone', 7),
    ],
  }
}

/** Rows of five bits, from the top. */
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

/** Enamel digits with a shadow, two pixels per bit. The origin is the lower left corner. */
export function digits(): ReadonlyMap<string, Sprite> {
  return new Map(
    Object.entries(glyphs).map(([sign, rows]) => {
      const on = new Painting(digitSize.width, digitSize.height)
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
      lay(2, 2, () => colour('rubber', 1))
      lay(1, 1, () => colour('brass', 3))
      lay(0, 0, (row) => colour('brass', 14 - Math.floor(row / 2)))
      return [
        sign,
        {
          ...on,
          width: digitSize.width,
          height: digitSize.height,
          data: on.data,
          left: 0,
          top: digitSize.height,
        },
      ]
    }),
  )
}
