// Casts one ray for each column of pixels. The renderer needs no nodes. It keeps the open rows of each column by depth,
// for clipping sprites.
import type { MapData } from '../../import/map-data.ts'
import { LineGrid, type Point } from '../../map/level/line-grid.ts'
import { sectorAt } from '../../map/level/sector-lookup.ts'
import { brightestLevel } from './frame.ts'
import type { Materials } from './materials.ts'
import {
  type Camera,
  ColumnOpenings,
  type MaskedColumn,
  type Projection,
  type SectorSurfaceHeights,
  type VisibleSurfaces,
} from './projection.ts'
import { lightLevel, WallColumn } from './wall-column.ts'

/** A crossing that is not drawn yet, ordered by depth. */
interface RayHit {
  depth: number
  line: number
  /** Where the ray crosses the line, as a fraction of the line's length from its start. */
  along: number
  entersFront: boolean
}

export class Raycaster {
  readonly #map: MapData
  readonly #materials: Materials
  readonly #grid: LineGrid
  readonly #lengths: Float64Array
  readonly #hits: RayHit[] = []
  #hitCount = 0
  #openings = new ColumnOpenings(0)
  #masked: MaskedColumn[] = []

  constructor(map: MapData, materials: Materials) {
    this.#map = map
    this.#materials = materials
    this.#grid = new LineGrid(map.lines)
    this.#lengths = Float64Array.from(map.lines, ({ x1, y1, x2, y2 }) => Math.hypot(x2 - x1, y2 - y1))
  }

  /** `table`: a light table from `lightTables`. */
  draw(lens: Projection, rooms: SectorSurfaceHeights, table: Uint32Array): VisibleSurfaces {
    const { width } = lens.frame
    if (this.#openings.counts.length !== width) this.#openings = new ColumnOpenings(width)
    this.#openings.counts.fill(0)
    this.#masked = []
    const [openings, masked] = [this.#openings, this.#masked]
    const column = new WallColumn(lens, rooms, this.#materials, this.#map, table, openings, masked)
    for (let x = 0; x < width; x++) this.#castRay(column.startColumn(x))
    return { openings, masked }
  }

  lightAt(point: Point): number {
    const sector = sectorAt(this.#grid, point)
    return sector === undefined ? brightestLevel : lightLevel(this.#map.sectors[sector]!.light)
  }

  /** Undefined outside every sector. */
  floorAt(point: Point, { floors }: SectorSurfaceHeights): number | undefined {
    const sector = sectorAt(this.#grid, point)
    return sector === undefined ? undefined : floors[sector]
  }

  #castRay(column: WallColumn): void {
    const { eye } = column.lens
    this.#hitCount = 0
    let next = 0
    let open = true
    const drawUntil = (end: number) => {
      while (open && next < this.#hitCount && this.#hits[next]!.depth <= end) {
        const { depth, line, along, entersFront } = this.#hits[next++]!
        open = column.drawLine(line, depth, along * this.#lengths[line]!, entersFront)
      }
      return !open
    }
    const direction = column.rayDirection
    this.#grid.visitAlongRay(eye, direction, (line) => this.#addHit(line, eye, direction), drawUntil)
    drawUntil(Number.POSITIVE_INFINITY)
    if (open) column.endColumn()
  }

  /**
   * Only one end of a line counts as part of it, so that a ray through a shared end crosses exactly one of two lines.
   */
  #addHit(number: number, { x, y }: Camera, way: { readonly x: number; readonly y: number }): void {
    const { x1, y1, x2, y2 } = this.#map.lines[number]!
    const first = way.x * (y1 - y) - way.y * (x1 - x)
    const second = way.x * (y2 - y) - way.y * (x2 - x)
    if (first > 0 === second > 0) return
    const [dx, dy] = [x2 - x1, y2 - y1]
    const depth = ((x1 - x) * dy - (y1 - y) * dx) / (way.x * dy - way.y * dx)
    if (!(depth > 0.01)) return
    let at = this.#hitCount++
    const met = this.#hits[at] ?? { depth: 0, line: 0, along: 0, entersFront: false }
    for (; at > 0 && this.#hits[at - 1]!.depth > depth; at--) this.#hits[at] = this.#hits[at - 1]!
    met.depth = depth
    met.line = number
    met.along = first / (first - second)
    met.entersFront = first > 0
    this.#hits[at] = met
  }
}
