// Lines of sight: walls hide what is behind them. [CF-5.8]
import { steps } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Level, LineOfSight } from '../scene/scene.ts'

/** A map, or a map with its adjacent ones. */
export type Field = Pick<Level, 'has' | 'hides'>

/** Cells of a side of the visible area, a power of two. */
const side = 64
const middle = side / 2
/** Per cell: whether a straight line reaches it, and whether the view continues past it. */
const [unknown, hidden, reached, passed] = [0, 1, 2, 3]
export class Sightline implements LineOfSight {
  readonly #field: Field
  readonly #from: Spot
  /** By cell. */
  readonly #known = new Uint8Array(side * side)

  constructor(field: Field, from: Spot) {
    this.#field = field
    this.#from = { x: from.x, y: from.y }
    this.#known[keyOf(0, 0)] = passed
  }

  /** Visible are cells that a straight line reaches, and neighbours of cells that it passes, such as corners. */
  sees(dx: number, dy: number): boolean {
    if (!this.#field.has(this.#from.x + dx, this.#from.y + dy)) return false
    if (this.#look(dx, dy) >= reached) return true
    return steps.some((step) => this.#isPassed(dx + step.dx, dy + step.dy))
  }

  reaches(dx: number, dy: number): boolean {
    return this.#field.has(this.#from.x + dx, this.#from.y + dy) && this.#look(dx, dy) >= reached
  }

  #isPassed(dx: number, dy: number): boolean {
    if (Math.max(Math.abs(dx), Math.abs(dy)) >= middle) return false
    return this.#look(dx, dy) === passed
  }

  /** A line ends at the first view-blocking cell close to it. */
  #look(dx: number, dy: number): number {
    const key = keyOf(dx, dy)
    const known = this.#known[key]!
    if (known !== unknown) return known
    const open = nearer(dx, dy).every(([x, y]) => this.#look(x, y) === passed)
    const hides = this.#field.hides(this.#from.x + dx, this.#from.y + dy)
    const found = open ? (hides ? reached : passed) : hidden
    this.#known[key] = found
    return found
  }
}

/** The cells one step nearer that are within half a cell of the line from 0, 0 to `dx`, `dy`. */
function nearer(dx: number, dy: number): readonly (readonly [number, number])[] {
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

function keyOf(dx: number, dy: number): number {
  return (dx + middle) * side + dy + middle
}
