// What can be seen from a place: walls hide what is behind them. [CF-5.8]
import { steps } from '../scene/directions.ts'
import type { Spot } from '../scene/level-plan.ts'
import type { Level, LineOfSight } from '../scene/scene.ts'

/** What is looked at: a map, or one with those beside it. */
export type Field = Pick<Level, 'has' | 'hides'>

/** Cells from end to end of what is looked at, as a power of two. */
const side = 64
const middle = side / 2
/** What is known of a cell: whether a straight look reaches it, and whether one sees past it then. */
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

  /** What a straight look reaches, and whatever touches a cell that it passes: so one sees into corners, and walls from end to end. */
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

  /** A look ends at the first of the cells close to its line that hides what is behind it. */
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

/** The cells one step nearer that the line from 0, 0 to `dx`, `dy` passes within half a cell of. */
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
