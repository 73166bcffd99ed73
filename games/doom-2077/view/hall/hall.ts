// A map in the first person: column by column a ray from the eye, and of each line that it meets what is seen of the room
// before it. Needs no nodes, and leaves of each column what is open how far away, for who stands there.
import type { MapData } from '../../import/map-data.ts'
import { LineGrid, type Point } from '../../map/lines.ts'
import { sectorAt } from '../../map/sectors.ts'
import { brightest, type Frame, lights } from './frame.ts'
import type { Material, Materials, SideMaterials } from './materials.ts'

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

/** How the world goes to the screen: 90 degrees wide. */
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
    this.focal = frame.width / 2
    this.horizon = frame.height / 2
  }
}

/** Openings that are kept of a column; behind the last nobody is seen. */
const mostOpenings = 48
/** So that coordinates are never negative where a texture repeats. */
const aside = 1 << 20
/** Walls that run from north to south are a little lighter, others darker: so corners are seen. */
const contrast = 2

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

/** What a ray has met and is not drawn yet, near ones first. */
interface Met {
  depth: number
  line: number
  /** Of the line's length, from its beginning. */
  along: number
  forth: boolean
}

export class Hall {
  readonly #map: MapData
  readonly #materials: Materials
  readonly #grid: LineGrid
  readonly #lengths: Float64Array
  readonly #met: Met[] = []
  #count = 0
  #openings = new Openings(0)

  constructor(map: MapData, materials: Materials) {
    this.#map = map
    this.#materials = materials
    this.#grid = new LineGrid(map.lines)
    this.#lengths = Float64Array.from(map.lines, ({ x1, y1, x2, y2 }) => Math.hypot(x2 - x1, y2 - y1))
  }

