// Finds cheap paths with the A* algorithm. The costs depend on the kinds of the tiles and on noise.
import { type Place, terrainWidth } from '../../../terrain/terrain.ts'
import { type IslandDraft, outdoorCells } from '../draft/draft.ts'
import { PriorityQueue } from './priority-queue.ts'

export interface PathCosts {
  /** Indexed by kind of tile. Kinds without a cost are impassable. */
  readonly costs: { readonly [kind: number]: number }
  /**
   * Indexed by cell: noise around 0.5. A step that costs 1 or more costs `winding` times the square of this noise more.
   */
  readonly rough: Float64Array
  readonly winding: number
}

/** Estimated cost per remaining tile. A better estimate makes A* visit fewer cells. */
const guess = 1.6

export class PathFinder {
  readonly #draft: IslandDraft
  readonly #terms: PathCosts
  /** Indexed by kind of tile: the cost of a step, NaN if the kind is impassable. */
  readonly #steps = new Float64Array(256).fill(Number.NaN)
  readonly #cost = new Float64Array(outdoorCells)
  readonly #from = new Int32Array(outdoorCells)

  constructor(draft: IslandDraft, terms: PathCosts) {
    this.#draft = draft
    this.#terms = terms
    for (const [kind, step] of Object.entries(terms.costs)) this.#steps[Number(kind)] = step
  }

  /** Returns adjacent cells, including `from` and `to`. Throws if no path exists. */
  find(from: Place, to: Place): number[] {
    const begin = from.x + terrainWidth * from.y
    const end = to.x + terrainWidth * to.y
    this.#cost.fill(Number.POSITIVE_INFINITY)
    this.#cost[begin] = 0
    this.#from[begin] = begin
    const queue = new PriorityQueue()
    queue.push(begin, 0)
    for (let cell = queue.pop(); cell !== end; cell = queue.pop()) {
      if (cell === undefined) throw new Error(`no way from ${from.x},${from.y} to ${to.x},${to.y}`)
      this.#step(queue, cell, cell - 1, to)
      this.#step(queue, cell, cell + 1, to)
      this.#step(queue, cell, cell - terrainWidth, to)
      this.#step(queue, cell, cell + terrainWidth, to)
    }
    return this.#back(begin, end)
  }

  #step(queue: PriorityQueue, cell: number, next: number, to: Place): void {
    if (next < 0 || next >= outdoorCells) return
    const { rough, winding } = this.#terms
    const step = this.#steps[this.#draft.tiles[next]!]!
    if (Number.isNaN(step)) return
    const cost = this.#cost[cell]! + (step < 1 ? step : step + rough[next]! * rough[next]! * winding)
    if (cost >= this.#cost[next]!) return
    this.#cost[next] = cost
    this.#from[next] = cell
    const rest = Math.abs((next % terrainWidth) - to.x) + Math.abs(Math.floor(next / terrainWidth) - to.y)
    queue.push(next, cost + rest * guess)
  }

  #back(begin: number, end: number): number[] {
    const way = [end]
    for (let cell = end; cell !== begin; ) {
      cell = this.#from[cell]!
      way.push(cell)
    }
    return way.reverse()
  }
}
