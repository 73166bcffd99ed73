// Canvas of a face: 96 samples per side, so that a pixel of 32 has 3 and a pixel of 24 has 4.

import { ink } from './palette.ts'
import type { Paint } from './shading.ts'
import { fullCanvas, type Shape } from './shapes.ts'

/** Samples per side; a unit of drawing is three of them. */
export const side = 96
const unit = 3

/** Draws one face. */
export type DrawFunction = (canvas: Canvas) => void

export class Canvas {
  /** Red, green, blue and opacity, row by row. */
  readonly samples = new Uint8ClampedArray(side * side * 4)
  #eighths = 0
  #flipped = false
  /** Bounding box of painted samples; right and bottom are exclusive. */
  #left = side
  #top = side
  #right = 0
  #bottom = 0

  /** Paints over what is there. `opacity` up to 1. */
  fill(shape: Shape, paint: Paint, opacity = 1): this {
    this.#each(shape, (at, x, y) => this.#over(at, colourAt(paint, x, y), opacity))
    return this
  }

  /** Paints only over painted samples. */
  shade(shape: Shape, paint: Paint, opacity = 1): this {
    this.#each(shape, (at, x, y) => {
      if (this.samples[at + 3]! > 127) this.#over(at, colourAt(paint, x, y), opacity)
    })
    return this
  }

  /** Erases. */
  clear(shape: Shape): this {
    this.#each(shape, (at) => this.samples.fill(0, at, at + 4))
    return this
  }

  /** Draws a part with its own outline over what is there. */
  part(draw: DrawFunction, width = 1, colour = ink): this {
    const part = new Canvas()
    part.#eighths = this.#eighths
    part.#flipped = this.#flipped
    draw(part)
    if (width > 0) part.outline(width, colour)
    part.#eachPainted(0, (at) => {
      const [red, green, blue] = [part.samples[at]!, part.samples[at + 1]!, part.samples[at + 2]!]
      const opacity = part.samples[at + 3]! / 255
      if (opacity > 0) this.#over(at, (red << 16) | (green << 8) | blue, opacity)
    })
    return this
  }

  /** Outlines everything opaque, `width` units outwards. */
  outline(width = 1, colour = ink): this {
    const reach = width * unit
    const offsets = [...offsetsWithin(reach)]
    const solid = new Uint8Array(side * side)
    this.#eachPainted(0, (at) => {
      if (this.samples[at + 3]! > 127) solid[at / 4] = 1
    })
    this.#eachPainted(Math.ceil(reach), (at, x, y) => {
      if (solid[at / 4]) return
      for (const [dx, dy] of offsets) {
        if (!isInside(x + dx) || !isInside(y + dy) || !solid[(y + dy) * side + x + dx]) continue
        this.#over(at, colour, 1)
        return
      }
    })
    return this
  }

  /** Draws rotated about the middle, clockwise in eighths of a turn. */
  turned(eighths: number, draw: DrawFunction): this {
    this.#eighths += eighths
    draw(this)
    this.#eighths -= eighths
    return this
  }

  /** Draws mirrored horizontally. */
  flipped(draw: DrawFunction): this {
    this.#flipped = !this.#flipped
    draw(this)
    this.#flipped = !this.#flipped
    return this
  }

  /** Visits everything painted, plus `margin` samples around it. */
  #eachPainted(margin: number, visit: (at: number, x: number, y: number) => void): void {
    const [left, right] = [Math.max(0, this.#left - margin), Math.min(side, this.#right + margin)]
    const [top, bottom] = [Math.max(0, this.#top - margin), Math.min(side, this.#bottom + margin)]
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) visit((y * side + x) * 4, x, y)
  }

  #each(shape: Shape, visit: (at: number, x: number, y: number) => void): void {
    const turned = this.#eighths % 8 !== 0
    const [cosine, sine] = turns[((this.#eighths % 8) + 8) % 8]!
    const { left, top, right, bottom } = turned || this.#flipped ? fullCanvas : shape
    const [first, last] = [toSample(left, Math.floor), toSample(right, Math.ceil)]
    for (let row = toSample(top, Math.floor); row < toSample(bottom, Math.ceil); row++) {
      for (let column = first; column < last; column++) {
        const dx = ((column + 0.5) / unit - 16) * (this.#flipped ? -1 : 1)
        const dy = (row + 0.5) / unit - 16
        const x = turned ? 16 + dx * cosine + dy * sine : 16 + dx
        const y = turned ? 16 - dx * sine + dy * cosine : 16 + dy
        if (shape.has(x, y)) visit((row * side + column) * 4, x, y)
      }
    }
  }

  #over(at: number, colour: number, opacity: number): void {
    const below = (this.samples[at + 3]! / 255) * (1 - opacity)
    const all = opacity + below
    if (all === 0) return
    this.samples[at] = ((colour >> 16) * opacity + this.samples[at]! * below) / all
    this.samples[at + 1] = (((colour >> 8) & 0xff) * opacity + this.samples[at + 1]! * below) / all
    this.samples[at + 2] = ((colour & 0xff) * opacity + this.samples[at + 2]! * below) / all
    this.samples[at + 3] = all * 255
    this.#painted((at / 4) % side, Math.floor(at / 4 / side))
  }

  #painted(x: number, y: number): void {
    if (x < this.#left) this.#left = x
    if (x >= this.#right) this.#right = x + 1
    if (y < this.#top) this.#top = y
    if (y >= this.#bottom) this.#bottom = y + 1
  }
}

const half = Math.SQRT1_2
/** Cosine and sine for each eighth of a turn. */
const turns: readonly (readonly [cosine: number, sine: number])[] = [
  [1, 0],
  [half, half],
  [0, 1],
  [-half, half],
  [-1, 0],
  [-half, -half],
  [0, -1],
  [half, -half],
]

function colourAt(paint: Paint, x: number, y: number): number {
  return typeof paint === 'number' ? paint : paint(x, y)
}

function toSample(units: number, round: (value: number) => number): number {
  return Math.min(side, Math.max(0, round(units * unit)))
}

function isInside(sample: number): boolean {
  return sample >= 0 && sample < side
}

function* offsetsWithin(reach: number): Iterable<readonly [dx: number, dy: number]> {
  const whole = Math.ceil(reach)
  for (let dy = -whole; dy <= whole; dy++) {
    for (let dx = -whole; dx <= whole; dx++) if (dx * dx + dy * dy <= reach * reach) yield [dx, dy]
  }
}
