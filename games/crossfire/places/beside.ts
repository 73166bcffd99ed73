// Coordinates that continue across map edges into adjacent maps. [CF-20.8]
import type { Spot, Way } from '../scene/level-plan.ts'
import type { Level, Light } from '../scene/scene.ts'

/** The map adjacent to another; undefined: none. */
export type Beside = (level: Level, way: Way) => Level | undefined

/** A cell of a map. */
export interface CellThere extends Spot {
  readonly level: Level
}

/** The maps within view of a place. Valid until the turn ends. */
export class Surroundings {
  readonly #level: Level
  readonly #beside: Beside
  /** Maps by offset, as `columns,rows` in maps. */
  readonly #known = new Map<string, Level | undefined>()

  constructor(level: Level, beside: Beside) {
    this.#level = level
    this.#beside = beside
  }

  has(x: number, y: number): boolean {
    return this.at(x, y) !== undefined
  }

  /** Whether the cell blocks the view. */
  hides(x: number, y: number): boolean {
    const there = this.at(x, y)
    return there?.level.hides(there.x, there.y) ?? true
  }

  /** The cell at `x`, `y` in coordinates of the central map, on whichever map it is; undefined: none. */
  at(x: number, y: number): CellThere | undefined {
    const { width, height } = this.#level
    const [columns, rows] = [side(x, width), side(y, height)]
    if (columns === 0 && rows === 0) return { level: this.#level, x, y }
    const level = this.#mapAt(columns, rows)
    if (!level) return undefined
    const there = { level, x: over(x, width, level.width), y: over(y, height, level.height) }
    return level.has(there.x, there.y) ? there : undefined
  }

  /** Light sources within reach of `far` cells, with their maps, in coordinates of the central map. */
  lightsWithin({ x, y }: Spot, far: number): readonly (Light & { readonly level: Level })[] {
    this.#reach({ x, y }, far)
    const { width, height } = this.#level
    const own = this.#level.lights().map((light) => ({ ...light, level: this.#level }))
    const others = [...this.#known].flatMap(([where, level]) => {
      if (!level) return []
      const [columns, rows] = where.split(',').map(Number) as [number, number]
      const [left, top] = [
        columns < 0 ? -level.width : columns * width,
        rows < 0 ? -level.height : rows * height,
      ]
      return level.lights().map((light) => ({ ...light, x: light.x + left, y: light.y + top, level }))
    })
    const isNear = (light: Light) =>
      Math.max(Math.abs(light.x - x), Math.abs(light.y - y)) < far + light.strength
    return [...own, ...others].filter(isNear)
  }

  /** Maps within `far` cells, with the position of their first cell in coordinates of the central map. */
  mapsWithin(from: Spot, far: number): readonly CellThere[] {
    this.#reach(from, far)
    const { width, height } = this.#level
    const found: CellThere[] = [{ level: this.#level, x: 0, y: 0 }]
    for (const [where, level] of this.#known) {
      if (!level || level === this.#level) continue
      const [columns, rows] = where.split(',').map(Number) as [number, number]
      const x = columns < 0 ? -level.width : columns * width
      const y = rows < 0 ? -level.height : rows * height
      if (distance(from, { x, y }, level) <= far) found.push({ level, x, y })
    }
    return found
  }

  /** A value that changes when another map within `far` cells may have changed. */
  stampWithin({ x, y }: Spot, far: number): string {
    this.#reach({ x, y }, far)
    return [...this.#known].map(([where, level]) => ` ${where} ${level?.name} ${level?.stamp}`).join('')
  }

  #reach({ x, y }: Spot, far: number): void {
    for (const dx of [-far, 0, far]) for (const dy of [-far, 0, far]) this.at(x + dx, y + dy)
  }

  /** A corner map is reached through either of two maps, one of which can be missing. */
  #mapAt(columns: number, rows: number): Level | undefined {
    const key = `${columns},${rows}`
    if (this.#known.has(key)) return this.#known.get(key)
    const next = (level: Level | undefined, way: Way | undefined) =>
      way === undefined ? level : level && this.#beside(level, way)
    const [across, down] = [wayAcross(columns), wayDown(rows)]
    const found = next(next(this.#level, across), down) ?? next(next(this.#level, down), across)
    this.#known.set(key, found)
    return found
  }
}

/** Steps from a place to the nearest cell of a map whose first cell is at `first`. */
function distance({ x, y }: Spot, first: Spot, { width, height }: Level): number {
  const off = (at: number, from: number, length: number) => Math.max(from - at, at - (from + length - 1), 0)
  return Math.max(off(x, first.x, width), off(y, first.y, height))
}

/** -1 before the map, 0 on it, 1 after it. */
function side(at: number, length: number): number {
  return at < 0 ? -1 : at >= length ? 1 : 0
}

function over(at: number, length: number, lengthThere: number): number {
  return at < 0 ? at + lengthThere : at >= length ? at - length : at
}

const wayAcross = (columns: number): Way | undefined =>
  columns < 0 ? 'west' : columns > 0 ? 'east' : undefined
const wayDown = (rows: number): Way | undefined => (rows < 0 ? 'north' : rows > 0 ? 'south' : undefined)
