// What can be seen from a place: walls hide what is behind them. [CF-5.8]
import type { Spot } from '../scene/level-plan.ts'
import type { Level, LineOfSight } from '../scene/scene.ts'

/** What is looked at: a map, or one with those beside it. */
export type Field = Pick<Level, 'has' | 'hides'>

/** Cells from end to end of what is looked at, as a power of two. */
const side = 64
const middle = side / 2
/** What is known of a cell. */
const [unknown, hidden, seen, seenPast] = [0, 1, 2, 3]

export class Sightline implements LineOfSight {
  readonly #field: Field
  readonly #from: Spot
  /** By cell. */
  readonly #known = new Uint8Array(side * side)

  constructor(field: Field, from: Spot) {
    this.#field = field
    this.#from = { x: from.x, y: from.y }
    this.#known[keyOf(0, 0)] = seenPast
  }

  sees(dx: number, dy: number): boolean {
    return this.#field.has(this.#from.x + dx, this.#from.y + dy) && this.#look(dx, dy) >= seen
  }

  /**
   * A cell is seen past one of the two cells that the line to it leaves last. That is generous: who stands at a corner
   * sees round it a little, and no cell that a line reaches is ever dark.
   */
  #look(dx: number, dy: number): number {
    const key = keyOf(dx, dy)
    const known = this.#known[key]!
    if (known !== unknown) return known
    const open = before(dx, dy).some(([nearX, nearY]) => this.#look(nearX, nearY) === seenPast)
    const hides = this.#field.hides(this.#from.x + dx, this.#from.y + dy)
    const found = open ? (hides ? seen : seenPast) : hidden
    this.#known[key] = found
    return found
  }
}

/** The cells that a line from 0, 0 may pass one step before `dx`, `dy`. */
function before(dx: number, dy: number): readonly (readonly [number, number])[] {
  const steps = Math.max(Math.abs(dx), Math.abs(dy))
  const near = (way: number) => (way * (steps - 1)) / steps
  const [x, y] = [near(dx), near(dy)]
  if (Math.abs(dx) === steps && Math.abs(dy) === steps) return [[x, y]]
  return Math.abs(dx) === steps
    ? [
        [x, Math.floor(y)],
        [x, Math.ceil(y)],
      ]
    : [
        [Math.floor(x), y],
        [Math.ceil(x), y],
      ]
}

function keyOf(dx: number, dy: number): number {
  return (dx + middle) * side + dy + middle
}
