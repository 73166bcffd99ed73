// Walls seen from the south and above: those that continue to the south show only their top, others their face.
import type { Canvas, DrawFunction } from '../drawing/canvas.ts'
import { colour, type FaceSources, withColours } from '../drawing/face-source.ts'
import { bark, cave, ink, type Ramp, stone, wood } from '../drawing/palette.ts'
import { grain, hashNoise, type Paint, patches, shade } from '../drawing/shading.ts'
import { box, pad, type Shape, stroke } from '../drawing/shapes.ts'

export const walls: FaceSources = {
  ...withColours(
    { fg: colour.black, bg: colour.grey, magic: colour.grey },
    set('wall_stone', masonry(stone)),
  ),
  ...withColours({ fg: colour.black, bg: colour.sienna, magic: colour.sienna }, set('wall_wood', timber())),
  ...withColours(
    { fg: colour.grey, bg: colour.navy, magic: colour.black },
    set('wall_dungeon', masonry(cave)),
  ),
}

/** Bits of the neighbours in which a wall continues. */
const [north, east, south, west] = [1, 2, 4, 8]

interface Style {
  readonly top: Paint
  readonly light: number
  readonly dark: number
  face(c: Canvas, from: number): void
}

function set(name: string, style: Style): { readonly [name: string]: DrawFunction } {
  const numbered = Array.from({ length: 16 }, (_, joins) => joins)
  return Object.fromEntries(
    numbered.map((joins) => [`${name}_${joins.toString(16)}.111`, (c: Canvas) => wall(c, joins, style)]),
  )
}

/** Where the top ends and the face starts. */
const brink = 14

function wall(c: Canvas, joins: number, style: Style): void {
  const open = (side: number) => (joins & side) === 0
  const bottom = open(south) ? brink : 32
  c.fill(box(0, 0, 32, bottom), style.top)
  const edge = (shape: Shape, tint: number, line: Shape) => c.fill(shape, tint).fill(line, ink)
  if (open(north)) edge(box(0, 0, 32, 2.4), style.light, box(0, 0, 32, 1))
  if (open(west)) edge(box(0, 0, 2.4, bottom), style.light, box(0, 0, 1, 32))
  if (open(east)) edge(box(29.6, 0, 2.4, bottom), style.dark, box(31, 0, 1, 32))
  if (!open(south)) return
  c.fill(box(0, brink - 1.4, 32, 1.4), style.light)
  style.face(c, brink)
  c.fill(box(0, brink, 32, 1), ink, 0.75)
  c.fill(box(0, 31, 32, 1), ink)
  if (open(west)) c.fill(box(0, brink, 1, 18), ink)
  if (open(east)) c.fill(box(31, brink, 1, 18), ink).fill(box(28.5, brink, 2.5, 17), style.dark, 0.45)
}

/** Courses of ashlar. */
function masonry(ramp: Ramp): Style {
  const face = (c: Canvas, from: number) => {
    c.fill(box(0, from, 32, 32 - from), ramp[0])
    for (const [course, offset] of [0, -6, 3].entries()) {
      const y = from + 1 + course * 5.7
      for (let x = offset; x < 32; x += 11) {
        const tone = 0.45 + 0.2 * hashNoise(x, course, 8) - course * 0.05
        c.fill(pad(x + 0.4, y + 0.4, 10.2, 5, 0.8), grain(ramp, course + 3, tone, tone + 0.1))
        c.fill(stroke(0.8, [x + 1.2, y + 0.9], [x + 9.8, y + 0.9]), ramp[4], 0.55)
      }
    }
  }
  return { top: patches(ramp, 19, 4, 0.47, 0.63), light: ramp[4], dark: ramp[1], face }
}

/** Upright boards under a beam. */
function timber(): Style {
  const face = (c: Canvas, from: number) => {
    c.fill(box(0, from, 32, 32 - from), bark[0])
    for (let board = 0; board < 4; board++) {
      const tone = 0.42 + 0.18 * hashNoise(board, 1, 21)
      const veined: Paint = (x, y) =>
        shade(wood, tone + 0.16 * hashNoise(Math.floor(x * 1.3), Math.floor(y / 7 + board), 2))
      c.fill(box(board * 8 + 0.5, from, 7, 32 - from), veined)
      c.fill(box(board * 8 + 0.5, from, 0.8, 32 - from), wood[4], 0.5)
    }
    c.fill(box(0, from + 12.5, 32, 3), wood[1]).fill(box(0, from + 12.5, 32, 0.8), wood[3])
  }
  const top: Paint = (_, y) => (y % 8 < 1.3 ? wood[0] : shade(wood, y % 8 < 2.6 ? 0.5 : 0.3))
  return { top, light: wood[3], dark: wood[0], face }
}
