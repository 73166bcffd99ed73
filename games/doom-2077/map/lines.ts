// Spatial index of a map's lines: a grid of square cells, each listing the lines through it.
import type { Line } from '../import/map-data.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Map units. Cells grow if lines are so many or so long that the grid would be too large. */
const smallestCell = 128
/** Lines are also listed in cells that they pass this near, so that rounding loses none. */
const margin = 1
/** Maximum cells, and maximum list entries, per line of the map; plus a constant. */
const perLine = 16
const inAnyCase = 4096

/** Visits a line by number. Returning true ends the search. */
export type Visit = (line: number) => boolean

export class LineGrid {
  readonly lines: readonly Line[]
  readonly #left: number
  readonly #bottom: number
  readonly #columns: number
  readonly #rows: number
  readonly #cell: number
  /** Cell `n` lists the lines in `#starts[n]` to `#starts[n + 1]` of `#listed`. */
  readonly #starts: Uint32Array
  readonly #listed: Uint32Array
  /** By line, the last search that visited it, so that a line in many cells is visited once. */
  readonly #met: Uint32Array
  #search = 0
  /** Cost counter: lines and cells that all searches so far have examined. */
  looks = 0

  constructor(lines: readonly Line[]) {
    this.lines = lines
    const { left, bottom, right, top } = boundsOf(lines)
    this.#left = left - margin
    this.#bottom = bottom - margin
    this.#cell = cellFor(lines, right - left, top - bottom)
    this.#columns = Math.floor((right + margin - this.#left) / this.#cell) + 1
    this.#rows = Math.floor((top + margin - this.#bottom) / this.#cell) + 1
    this.#met = new Uint32Array(lines.length)
    this.#starts = new Uint32Array(this.#columns * this.#rows + 1)
    for (const { x1, y1, x2, y2 } of lines) {
      this.#cellsAlong(x1, y1, x2, y2, margin, (cell) => {
        this.#starts[cell + 1]!++
        return false
      })
    }
    for (let cell = 0; cell + 1 < this.#starts.length; cell++) this.#starts[cell + 1]! += this.#starts[cell]!
    this.#listed = new Uint32Array(this.#starts.at(-1)!)
    this.#list()
  }

  #list(): void {
    const ends = this.#starts.slice()
    for (const [line, { x1, y1, x2, y2 }] of this.lines.entries()) {
      this.#cellsAlong(x1, y1, x2, y2, margin, (cell) => {
        this.#listed[ends[cell]!++] = line
        return false
      })
    }
  }

  /** Visits every line that may be within `reach` of the path from `a` to `b`, once each. True if a visit ended it. */
  along(a: Point, b: Point, reach: number, visit: Visit): boolean {
    const search = this.#next()
    return this.#cellsAlong(a.x, a.y, b.x, b.y, reach, (cell) => this.#visit(cell, search, visit))
  }

  /**
   * Visits every line that may lie east of the point, roughly by distance. `done` is called with the east end of each
   * cell and can end the search.
   */
  eastward({ x, y }: Point, visit: Visit, done: (x: number) => boolean): void {
    const row = Math.floor((y - this.#bottom) / this.#cell)
    if (!(row >= 0 && row < this.#rows)) return
    const search = this.#next()
    const first = Math.max(0, Math.floor((x - this.#left) / this.#cell))
    for (let column = first; column < this.#columns; column++) {
      if (this.#visit(row * this.#columns + column, search, visit)) return
      if (done(this.#left + (column + 1) * this.#cell)) return
    }
  }

  /**
   * Visits every line that a ray may meet, once each, cell by cell. `done` is called at the end of each cell, in
   * lengths of `way`, and can end the search. It also ends with the grid.
   */
  onward({ x, y }: Point, way: Point, visit: (line: number) => void, done: (part: number) => boolean): void {
    const search = this.#next()
    const cell = this.#cell
    const [left, bottom] = [this.#left, this.#bottom]
    let column = Math.floor((x - left) / cell)
    let row = Math.floor((y - bottom) / cell)
    const [east, north] = [way.x > 0, way.y > 0]
    while (true) {
      if (column >= 0 && column < this.#columns && row >= 0 && row < this.#rows)
        for (let at = row * this.#columns + column, n = this.#starts[at]!; n < this.#starts[at + 1]!; n++) {
          const line = this.#listed[n]!
          if (this.#met[line] === search) continue
          this.#met[line] = search
          visit(line)
        }
      else if (leaves(column, east, this.#columns) || leaves(row, north, this.#rows)) return
      const nextX = way.x === 0 ? Infinity : (left + (column + (east ? 1 : 0)) * cell - x) / way.x
      const nextY = way.y === 0 ? Infinity : (bottom + (row + (north ? 1 : 0)) * cell - y) / way.y
      if (nextX === Infinity && nextY === Infinity) return
      if (done(Math.min(nextX, nextY))) return
      if (nextX < nextY) column += east ? 1 : -1
      else row += north ? 1 : -1
    }
  }

  #next(): number {
    if (this.#search === 0xffffffff) {
      this.#met.fill(0)
      this.#search = 0
    }
    return ++this.#search
  }

  #visit(cell: number, search: number, visit: Visit): boolean {
    this.looks += 1 + this.#starts[cell + 1]! - this.#starts[cell]!
    for (let at = this.#starts[cell]!; at < this.#starts[cell + 1]!; at++) {
      const line = this.#listed[at]!
      if (this.#met[line] === search) continue
      this.#met[line] = search
      if (visit(line)) return true
    }
    return false
  }

  /** Row by row, the cells between where the path enters and leaves the row, widened by `reach`. */
  #cellsAlong(x1: number, y1: number, x2: number, y2: number, reach: number, visit: Visit): boolean {
    const firstRow = this.#row(Math.min(y1, y2) - reach)
    const lastRow = this.#row(Math.max(y1, y2) + reach)
    for (let row = firstRow; row <= lastRow; row++) {
      const low = this.#bottom + row * this.#cell - reach
      const [a, b] = within(x1, y1, x2, y2, low, low + this.#cell + 2 * reach)
      const last = this.#column(Math.max(a, b) + reach)
      for (let column = this.#column(Math.min(a, b) - reach); column <= last; column++) {
        if (visit(row * this.#columns + column)) return true
      }
    }
    return false
  }

  #row(y: number): number {
    return clamp(Math.floor((y - this.#bottom) / this.#cell), this.#rows - 1)
  }

  #column(x: number): number {
    return clamp(Math.floor((x - this.#left) / this.#cell), this.#columns - 1)
  }
}

/** Whether the position is outside the grid and moving away from it. */
function leaves(at: number, up: boolean, count: number): boolean {
  return up ? at >= count : at < 0
}

/** The x at which the path enters and leaves the range of heights from `low` to `high`. */
function within(x1: number, y1: number, x2: number, y2: number, low: number, high: number): [number, number] {
  if (y1 === y2) return [x1, x2]
  const at = (y: number) => x1 + ((x2 - x1) * (Math.min(Math.max(y, low), high) - y1)) / (y2 - y1)
  return [at(y1), at(y2)]
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}

function boundsOf(lines: readonly Line[]) {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x1, y1, x2, y2 } of lines) {
    left = Math.min(left, x1, x2)
    right = Math.max(right, x1, x2)
    bottom = Math.min(bottom, y1, y2)
    top = Math.max(top, y1, y2)
  }
  return { left, bottom, right, top }
}

/** The smallest cell size, doubled until the grid is within its limits. */
function cellFor(lines: readonly Line[], width: number, height: number): number {
  const most = lines.length * perLine + inAnyCase
  const length = lines.reduce((sum, { x1, y1, x2, y2 }) => sum + Math.abs(x2 - x1) + Math.abs(y2 - y1), 0)
  let cell = smallestCell
  while ((width / cell + 1) * (height / cell + 1) > most || length / cell + 4 * lines.length > most) cell *= 2
  return cell
}
