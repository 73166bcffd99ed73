// Coordinates that continue across map edges into adjacent maps. [CF-20.8]
import type { MapEdge, Position } from '../definitions/level-plan.ts'
import {
  type GameState,
  isPlayer,
  type Level,
  type LightSource,
  type Player,
  type Thing,
} from '../state/game-state.ts'

/** Undefined if there is no map in that direction. */
export type AdjacentLevelLookup = (level: Level, way: MapEdge) => Level | undefined

export interface LevelCell extends Position {
  readonly level: Level
}

/** The maps around a level, as `who` sees them: of a map with a copy for each player, they see their own. */
export function mapsAround(
  { levels }: Pick<GameState, 'levels'>,
  level: Level,
  who: Player | Thing,
): AdjacentMapsView {
  const name = isPlayer(who) ? who.name : undefined
  return new AdjacentMapsView(level, (from, way) => levels.adjacentLevel(from, way, name))
}

/** A level and the maps around it. A view is valid until the transaction ends. */
export class AdjacentMapsView {
  readonly #level: Level
  readonly #adjacentLevel: AdjacentLevelLookup
  /** The maps by `offsetKey`; the value is undefined where no map exists. */
  readonly #levels = new Map<number, Level | undefined>()

  constructor(level: Level, adjacentLevel: AdjacentLevelLookup) {
    this.#level = level
    this.#adjacentLevel = adjacentLevel
  }

  has(x: number, y: number): boolean {
    return this.levelOver(x, y) !== undefined
  }

  blocksView(x: number, y: number): boolean {
    return this.levelOver(x, y)?.blocksView(this.columnOn(x, y), this.rowOn(x, y)) ?? true
  }

  /**
   * The map that contains the cell at `x`, `y` in coordinates of the central map; the cell is at `columnOn`, `rowOn` of
   * that map. Allocates nothing, because a view looks up hundreds of cells.
   */
  levelOver(x: number, y: number): Level | undefined {
    const columns = sideOfEdge(x, this.#level.width)
    const rows = sideOfEdge(y, this.#level.height)
    if (columns === 0 && rows === 0) return this.#level
    const level = this.#levelAt(columns, rows)
    return level?.has(this.columnOn(x, y), this.rowOn(x, y)) ? level : undefined
  }

  columnOn(x: number, y: number): number {
    const { width } = this.#level
    const columns = sideOfEdge(x, width)
    if (columns === 0) return x
    const level = this.#levelAt(columns, sideOfEdge(y, this.#level.height))
    return wrapCoordinate(x, width, level?.width ?? 0)
  }

  rowOn(x: number, y: number): number {
    const { height } = this.#level
    const rows = sideOfEdge(y, height)
    if (rows === 0) return y
    const level = this.#levelAt(sideOfEdge(x, this.#level.width), rows)
    return wrapCoordinate(y, height, level?.height ?? 0)
  }

  /** `x`, `y`: in coordinates of the central map. */
  cellAt(x: number, y: number): LevelCell | undefined {
    const level = this.levelOver(x, y)
    return level && { level, x: this.columnOn(x, y), y: this.rowOn(x, y) }
  }

  /** Like `cellAt`, but also returns undefined for a cell that blocks walking. */
  openCellAt(x: number, y: number): LevelCell | undefined {
    const there = this.cellAt(x, y)
    return there?.level.blocksMovement(there.x, there.y) ? undefined : there
  }

  /** Lights that reach cells within `far` cells of `from`, in coordinates of the central map. */
  lightsWithin(from: Position, far: number): readonly (LightSource & { readonly level: Level })[] {
    const isNear = ({ x, y, radius }: LightSource) =>
      Math.max(Math.abs(x - from.x), Math.abs(y - from.y)) < far + radius
    return this.#loadedWithin(from, far)
      .flatMap(({ level, x: left, y: top }) =>
        level.lights().map((light) => ({ ...light, x: light.x + left, y: light.y + top, level })),
      )
      .filter(isNear)
  }

  /**
   * Maps within `far` cells, the central one first, with the position of their first cell in coordinates of the central
   * map. A map that is adjacent to itself is returned several times.
   */
  levelsWithin(from: Position, far: number): readonly LevelCell[] {
    return this.#loadedWithin(from, far).filter(({ level, x, y }) => distance(from, { x, y }, level) <= far)
  }

  #loadedWithin(from: Position, far: number): readonly LevelCell[] {
    for (const dx of [-far, 0, far]) for (const dy of [-far, 0, far]) this.cellAt(from.x + dx, from.y + dy)
    const { width, height } = this.#level
    const found: LevelCell[] = [{ level: this.#level, x: 0, y: 0 }]
    for (const [key, level] of this.#levels) {
      if (!level) continue
      const { columns, rows } = offsetOf(key)
      const x = columns < 0 ? -level.width : columns * width
      const y = rows < 0 ? -level.height : rows * height
      found.push({ level, x, y })
    }
    return found
  }

  /** Looks up the map at a corner through each of the two maps next to it, because one of the two can be missing. */
  #levelAt(columns: number, rows: number): Level | undefined {
    const key = offsetKey(columns, rows)
    const known = this.#levels.get(key)
    if (known || this.#levels.has(key)) return known
    const next = (level: Level | undefined, way: MapEdge | undefined) =>
      way === undefined ? level : level && this.#adjacentLevel(level, way)
    const [across, down] = [horizontalEdge(columns), verticalEdge(rows)]
    const found = next(next(this.#level, across), down) ?? next(next(this.#level, down), across)
    this.#levels.set(key, found)
    return found
  }
}

/** The key of the map at an offset of `columns` and `rows` maps from the central one, each from -1 to 1. */
const offsetKey = (columns: number, rows: number) => columns + 1 + 3 * (rows + 1)
const offsetOf = (key: number) => ({ columns: (key % 3) - 1, rows: Math.floor(key / 3) - 1 })

/** Number of steps from a cell to the nearest cell of a map whose first cell is at `first`. */
function distance({ x, y }: Position, first: Position, { width, height }: Level): number {
  const off = (at: number, from: number, length: number) => Math.max(from - at, at - (from + length - 1), 0)
  return Math.max(off(x, first.x, width), off(y, first.y, height))
}

function sideOfEdge(at: number, length: number): number {
  return at < 0 ? -1 : at >= length ? 1 : 0
}

function wrapCoordinate(at: number, length: number, lengthThere: number): number {
  return at < 0 ? at + lengthThere : at >= length ? at - length : at
}

const horizontalEdge = (columns: number): MapEdge | undefined =>
  columns < 0 ? 'west' : columns > 0 ? 'east' : undefined
const verticalEdge = (rows: number): MapEdge | undefined =>
  rows < 0 ? 'north' : rows > 0 ? 'south' : undefined
