// Draws cells of a map with scaled-down faces.
import type { Picture } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'
import type { Picture as Face } from '../pictures/picture.ts'
import { type ColourFactors, createFaceShrinker, drawFace } from './small-face.ts'

export const backgroundColour: Colour = 0x10291f
const outline: Colour = 0x1b1522
const playerMarker: Colour = 0xfbc043
/** Maximum number of cached cells, of up to 4 KiB each. */
const maxCachedCells = 4096

/**
 * Brightness for each step of darkness, 0 to 4. The values are higher than in clients, so that small pictures are not
 * black at night.
 */
export const brightnessByDarkness: readonly ColourFactors[] = [
  { red: 1, green: 1, blue: 1 },
  { red: 0.9, green: 0.88, blue: 0.92 },
  { red: 0.72, green: 0.72, blue: 0.86 },
  { red: 0.52, green: 0.55, blue: 0.78 },
  { red: 0.4, green: 0.43, blue: 0.68 },
]

/** `size`: in pixels. Faces are from the bottom up. Equal cells are usually drawn only once. */
export function createCellDrawer(
  pixels: (number: number) => Face,
  size: number,
): (faces: readonly number[], darkness: number) => Picture {
  const face = createFaceShrinker(pixels, size)
  const drawn = new Map<string, Picture>()
  return (faces, darkness) => {
    const key = `${faces.join()} ${darkness}`
    const known = drawn.get(key)
    if (known) return known
    const canvas = new Canvas(backgroundColour, { width: size, height: size })
    for (const number of faces)
      drawFace(canvas, face(number), { left: 0, top: 0 }, brightnessByDarkness[darkness]!)
    if (drawn.size >= maxCachedCells) drawn.clear()
    drawn.set(key, canvas.picture)
    return canvas.picture
  }
}

/** Draws a pin whose tip is at the point. */
export function drawPlayerMarker(canvas: Canvas, point: { readonly x: number; readonly y: number }): void {
  const corner = (dx: number, up: number) => ({ x: point.x + dx, y: point.y - up })
  canvas.triangle(corner(-6, 9), corner(6, 9), corner(0, 0), outline)
  canvas.triangle(corner(-4, 8), corner(4, 8), corner(0, 2), playerMarker)
}
