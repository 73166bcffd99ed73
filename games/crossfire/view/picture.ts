// The town as a picture: its cells with our faces made small, as dark as the hour is, and who is out in it.
import type { Picture } from '../../picture.ts'
import { Canvas, type Colour } from '../../shared/canvas.ts'
import { pixels } from '../pictures/faces.ts'
import { darknessOf } from '../places/view.ts'
import type { Level, Player } from '../scene/scene.ts'
import { lit } from '../time/day.ts'
import { drawFace, type Light, shrunk } from './small-face.ts'

const ground: Colour = 0x10291f
const outline: Colour = 0x1b1522
const pin: Colour = 0xfbc043
/** Of a cell: twice as many are what a face has. */
const mostPixels = 16
/** Of what is there for good: ground, walls, what is fixed. What stands at a map's edge goes on beyond it, this alone. */
const lasting = 4
/** How bright each step of darkness is, 0 to 4: at a card's size a night must not be as black as in a client. */
const brightness: readonly Light[] = [
  { red: 1, green: 1, blue: 1 },
  { red: 0.9, green: 0.88, blue: 0.92 },
  { red: 0.72, green: 0.72, blue: 0.86 },
  { red: 0.52, green: 0.55, blue: 0.78 },
  { red: 0.4, green: 0.43, blue: 0.68 },
]

/** `now`: of the host's clock, which makes the day. */
export function drawTown(level: Level, now: number): Picture {
  const canvas = new Canvas(ground)
  const size = Math.floor(Math.min(mostPixels, canvas.width / level.width, canvas.height / level.height))
  const [left, top] = [margin(canvas.width, level.width * size), margin(canvas.height, level.height * size)]
  const general = darknessOf(level, now)
  const lights = level.lights()
  const cell = cells(size)
  for (let y = Math.floor(-top / size); top + y * size < canvas.height; y++)
    for (let x = Math.floor(-left / size); left + x * size < canvas.width; x++) {
      const picture = cell(facesAt(level, x, y), lit(general, lights, x, y))
      canvas.stamp(picture, left + x * size, top + y * size)
    }
  const large = shrunk(pixels, 2 * size)
  for (const player of level.players) drawPlayer(player)
  return canvas.picture

  function drawPlayer({ x, y, face: number }: Player): void {
    const [middle, foot] = [left + x * size + Math.floor(size / 2), top + (y + 1) * size]
    drawFace(canvas, large(number), { left: middle - size, top: foot - 2 * size }, brightness[0]!)
    const point = { x: middle + 0.5, y: foot - 2 * size }
    const corner = (dx: number, up: number) => ({ x: point.x + dx, y: point.y - up })
    canvas.triangle(corner(-6, 9), corner(6, 9), corner(0, 0), outline)
    canvas.triangle(corner(-4, 8), corner(4, 8), corner(0, 2), pin)
  }
}

/** Cells in which the same is seen are drawn once. `darkness` as `lit` has it. */
function cells(size: number): (faces: readonly number[], darkness: number) => Picture {
  const face = shrunk(pixels, size)
  const drawn = new Map<string, Picture>()
  return (faces, darkness) => {
    const key = `${faces.join()} ${darkness}`
    const known = drawn.get(key)
    if (known) return known
    const canvas = new Canvas(ground, { width: size, height: size })
    for (const number of faces) drawFace(canvas, face(number), { left: 0, top: 0 }, brightness[darkness]!)
    drawn.set(key, canvas.picture)
    return canvas.picture
  }
}

const margin = (whole: number, part: number) => Math.floor((whole - part) / 2)

/** From below. */
function facesAt(level: Level, x: number, y: number): number[] {
  const within = level.has(x, y)
  const stack = level.stack(clamp(x, level.width - 1), clamp(y, level.height - 1))
  return stack
    .filter(({ layer }) => within || layer < lasting)
    .map(({ face }) => face)
    .toReversed()
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}
