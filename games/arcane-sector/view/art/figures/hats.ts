import { type ColourRamp, createColourRamp, type Painting } from '../primitives/painting.ts'
import { type Appearance, figureCentreX, goldRamp, steelRamp } from './appearance.ts'

type DrawHat = (painting: Painting, cloth: ColourRamp, y: number) => void

export const drawHatByName: { readonly [hat in NonNullable<Appearance['hat']>]: DrawHat } = {
  hood(painting, cloth, y) {
    for (const side of [-1, 1])
      painting.limb(
        figureCentreX + side * 11,
        y - 6,
        3.4,
        figureCentreX + side * 13,
        y + 17,
        3.6,
        cloth,
        side * -0.14,
      )
    painting.shape(
      [
        [figureCentreX, y - 20],
        [figureCentreX + 13, y - 7],
        [figureCentreX + 10, y - 8],
        [figureCentreX, y - 12],
        [figureCentreX - 10, y - 8],
        [figureCentreX - 13, y - 7],
      ],
      cloth,
    )
    painting
      .limb(figureCentreX - 11, y - 8, 3, figureCentreX, y - 15, 4, cloth)
      .limb(figureCentreX, y - 15, 4, figureCentreX + 11, y - 8, 3, cloth, -0.1)
  },
  helmet(painting, _cloth, y) {
    painting.shape(
      [
        [figureCentreX - 12, y - 4],
        [figureCentreX - 10, y - 13],
        [figureCentreX - 3, y - 18],
        [figureCentreX + 4, y - 18],
        [figureCentreX + 11, y - 13],
        [figureCentreX + 13, y - 4],
      ],
      steelRamp,
    )
    painting
      .rect(figureCentreX - 12, y - 6, 25, 3, steelRamp[1]!)
      .rect(figureCentreX - 12, y - 6, 25, 1, steelRamp[5]!)
      .rect(figureCentreX - 1, y - 5, 3, 11, steelRamp[2]!)
      .rect(figureCentreX - 1, y - 5, 1, 11, steelRamp[5]!)
  },
  pointed(painting, cloth, y) {
    painting.shape(
      [
        [figureCentreX + 6, y - 22],
        [figureCentreX + 9, y - 21],
        [figureCentreX + 11, y - 8],
        [figureCentreX - 11, y - 8],
        [figureCentreX - 4, y - 16],
      ],
      cloth,
    )
    painting.ball(figureCentreX, y - 7, 20, 3.6, cloth).rect(figureCentreX - 11, y - 11, 23, 2, goldRamp[3]!)
  },
  cap(painting, cloth, y) {
    painting.ball(figureCentreX, y - 9, 13, 8, cloth).rect(figureCentreX - 13, y - 6, 27, 3, cloth[1]!)
  },
  circlet(painting, _cloth, y) {
    painting
      .rect(figureCentreX - 11, y - 8, 23, 2, goldRamp[3]!)
      .rect(figureCentreX - 11, y - 8, 23, 1, goldRamp[5]!)
    painting.ball(figureCentreX, y - 8, 2.4, 3, createColourRamp(0x57c3f0))
  },
  horned(painting, cloth, y) {
    drawHatByName.helmet(painting, cloth, y)
    for (const side of [-1, 1])
      painting
        .limb(
          figureCentreX + side * 11,
          y - 10,
          3,
          figureCentreX + side * 18,
          y - 14,
          2,
          createColourRamp(0xcdbf9a),
        )
        .limb(
          figureCentreX + side * 18,
          y - 14,
          2,
          figureCentreX + side * 20,
          y - 21,
          0.8,
          createColourRamp(0xcdbf9a),
        )
  },
}
