// There are 64 runes: each of eight signs on a stone of each of eight colours.
import type { Colour } from './primitives/image.ts'
import { createColourRamp, Painting } from './primitives/painting.ts'

export const runeSize = { width: 12, height: 9 } as const
const [first, last] = [0x40, 0x7f]

/** The colour of the stone, indexed by bits 3 to 5 of a rune. */
const stones: readonly Colour[] = [
  0x8a3a34, 0x9a6a2a, 0x7a7a34, 0x3a7a44, 0x34768a, 0x3a4c96, 0x6a3a8c, 0x6a6a72,
]
/** The sign, indexed by bits 0 to 2 of a rune. A sign has seven rows of seven bits. */
const signs: readonly (readonly number[])[] = [
  [0x08, 0x1c, 0x2a, 0x08, 0x08, 0x1c, 0x00],
  [0x22, 0x14, 0x08, 0x3e, 0x08, 0x14, 0x22],
  [0x1c, 0x22, 0x22, 0x1c, 0x08, 0x3e, 0x08],
  [0x20, 0x30, 0x28, 0x24, 0x28, 0x30, 0x20],
  [0x3e, 0x20, 0x3c, 0x04, 0x0c, 0x10, 0x20],
  [0x2a, 0x2a, 0x1c, 0x08, 0x08, 0x14, 0x22],
  [0x06, 0x08, 0x10, 0x3e, 0x04, 0x08, 0x30],
  [0x1c, 0x22, 0x41, 0x49, 0x41, 0x22, 0x1c],
]

export function isRune(byte: number): boolean {
  return byte >= first && byte <= last
}

/** Returns the pictures of the runes 0x40 to 0x7f. */
export function drawRunes(): Painting[] {
  return Array.from({ length: last - first + 1 }, (_, n) =>
    drawRune(createColourRamp(stones[n >> 3]!), signs[n & 7]!),
  )
}

function drawRune(stone: readonly Colour[], rows: readonly number[]): Painting {
  const { width, height } = runeSize
  const painting = new Painting(width, height)
    .rect(1, 0, width - 2, height, stone[0]!)
    .rect(0, 1, width, height - 2, stone[0]!)
  painting
    .rect(1, 1, width - 2, height - 2, stone[2]!)
    .rect(1, 1, width - 2, 1, stone[3]!)
    .rect(1, 2, 1, height - 4, stone[3]!)
  for (const [row, bits] of rows.entries())
    for (let column = 0; column < 7; column++)
      if ((bits & (0x40 >> column)) !== 0) painting.dot(2 + column, 1 + row, 0xfff2c8)
  return painting
}
