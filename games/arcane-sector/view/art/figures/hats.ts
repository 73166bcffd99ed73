import { type Painting, type Ramp, tones } from '../primitives/painting.ts'
import { type Appearance, centreX, gold, steel } from './appearance.ts'

type DrawHat = (painting: Painting, cloth: Ramp, y: number) => void

export const hats: { readonly [hat in NonNullable<Appearance['hat']>]: DrawHat } = {
  hood(painting, cloth, y) {
    for (const side of [-1, 1])
      painting.limb(centreX + side * 11, y - 6, 3.4, centreX + side * 13, y + 17, 3.6, cloth, side * -0.14)
    painting.shape(
      [
        [centreX, y - 20],
        [centreX + 13, y - 7],
        [centreX + 10, y - 8],
        [centreX, y - 12],
        [centreX - 10, y - 8],
        [centreX - 13, y - 7],
      ],
      cloth,
    )
    painting
      .limb(centreX - 11, y - 8, 3, centreX, y - 15, 4, cloth)
      .limb(centreX, y - 15, 4, centreX + 11, y - 8, 3, cloth, -0.1)
  },
  helmet(painting, _cloth, y) {
    painting.shape(
      [
        [centreX - 12, y - 4],
        [centreX - 10, y - 13],
        [centreX - 3, y - 18],
        [centreX + 4, y - 18],
        [centreX + 11, y - 13],
        [centreX + 13, y - 4],
      ],
      steel,
    )
    painting
      .rect(centreX - 12, y - 6, 25, 3, steel[1]!)
      .rect(centreX - 12, y - 6, 25, 1, steel[5]!)
      .rect(centreX - 1, y - 5, 3, 11, steel[2]!)
      .rect(centreX - 1, y - 5, 1, 11, steel[5]!)
  },
  pointed(painting, cloth, y) {
    painting.shape(
      [
        [centreX + 6, y - 22],
        [centreX + 9, y - 21],
        [centreX + 11, y - 8],
        [centreX - 11, y - 8],
        [centreX - 4, y - 16],
      ],
      cloth,
    )
    painting.ball(centreX, y - 7, 20, 3.6, cloth).rect(centreX - 11, y - 11, 23, 2, gold[3]!)
  },
  cap(painting, cloth, y) {
    painting.ball(centreX, y - 9, 13, 8, cloth).rect(centreX - 13, y - 6, 27, 3, cloth[1]!)
  },
  circlet(painting, _cloth, y) {
    painting.rect(centreX - 11, y - 8, 23, 2, gold[3]!).rect(centreX - 11, y - 8, 23, 1, gold[5]!)
    painting.ball(centreX, y - 8, 2.4, 3, tones(0x57c3f0))
  },
  horned(painting, cloth, y) {
    hats.helmet(painting, cloth, y)
    for (const side of [-1, 1])
      painting
        .limb(centreX + side * 11, y - 10, 3, centreX + side * 18, y - 14, 2, tones(0xcdbf9a))
        .limb(centreX + side * 18, y - 14, 2, centreX + side * 20, y - 21, 0.8, tones(0xcdbf9a))
  },
}
