// The terrain never changes after the creation of the room.

/** The size of a world in tiles. Rows from 512 on are the interiors of caves and houses. */
export const terrainWidth = 512
export const terrainHeight = 768
export const firstIndoorRow = 512
/** [AS-12.1] The last row that the client draws as a cave. Houses are south of this row. */
export const lastCaveRow = 700

/** x increases to the east, y to the south. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** The numbers are those in the client's map. */
export const tileKinds = {
  nothing: 0,
  grass: 1,
  water: 2,
  mountain: 3,
  sand: 4,
  forest: 5,
  rocky: 6,
  dirt: 7,
  wall: 8,
  wood: 9,
} as const

const free: ReadonlySet<number> = new Set([
  tileKinds.grass,
  tileKinds.sand,
  tileKinds.forest,
  tileKinds.rocky,
  tileKinds.dirt,
  tileKinds.wood,
])

/** [AS-3.4] */
export function isWalkable(kind: number): boolean {
  return free.has(kind)
}

export class Terrain {
  /** Indexed by x + 512 y. 393,216 bytes. */
  readonly tiles: Uint8Array

  constructor(kinds: Uint8Array) {
    if (kinds.length !== terrainWidth * terrainHeight)
      throw new RangeError(`terrain of ${kinds.length} tiles`)
    this.tiles = kinds
  }

  inside(x: number, y: number): boolean {
    return x >= 0 && x < terrainWidth && y >= 0 && y < terrainHeight
  }

  /** Returns `nothing` for a place outside the map. */
  at(x: number, y: number): number {
    return this.inside(x, y) ? this.tiles[x + terrainWidth * y]! : tileKinds.nothing
  }

  /** All tiles outside the map are blocked. */
  blocks(x: number, y: number): boolean {
    return !isWalkable(this.at(x, y))
  }
}

export function isSamePlace(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y
}

/** Returns the square of the Euclidean distance in tiles. */
export function distanceSquared(a: Place, b: Place): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
}
