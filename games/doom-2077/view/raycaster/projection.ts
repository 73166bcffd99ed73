import type { PixelFrame } from './frame.ts'
import type { Material } from './materials.ts'

/** The position of the viewer's eyes in map units. `angle`: degrees, clockwise from the east, as in the protocol. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly angle: number
}

/** Heights of floors and ceilings, indexed by sector. */
export interface SectorSurfaceHeights {
  readonly floors: Float64Array
  readonly ceilings: Float64Array
}

/** Minimum of `focal`, as a fraction of the screen's height. It gives a vertical field of view of about 96 degrees. */
const minFocal = 0.45

/**
 * The horizontal field of view is 90 degrees. On a tall screen it is less, because otherwise floors near the feet would
 * be stretched.
 */
export class Projection {
  readonly eye: Camera
  readonly frame: PixelFrame
  readonly forward: { readonly x: number; readonly y: number }
  readonly right: { readonly x: number; readonly y: number }
  /** Pixels that one map unit covers at a distance of one map unit. */
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

/** Maximum number of openings in a column. Sprites beyond the last opening are hidden. */
const maxOpenings = 48
/** The open rows of each column, by depth. */
export class ColumnOpenings {
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

  /** Only the rows from `top` to `bottom` are open beyond this depth. */
  add(column: number, depth: number, top: number, bottom: number): void {
    const count = this.counts[column]!
    if (count >= maxOpenings) return
    const at = column * maxOpenings + count
    this.depths[at] = depth
    this.tops[at] = top
    this.bottoms[at] = bottom
    this.counts[column] = count + 1
  }

  /** Returns the index of the last opening in front of this depth, negative if nothing in front of it closes rows. */
  before(column: number, depth: number): number {
    const first = column * maxOpenings
    let at = first + this.counts[column]! - 1
    while (at >= first && this.depths[at]! >= depth) at--
    return at < first ? -1 : at
  }
}

/** A see-through texture is drawn after the parts of the view behind it. */
export interface MaskedColumn {
  readonly depth: number
  readonly column: number
  /** Screen rows. */
  readonly from: number
  readonly to: number
  /**
   * `v`: start row in the material. `step`: rows per pixel. `start`: index of the column's first pixel in the material.
   */
  readonly v: number
  readonly step: number
  readonly start: number
  readonly light: number
  readonly material: Material
}

/** The surfaces that the raycaster drew, valid until it draws again. */
export interface VisibleSurfaces {
  readonly openings: ColumnOpenings
  readonly masked: readonly MaskedColumn[]
}
