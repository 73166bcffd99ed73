// [AS-16.3] Each pixel has a depth, and an owner: the item or mob that it shows.
import type { Texture } from '../art/primitives/texture.ts'
import { addFog, caveFog, type Fog } from './fog.ts'
import {
  columnOf,
  depthOfColumn,
  depthOfRow,
  middle,
  pixelsPerMetre,
  rowOf,
  screenSize,
} from './projection.ts'

/** A piece of floor or ceiling, in metres. */
export interface HorizontalFace {
  readonly left: number
  readonly right: number
  readonly near: number
  readonly far: number
  readonly y: number
}

/** An upright rectangle that faces the viewer, in metres. */
export interface FrontFace {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly z: number
}

/** An upright rectangle along the line of sight, in metres. */
export interface SideFace {
  readonly x: number
  readonly near: number
  readonly far: number
  readonly top: number
  readonly bottom: number
}

/** Width and height in pixels of a block. The rasterizer tracks the farthest depth of each block. */
const block = 8
/** Drawn pixels after which the farthest depths are updated. */
const minDrawnForUpdate = 6000

/** Columns and rows of the screen. `end` and `endRow` are excluded. */
interface Part {
  readonly first: number
  readonly end: number
  readonly firstRow: number
  readonly endRow: number
}

/** Minimum distance in metres. Parts of objects that are nearer are not drawn. */
const nearest = 0.05

export class Rasterizer {
  readonly width = screenSize.width
  /** Height in pixels of the world, without the frame below it. */
  readonly height: number
  readonly colours: Uint32Array
  /** The distance of each pixel in metres, Infinity where nothing is drawn. */
  readonly depths: Float32Array
  /** The owner number of each pixel, as passed to `front`. 0 where no item or mob is drawn. */
  readonly owners: Uint16Array
  fog: Fog = caveFog
  /** Since `clear`: the number of drawn pixels, and of pixels that nearer pixels have hidden. */
  readonly counts = { drawn: 0, hidden: 0 }
  readonly #blocksAcross = Math.ceil(this.width / block)
  /** The farthest depth of each block at the last update. */
  readonly #farthest: Float32Array
  #drawnAtUpdate = 0
  /** The column straight ahead. */
  #centre: number = middle
  /**
   * The first column to draw on, and the column after the last. During a turn, only a part of the picture is between
   * them.
   */
  #from = 0
  #to: number = screenSize.width

  constructor(height: number) {
    this.height = height
    const pixels = this.width * height
    this.colours = new Uint32Array(pixels)
    this.depths = new Float32Array(pixels)
    this.owners = new Uint16Array(pixels)
    this.#farthest = new Float32Array(this.#blocksAcross * Math.ceil(height / block))
  }

  /** Keeps the colours, because the sky overwrites them. */
  clear(): void {
    this.depths.fill(Number.POSITIVE_INFINITY)
    this.#farthest.fill(Number.POSITIVE_INFINITY)
    this.#drawnAtUpdate = 0
    this.owners.fill(0)
    this.counts.drawn = 0
    this.counts.hidden = 0
  }

  /**
   * Shifts all later shapes by `moved` columns, and clips them to the columns from `from` up to, but not including,
   * `to`.
   */
  look(moved: number, from: number, to: number): void {
    this.#centre = middle + moved
    this.#from = Math.max(0, from)
    this.#to = Math.min(this.width, to)
  }

  /**
   * Call this while drawing from near to far. Shapes behind the farthest depths of their blocks are skipped, for
   * example most trees of a forest.
   */
  updateFarthestDepths(): void {
    if (this.counts.drawn < this.#drawnAtUpdate + minDrawnForUpdate) return
    this.#drawnAtUpdate = this.counts.drawn
    for (let top = 0, at = 0; top < this.height; top += block)
      for (let left = 0; left < this.width; left += block, at++)
        this.#farthest[at] = this.#farthestIn(left, top)
  }

  #farthestIn(left: number, top: number): number {
    const { depths } = this
    const [right, bottom] = [Math.min(this.width, left + block), Math.min(this.height, top + block)]
    let farthest = 0
    for (let row = top; row < bottom; row++)
      for (let at = row * this.width + left, end = row * this.width + right; at < end; at++)
        if (depths[at]! > farthest) farthest = depths[at]!
    return farthest
  }

