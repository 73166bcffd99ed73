// Clothes over the body.

import { type Painting, type Ramp, tones } from '../primitives/painting.ts'
import { type Appearance, gold, leather, middle, steel } from './appearance.ts'

type DrawDress = (painting: Painting, ramp: Ramp, trim: Ramp, hem: number) => void

export const dresses: { readonly [dress in Appearance['dress']]: DrawDress } = {
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
