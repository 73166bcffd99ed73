/** A position in tiles of the whole map. In packets a node is a corner of a walk. */
export interface BoardPoint {
  readonly x: number
  readonly y: number
}

/** The types in the order of their protocol numbers (Goal 0 … Snail 11). */
export const unitTypeNames = [
  'Goal',
  'Closer',
  'Sword',
  'Crawl',
  'Hummer',
  'Rounder',
  'Wuss',
  'Chase',
  'Gate',
  'Shield',
  'Cross',
  'Snail',
] as const
export type UnitType = (typeof unitTypeNames)[number]

/** A unit as the map defines it. The unit's permanent index is its position in the map's list of units. */
export interface UnitDefinition {
  readonly type: UnitType
  readonly x: number
  readonly y: number
  /**
   * The initial phase of a Cross, 0 to 3, or the starting angle of a Hummer or Rounder in quarter turns. 0 for other
   * types.
   */
  readonly param: number
  /**
   * The cells on which players must stand at the same time to open a Gate. Default: see `defaultSwitchOffsets`
   * [SR-5.16].
   */
  readonly switches?: readonly BoardPoint[]
  /** `param` of a Gate while it is open; default 0. While it is closed it is 1. */
  readonly openValue?: number
}

export interface MapData {
  readonly width: number
  readonly height: number
  /** The tile numbers row by row: `width * height` bytes. */
  readonly tiles: Uint8Array
  /** The attribute of each of the 256 tile numbers: 0 free, 1 wall, 2 no units, 3 no players. */
  readonly attributes: Uint8Array
  readonly units: readonly UnitDefinition[]
}

const defaultSwitchOffsets: readonly BoardPoint[] = [
  { x: -3, y: 3 },
  { x: 3, y: 3 },
  { x: 0, y: 6 },
]

/** [SR-5.16] The switches of a Gate. */
export function switchesOf({ x, y, switches }: UnitDefinition): readonly BoardPoint[] {
  return switches ?? defaultSwitchOffsets.map((offset) => ({ x: x + offset.x, y: y + offset.y }))
}

/** The offsets of the adjacent cells, in the order in which a Snail checks them: left, above, right, below. */
export const adjacentOffsets: readonly BoardPoint[] = [
  { x: -1, y: 0 },
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
]

/**
 * The size of a room in tiles. Adjacent rooms share a row or column at their edge, so their origins are 20x15 tiles
 * apart.
 */
export const roomSize = { width: 21, height: 16 } as const
export const roomStride = { x: 20, y: 15 } as const
/** Every player starts here, because the position is built into the client. */
export const playerSpawn: BoardPoint = { x: 30, y: 22 }

export const cellAttributes = { free: 0, wall: 1, noUnits: 2, noPlayers: 3 } as const
/** Marks a corpse in a tile number. */
export const corpseBit = 0x10
/** The tile of all cells outside the map. */
export const wallTile = 1

/** Players may paint over canvas tiles. All canvas tiles except the blank tile 12 are also paints. */
export function isCanvas(tile: number): boolean {
  return tile < 0x20 && (tile & 0x0f) >= 12
}

/** Whether a canvas tile is painted, unlike the blank tile 12. */
export function isPainted(tile: number): boolean {
  return tile < 0x20 && (tile & 0x0f) > 12
}

/** Tiles from 64 on have no picture with a corpse, so bit 4 of their number does not mark a corpse. */
export function hasCorpse(tile: number): boolean {
  return tile < 0x40 && (tile & corpseBit) !== 0
}

/** [SR-6.3] */
const tilesForCorpses: ReadonlySet<number> = new Set([2, 4, 5, 11, 12, 13, 14, 15, 32])

export function canHoldCorpse(tile: number): boolean {
  return tilesForCorpses.has(tile)
}

export class Board {
  readonly width: number
  readonly height: number
  readonly attributes: Uint8Array
  readonly #tiles: Uint8Array

  /** Takes ownership of `tiles`. */
  constructor(width: number, height: number, tiles: Uint8Array, attributeOfTile: Uint8Array) {
    this.width = width
    this.height = height
    this.#tiles = tiles
    this.attributes = attributeOfTile
  }

  inside(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }

  nearestCell({ x, y }: BoardPoint): BoardPoint {
    return { x: Math.min(Math.max(x, 0), this.width - 1), y: Math.min(Math.max(y, 0), this.height - 1) }
  }

  /** Row-major. The cell must be inside the map. */
  cell(x: number, y: number): number {
    return y * this.width + x
  }

  /** Returns the number of a wall outside the map. */
  tile(x: number, y: number): number {
    return this.inside(x, y) ? this.#tiles[this.cell(x, y)]! : wallTile
  }

  /**
   * The attribute of the cell's tile, 0 to 3. Outside the map the attribute is that of a wall, even if the map gives
   * walls another attribute.
   */
  attribute(x: number, y: number): number {
    return this.inside(x, y) ? this.attributes[this.#tiles[this.cell(x, y)]!]! : cellAttributes.wall
  }

  /** The cell must be inside the map. */
  setTile(x: number, y: number, tile: number): void {
    this.#tiles[this.cell(x, y)] = tile
  }

  /** Row-major. A read-only view. */
  get tiles(): Uint8Array {
    return this.#tiles
  }

  /** [SR-6.1] 336 tiles, row by row. A room that is not entirely inside the map is all wall. */
  room(rx: number, ry: number): Uint8Array {
    const { width, height } = roomSize
    const room = new Uint8Array(width * height)
    const left = rx * roomStride.x
    const top = ry * roomStride.y
    if (!this.inside(left, top) || !this.inside(left + width - 1, top + height - 1))
      return room.fill(wallTile)
    for (let row = 0; row < height; row++) {
      const start = this.cell(left, top + row)
      room.set(this.#tiles.subarray(start, start + width), row * width)
    }
    return room
  }
}
