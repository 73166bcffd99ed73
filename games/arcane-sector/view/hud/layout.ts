// [AS-16.7] In pixels.
import type { PickTarget } from '../first-person/view-input.ts'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  width,
  height,
})

/** The world is above the frame. */
export const frameTop = 179
export const barBoxes = { health: box(8, 183, 84, 10), mana: box(336, 183, 84, 10) } as const
export const portraitBox = box(48, 204, 32, 32)
export const modeButtonBox = box(12, 208, 24, 24)
export const castButtonBox = box(392, 208, 24, 24)
/** The eight slots, the left hand and the right hand. */
export const slotBoxes: readonly Box[] = [
  ...Array.from({ length: 8 }, (_, slot) => box(168 + 32 * slot, 208, 24, 24)),
  box(96, 208, 24, 24),
  box(128, 208, 24, 24),
]
/** The box is that of the first rune. */
export const runeGridLayout = { ...box(118, 203, 12, 9), first: 0x40, columns: 16, rows: 4 } as const
/** `step`: the distance between two runes. */
export const spellRowLayout = { left: 151, top: 187, step: 16 } as const
export const compassLayout = { frame: box(172, 0, 58, 18), letter: { x: 198, y: 4 } } as const
/** `middle`: the player's position on the minimap. `reach`: tiles to each side of the player. */
export const minimapLayout = {
  frame: box(368, 0, 60, 60),
  middle: { x: 397, y: 26 },
  tile: 5,
  reach: 4,
} as const
export const textLinesBox = box(10, 10, 408, 165)

function isIn({ left, top, width, height }: Box, x: number, y: number): boolean {
  return x >= left && x < left + width && y >= top && y < top + height
}

/** Undefined for the world. `showsRunes`: whether runes replace the slots. */
export function hudPartAt(x: number, y: number, showsRunes: boolean): PickTarget | undefined {
  if (y < frameTop) return undefined
  if (isIn(modeButtonBox, x, y)) return { on: 'mode' }
  if (showsRunes) {
    const { first, columns, rows, left, top, width, height } = runeGridLayout
    const [column, row] = [Math.floor((x - left) / width), Math.floor((y - top) / height)]
    if (column >= 0 && column < columns && row >= 0 && row < rows)
      return { on: 'rune', rune: first + column + columns * row }
    if (isIn(castButtonBox, x, y)) return { on: 'cast' }
  }
  const slot = slotBoxes.findIndex((box) => isIn(box, x, y))
  // Runes cover the slots and hands.
  return slot >= 0 && !showsRunes ? { on: 'slot', slot } : { on: 'frame' }
}
