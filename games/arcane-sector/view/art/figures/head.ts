import { type ColourRamp, createColourRamp, type Painting } from '../primitives/painting.ts'
import { type Appearance, centreX } from './appearance.ts'
import { drawHatByName } from './hats.ts'

export function drawHead(painting: Painting, look: Appearance): void {
  const skin = createColourRamp(look.skin)
  const y = 23
  if (look.ears === 'pointed')
    for (const side of [-1, 1])
      painting.shape(
        [
          [centreX + side * 9, y - 4],
          [centreX + side * 20, y - 10],
          [centreX + side * 9, y + 4],
        ],
        skin,
        side > 0 ? -0.15 : 0,
      )
  else painting.ball(centreX - 11, y + 1, 2.5, 4, skin).ball(centreX + 11, y + 1, 2.5, 4, skin, -0.2)
  painting.ball(centreX, y, 11, 13.5, skin, 0.02).ball(centreX, y + 7, 7.5, 7, skin, 0.02)
  drawFace(painting, look, skin, y)
  if (look.hairdo !== 'bald') drawHair(painting, look, createColourRamp(look.hair), y)
  if (look.hat) drawHatByName[look.hat](painting, createColourRamp(look.cloak ?? look.cloth), y)
}

function drawFace(
  painting: Painting,
  { eyes, woman, hair, beard }: Appearance,
  skin: ColourRamp,
  y: number,
): void {
  for (const side of [-1, 1]) {
    const x = centreX + side * 5 - 2
    painting
      .rect(x, y, 4, 3, 0xf0ece4)
      .rect(x + 1, y, 2, 3, eyes)
      .dot(x + 1, y + 1, 0x0c0a10)
      .rect(x, y - 1, 4, 1, 0x1a1216)
    painting.rect(x - (side < 0 ? 1 : 0), y - 4, 5, 1, createColourRamp(hair)[1]!)
    if (woman) painting.dot(side < 0 ? x - 1 : x + 4, y - 1, 0x1a1216)
  }
  painting
    .rect(centreX, y + 3, 1, 4, skin[4]!)
    .rect(centreX + 1, y + 3, 1, 5, skin[1]!)
    .rect(centreX - 1, y + 7, 3, 1, skin[1]!)
  painting
    .rect(centreX - 3, y + 10, 7, 1, woman ? 0x8c2f3a : skin[0]!)
    .rect(centreX - 2, y + 11, 5, 1, woman ? 0xc25a62 : skin[1]!)
  if (!beard) return
  const ramp = createColourRamp(hair)
  painting.shape(
    [
      [centreX - 9, y + 6],
      [centreX - 4, y + 9],
      [centreX + 5, y + 9],
      [centreX + 10, y + 6],
      [centreX + 7, y + 20],
      [centreX, y + 26],
      [centreX - 6, y + 20],
    ],
    ramp,
  )
  painting.rect(centreX - 4, y + 8, 9, 2, ramp[3]!).rect(centreX - 2, y + 11, 5, 1, 0x5a2424)
}

function drawHair(painting: Painting, { hairdo, woman }: Appearance, ramp: ColourRamp, y: number): void {
  for (let row = -15; row < 2; row++)
    for (let column = -12; column <= 12; column++) {
      const [dx, dy] = [column / 12, row / 15]
      if (dx * dx + dy * dy > 1) continue
      const fringe = -6 - (column * column) / 40 + ((column * 5) & 3)
      if (row > fringe && Math.abs(column) < 9 + (row < -3 ? 0 : 1)) continue
      const shade = column < -2 ? (row & 1 ? 4 : 3) : column < 6 ? (column & 1 ? 3 : 2) : 1
      painting.dot(centreX + column, y + row, ramp[shade]!)
    }
  if (hairdo === 'bun') painting.ball(centreX, y - 17, 6, 5, ramp)
  const low = y + (hairdo === 'long' ? 24 : 8)
  if (hairdo === 'long' || woman)
    for (const side of [-1, 1])
      painting.limb(centreX + side * 10, y - 4, 2.6, centreX + side * 12, low, 2, ramp, side * -0.12)
  if (hairdo === 'braids')
    for (const side of [-1, 1])
      for (let n = 0; n < 7; n++)
        painting.ball(centreX + side * (12 + (n & 1)), y + 4 + n * 5, 3, 3.2, ramp, side * -0.12)
  if (hairdo === 'wild')
    for (let n = -4; n <= 4; n++)
      painting.limb(centreX + n * 2.4, y - 9, 2, centreX + n * 4.4, y - 17 + Math.abs(n) * 2, 0.8, ramp)
}

export function drawMane(painting: Painting, { hair, hairdo }: Appearance): void {
  const ramp = createColourRamp(hair)
  const low = hairdo === 'wild' ? 54 : 72
  painting.shape(
    [
      [centreX - 12, 16],
      [centreX + 12, 16],
      [centreX + 17, low],
      [centreX - 17, low],
    ],
    ramp,
    -0.22,
  )
  for (let n = -4; n <= 4; n++) {
    const fade = n < 0 ? 0 : -0.25
    painting.limb(centreX + n * 3, 24, 1.5, centreX + n * 4, low + ((n * 7) & 5), 0.8, ramp, fade)
  }
}
