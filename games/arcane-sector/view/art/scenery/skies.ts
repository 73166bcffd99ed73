// The daytime sky. The four pictures are parts of one panorama.
import { NoiseGrain } from '../primitives/grain.ts'
import { type ColourRamp, Painting, pickShade } from '../primitives/painting.ts'

/** The width of the screen, and the height from its top to the horizon, in pixels. */
const size = { width: 428, height: 64 } as const
/** Colours from the horizon upwards. The first colour is the colour of fog. */
const air: ColourRamp = [0x80a8ff, 0x76a0fa, 0x6b98f4, 0x6090ec, 0x5586e2, 0x4a7bd7, 0x4070ca, 0x3665bc]
const clouds: ColourRamp = [0x86a9f6, 0x9db8f5, 0xb6cbf6, 0xd0dff9, 0xe8f0fc, 0xffffff]

/** Returns the skies in the order of facings: north, south, west, east. */
export function drawSkies(): Painting[] {
  const grain = new NoiseGrain('clouds', 32, 4)
  // The panorama shows west, north, east and south from left to right.
  return [1, 3, 0, 2].map((quarter) => drawSky(grain, quarter * size.width))
}

function drawSky(grain: NoiseGrain, from: number): Painting {
  const thickAt = (x: number, y: number) => {
    // Clouds near the horizon are flatter, because they are farther away. The panorama is two periods of the grain
    // wide.
    const [across, along] = [Math.floor((from + x) * 0.299065), Math.floor(y * (0.8 + y / 38))]
    return grain.at(across, along) - 0.55 + (y / size.height) * 0.04
  }
  return new Painting(size.width, size.height).fill((x, y) => {
    const up = (size.height - 1 - y) / size.height
    const thick = thickAt(x, y)
    if (thick < 0 || y > size.height - 4) return pickShade(air, up * 1.02, x, y)
    // Light from the upper left brightens the clouds. The thin edges of clouds show the sky.
    const lit = thick - thickAt(x - 4, y - 4)
    const value = 0.3 + thick * 3.2 + lit * 2.6 - (1 - up) * 0.2
    return thick < 0.025 && value < 0.75
      ? pickShade(air, up * 1.02 - 0.12, x, y)
      : pickShade(clouds, value, x, y)
  })
}
