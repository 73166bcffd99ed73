// Draws a column from near to far: for each line that the ray crosses, the visible part of the sector in front of it.
import type { MapData } from '../../import/map-data.ts'
import { unpeggedFlags } from '../../import/surfaces.ts'
import { brightestLevel, lightLevelCount } from './frame.ts'
import type { Material, Materials, SideMaterials } from './materials.ts'
import type { ColumnOpenings, MaskedColumn, Projection, SectorSurfaceHeights } from './projection.ts'

/** Keeps the coordinates of a repeating texture positive. */
const repeatOffset = 1 << 20
/** Light levels by which north-south walls are lighter, and east-west walls darker, so that corners are visible. */
const contrast = 2

interface LineSides {
  readonly here: number
  readonly there: number
  readonly peg: number
}

export class WallColumn {
  readonly lens: Projection
  readonly rayDirection = { x: 0, y: 0 }
  readonly #heights: SectorSurfaceHeights
  readonly #materials: Materials
  readonly #map: MapData
  readonly #table: Uint32Array
  readonly #openings: ColumnOpenings
  readonly #masked: MaskedColumn[]
  readonly #lights: Int32Array
  #x = 0
  #top = 0
  #bottom = 0
  #skyColumn = 0

  constructor(
    lens: Projection,
    rooms: SectorSurfaceHeights,
    materials: Materials,
    map: MapData,
    table: Uint32Array,
    openings: ColumnOpenings,
    masked: MaskedColumn[],
  ) {
    this.lens = lens
    this.#heights = rooms
    this.#materials = materials
    this.#map = map
    this.#table = table
    this.#openings = openings
    this.#masked = masked
    this.#lights = Int32Array.from(map.sectors, ({ light }) => lightLevel(light))
  }

  startColumn(x: number): this {
    const { forward, right, frame, eye, focal } = this.lens
    const aside = (x + 0.5 - frame.width / 2) / focal
    this.rayDirection.x = forward.x + right.x * aside
    this.rayDirection.y = forward.y + right.y * aside
    this.#x = x
    this.#top = 0
    this.#bottom = frame.height
    const turned = eye.angle + (Math.atan(aside) * 180) / Math.PI + 720
    const { widthMask } = this.#materials.sky
    this.#skyColumn = Math.floor((turned * (widthMask + 1)) / 360) & widthMask
    return this
  }