  /** The part of a rectangle in which a shape at this depth may be visible. */
  #seen({ first, end, firstRow, endRow }: Part, z: number): Part | undefined {
    let left: number = this.width
    let top = this.height
    let right = -1
    let bottom = -1
    const [from, to] = [Math.floor(first / block), Math.floor((end - 1) / block)]
    const last = Math.floor((endRow - 1) / block)
    for (let row = Math.floor(firstRow / block); row <= last; row++)
      for (let column = from; column <= to; column++) {
        if (this.#farthest[row * this.#blocksAcross + column]! <= z) continue
        if (column < left) left = column
        if (column > right) right = column
        if (row < top) top = row
        bottom = row
      }
    if (right < 0) return undefined
    return {
      first: Math.max(first, left * block),
      end: Math.min(end, (right + 1) * block),
      firstRow: Math.max(firstRow, top * block),
      endRow: Math.min(endRow, (bottom + 1) * block),
    }
  }

  /** Draws the texture, which is as wide as the screen, at the top, and fog below it. */
  backdrop(texture: Texture): void {
    const { width, height, pixels } = texture.image
    const moved = this.#centre - middle
    for (let row = 0; row < this.height; row++)
      for (let column = this.#from; column < this.#to; column++) {
        const texel = row < height ? pixels[row * width + column - moved] : this.fog.colour
        this.colours[row * this.width + column] = texel ?? this.fog.colour
      }
  }

  /** Draws over the existing pixels. */
  floor({ left, right, near, far, y }: HorizontalFace, texture: Texture): void {
    if (far <= nearest) return
    const ends = [rowOf(y, Math.max(near, nearest)), rowOf(y, far)]
    const first = Math.max(0, Math.ceil(Math.min(...ends) - 0.5))
    const end = Math.min(this.height, Math.ceil(Math.max(...ends) - 0.5))
    for (let row = first; row < end; row++) {
      const z = depthOfRow(row + 0.5, y)
      const scale = pixelsPerMetre / z
      const from = this.#centre + left * scale
      const width = (right - left) * scale
      const alongTexels = Math.abs(depthOfRow(row + 1.5, y) - z) / (far - near)
      const image = texture.sized(texture.image.width / width, texture.image.height * alongTexels)
      const line = Math.min(
        image.height - 1,
        Math.max(0, Math.floor(((far - z) / (far - near)) * image.height)),
      )
      this.#row(row, from, width, z, image.pixels, line * image.width, image.width)
    }
  }

