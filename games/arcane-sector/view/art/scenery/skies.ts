// The sky in the four directions: one panorama by day, with clouds lit from the left.
import { Grain } from '../primitives/grain.ts'
import { Painting, type Ramp, shade } from '../primitives/painting.ts'

/** Size of one direction: as wide as the screen, from its top to the horizon. */
const size = { width: 428, height: 64 } as const
/** From the horizon, which has the colour of distant air, upwards. */
const air: Ramp = [0x80a8ff, 0x76a0fa, 0x6b98f4, 0x6090ec, 0x5586e2, 0x4a7bd7, 0x4070ca, 0x3665bc]
const clouds: Ramp = [0x86a9f6, 0x9db8f5, 0xb6cbf6, 0xd0dff9, 0xe8f0fc, 0xffffff]

/** By facing: north, south, west, east. */
export function drawSkies(): Painting[] {
  const grain = new Grain('clouds', 32, 4)
  // From left to right the panorama shows west, north, east and south.
  return [1, 3, 0, 2].map((quarter) => drawSky(grain, quarter * size.width))
}

function drawSky(grain: Grain, from: number): Painting {
  const thickAt = (x: number, y: number) => {
    // Clouds near the horizon are farther away and flatter. The panorama uses the grain twice.
    const [across, along] = [Math.floor((from + x) * 0.299065), Math.floor(y * (0.8 + y / 38))]
    return grain.at(across, along) - 0.55 + (y / size.height) * 0.04
  }
  return new Painting(size.width, size.height).fill((x, y) => {
    const up = (size.height - 1 - y) / size.height
    const thick = thickAt(x, y)
    if (thick < 0 || y > size.height - 4) return shade(air, up * 1.02, x, y)
    // The light comes from the upper left, and the sky shows through thin edges.
    const lit = thick - thickAt(x - 4, y - 4)
    const value = 0.3 + thick * 3.2 + lit * 2.6 - (1 - up) * 0.2
    return thick < 0.025 && value < 0.75 ? shade(air, up * 1.02 - 0.12, x, y) : shade(clouds, value, x, y)
  })
}
