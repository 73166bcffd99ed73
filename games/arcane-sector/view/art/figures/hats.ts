import { type ColourRamp, createColourRamp, type Painting } from '../primitives/painting.ts'
import { type Appearance, centreX, goldRamp, steelRamp } from './appearance.ts'

type DrawHat = (painting: Painting, cloth: ColourRamp, y: number) => void

export const drawHatByName: { readonly [hat in NonNullable<Appearance['hat']>]: DrawHat } = {
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
      steelRamp,
    )
    painting
      .rect(centreX - 12, y - 6, 25, 3, steelRamp[1]!)
      .rect(centreX - 12, y - 6, 25, 1, steelRamp[5]!)
      .rect(centreX - 1, y - 5, 3, 11, steelRamp[2]!)
      .rect(centreX - 1, y - 5, 1, 11, steelRamp[5]!)
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
    painting.ball(centreX, y - 7, 20, 3.6, cloth).rect(centreX - 11, y - 11, 23, 2, goldRamp[3]!)
  },
  cap(painting, cloth, y) {
    painting.ball(centreX, y - 9, 13, 8, cloth).rect(centreX - 13, y - 6, 27, 3, cloth[1]!)
  },
  circlet(painting, _cloth, y) {
    painting.rect(centreX - 11, y - 8, 23, 2, goldRamp[3]!).rect(centreX - 11, y - 8, 23, 1, goldRamp[5]!)
    painting.ball(centreX, y - 8, 2.4, 3, createColourRamp(0x57c3f0))
  },
  horned(painting, cloth, y) {
    drawHatByName.helmet(painting, cloth, y)
    const horn = createColourRamp(0xcdbf9a)
    for (const side of [-1, 1])
      painting
        .limb(centreX + side * 11, y - 10, 3, centreX + side * 18, y - 14, 2, horn)
        .limb(centreX + side * 18, y - 14, 2, centreX + side * 20, y - 21, 0.8, horn)
  },
}
