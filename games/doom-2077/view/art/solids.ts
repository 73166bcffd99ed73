// Balls and tapering limbs, lit from the upper left. Uses only arithmetic and square roots, so that every machine
// renders the same pixels.

import type { Sprite } from './bitmap.ts'
import { colourIndex, type RampName, transparentIndex } from './palette.ts'

/** A point: x to the right, y up, and z towards the viewer. */
export type Point3D = readonly [x: number, y: number, z: number]

/**
 * `shade`: the shade in half light. `gloss`: number of shades between the dark and the light side, or 0 for a self-lit
 * solid.
 */
export interface Solid {
  readonly from: Point3D
  readonly to: Point3D
  readonly radii: readonly [from: number, to: number]
  readonly ramp: RampName
  readonly shade: number
  readonly gloss: number
}

export function createBall(at: Point3D, radius: number, ramp: RampName, shade = 7, gloss = 9): Solid {
  return { from: at, to: at, radii: [radius, radius], ramp, shade, gloss }
}

export function createLimb(
  from: Point3D,
  to: Point3D,
  radii: number | readonly [number, number],
  ramp: RampName,
  shade = 7,
  gloss = 9,
): Solid {
  return { from, to, radii: typeof radii === 'number' ? [radii, radii] : radii, ramp, shade, gloss }
}

export function scaleSolid(solid: Solid, by: number): Solid {
  const spot = ([x, y, z]: Point3D): Point3D => [x * by, y * by, z * by]
  const radii = [solid.radii[0] * by, solid.radii[1] * by] as const
  return { ...solid, from: spot(solid.from), to: spot(solid.to), radii }
}

const lightDirection: Point3D = [-0.48, 0.64, 0.6]

interface SpriteBounds {
  readonly width: number
  readonly height: number
  /** Offset of the sprite's origin from its left and top edges. */
  readonly left: number
  readonly top: number
}

export function renderSolids(solids: readonly Solid[], { width, height, left, top }: SpriteBounds): Sprite {
  const data = new Uint8Array(width * height)
  const near = new Float64Array(width * height).fill(Number.NEGATIVE_INFINITY)
  for (const solid of solids) {
    const { from, to, radii } = solid
    const most = Math.max(...radii) + 1
    const first = { x: Math.min(from[0], to[0]) - most, y: Math.min(from[1], to[1]) - most }
    const last = { x: Math.max(from[0], to[0]) + most, y: Math.max(from[1], to[1]) + most }
    const rows = [Math.max(0, Math.floor(top - last.y)), Math.min(height, Math.ceil(top - first.y))] as const
    const columns = [
      Math.max(0, Math.floor(left + first.x)),
      Math.min(width, Math.ceil(left + last.x)),
    ] as const
    for (let row = rows[0]; row < rows[1]; row++)
      for (let column = columns[0]; column < columns[1]; column++) {
        const met = intersectSolid(solid, column + 0.5 - left, top - row - 0.5)
        const at = row * width + column
        if (!met || met.depth <= near[at]!) continue
        near[at] = met.depth
        data[at] = met.number
      }
  }
  return { width, height, left, top, data: drawOutlines(data, near, width, height) }
}

function intersectSolid({ from, to, radii, ramp, shade, gloss }: Solid, x: number, y: number) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / length
  const part = along < 0 ? 0 : along > 1 ? 1 : along
  const radius = radii[0] + (radii[1] - radii[0]) * part
  const [ax, ay] = [x - from[0] - dx * part, y - from[1] - dy * part]
  const inside = radius * radius - ax * ax - ay * ay
  if (inside <= 0) return undefined
  const height = Math.sqrt(inside)
  const lit = (ax * lightDirection[0] + ay * lightDirection[1] + height * lightDirection[2]) / radius
  const shine = gloss > 8 && lit > 0.93 ? 2 : 0
  return {
    depth: from[2] + (to[2] - from[2]) * part + height,
    number: colourIndex(ramp, Math.round(shade + (lit - 0.35) * gloss + shine)),
  }
}

/** Darkens the edge of each part where the background, or a part well behind it, is next to it. */
function drawOutlines(data: Uint8Array, near: Float64Array, width: number, height: number): Uint8Array {
  return data.map((number, at) => {
    if (number === transparentIndex) return number
    const [x, y] = [at % width, Math.floor(at / width)]
    const edge = [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ].some(([u, v]) => {
      if (u! < 0 || v! < 0 || u! >= width || v! >= height) return false
      return near[v! * width + u!]! < near[at]! - 5
    })
    const shade = number & 15
    return edge ? (number & 240) | Math.max(1, shade - 5) : number
  })
}
