// [CF-5.8]
import type { Position } from '../definitions/level-plan.ts'
import type { Level, LineOfSight } from '../state/game-state.ts'

/** The area of a line of sight: a map, or a map with its adjacent maps. */
export type SightField = Pick<Level, 'has' | 'blocksView'>

/** Number of cells of a side of the visible area; a power of two. */
const fieldSide = 64
const fieldCentre = fieldSide / 2
const [unknown, hidden, reached, passed] = [0, 1, 2, 3]
export class FieldLineOfSight implements LineOfSight {
  readonly #field: SightField
  readonly #from: Position
  readonly #states = new Uint8Array(fieldSide * fieldSide)

  constructor(field: SightField, from: Position) {
    this.#field = field
    this.#from = { x: from.x, y: from.y }
    this.#states[cellKey(0, 0)] = passed
  }

  /**
   * A cell is visible if a straight line reaches it or a cell next to it. The second case makes the corners of a room
   * visible.
   */
  isVisible(dx: number, dy: number): boolean {
    if (!this.#field.has(this.#from.x + dx, this.#from.y + dy)) return false
    if (this.#stateOf(dx, dy) >= reached) return true
    for (let y = dy - 1; y <= dy + 1; y++)
      for (let x = dx - 1; x <= dx + 1; x++)
        if ((x !== dx || y !== dy) && this.#passesThrough(x, y)) return true
    return false
  }

  isInDirectLine(dx: number, dy: number): boolean {
    return this.#field.has(this.#from.x + dx, this.#from.y + dy) && this.#stateOf(dx, dy) >= reached
  }

  #passesThrough(dx: number, dy: number): boolean {
    if (Math.max(Math.abs(dx), Math.abs(dy)) >= fieldCentre) return false
    return this.#stateOf(dx, dy) === passed
  }

  /** A line ends at the first cell close to it that blocks the view. */
  #stateOf(dx: number, dy: number): number {
    const key = cellKey(dx, dy)
    const known = this.#states[key]!
    if (known !== unknown) return known
    const open = this.#isOpenTowards(dx, dy)
    const hides = this.#field.blocksView(this.#from.x + dx, this.#from.y + dy)
    const found = open ? (hides ? reached : passed) : hidden
    this.#states[key] = found
    return found
  }

  /**
   * Whether the view passes through every cell that is one step nearer and within half a cell of the line to this cell.
   */
  #isOpenTowards(dx: number, dy: number): boolean {
    const x = dx - Math.sign(dx)
    const y = dy - Math.sign(dy)
    if (dx === 0 || dy === 0) return this.#stateOf(x, y) === passed
    return this.#isClear(x, y, dx, dy) && this.#isClear(x, dy, dx, dy) && this.#isClear(dx, y, dx, dy)
  }

  #isClear(nearX: number, nearY: number, dx: number, dy: number): boolean {
    const area = nearX * dy - nearY * dx
    return 4 * area * area > dx * dx + dy * dy || this.#stateOf(nearX, nearY) === passed
  }
}

function cellKey(dx: number, dy: number): number {
  return (dx + fieldCentre) * fieldSide + dy + fieldCentre
}
