// A grid of square cells with a list of the lines through each cell.
import type { Line } from '../../import/map-data.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Minimum size of a cell in map units. Cells are larger on maps with so many or such long lines that the grid would be
 * too large.
 */
const minCellSize = 128
/** Lines are also listed in cells that they pass within this distance, so that no line is lost by rounding. */
const cellMargin = 1
/** Maximum number of cells, and of list entries: `maxPerLine` for each line of the map, plus `maxBase`. */
const maxPerLine = 16
const maxBase = 4096

/** Ends the search if it returns true. */
export type LineVisitor = (line: number) => boolean

export class LineGrid {
  readonly lines: readonly Line[]
  readonly #left: number
  readonly #bottom: number
  readonly #columns: number
  readonly #rows: number
  readonly #cell: number
  /** The lines of cell `n` are `#cellLines` from index `#cellStarts[n]` up to, not including, `#cellStarts[n + 1]`. */
  readonly #cellStarts: Uint32Array
  readonly #cellLines: Uint32Array
  /** The last search that visited each line, so that a search visits a line in many cells only once. */
  readonly #visitedBy: Uint32Array
  #searchNumber = 0
  /** Lines and cells that all searches so far have examined. */
  lineChecks = 0

  constructor(lines: readonly Line[]) {
    this.lines = lines
    const { left, bottom, right, top } = lineBounds(lines)
    this.#left = left - cellMargin
    this.#bottom = bottom - cellMargin
    this.#cell = chooseCellSize(lines, right - left, top - bottom)
    this.#columns = Math.floor((right + cellMargin - this.#left) / this.#cell) + 1
    this.#rows = Math.floor((top + cellMargin - this.#bottom) / this.#cell) + 1
    this.#visitedBy = new Uint32Array(lines.length)
    this.#cellStarts = new Uint32Array(this.#columns * this.#rows + 1)
    for (const { x1, y1, x2, y2 } of lines) {
      this.#visitCellsAlong(x1, y1, x2, y2, cellMargin, (cell) => {
        this.#cellStarts[cell + 1]!++
        return false
      })
    }
    for (let cell = 0; cell + 1 < this.#cellStarts.length; cell++)
      this.#cellStarts[cell + 1]! += this.#cellStarts[cell]!
    this.#cellLines = new Uint32Array(this.#cellStarts.at(-1)!)
    this.#fillCells()
  }

  #fillCells(): void {
    const ends = this.#cellStarts.slice()
    for (const [line, { x1, y1, x2, y2 }] of this.lines.entries()) {
      this.#visitCellsAlong(x1, y1, x2, y2, cellMargin, (cell) => {
        this.#cellLines[ends[cell]!++] = line
        return false
      })
    }
  }

  /**
   * Visits every line that may be within `reach` of the path from `a` to `b`, once each. Returns true if a visit ended
   * the search.
   */
  visitAlongPath(a: Point, b: Point, reach: number, visit: LineVisitor): boolean {
    const search = this.#startSearch()
    return this.#visitCellsAlong(a.x, a.y, b.x, b.y, reach, (cell) => this.#visitCell(cell, search, visit))
  }

  /**
   * Visits every line that may be east of the point, roughly in the order of distance. `done` is called with the east
   * end of each cell and can end the search.
   */
  visitEastOf({ x, y }: Point, visit: LineVisitor, done: (x: number) => boolean): void {
    const row = Math.floor((y - this.#bottom) / this.#cell)
    if (!(row >= 0 && row < this.#rows)) return
    const search = this.#startSearch()
    const first = Math.max(0, Math.floor((x - this.#left) / this.#cell))
    for (let column = first; column < this.#columns; column++) {
      if (this.#visitCell(row * this.#columns + column, search, visit)) return
      if (done(this.#left + (column + 1) * this.#cell)) return
    }
  }

  /**
   * Visits every line that a ray may cross, once each, cell by cell. `done` is called at the end of each cell with the
   * distance in lengths of `way`, and can end the search. The search also ends at the edge of the grid.
   */
  visitAlongRay(
    { x, y }: Point,
    way: Point,
    visit: (line: number) => void,
    done: (part: number) => boolean,
  ): void {
    const search = this.#startSearch()
    const cell = this.#cell
    const [left, bottom] = [this.#left, this.#bottom]
    let column = Math.floor((x - left) / cell)
    let row = Math.floor((y - bottom) / cell)
    const [east, north] = [way.x > 0, way.y > 0]
    while (true) {
      if (column >= 0 && column < this.#columns && row >= 0 && row < this.#rows)
        for (
          let at = row * this.#columns + column, n = this.#cellStarts[at]!;
          n < this.#cellStarts[at + 1]!;
          n++
        ) {
          const line = this.#cellLines[n]!
          if (this.#visitedBy[line] === search) continue
          this.#visitedBy[line] = search
          visit(line)
        }
      else if (isLeavingGrid(column, east, this.#columns) || isLeavingGrid(row, north, this.#rows)) return
      const nextX = way.x === 0 ? Infinity : (left + (column + (east ? 1 : 0)) * cell - x) / way.x
      const nextY = way.y === 0 ? Infinity : (bottom + (row + (north ? 1 : 0)) * cell - y) / way.y
      if (nextX === Infinity && nextY === Infinity) return
      if (done(Math.min(nextX, nextY))) return
      if (nextX < nextY) column += east ? 1 : -1
      else row += north ? 1 : -1
    }
  }

  #startSearch(): number {
    if (this.#searchNumber === 0xffffffff) {
      this.#visitedBy.fill(0)
      this.#searchNumber = 0
    }
    return ++this.#searchNumber
  }

  #visitCell(cell: number, search: number, visit: LineVisitor): boolean {
    this.lineChecks += 1 + this.#cellStarts[cell + 1]! - this.#cellStarts[cell]!
    for (let at = this.#cellStarts[cell]!; at < this.#cellStarts[cell + 1]!; at++) {
      const line = this.#cellLines[at]!
      if (this.#visitedBy[line] === search) continue
      this.#visitedBy[line] = search
      if (visit(line)) return true
    }
    return false
  }

  /**
   * Visits the cells row by row: in each row from where the path enters it to where the path leaves it, widened by
   * `reach`.
   */
  #visitCellsAlong(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    reach: number,
    visit: LineVisitor,
  ): boolean {
    const firstRow = this.#row(Math.min(y1, y2) - reach)
    const lastRow = this.#row(Math.max(y1, y2) + reach)
    for (let row = firstRow; row <= lastRow; row++) {
      const low = this.#bottom + row * this.#cell - reach
      const [a, b] = clipToRange(x1, y1, x2, y2, low, low + this.#cell + 2 * reach)
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

function isLeavingGrid(at: number, up: boolean, count: number): boolean {
  return up ? at >= count : at < 0
}

/** Returns the x at which the path enters the range of y from `low` to `high`, and the x at which it leaves. */
function clipToRange(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  low: number,
  high: number,
): [number, number] {
  if (y1 === y2) return [x1, x2]
  const at = (y: number) => x1 + ((x2 - x1) * (Math.min(Math.max(y, low), high) - y1)) / (y2 - y1)
  return [at(y1), at(y2)]
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}

function lineBounds(lines: readonly Line[]) {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x1, y1, x2, y2 } of lines) {
    left = Math.min(left, x1, x2)
    right = Math.max(right, x1, x2)
    bottom = Math.min(bottom, y1, y2)
    top = Math.max(top, y1, y2)
  }
  return { left, bottom, right, top }
}

/** Returns the minimum size, doubled until the grid is within its limits. */
function chooseCellSize(lines: readonly Line[], width: number, height: number): number {
  const most = lines.length * maxPerLine + maxBase
  const length = lines.reduce((sum, { x1, y1, x2, y2 }) => sum + Math.abs(x2 - x1) + Math.abs(y2 - y1), 0)
  let cell = minCellSize
  while ((width / cell + 1) * (height / cell + 1) > most || length / cell + 4 * lines.length > most) cell *= 2
  return cell
}
