import { type ColourRamp, createColourRamp, type Painting } from '../primitives/painting.ts'
import { type Appearance, figureCentreX, goldRamp, leatherRamp, steelRamp } from './appearance.ts'

type DrawDress = (painting: Painting, ramp: ColourRamp, trim: ColourRamp, hem: number) => void

export const drawDressByName: { readonly [dress in Appearance['dress']]: DrawDress } = {
  robe(painting, _ramp, trim, hem) {
    painting.shape(
      [
        [figureCentreX - 3, 42],
        [figureCentreX + 3, 42],
        [figureCentreX + 5, hem],
        [figureCentreX - 5, hem],
      ],
      trim,
    )
    painting.shape(
      [
        [figureCentreX - 11, 40],
        [figureCentreX - 4, 40],
        [figureCentreX, 52],
        [figureCentreX - 3, 54],
      ],
      trim,
      0.1,
    )
    painting.shape(
      [
        [figureCentreX + 4, 40],
        [figureCentreX + 11, 40],
        [figureCentreX + 3, 54],
        [figureCentreX, 52],
      ],
      trim,
      -0.15,
    )
    for (let x = figureCentreX - 25; x < figureCentreX + 25; x++)
      if (painting.isPainted(x, hem - 3)) painting.rect(x, hem - 4, 1, 3, trim[3]!)
  },
  tunic(painting, ramp, trim, hem) {
    painting.shape(
      [
        [figureCentreX - 5, 40],
        [figureCentreX + 5, 40],
        [figureCentreX, 54],
      ],
      trim,
    )
    for (let y = 56; y < 72; y += 5) painting.rect(figureCentreX - 1, y, 2, 2, trim[5]!)
    for (let x = figureCentreX - 20; x < figureCentreX + 20; x++)
      if (painting.isPainted(x, hem - 2)) painting.rect(x, hem - 2, 1, 2, ramp[0]!)
  },
  mail(painting, ramp, trim, hem) {
    for (let y = 44; y < hem; y += 3)
      for (let x = figureCentreX - 22 + ((y / 3) & 1) * 2; x < figureCentreX + 22; x += 4)
        if (painting.isPainted(x, y))
          painting.rect(x, y, 2, 1, ramp[x < figureCentreX ? 5 : 4]!).dot(x, y + 1, ramp[1]!)
    painting.shape(
      [
        [figureCentreX - 9, 46],
        [figureCentreX + 9, 46],
        [figureCentreX + 7, 66],
        [figureCentreX, 72],
        [figureCentreX - 7, 66],
      ],
      trim,
    )
    painting
      .limb(figureCentreX, 50, 1, figureCentreX, 66, 0.7, goldRamp)
      .limb(figureCentreX - 5, 56, 0.8, figureCentreX + 5, 56, 0.8, goldRamp)
  },
  leather(painting, _ramp, trim) {
    for (const y of [52, 60, 68]) painting.rect(figureCentreX - 13, y, 26, 1, leatherRamp[0]!)
    painting
      .limb(figureCentreX - 13, 44, 1.6, figureCentreX + 10, 74, 1.6, trim)
      .limb(figureCentreX + 13, 44, 1.6, figureCentreX - 10, 74, 1.6, trim, -0.1)
    painting.ball(figureCentreX, 59, 3, 3, steelRamp)
  },
  apron(painting) {
    const linen = createColourRamp(0xd8cfb8)
    painting.shape(
      [
        [figureCentreX - 8, 48],
        [figureCentreX + 8, 48],
        [figureCentreX + 12, 76],
        [figureCentreX + 14, 112],
        [figureCentreX - 14, 112],
        [figureCentreX - 12, 76],
      ],
      linen,
    )
    painting
      .limb(figureCentreX - 8, 48, 1, figureCentreX - 12, 40, 1, linen)
      .limb(figureCentreX + 8, 48, 1, figureCentreX + 12, 40, 1, linen)
    painting
      .rect(figureCentreX - 8, 88, 16, 1, linen[1]!)
      .rect(figureCentreX - 8, 89, 1, 9, linen[1]!)
      .rect(figureCentreX + 7, 89, 1, 9, linen[1]!)
  },
}
