// The ground of a Soaprun world: global tiles, what each tile stops, and where rooms lie. Knows no players and no units.

/** A place in global tile coordinates; in packets, a corner of somebody's walk. */
export interface Node {
  readonly x: number
  readonly y: number
}

/** The twelve unit types, in the order of their numbers on the wire (Goal 0 … Snail 11). */
export const unitTypes = [
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
export type UnitType = (typeof unitTypes)[number]

/** Where and how a unit begins. Its place in the map's list is its index, for good. */
export interface UnitStart {
  readonly type: UnitType
  readonly x: number
  readonly y: number
  /** Cross: the phase it starts from, 0-3. Hummer, Rounder: starting angle in quarter turns. Else 0. */
  readonly param: number
  /** Gates: the places that must all be stood on; absent: (x-3,y+3), (x+3,y+3), (x,y+6). */
  readonly switches?: readonly Node[]
  /** Gates: the parameter while open; absent: 0. Closed is 1. */
  readonly openValue?: number
}

/** All that a map file says. */
export interface MapData {
  readonly width: number
  readonly height: number
  /** Row-major global tiles, `width * height`. */
  readonly tiles: Uint8Array
  /** 256, by tile: 0 free, 1 wall, 2 no units, 3 no players. */
  readonly attributes: Uint8Array
  readonly units: readonly UnitStart[]
}

/** A room is 21x16 tiles; neighbours share their edge row or column, so that origins are 20x15 apart. */
export const roomSize = { width: 21, height: 16 } as const
export const roomStride = { x: 20, y: 15 } as const
/** Where every player begins; the client has it built in. */
export const spawn: Node = { x: 30, y: 22 }

/** What a tile's attribute means. */
export const attributes = { free: 0, wall: 1, noUnits: 2, noPlayers: 3 } as const
/** Set in a tile's number: somebody lies there. */
export const corpseBit = 0x10
const wallTile = 1

/** Tiles that may be painted over, and (but for the blank 12) what with. */
export function isCanvas(tile: number): boolean {
  return tile < 0x20 && (tile & 0x0f) >= 12
}

/** A canvas tile that somebody painted; the blank one is 12. */
export function isPainted(tile: number): boolean {
  return tile < 0x20 && (tile & 0x0f) > 12
}

/** From 64 on a tile has no second picture with a corpse, so bit 4 is only a part of its number there. */
export function hasCorpse(tile: number): boolean {
  return tile < 0x40 && (tile & corpseBit) !== 0
}

const lieableTiles: ReadonlySet<number> = new Set([2, 4, 5, 11, 12, 13, 14, 15, 32])

/** Whether a corpse may be laid on the tile. */
export function takesCorpse(tile: number): boolean {
  return lieableTiles.has(tile)
}

export class Board {
  readonly width: number
  readonly height: number
  readonly attributes: Uint8Array
  readonly #tiles: Uint8Array

  /** Takes `tiles` for its own. */
  constructor(width: number, height: number, tiles: Uint8Array, attributeOfTile: Uint8Array) {
    this.width = width
    this.height = height
    this.#tiles = tiles
    this.attributes = attributeOfTile
  }

  inside(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height
  }

  /** The cell's place in row-major order; only for cells inside. */
  cell(x: number, y: number): number {
    return y * this.width + x
  }

  /** The tile at (x, y), wall outside the map. */
  tile(x: number, y: number): number {
    return this.inside(x, y) ? this.#tiles[this.cell(x, y)]! : wallTile
  }

  /** The attribute at (x, y), 0-3; outside the map a wall whatever the attributes say. */
  attribute(x: number, y: number): number {
    return this.inside(x, y) ? this.attributes[this.#tiles[this.cell(x, y)]!]! : attributes.wall
  }

  /** Only for cells inside. */
  setTile(x: number, y: number, tile: number): void {
    this.#tiles[this.cell(x, y)] = tile
  }

  /** All tiles, row-major; a view, not to be written. */
  get tiles(): Uint8Array {
    return this.#tiles
  }

  /** The 336 tiles of a room, row-major; all wall if any of it is outside the map. [SR-6.1] */
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
