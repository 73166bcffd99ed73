import { type ColourRamp, createColourRamp, type Painting } from '../primitives/painting.ts'
import {
  type Appearance,
  bodyWidths,
  bootsRamp,
  centreX,
  goldRamp,
  leatherRamp,
  steelRamp,
} from './appearance.ts'
import { drawDressByName } from './dresses.ts'

export function drawCloak(painting: Painting, look: Appearance, ramp: ColourRamp): void {
  const { shoulders } = bodyWidths(look)
  painting.shape(
    [
      [centreX - shoulders, 42],
      [centreX + shoulders, 42],
      [centreX + shoulders + 14, 138],
      [centreX - shoulders - 14, 138],
    ],
    ramp,
    -0.2,
  )
  for (let fold = -2; fold <= 2; fold++)
    painting.limb(centreX + fold * 7, 60, 0.6, centreX + fold * 13, 138, 1.6, ramp, -0.35)
}

export function drawLegs(painting: Painting, look: Appearance): void {
  const trousers = createColourRamp(look.dress === 'apron' ? 0x5a4a3c : look.trim)
  for (const side of [-1, 1]) {
    const x = centreX + side * 8
    const fade = side > 0 ? -0.12 : 0
    painting
      .limb(x, 84, 7.5, x + side, 112, 5.6, trousers, fade)
      .limb(x + side, 110, 5.6, x + side, 134, 4.8, bootsRamp, fade)
    painting
      .limb(x + side, 137, 5, x + side * 5, 139, 4, bootsRamp, fade)
      .rect(x + side - 6, 113, 12, 2, bootsRamp[4]!)
  }
}

export function drawBody(painting: Painting, look: Appearance): void {
  const { shoulders, waist, hips } = bodyWidths(look)
  const ramp = createColourRamp(look.cloth)
  const trim = createColourRamp(look.trim)
  const isLong = look.dress === 'robe'
  const hem = isLong ? 138 : look.dress === 'mail' ? 102 : look.dress === 'apron' ? 110 : 96
  const flare = isLong ? hips + 12 : hips + 4
  painting.shape(
    [
      [centreX - waist, 74],
      [centreX + waist, 74],
      [centreX + flare, hem],
      [centreX - flare, hem],
    ],
    ramp,
  )
  if (isLong)
    for (let fold = -2; fold <= 2; fold++) {
      const fade = fold < 1 ? -0.2 : -0.34
      painting.limb(centreX + fold * 5, 88, 0.6, centreX + fold * 10, hem - 1, 1.4, ramp, fade)
    }
  painting.shape(
    [
      [centreX - shoulders + 4, 40],
      [centreX + shoulders - 4, 40],
      [centreX + shoulders, 47],
      [centreX + waist, 76],
      [centreX - waist, 76],
      [centreX - shoulders, 47],
    ],
    ramp,
  )
  if (look.woman) painting.ball(centreX - 6, 56, 6, 6, ramp, 0.02).ball(centreX + 6, 56, 6, 6, ramp, -0.1)
  drawDressByName[look.dress](painting, ramp, trim, hem)
  painting
    .rect(centreX - waist - 1, 74, 2 * waist + 2, 4, leatherRamp[1]!)
    .rect(centreX - waist - 1, 74, 2 * waist + 2, 1, leatherRamp[4]!)
  painting
    .rect(centreX - 3, 73, 6, 6, goldRamp[2]!)
    .rect(centreX - 2, 74, 4, 1, goldRamp[5]!)
    .rect(centreX - 1, 75, 2, 2, goldRamp[0]!)
  painting.limb(centreX, 34, 5, centreX, 42, 5.5, createColourRamp(look.skin), -0.2)
}

/** `side`: -1 for the left of the picture, 1 for the right. */
export function drawArm(painting: Painting, look: Appearance, side: number): void {
  const { shoulders } = bodyWidths(look)
  const ramp = createColourRamp(look.cloth)
  const fade = side > 0 ? -0.16 : 0.04
  const holds = side < 0 ? look.right : look.left
  const [x, elbow] = [centreX + side * (shoulders - 1), centreX + side * (shoulders + 7)]
  const hand = holds ? centreX + side * 30 : centreX + side * (shoulders + 4)
  const wide = look.dress === 'robe' ? 2 : 0
  painting
    .limb(x, 48, 6, elbow, 70, 5 + wide, ramp, fade)
    .limb(elbow, 70, 5 + wide, hand, 86, 4.2 + wide * 1.6, ramp, fade)
  if (look.dress === 'mail') painting.ball(x, 46, 8, 7, steelRamp, fade)
  if (look.dress === 'leather') painting.limb(elbow + side, 75, 5, hand, 85, 4.6, leatherRamp, fade)
  painting.ball(hand, 91, 4.4, 4.8, createColourRamp(look.skin), fade)
}
