// The nine rooms that a client knows: the one it is in, and those around it.
import { attributes, type Node, roomSize, roomStride } from '../board/board.ts'
import type { FromServer } from '../packets.ts'

type Room = Extract<FromServer, { readonly type: 'Room' }>
type Change = Extract<FromServer, { readonly type: 'Flds' }>['tiles'][number]

const wallTile = 1

export class Rooms {
  /** Of each tile. */
  attributes = new Uint8Array(256)
  /** The one in the middle. */
  x = 1
  y = 1
  /** Counts what changed in any of them. */
  changes = 0
  readonly #tiles = new Map<string, Uint8Array>()

  has(x: number, y: number): boolean {
    return this.#tiles.has(`${x},${y}`)
  }

  /** Its 336 tiles, row by row. */
  tiles(x: number, y: number): Uint8Array | undefined {
    return this.#tiles.get(`${x},${y}`)
  }

  /** What has come too late, and is far by now, is not kept. */
  take({ x, y, tiles }: Room): void {
    if (this.#isNear(x, y)) this.#tiles.set(`${x},${y}`, tiles.slice())
    this.changes++
  }

  /** All that know the cell: neighbours share their edges. */
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

  /** Of a cell of the room in the middle; elsewhere, or as long as that is not known, wall. */
  tile({ x, y }: Node): number {
    const [column, row] = [x - this.x * roomStride.x, y - this.y * roomStride.y]
    if (column < 0 || row < 0 || column >= roomSize.width || row >= roomSize.height) return wallTile
    return this.tiles(this.x, this.y)?.[row * roomSize.width + column] ?? wallTile
  }

  attribute(cell: Node): number {
    return this.attributes[this.tile(cell)] ?? attributes.wall
  }

  /** Nothing but wall, as all are that lie outside the map. */
  isSolid(x: number, y: number): boolean {
    return this.tiles(x, y)?.every((tile) => tile === wallTile) ?? false
  }

  /** Into a neighbour; back with the rooms that are to be asked for, in the order of the client of 2010. */
  shift(dx: number, dy: number): readonly Node[] {
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