  #row(
    row: number,
    from: number,
    width: number,
    z: number,
    texels: Uint32Array,
    line: number,
    across: number,
  ): void {
    const first = Math.max(this.#from, Math.ceil(from - 0.5))
    const end = Math.min(this.#to, Math.ceil(from + width - 0.5))
    const { colours, depths } = this
    const fog = this.fog.colour
    const amount = this.fog.at(z)
    const step = across / width
    let u = (first + 0.5 - from) * step
    let drawn = 0
    for (let at = row * this.width + first, last = row * this.width + end; at < last; at++, u += step) {
      const texel = texels[line + (u | 0)]!
      if (texel >>> 24 === 0) continue
      colours[at] = amount === 0 ? texel : addFog(texel, fog, amount)
      depths[at] = z
      drawn++
    }
    this.counts.drawn += drawn
  }

  /**
   * Draws the pixels that no nearer pixel hides. `owner`: the owner number of the pixels. `period`: the height of the
   * texture in metres. The texture repeats from the bottom upwards.
   */
  front(
    { left, right, top, bottom, z }: FrontFace,
    texture: Texture,
    { owner = 0, period = bottom - top }: { readonly owner?: number; readonly period?: number } = {},
  ): void {
    if (z <= nearest) return
    const scale = pixelsPerMetre / z
    const from = this.#centre + left * scale
    const width = (right - left) * scale
    const lower = rowOf(bottom, z)
    const part = {
      first: Math.max(this.#from, Math.ceil(from - 0.5)),
      end: Math.min(this.#to, Math.ceil(from + width - 0.5)),
      firstRow: Math.max(0, Math.ceil(rowOf(top, z) - 0.5)),
      endRow: Math.min(this.height, Math.ceil(lower - 0.5)),
    }
    const seen = this.#seen(part, z)
    if (!seen) return
    const { first, end, firstRow, endRow } = seen
    const high = period * scale
    const image = texture.sized(texture.image.width / width, texture.image.height / high)
    const step = image.width / width
    const amount = this.fog.at(z)
    const firstTexel = (first + 0.5 - from) * step
    for (let row = firstRow; row < endRow; row++) {
      const up = (lower - row - 0.5) / high
      const line = Math.floor((1 - up + Math.floor(up)) * image.height)
      const texels = Math.min(image.height - 1, line) * image.width
      this.#upright(row, first, end, z, image.pixels, texels, firstTexel, step, amount, owner)
    }
  }

  #upright(
    row: number,
    first: number,
    end: number,
    z: number,
    texels: Uint32Array,
    line: number,
    from: number,
    step: number,
    amount: number,
    owner: number,
  ): void {
    const { colours, depths, owners, counts } = this
    const fog = this.fog.colour
    let u = from
    for (let at = row * this.width + first, last = row * this.width + end; at < last; at++, u += step) {
      if (depths[at]! <= z) {
        counts.hidden++
        continue
      }
      const texel = texels[line + (u | 0)]!
      if (texel >>> 24 === 0) continue
      colours[at] = amount === 0 ? texel : addFog(texel, fog, amount)
      depths[at] = z
      if (owner !== 0) owners[at] = owner
      counts.drawn++
    }
  }

  /**
   * Draws the pixels that no nearer pixel hides. Each column of the texture is spread evenly over the columns of the
   * screen, which makes the texture slightly skewed.
   */
  side({ x, near, far, top, bottom }: SideFace, texture: Texture, period = bottom - top): void {
    if (far <= nearest) return
    // Cuts off the part of the side that is outside the picture or behind the viewer.
    const edge = x < 0 ? this.#from : this.#to
    const atEdge = depthOfColumn(edge, x, this.#centre)
    const cut = Math.max(near, atEdge > 0 ? atEdge : nearest, nearest)
    if (cut >= far) return
    const [begin, finish] = [columnOf(x, cut, this.#centre), columnOf(x, far, this.#centre)]
    const first = Math.max(this.#from, Math.ceil(Math.min(begin, finish) - 0.5))
    const end = Math.min(this.#to, Math.ceil(Math.max(begin, finish) - 0.5))
    const width = Math.abs(finish - begin)
    const shown = (far - cut) / (far - near)
    const across = (texture.image.width * shown) / width
    for (let column = first; column < end; column++) {
      const z = Math.min(far, Math.max(cut, depthOfColumn(column + 0.5, x, this.#centre)))
      const part = 1 - shown + (shown * Math.abs(column + 0.5 - begin)) / width
      this.#column(column, z, { top, bottom, period }, texture, across, x < 0 ? part : 1 - part)
    }
  }

  #column(
    column: number,
    z: number,
    { top, bottom, period }: { readonly top: number; readonly bottom: number; readonly period: number },
    texture: Texture,
    across: number,
    part: number,
  ): void {
    const { colours, depths, counts } = this
    const high = (period * pixelsPerMetre) / z
    const image = texture.sized(across, texture.image.height / high)
    const u = Math.min(image.width - 1, Math.max(0, Math.floor(part * image.width)))
    const lower = rowOf(bottom, z)
    const amount = this.fog.at(z)
    const first = Math.max(0, Math.ceil(rowOf(top, z) - 0.5))
    const end = Math.min(this.height, Math.ceil(lower - 0.5))
    for (let row = first, at = first * this.width + column; row < end; row++, at += this.width) {
      if (depths[at]! <= z) {
        counts.hidden++
        continue
      }
      const up = (lower - row - 0.5) / high
      const line = Math.min(image.height - 1, Math.floor((1 - up + Math.floor(up)) * image.height))
      const texel = image.pixels[line * image.width + u]!
      if (texel >>> 24 === 0) continue
      colours[at] = amount === 0 ? texel : addFog(texel, this.fog.colour, amount)
      depths[at] = z
      counts.drawn++
    }
  }
}
