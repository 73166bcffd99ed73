// The sky in the four directions: one picture all around, by day, with clouds that the light falls on from the left.
import { Grain } from './grain.ts'
import { Painting, type Ramp, shade } from './painting.ts'

/** Of one direction: as wide as the screen, from its top to where the world begins. */
const size = { width: 428, height: 64 } as const
/** From the horizon, which has the colour of the air far away, to the height. */
const air: Ramp = [0x80a8ff, 0x78a2fc, 0x6f9bf7, 0x6694f1, 0x5d8cea, 0x5484e2, 0x4c7cd9]
const clouds: Ramp = [0x8fb1fb, 0xa9c3fb, 0xc4d6fc, 0xdde8fd, 0xf3f7fe, 0xffffff]

/** By facing: north, south, west, east. */
export function drawSkies(): Painting[] {
  const grain = new Grain('clouds', 64, 5)
  // From left to right one sees west, north, east and south.
  return [1, 3, 0, 2].map((quarter) => drawSky(grain, quarter * size.width))
}

function drawSky(grain: Grain, from: number): Painting {
  return new Painting(size.width, size.height).fill((x, y) => {
    const up = (size.height - 1 - y) / size.height
    // Near the horizon clouds lie flat and far away.
    const [across, along] = [Math.floor((from + x) * 0.299065), Math.floor(y * (1 + y / 40))]
    const thick = grain.at(across, along + 20) - 0.5 + 0.06 * (1 - up)
    if (thick < 0) return shade(air, up * 1.1, x, y)
    const lit = grain.at(across, along + 20) - grain.at(across + 2, along + 24)
    return shade(clouds, 0.2 + thick * 3.4 + lit * 3.2 - (1 - up) * 0.25, x, y)
  })
}