  /** `table`: of `lightTable`. What is open stands until the next drawing. */
  draw(lens: Lens, rooms: Rooms, table: Uint32Array): Openings {
    const { width } = lens.frame
    if (this.#openings.counts.length !== width) this.#openings = new Openings(width)
    this.#openings.counts.fill(0)
    const column = new Column(lens, rooms, this.#materials, this.#map, table, this.#openings)
    for (let x = 0; x < width; x++) this.#cast(column.at(x))
    return this.#openings
  }

  /** As in `lightTable`, of the room at this place. */
  lightAt(point: Point): number {
    const sector = sectorAt(this.#grid, point)
    return sector === undefined ? brightest : lightOf(this.#map.sectors[sector]!.light)
  }

  /** Undefined outside of every room. */
  floorAt(point: Point, { floors }: Rooms): number | undefined {
    const sector = sectorAt(this.#grid, point)
    return sector === undefined ? undefined : floors[sector]
  }

  #cast(column: Column): void {
    const { eye } = column.lens
    this.#count = 0
    let next = 0
    let open = true
    this.#grid.onward(
      eye,
      column.way,
      (line) => this.#meet(line, eye, column.way),
      (end) => {
        while (open && next < this.#count && this.#met[next]!.depth <= end) {
          const { depth, line, along, forth } = this.#met[next++]!
          open = column.pass(line, depth, along * this.#lengths[line]!, forth)
        }
        return !open
      },
    )
    while (open && next < this.#count) {
      const { depth, line, along, forth } = this.#met[next++]!
      open = column.pass(line, depth, along * this.#lengths[line]!, forth)
    }
    if (open) column.end()
  }

  /** Half-open at a line's ends: of two lines that share one, a ray meets exactly one there. */
  #meet(number: number, { x, y }: Eye, way: { readonly x: number; readonly y: number }): void {
    const { x1, y1, x2, y2 } = this.#map.lines[number]!
    const first = way.x * (y1 - y) - way.y * (x1 - x)
    const second = way.x * (y2 - y) - way.y * (x2 - x)
    if (first > 0 === second > 0) return
    const [dx, dy] = [x2 - x1, y2 - y1]
    const depth = ((x1 - x) * dy - (y1 - y) * dx) / (way.x * dy - way.y * dx)
    if (!(depth > 0.01)) return
    let at = this.#count++
    const met = this.#met[at] ?? { depth: 0, line: 0, along: 0, forth: false }
    for (; at > 0 && this.#met[at - 1]!.depth > depth; at--) this.#met[at] = this.#met[at - 1]!
    met.depth = depth
    met.line = number
    met.along = first / (first - second)
    met.forth = first > 0
    this.#met[at] = met
  }
}

/** One column of the screen, from near to far. */
class Column {
  readonly lens: Lens
  readonly way = { x: 0, y: 0 }
  readonly #rooms: Rooms
  readonly #materials: Materials
  readonly #map: MapData
  readonly #table: Uint32Array
  readonly #openings: Openings
  readonly #lights: Int32Array
  #x = 0
  #top = 0
  #bottom = 0
  #skyColumn = 0

  constructor(
    lens: Lens,
    rooms: Rooms,
    materials: Materials,
    map: MapData,
    table: Uint32Array,
    openings: Openings,
  ) {
    this.lens = lens
    this.#rooms = rooms
    this.#materials = materials
    this.#map = map
    this.#table = table
    this.#openings = openings
    this.#lights = Int32Array.from(map.sectors, ({ light }) => lightOf(light))
  }

  at(x: number): this {
    const { forward, right, frame, eye } = this.lens
    const aside = ((x + 0.5) / frame.width) * 2 - 1
    this.way.x = forward.x + right.x * aside
    this.way.y = forward.y + right.y * aside
    this.#x = x
    this.#top = 0
    this.#bottom = frame.height
    const turned = eye.angle + (Math.atan(aside) * 180) / Math.PI + 720
    const { widthMask } = this.#materials.sky
    this.#skyColumn = Math.floor((turned * (widthMask + 1)) / 360) & widthMask
    return this
  }

  /** What is seen of the room before this line, and of the line; false: nothing behind it is seen. */
  pass(number: number, depth: number, along: number, forth: boolean): boolean {
    const line = this.#map.lines[number]!
    const here = forth ? line.front : line.back
    // From behind a wall there is no room.
    if (here === undefined) return true
    const there = forth ? line.back : line.front
    if (there === here) return true
    const { floors, ceilings } = this.#rooms
    const scale = this.lens.focal / depth
    const [floor, ceiling] = [floors[here]!, ceilings[here]!]
    this.#room(here, scale)
    const materials = forth ? this.#materials.fronts[number]! : this.#materials.backs[number]!
    const light = this.#wallLight(here, line)
    const u = (forth ? along : this.#length(line) - along) + materials.x
    if (there === undefined) {
      this.#wall(materials.middle, u, ceiling + materials.y, this.#bottom, scale, light)
      return this.#close(depth)
    }
    this.#narrow(materials, u, { here, there }, scale, light)
    if (this.#top >= this.#bottom) return this.#close(depth)
    if (floors[there] !== floor || ceilings[there] !== ceiling)
      this.#openings.add(this.#x, depth, this.#top, this.#bottom)
    return true
  }

  /** There is nothing more: where a map is not closed it is dark. */
  end(): void {
    this.#fill(this.#top, this.#bottom, 255 * 2 ** 24)
  }

  #length({ x1, y1, x2, y2 }: MapData['lines'][number]): number {
    return Math.hypot(x2 - x1, y2 - y1)
  }

  #wallLight(here: number, { x1, y1, x2, y2 }: MapData['lines'][number]): number {
    const by = x1 === x2 ? contrast : y1 === y2 ? -contrast : 0
    return Math.max(0, Math.min(brightest, this.#lights[here]! + by))
  }

  #close(depth: number): false {
    this.#openings.add(this.#x, depth, 0, 0)
    return false
  }

  /** What hangs down behind the line, and what stands up. */
  #narrow(
    materials: SideMaterials,
    u: number,
    { here, there }: { readonly here: number; readonly there: number },
    scale: number,
    light: number,
  ): void {
    const { floors, ceilings } = this.#rooms
    const { skies } = this.#materials
    const under = ceilings[there]!
    if (under < ceilings[here]! && !(skies[here] && skies[there])) {
      const to = this.#row(under, scale)
      const { heightMask } = materials.upper
      this.#wall(materials.upper, u, under + heightMask + 1 + materials.y, to, scale, light)
    }
    const over = floors[there]!
    if (over > floors[here]!) {
      const from = Math.max(this.#top, this.#row(over, scale))
      const top = this.#top
      this.#top = Math.min(from, this.#bottom)
      this.#wall(materials.lower, u, over + materials.y, this.#bottom, scale, light)
      this.#bottom = Math.min(this.#bottom, from)
      this.#top = top
    }
  }

  /** The first row that lies below this height. */
  #row(z: number, scale: number): number {
    const row = Math.ceil(this.lens.horizon - (z - this.lens.eye.z) * scale - 0.5)
    return Math.max(-1, Math.min(row, this.lens.frame.height))
  }

  /** Ceiling and floor of a room, as far as they are seen before what ends it. */
  #room(sector: number, scale: number): void {
    const { eye } = this.lens
    const [floor, ceiling] = [this.#rooms.floors[sector]!, this.#rooms.ceilings[sector]!]
    const above = Math.min(this.#bottom, this.#row(ceiling, scale))
    if (above > this.#top) {
      if (this.#materials.skies[sector]) this.#sky(this.#top, above)
      else this.#flat(this.#materials.ceilings[sector]!, ceiling - eye.z, this.#top, above, sector)
      this.#top = above
    }
    const below = Math.max(this.#top, this.#row(floor, scale))
    if (below < this.#bottom) {
      this.#flat(this.#materials.floors[sector]!, floor - eye.z, below, this.#bottom, sector)
      this.#bottom = below
    }
  }

  /** Down to a row, from where it is open. `anchor`: the height of the texture's upper edge. */
  #wall(material: Material, u: number, anchor: number, to: number, scale: number, light: number): void {
    const { eye, horizon, frame } = this.lens
    const { columns, columnBits, heightMask, widthMask } = material
    const end = Math.min(to, this.#bottom)
    const start = ((Math.floor(u) + aside) & widthMask) << columnBits
    const lit = light * 256
    const step = 1 / scale
    let v = anchor - eye.z + (this.#top + 0.5 - horizon) * step + aside
    const { pixels, width } = frame
    const table = this.#table
    for (let y = this.#top, at = y * width + this.#x; y < end; y++, at += width, v += step)
      pixels[at] = table[lit + columns[start + (v & heightMask)]!]!
    this.#top = Math.max(this.#top, end)
  }

  /** `height`: over the eye. */
  #flat(material: Material, height: number, from: number, to: number, sector: number): void {
    const { eye, horizon, frame, focal } = this.lens
    const { columns, columnBits, heightMask, widthMask } = material
    const lit = this.#lights[sector]! * 256
    const [x0, y0] = [eye.x + aside, aside - eye.y]
    const { x: dx, y: dy } = this.way
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

  #sky(from: number, to: number): void {
    const { horizon, frame } = this.lens
    const { columns, columnBits, heightMask, widthMask, horizon: middle } = this.#materials.sky
    const start = this.#skyColumn << columnBits
    const lit = brightest * 256
    // As many rows a pixel as columns in the middle of the screen.
    const step = (widthMask + 1) / (Math.PI * frame.width)
    for (let y = from, at = y * frame.width + this.#x; y < to; y++, at += frame.width) {
      const row = Math.max(0, Math.min(heightMask, Math.floor(middle + (y - horizon) * step)))
      frame.pixels[at] = this.#table[lit + columns[start + row]!]!
    }
  }

  #fill(from: number, to: number, pixel: number): void {
    const { pixels, width } = this.lens.frame
    for (let y = from, at = y * width + this.#x; y < to; y++, at += width) pixels[at] = pixel
  }
}

/** Of a sector's 0 to 255. */
export function lightOf(light: number): number {
  return Math.min(brightest, Math.floor((light * lights) / 256))
}
