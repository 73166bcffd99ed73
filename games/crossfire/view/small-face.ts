// Each pixel is the mean of the original pixels that it covers.
import type { Canvas } from '../../shared/canvas.ts'
import type { Picture as Face } from '../pictures/picture.ts'

/** Red, green, blue and opacity of each pixel, 0 to 255, row by row. */
export interface SmallFace {
  readonly size: number
  readonly rgba: Uint8Array
}

/** Each factor is from 0 to 1. */
export interface ColourFactors {
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** Each face is scaled only once. */
export function createFaceShrinker(
  pixels: (number: number) => Face,
  size: number,
): (number: number) => SmallFace {
  const made = new Map<number, SmallFace>()
  return (number) => {
    const face = made.get(number) ?? shrink(pixels(number), size)
    made.set(number, face)
    return face
  }
}

function shrink({ size: before, colours, opacities }: Face, size: number): SmallFace {
  const rgba = new Uint8Array(size * size * 4)
  const edge = (n: number) => Math.floor((n * before) / size)
  for (let pixel = 0; pixel < size * size; pixel++) {
    const [column, row] = [pixel % size, Math.floor(pixel / size)]
    let [red, green, blue, weight, count] = [0, 0, 0, 0, 0]
    for (let y = edge(row); y < edge(row + 1); y++)
      for (let x = edge(column); x < edge(column + 1); x++) {
        const [colour, opacity] = [colours[y * before + x]!, opacities[y * before + x]!]
        red += (colour >> 16) * opacity
        green += ((colour >> 8) & 0xff) * opacity
        blue += (colour & 0xff) * opacity
        weight += opacity
        count++
      }
    if (weight > 0) rgba.set([red / weight, green / weight, blue / weight, weight / count], pixel * 4)
  }
  return { size, rgba }
}

export function drawFace(
  canvas: Canvas,
  { size, rgba }: SmallFace,
  { left, top }: { readonly left: number; readonly top: number },
  { red, green, blue }: ColourFactors,
): void {
  for (let pixel = 0; pixel < size * size; pixel++) {
    const at = pixel * 4
    const opacity = rgba[at + 3]!
    if (opacity === 0) continue
    const colour = ((rgba[at]! * red) << 16) | ((rgba[at + 1]! * green) << 8) | (rgba[at + 2]! * blue)
    canvas.blend(left + (pixel % size), top + Math.floor(pixel / size), colour, opacity)
  }
}
