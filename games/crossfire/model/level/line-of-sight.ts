// Lines of sight: walls hide what is behind them. [CF-5.8]
import { directionOffsets } from '../definitions/directions.ts'
import type { Position } from '../definitions/level-plan.ts'
import type { Level, LineOfSight } from '../state/game-state.ts'

/** A map, or a map with its adjacent ones. */
export type SightField = Pick<Level, 'has' | 'blocksView'>

/** Cells of a side of the visible area, a power of two. */
const fieldSide = 64
const fieldCentre = fieldSide / 2
/** Per cell: whether a straight line reaches it, and whether the view continues past it. */
const [unknown, hidden, reached, passed] = [0, 1, 2, 3]
export class FieldLineOfSight implements LineOfSight {
  readonly #field: SightField
  readonly #from: Position
  /** By cell. */
  readonly #states = new Uint8Array(fieldSide * fieldSide)

  constructor(field: SightField, from: Position) {
    this.#field = field
    this.#from = { x: from.x, y: from.y }
    this.#states[cellKey(0, 0)] = passed
  }

  /** Visible are cells that a straight line reaches, and neighbours of cells that it passes, such as corners. */
  isVisible(dx: number, dy: number): boolean {
    if (!this.#field.has(this.#from.x + dx, this.#from.y + dy)) return false
    if (this.#stateOf(dx, dy) >= reached) return true
    return directionOffsets.some((step) => this.#passesThrough(dx + step.dx, dy + step.dy))
  }

  isInDirectLine(dx: number, dy: number): boolean {
    return this.#field.has(this.#from.x + dx, this.#from.y + dy) && this.#stateOf(dx, dy) >= reached
  }

  #passesThrough(dx: number, dy: number): boolean {
    if (Math.max(Math.abs(dx), Math.abs(dy)) >= fieldCentre) return false
    return this.#stateOf(dx, dy) === passed
  }

  /** A line ends at the first view-blocking cell close to it. */
  #stateOf(dx: number, dy: number): number {
    const key = cellKey(dx, dy)
    const known = this.#states[key]!
    if (known !== unknown) return known
    const open = nearerCells(dx, dy).every(([x, y]) => this.#stateOf(x, y) === passed)
    const hides = this.#field.blocksView(this.#from.x + dx, this.#from.y + dy)
    const found = open ? (hides ? reached : passed) : hidden
    this.#states[key] = found
    return found
  }
}

/** The cells one step nearer that are within half a cell of the line from 0, 0 to `dx`, `dy`. */
function nearerCells(dx: number, dy: number): readonly (readonly [number, number])[] {
  const [x, y] = [dx - Math.sign(dx), dy - Math.sign(dy)]
  if (dx === 0 || dy === 0) return [[x, y]]
  const length = Math.hypot(dx, dy)
  const besides = [
    [x, y],
    [x, dy],
    [dx, y],
  ] as const
  return besides.filter(([nearX, nearY]) => Math.abs(nearX * dy - nearY * dx) / length <= 0.5)
}

function cellKey(dx: number, dy: number): number {
  return (dx + fieldCentre) * fieldSide + dy + fieldCentre
}
