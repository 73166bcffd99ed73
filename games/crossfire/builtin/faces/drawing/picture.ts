// Converts samples to pixels: the mean of a pixel's samples, in the nearest palette colour.
import { type Canvas, side } from './canvas.ts'
import { ink, ramps, white } from './palette.ts'

/** Pixels row by row: colours as 0xRRGGBB, opacities from 0 to 255. */
export interface Picture {
  readonly size: number
  readonly colours: Uint32Array
  readonly opacities: Uint8Array
}

/** `size` divides 96. Opacity has four levels, to keep edges soft and files small. */
export function downsample({ samples }: Canvas, size: number): Picture {
  const [colours, opacities] = [new Uint32Array(size * size), new Uint8Array(size * size)]
  const each = side / size
  const nearest = nearestColour()
  for (let pixel = 0; pixel < size * size; pixel++) {
    const [left, top] = [(pixel % size) * each, Math.floor(pixel / size) * each]
    let [red, green, blue, weight] = [0, 0, 0, 0]
    for (let y = top; y < top + each; y++) {
      for (let at = (y * side + left) * 4; at < (y * side + left + each) * 4; at += 4) {
        const opacity = samples[at + 3]!
        red += samples[at]! * opacity
        green += samples[at + 1]! * opacity
        blue += samples[at + 2]! * opacity
        weight += opacity
      }
    }
    if (weight === 0) continue
    colours[pixel] = nearest(red / weight, green / weight, blue / weight)
    opacities[pixel] = Math.round((weight / (each * each * 255)) * opacitySteps) * (255 / opacitySteps)
  }
  return { size, colours, opacities }
}

/** Number of opacity levels besides transparent. */
export const opacitySteps = 3
export const palette: readonly number[] = [...new Set([ink, white, ...ramps.flat()])]

/** Caches lookups. */
function nearestColour(): (red: number, green: number, blue: number) => number {
  const found = new Map<number, number>()
  return (red, green, blue) => {
    const wanted = (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue)
    const known = found.get(wanted) ?? nearestTo(wanted)
    found.set(wanted, known)
    return known
  }
}

function nearestTo(wanted: number): number {
  let [best, least] = [ink, Number.POSITIVE_INFINITY]
  for (const colour of palette) {
    const apart = distance(wanted, colour)
    if (apart < least) [best, least] = [colour, apart]
  }
  return best
}

/** Weights the channels roughly as the eye does. */
function distance(one: number, two: number): number {
  const red = (one >> 16) - (two >> 16)
  const green = ((one >> 8) & 0xff) - ((two >> 8) & 0xff)
  const blue = (one & 0xff) - (two & 0xff)
  return 3 * red * red + 4 * green * green + 2 * blue * blue
}
