// Renders a map in the first person, one ray per column: for each line that it crosses, the visible part of the sector
// before it. Needs no nodes. Keeps the open part of each column by depth, for clipping sprites.
import type { MapData } from '../../import/map-data.ts'
import { LineGrid, type Point } from '../../map/lines.ts'
import { sectorAt } from '../../map/sectors.ts'
import { Column, lightOf } from './column.ts'
import { brightest } from './frame.ts'
import { type Eye, type Lens, type Masked, Openings, type Rooms, type Seen } from './lens.ts'
import type { Materials } from './materials.ts'

/** A crossing that is not drawn yet, ordered by depth. */
interface Met {
  depth: number
  line: number
  /** Share of the line's length from its start. */
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
  #masked: Masked[] = []

  constructor(map: MapData, materials: Materials) {
    this.#map = map
    this.#materials = materials
    this.#grid = new LineGrid(map.lines)
    this.#lengths = Float64Array.from(map.lines, ({ x1, y1, x2, y2 }) => Math.hypot(x2 - x1, y2 - y1))
  }

  /** `table`: from `lightTables`. */
  draw(lens: Lens, rooms: Rooms, table: Uint32Array): Seen {
    const { width } = lens.frame
    if (this.#openings.counts.length !== width) this.#openings = new Openings(width)
    this.#openings.counts.fill(0)
    this.#masked = []
    const [openings, masked] = [this.#openings, this.#masked]
    const column = new Column(lens, rooms, this.#materials, this.#map, table, openings, masked)
    for (let x = 0; x < width; x++) this.#cast(column.at(x))
    return { openings, masked }
  }

  /** Light level at this point, as in `lightTable`. */
  lightAt(point: Point): number {
    const sector = sectorAt(this.#grid, point)
    return sector === undefined ? brightest : lightOf(this.#map.sectors[sector]!.light)
  }

  /** Undefined outside every sector. */
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

  /** Line ends are half-open: a ray through a shared end crosses exactly one of the two lines. */
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
