import { createColourRamp, type Painting } from '../primitives/painting.ts'
import { centreX, goldRamp, type ItemInHand, leatherRamp, steelRamp, woodRamp } from './appearance.ts'

type DrawItem = (painting: Painting, x: number, y: number) => void

/** Draws each item in a fist at (x, y). */
export const drawItemInHandByName: { readonly [thing in ItemInHand]: DrawItem } = {
  sword(painting, x, y) {
    painting
      .limb(x, y - 6, 2.4, x - 4, y - 58, 1.2, steelRamp)
      .limb(x - 7, y - 6, 1.4, x + 7, y - 5, 1.4, goldRamp)
      .limb(x, y - 4, 1.6, x + 1, y + 7, 1.6, leatherRamp)
      .ball(x + 1, y + 9, 2.6, 2.6, goldRamp)
  },
  curved(painting, x, y) {
    const away = x < centreX ? -1 : 1
    painting
      .limb(x, y - 5, 2.4, x + away * 5, y - 26, 2.6, steelRamp)
      .limb(x + away * 5, y - 26, 2.6, x, y - 48, 0.7, steelRamp)
    painting
      .limb(x - 5, y - 5, 1.2, x + 5, y - 5, 1.2, goldRamp)
      .limb(x, y - 3, 1.6, x, y + 6, 1.6, leatherRamp)
  },
  dagger(painting, x, y) {
    painting
      .limb(x, y - 5, 2, x - 2, y - 26, 0.7, steelRamp)
      .limb(x - 5, y - 4, 1.1, x + 5, y - 4, 1.1, goldRamp)
      .limb(x, y - 3, 1.4, x, y + 5, 1.4, leatherRamp)
  },
  staff(painting, x, y) {
    painting
      .limb(x, y - 70, 1.9, x + 1, y + 46, 2, woodRamp)
      .limb(x, y - 70, 2.4, x - 5, y - 78, 1.2, woodRamp)
      .limb(x, y - 70, 2.4, x + 5, y - 78, 1.2, woodRamp)
    painting.ball(x, y - 79, 5, 5, createColourRamp(0x6fd0ff), 0.15)
  },
  bow(painting, x, y) {
    const points = [
      [6, -46],
      [-3, -34],
      [-6, -14],
      [-6, 14],
      [-3, 34],
      [6, 46],
    ] as const
    for (const [n, [dx, dy]] of points.entries()) {
      const next = points[n + 1]
      if (next) painting.limb(x + dx, y + dy, 1.8, x + next[0], y + next[1], 1.8, woodRamp)
    }
    painting.rect(x + 6, y - 46, 1, 92, 0xd8d2c0).limb(x - 6, y - 6, 2.4, x - 6, y + 6, 2.4, leatherRamp)
  },
  axe(painting, x, y) {
    painting.limb(x, y - 44, 1.8, x, y + 22, 2, woodRamp)
    painting
      .shape(
        [
          [x - 2, y - 44],
          [x - 12, y - 50],
          [x - 14, y - 36],
          [x - 11, y - 26],
          [x - 2, y - 32],
        ],
        steelRamp,
        0.1,
      )
      .shape(
        [
          [x + 2, y - 42],
          [x + 9, y - 46],
          [x + 10, y - 34],
          [x + 2, y - 34],
        ],
        steelRamp,
        -0.1,
      )
  },
  spear(painting, x, y) {
    painting
      .limb(x, y - 60, 1.5, x, y + 48, 1.7, woodRamp)
      .shape(
        [
          [x, y - 84],
          [x + 4, y - 68],
          [x + 1, y - 60],
          [x - 1, y - 60],
          [x - 4, y - 68],
        ],
        steelRamp,
      )
      .rect(x - 2, y - 60, 5, 3, 0xa02838)
  },
  shield(painting, x, y) {
    const corners = (n: number) =>
      [
        [x - 15 + n, y - 26 + n],
        [x + 12 - n, y - 26 + n],
        [x + 12 - n, y],
        [x - 1, y + 20 - 2 * n],
        [x - 15 + n, y],
      ] as const
    painting.shape(corners(0), steelRamp).shape(corners(2), createColourRamp(0x54306e))
    painting
      .ball(x - 1, y - 8, 4.5, 4.5, steelRamp)
      .limb(x - 1, y - 20, 1, x - 1, y + 8, 1, createColourRamp(0xcaa6e8))
      .limb(x - 9, y - 8, 1, x + 7, y - 8, 1, createColourRamp(0xcaa6e8))
      .ball(x - 1, y - 8, 3, 3, steelRamp, 0.2)
  },
  lantern(painting, x, y) {
    painting
      .rect(x, y + 2, 1, 6, steelRamp[1]!)
      .ball(x, y + 18, 7, 9, [0xd98a1e, 0xf2b532, 0xffd873, 0xfff1b8], 0.2)
    painting.rect(x - 6, y + 8, 13, 3, steelRamp[1]!).rect(x - 6, y + 26, 13, 3, steelRamp[1]!)
    for (const dx of [-6, 0, 6]) painting.rect(x + dx, y + 10, 1, 17, steelRamp[2]!)
  },
  mug(painting, x, y) {
    painting
      .rect(x - 6, y - 12, 12, 15, woodRamp[3]!)
      .rect(x - 6, y - 12, 3, 15, woodRamp[4]!)
      .rect(x + 3, y - 12, 3, 15, woodRamp[1]!)
    painting
      .rect(x - 6, y - 9, 12, 2, steelRamp[3]!)
      .rect(x - 6, y - 1, 12, 2, steelRamp[2]!)
      .ball(x, y - 13, 7, 3.6, [0xd8cba8, 0xf4ecd2, 0xffffff], 0.1)
  },
  flask(painting, x, y) {
    painting
      .ball(x, y - 8, 7, 7, createColourRamp(0x4fb06a), 0.1)
      .rect(x - 2, y - 20, 4, 8, 0xb8d8e0)
      .rect(x - 3, y - 22, 6, 3, woodRamp[3]!)
      .dot(x - 3, y - 11, 0xffffff)
      .dot(x - 4, y - 10, 0xffffff)
  },
  flame(painting, x, y) {
    painting
      .ball(x, y - 9, 7, 9, [0xb02c14, 0xe05a1c, 0xf29a2e], 0.1)
      .ball(x, y - 7, 4.4, 6, [0xf2b532, 0xffd873, 0xfff6c8], 0.15)
      .limb(x - 3, y - 15, 2, x + 1, y - 23, 0.6, [0xe05a1c, 0xf29a2e])
  },
}
