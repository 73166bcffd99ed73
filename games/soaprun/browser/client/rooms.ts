// The player's room and the rooms around it.
import { type BoardPoint, cellAttributes, roomSize, roomStride, wallTile } from '../../board/board.ts'
import type { FromServer } from '../../packets.ts'

type Room = Extract<FromServer, { readonly type: 'Room' }>
type Change = Extract<FromServer, { readonly type: 'Flds' }>['tiles'][number]

/** Of the rooms that share a cell on an edge, returns the southern or eastern one. */
export function roomOf({ x, y }: BoardPoint): BoardPoint {
  return { x: Math.floor(x / roomStride.x), y: Math.floor(y / roomStride.y) }
}

export class Rooms {
  /** The attributes by tile number. */
  attributes = new Uint8Array(256)
  /** Column and row of the middle room. */
  x: number
  y: number
  changes = 0
  readonly #tiles = new Map<string, Uint8Array>()

  constructor(middle: BoardPoint) {
    this.x = middle.x
    this.y = middle.y
  }

  has(x: number, y: number): boolean {
    return this.#tiles.has(`${x},${y}`)
  }

  /** 336 tiles, row by row. */
  tiles(x: number, y: number): Uint8Array | undefined {
    return this.#tiles.get(`${x},${y}`)
  }

  /** Ignores a room that is no longer adjacent when it arrives. */
  take({ x, y, tiles }: Room): void {
    if (this.#isNear(x, y)) this.#tiles.set(`${x},${y}`, tiles.slice())
    this.changes++
  }

  /** Adjacent rooms share their edges, so a cell can be in several rooms. */
  paint({ x, y, tile }: Change): void {
    for (let ry = this.y - 1; ry <= this.y + 1; ry++)
      for (let rx = this.x - 1; rx <= this.x + 1; rx++) {
        const [column, row] = [x - rx * roomStride.x, y - ry * roomStride.y]
        const inside = column >= 0 && row >= 0 && column < roomSize.width && row < roomSize.height
        const tiles = this.tiles(rx, ry)
        if (inside && tiles) tiles[row * roomSize.width + column] = tile
      }
    this.changes++
  }

  /** Returns wall for a tile outside the middle room, and before the middle room has loaded. */
  tile({ x, y }: BoardPoint): number {
    const [column, row] = [x - this.x * roomStride.x, y - this.y * roomStride.y]
    if (column < 0 || row < 0 || column >= roomSize.width || row >= roomSize.height) return wallTile
    return this.tiles(this.x, this.y)?.[row * roomSize.width + column] ?? wallTile
  }

  attribute(cell: BoardPoint): number {
    return this.attributes[this.tile(cell)] ?? cellAttributes.wall
  }

  /** Whether the room consists only of walls, as all rooms outside the map do. */
  isSolid(x: number, y: number): boolean {
    return this.tiles(x, y)?.every((tile) => tile === wallTile) ?? false
  }

  /** Makes an adjacent room the middle one. Returns the rooms to request, in the order of the client of 2010. */
  shift(dx: number, dy: number): readonly BoardPoint[] {
    this.x += dx
    this.y += dy
    this.changes++
    for (const key of this.#tiles.keys()) {
      const [x = 0, y = 0] = key.split(',').map(Number)
      if (!this.#isNear(x, y)) this.#tiles.delete(key)
    }
    return [0, -1, 1].map((n) => ({
      x: this.x + dx + (dx === 0 ? n : 0),
      y: this.y + dy + (dy === 0 ? n : 0),
    }))
  }

  #isNear(x: number, y: number): boolean {
    return Math.abs(x - this.x) <= 1 && Math.abs(y - this.y) <= 1
  }
}