  /** Draws the sector in front of the line, too. Returns false if nothing behind the line is visible. */
  drawLine(number: number, depth: number, along: number, forth: boolean): boolean {
    const line = this.#map.lines[number]!
    const here = forth ? line.front : line.back
    // A one-sided line has no sector behind it.
    if (here === undefined) return true
    const there = forth ? line.back : line.front
    if (there === here) return true
    const { floors, ceilings } = this.#heights
    const scale = this.lens.focal / depth
    const [floor, ceiling] = [floors[here]!, ceilings[here]!]
    this.#drawSector(here, scale)
    const materials = forth ? this.#materials.fronts[number]! : this.#materials.backs[number]!
    const light = this.#wallLight(here, line)
    const u = (forth ? along : this.#lineLength(line) - along) + materials.x
    const peg = this.#materials.pegs[number]!
    if (there === undefined) {
      const anchor = peg & unpeggedFlags.lower ? floor + materials.middle.height : ceiling
      this.#drawWall(materials.middle, u, anchor + materials.y, this.#bottom, scale, light)
      return this.#closeAt(depth)
    }
    this.#drawUpperAndLower(materials, u, { here, there, peg }, scale, light)
    if (materials.masked)
      this.#queueMasked(materials.masked, u, { here, there, peg, y: materials.y }, depth, light)
    if (this.#top >= this.#bottom) return this.#closeAt(depth)
    if (floors[there] !== floor || ceilings[there] !== ceiling)
      this.#openings.add(this.#x, depth, this.#top, this.#bottom)
    return true
  }

  /** The remaining rows become black, which happens where a map is not closed. */
  endColumn(): void {
    this.#fillRows(this.#top, this.#bottom, 255 * 2 ** 24)
  }

  #lineLength({ x1, y1, x2, y2 }: MapData['lines'][number]): number {
    return Math.hypot(x2 - x1, y2 - y1)
  }

  #wallLight(here: number, { x1, y1, x2, y2 }: MapData['lines'][number]): number {
    const by = x1 === x2 ? contrast : y1 === y2 ? -contrast : 0
    return Math.max(0, Math.min(brightestLevel, this.#lights[here]! + by))
  }

  #closeAt(depth: number): false {
    this.#openings.add(this.#x, depth, 0, 0)
    return false
  }

  #drawUpperAndLower(
    materials: SideMaterials,
    u: number,
    { here, there, peg }: LineSides,
    scale: number,
    light: number,
  ): void {
    const { floors, ceilings } = this.#heights
    const { skies } = this.#materials
    const under = ceilings[there]!
    if (under < ceilings[here]! && !(skies[here] && skies[there])) {
      const to = this.#rowOfHeight(under, scale)
      const anchor = peg & unpeggedFlags.upper ? ceilings[here]! : under + materials.upper.height
      this.#drawWall(materials.upper, u, anchor + materials.y, to, scale, light)
    }
    const over = floors[there]!
    if (over > floors[here]!) {
      const from = Math.max(this.#top, this.#rowOfHeight(over, scale))
      const top = this.#top
      this.#top = Math.min(from, this.#bottom)
      const anchor = peg & unpeggedFlags.lower ? ceilings[here]! : over
      this.#drawWall(materials.lower, u, anchor + materials.y, this.#bottom, scale, light)
      this.#bottom = Math.min(this.#bottom, from)
      this.#top = top
    }
  }

  /** Queues a see-through texture in the opening between two sectors. It does not repeat vertically. */
  #queueMasked(
    material: Material,
    u: number,
    { here, there, peg, y }: LineSides & { readonly y: number },
    depth: number,
    light: number,
  ): void {
    const { floors, ceilings } = this.#heights
    const scale = this.lens.focal / depth
    const high = Math.min(ceilings[here]!, ceilings[there]!)
    const low = Math.max(floors[here]!, floors[there]!)
    const top = (peg & unpeggedFlags.lower ? low + material.height : high) + y
    const from = Math.max(this.#top, this.#rowOfHeight(top, scale))
    const to = Math.min(this.#bottom, this.#rowOfHeight(top - material.height, scale))
    if (from >= to) return
    const { widthMask, columnBits } = material
    const start = ((Math.floor(u) + repeatOffset) & widthMask) << columnBits
    const step = 1 / scale
    const v = top - this.lens.eye.z + (from + 0.5 - this.lens.horizon) * step
    this.#masked.push({ depth, column: this.#x, from, to, v: Math.max(0, v), step, start, light, material })
  }

  /** Returns the first screen row below this height. */
  #rowOfHeight(z: number, scale: number): number {
    const row = Math.ceil(this.lens.horizon - (z - this.lens.eye.z) * scale - 0.5)
    return Math.max(-1, Math.min(row, this.lens.frame.height))
  }

  #drawSector(sector: number, scale: number): void {
    const { eye } = this.lens
    const [floor, ceiling] = [this.#heights.floors[sector]!, this.#heights.ceilings[sector]!]
    const above = Math.min(this.#bottom, this.#rowOfHeight(ceiling, scale))
    if (above > this.#top) {
      if (this.#materials.skies[sector]) this.#drawSky(this.#top, above)
      else this.#drawFlat(this.#materials.ceilings[sector]!, ceiling - eye.z, this.#top, above, sector)
      this.#top = above
    }
    const below = Math.max(this.#top, this.#rowOfHeight(floor, scale))
    if (below < this.#bottom) {
      this.#drawFlat(this.#materials.floors[sector]!, floor - eye.z, below, this.#bottom, sector)
      this.#bottom = below
    }
  }

  /** `anchor`: height of the texture's upper edge. */
  #drawWall(material: Material, u: number, anchor: number, to: number, scale: number, light: number): void {
    const { eye, horizon, frame } = this.lens
    const { columns, columnBits, heightMask, widthMask, colours } = material
    const end = Math.min(to, this.#bottom)
    const start = ((Math.floor(u) + repeatOffset) & widthMask) << columnBits
    const lit = light * 256 + colours
    const step = 1 / scale
    let v = anchor - eye.z + (this.#top + 0.5 - horizon) * step + repeatOffset
    const { pixels, width } = frame
    const table = this.#table
    for (let y = this.#top, at = y * width + this.#x; y < end; y++, at += width, v += step)
      pixels[at] = table[lit + columns[start + (v & heightMask)]!]!
    this.#top = Math.max(this.#top, end)
  }

  /** `height`: map units above the eye. */
  #drawFlat(material: Material, height: number, from: number, to: number, sector: number): void {
    const { eye, horizon, frame, focal } = this.lens
    const { columns, columnBits, heightMask, widthMask, colours } = material
    const lit = this.#lights[sector]! * 256 + colours
    const [x0, y0] = [eye.x + repeatOffset, repeatOffset - eye.y]
    const { x: dx, y: dy } = this.rayDirection
    const { pixels, width } = frame
    const table = this.#table
    const far = -height * focal
    for (let y = from, at = y * width + this.#x; y < to; y++, at += width) {
      const depth = far / (y + 0.5 - horizon)
      const column = (x0 + dx * depth) & widthMask
      const row = (y0 - dy * depth) & heightMask
      pixels[at] = table[lit + columns[(column << columnBits) + row]!]!
    }
  }

  #drawSky(from: number, to: number): void {
    const { horizon, frame, focal } = this.lens
    const { columns, columnBits, heightMask, widthMask, colours, horizon: middle } = this.#materials.sky
    const start = this.#skyColumn << columnBits
    const lit = brightestLevel * 256 + colours
    // The sky has as many rows per pixel as it has columns per pixel in the middle of the screen.
    const step = (widthMask + 1) / (2 * Math.PI * focal)
    for (let y = from, at = y * frame.width + this.#x; y < to; y++, at += frame.width) {
      // The sky is mirrored beyond its upper and lower edges, because repeating the last row would show stripes.
      const reached = Math.abs(Math.floor(middle + (y - horizon) * step))
      const row = reached > heightMask ? Math.max(0, 2 * heightMask - reached) : reached
      frame.pixels[at] = this.#table[lit + columns[start + row]!]!
    }
  }

  #fillRows(from: number, to: number, pixel: number): void {
    const { pixels, width } = this.lens.frame
    for (let y = from, at = y * width + this.#x; y < to; y++, at += width) pixels[at] = pixel
  }
}

/** `light`: a sector's brightness of 0 to 255. */
export function lightLevel(light: number): number {
  return Math.min(brightestLevel, Math.floor((light * lightLevelCount) / 256))
}
