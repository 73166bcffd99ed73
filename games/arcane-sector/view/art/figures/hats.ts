// Hats and helmets.

import { type Painting, type Ramp, tones } from '../primitives/painting.ts'
import { type Appearance, gold, middle, steel } from './appearance.ts'

type DrawHat = (painting: Painting, cloth: Ramp, y: number) => void

export const hats: { readonly [hat in NonNullable<Appearance['hat']>]: DrawHat } = {
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
