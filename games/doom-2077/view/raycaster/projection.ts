// The camera and its projection, and the open part of each column after the map is drawn.
import type { PixelFrame } from './frame.ts'
import type { Material } from './materials.ts'

/** Map units; angle in degrees, clockwise from the east, as in the protocol. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly angle: number
}

/** Current floor and ceiling heights, by sector. */
export interface SectorSurfaceHeights {
  readonly floors: Float64Array
  readonly ceilings: Float64Array
}

/** Share of the screen's height: a vertical field of view of about 96 degrees. */
const minFocal = 0.45

/** The projection: 90 degrees wide, less on a tall screen, which would stretch floors near the feet. */
export class Projection {
  readonly eye: Camera
  readonly frame: PixelFrame
  readonly forward: { readonly x: number; readonly y: number }
  readonly right: { readonly x: number; readonly y: number }
  /** Pixels of one unit at a distance of one unit. */
  readonly focal: number
  readonly horizon: number

  constructor(eye: Camera, frame: PixelFrame) {
    this.eye = eye
    this.frame = frame
    const radians = (eye.angle * Math.PI) / 180
    this.forward = { x: Math.cos(radians), y: -Math.sin(radians) }
    this.right = { x: this.forward.y, y: -this.forward.x }
    this.focal = Math.max(frame.width / 2, frame.height * minFocal)
    this.horizon = frame.height / 2
  }
}

/** Openings kept per column; sprites beyond the last are hidden. */
const maxOpenings = 48
/** The open rows of each column, by depth. */
export class Openings {
  readonly counts: Int32Array
  readonly depths: Float64Array
  readonly tops: Int32Array
  readonly bottoms: Int32Array

  constructor(width: number) {
    this.counts = new Int32Array(width)
    this.depths = new Float64Array(width * maxOpenings)
    this.tops = new Int32Array(width * maxOpenings)
    this.bottoms = new Int32Array(width * maxOpenings)
  }

  /** Beyond this depth of the column only these rows are open. */
  add(column: number, depth: number, top: number, bottom: number): void {
    const count = this.counts[column]!
    if (count >= maxOpenings) return
    const at = column * maxOpenings + count
    this.depths[at] = depth
    this.tops[at] = top
    this.bottoms[at] = bottom
    this.counts[column] = count + 1
  }

  /** Index of the opening that applies at this depth, or negative if nothing is in front. */
  before(column: number, depth: number): number {
    const first = column * maxOpenings
    let at = first + this.counts[column]! - 1
    while (at >= first && this.depths[at]! >= depth) at--
    return at < first ? -1 : at
  }
}

/** One column of a see-through texture, drawn after what is behind it. */
export interface MaskedColumn {
  readonly depth: number
  readonly column: number
  /** Screen rows. */
  readonly from: number
  readonly to: number
  /** In its material: start row, rows per pixel, and start of the column. */
  readonly v: number
  readonly step: number
  readonly start: number
  readonly light: number
  readonly material: Material
}

/** Valid until the next drawing. */
export interface VisibleSurfaces {
  readonly openings: Openings
  readonly masked: readonly MaskedColumn[]
}
