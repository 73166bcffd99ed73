import { type ColourRamp, createColourRamp, type Painting } from '../primitives/painting.ts'
import { type Appearance, centreX, goldRamp, leatherRamp, steelRamp } from './appearance.ts'

type DrawDress = (painting: Painting, ramp: ColourRamp, trim: ColourRamp, hem: number) => void

export const drawDressByName: { readonly [dress in Appearance['dress']]: DrawDress } = {
  robe(painting, _ramp, trim, hem) {
    painting.shape(
      [
        [centreX - 3, 42],
        [centreX + 3, 42],
        [centreX + 5, hem],
        [centreX - 5, hem],
      ],
      trim,
    )
    painting.shape(
      [
        [centreX - 11, 40],
        [centreX - 4, 40],
        [centreX, 52],
        [centreX - 3, 54],
      ],
      trim,
      0.1,
    )
    painting.shape(
      [
        [centreX + 4, 40],
        [centreX + 11, 40],
        [centreX + 3, 54],
        [centreX, 52],
      ],
      trim,
      -0.15,
    )
    for (let x = centreX - 25; x < centreX + 25; x++)
      if (painting.isPainted(x, hem - 3)) painting.rect(x, hem - 4, 1, 3, trim[3]!)
  },
  tunic(painting, ramp, trim, hem) {
    painting.shape(
      [
        [centreX - 5, 40],
        [centreX + 5, 40],
        [centreX, 54],
      ],
      trim,
    )
    for (let y = 56; y < 72; y += 5) painting.rect(centreX - 1, y, 2, 2, trim[5]!)
    for (let x = centreX - 20; x < centreX + 20; x++)
      if (painting.isPainted(x, hem - 2)) painting.rect(x, hem - 2, 1, 2, ramp[0]!)
  },
  mail(painting, ramp, trim, hem) {
    for (let y = 44; y < hem; y += 3)
      for (let x = centreX - 22 + ((y / 3) & 1) * 2; x < centreX + 22; x += 4)
        if (painting.isPainted(x, y))
          painting.rect(x, y, 2, 1, ramp[x < centreX ? 5 : 4]!).dot(x, y + 1, ramp[1]!)
    painting.shape(
      [
        [centreX - 9, 46],
        [centreX + 9, 46],
        [centreX + 7, 66],
        [centreX, 72],
        [centreX - 7, 66],
      ],
      trim,
    )
    painting
      .limb(centreX, 50, 1, centreX, 66, 0.7, goldRamp)
      .limb(centreX - 5, 56, 0.8, centreX + 5, 56, 0.8, goldRamp)
  },
  leather(painting, _ramp, trim) {
    for (const y of [52, 60, 68]) painting.rect(centreX - 13, y, 26, 1, leatherRamp[0]!)
    painting
      .limb(centreX - 13, 44, 1.6, centreX + 10, 74, 1.6, trim)
      .limb(centreX + 13, 44, 1.6, centreX - 10, 74, 1.6, trim, -0.1)
    painting.ball(centreX, 59, 3, 3, steelRamp)
  },
  apron(painting) {
    const linen = createColourRamp(0xd8cfb8)
    painting.shape(
      [
        [centreX - 8, 48],
        [centreX + 8, 48],
        [centreX + 12, 76],
        [centreX + 14, 112],
        [centreX - 14, 112],
        [centreX - 12, 76],
      ],
      linen,
    )
    painting
      .limb(centreX - 8, 48, 1, centreX - 12, 40, 1, linen)
      .limb(centreX + 8, 48, 1, centreX + 12, 40, 1, linen)
    painting
      .rect(centreX - 8, 88, 16, 1, linen[1]!)
      .rect(centreX - 8, 89, 1, 9, linen[1]!)
      .rect(centreX + 7, 89, 1, 9, linen[1]!)
  },
}
