// A portrait is the head of a figure in front of a wall.

import { createColourRamp, Painting, pickShade } from '../primitives/painting.ts'
import { type Appearance, drawFigure } from './figure.ts'
import { playerLooks } from './figures.ts'

const portraitSize = 32
/** The upper left corner of the head in the picture of a figure, in pixels. */
const from = { x: 28, y: 5 } as const

const { woman, man } = playerLooks

const looks: readonly Appearance[] = [
  { ...woman, cloth: 0xb5423c },
  { ...man, cloth: 0x3c6fb5 },
  {
    ...woman,
    cloth: 0x4c9a52,
    skin: 0xd9a67e,
    hair: 0x8a3f22,
    eyes: 0x3a7a4a,
    ears: 'round',
    hairdo: 'braids',
  },
  { ...man, cloth: 0xc9a23a, skin: 0xb98262, hair: 0x2a1e1a, eyes: 0x5a3a1a, ears: 'round', beard: true },
  {
    ...woman,
    cloth: 0x8a54b0,
    skin: 0x8a5a3c,
    hair: 0x1a1412,
    eyes: 0x4a2a12,
    ears: 'round',
    hairdo: 'bun',
    hat: 'circlet',
  },
  { ...man, cloth: 0x3aa3a0, skin: 0xe0b48e, hair: 0xd8b04a, eyes: 0x3a6ab0, ears: 'round', hairdo: 'wild' },
  { ...woman, cloth: 0x5a6aa8, hairdo: 'short', hair: 0x7ac0e0, hat: 'hood', cloak: 0x2c3c5c },
  { ...man, cloth: 0xa08a70, hairdo: 'bald', skin: 0x5a6a52, eyes: 0xd0a020, hat: 'helmet' },
]

export function drawPortraits(): Painting[] {
  return looks.map((look) => {
    const wall = createColourRamp(look.cloth)
    const figure = drawFigure({ ...look, right: undefined, left: undefined })
    return new Painting(portraitSize, portraitSize)
      .fill((x, y) => pickShade(wall, 0.34 - (x + y) * 0.004, x, y))
      .lay(figure, -from.x, -from.y)
  })
}
