// Where one looks from and how that goes to the screen, and what is left of each column when the rooms are drawn.
import type { Frame } from './frame.ts'
import type { Material } from './materials.ts'

/** In map units; the angle in degrees, clockwise from the east, as on the wire. */
export interface Eye {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly angle: number
}

/** Where floors and ceilings are at this moment, by sector. */
export interface Rooms {
  readonly floors: Float64Array
  readonly ceilings: Float64Array
}

/** Of a screen's height: some 96 degrees from above to below. */
const leastFocal = 0.45

/** How the world goes to the screen: 90 degrees wide, and less on one so high that floors would be drawn out before one's feet. */
export class Lens {
  readonly eye: Eye
  readonly frame: Frame
  readonly forward: { readonly x: number; readonly y: number }
  readonly right: { readonly x: number; readonly y: number }
  /** Pixels of what is one unit wide, one unit away. */
  readonly focal: number
  readonly horizon: number

  constructor(eye: Eye, frame: Frame) {
    this.eye = eye
    this.frame = frame
    const radians = (eye.angle * Math.PI) / 180
    this.forward = { x: Math.cos(radians), y: -Math.sin(radians) }
    this.right = { x: this.forward.y, y: -this.forward.x }
    this.focal = Math.max(frame.width / 2, frame.height * leastFocal)
    this.horizon = frame.height / 2
  }
}

/** Openings that are kept of a column; behind the last nobody is seen. */
const mostOpenings = 48
/** By column: how far is open what. */
export class Openings {
  readonly counts: Int32Array
  readonly depths: Float64Array
  readonly tops: Int32Array
  readonly bottoms: Int32Array

  constructor(width: number) {
    this.counts = new Int32Array(width)
    this.depths = new Float64Array(width * mostOpenings)
    this.tops = new Int32Array(width * mostOpenings)
    this.bottoms = new Int32Array(width * mostOpenings)
  }

  /** Behind this depth of the column only these rows are open. */
  add(column: number, depth: number, top: number, bottom: number): void {
    const count = this.counts[column]!
    if (count >= mostOpenings) return
    const at = column * mostOpenings + count
    this.depths[at] = depth
    this.tops[at] = top
    this.bottoms[at] = bottom
    this.counts[column] = count + 1
  }

  /** The number of the opening in which this depth is; below 0: nothing is before it. */
  before(column: number, depth: number): number {
    const first = column * mostOpenings
    let at = first + this.counts[column]! - 1
    while (at >= first && this.depths[at]! >= depth) at--
    return at < first ? -1 : at
  }
}

/** One column of what may be seen through, drawn after what is behind it. */
export interface Masked {
  readonly depth: number
  readonly column: number
  /** Rows of the screen. */
  readonly from: number
  readonly to: number
  /** Of its material: the row in which it begins, rows a pixel, and where its column does. */
  readonly v: number
  readonly step: number
  readonly start: number
  readonly light: number
  readonly material: Material
}

/** Good until the next drawing. */
export interface Seen {
  readonly openings: Openings
  readonly masked: readonly Masked[]
}
