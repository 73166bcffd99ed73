// The room writes the records on creation, reads them whenever it starts, and rewrites them during play.

import type { Json, RecordStore, RecordValue } from '../../game.ts'
import { requireRecord } from '../../shared/require-record.ts'
import { Board, type MapData, roomStride, type UnitDefinition, unitTypeNames } from './board.ts'
import { type NumberedChange, TileChangeLog } from './tile-changes.ts'

// map               {width, height}
// attributes        256 bytes, by tile
// units/start       UnitDefinition[]
// tiles/<rx>,<ry>   20x15 tiles row-major, narrower at the east and south edges; after them the chunk's latest
//                   changes, oldest first, each u32 number and u16 cell, little-endian
// units             the state of each unit, by index (see units/unit.ts)
// players/seq       63 generations, the next colour: 64 bytes

/**
 * Maximum number of changes in a chunk's record, which contains only the latest change of each cell. After a restart,
 * players receive their missing changes from the record.
 */
const chunkChanges = 128
/** The size of a stored change: a u32 number and a u16 cell. */
const changeBytes = 6
/**
 * Maximum number of cells, ten times as many as in any known map. The room checks this limit, because the records of an
 * imported room are untrusted.
 */
const maxCells = 1_000_000

export function* initialRecords(map: MapData): Iterable<[key: string, value: RecordValue]> {
  const { width, height, tiles, attributes } = map
  yield ['map', { width, height }]
  yield ['attributes', attributes.slice()]
  yield ['units/start', map.units.map(startRecord)]
  const board = new Board(width, height, tiles, attributes)
  for (const { cx, cy } of chunks(width, height)) yield [chunkKey(cx, cy), chunkTiles(board, cx, cy)]
}

function startRecord({ type, x, y, param, switches, openValue }: UnitDefinition): Json {
  return {
    type,
    x,
    y,
    param,
    ...(switches && { switches: switches.map((place) => ({ x: place.x, y: place.y })) }),
    ...(openValue !== undefined && { openValue }),
  }
}

/** A board that is read from the records and stored at each change. */
export class StoredBoard {
  readonly board: Board
  readonly changes: TileChangeLog
  readonly #store: RecordStore
  /** For each chunk: the number of the latest change of each cell, oldest first. */
  readonly #latest = new Map<string, Map<number, number>>()

  constructor(store: RecordStore) {
    this.#store = store
    const { width, height } = readSize(store)
    const tiles = new Uint8Array(width * height)
    this.board = new Board(width, height, tiles, requireRecord(store, 'attributes') as Uint8Array)
    const changes: NumberedChange[] = []
    for (const { cx, cy } of chunks(width, height)) changes.push(...this.#read(cx, cy))
    this.changes = new TileChangeLog(changes)
  }

  /** Applies a change to the board, the change log and the records. */
  put(x: number, y: number, tile: number, watchers: Iterable<{ readonly tilesSeen: number }>): void {
    this.board.setTile(x, y, tile)
    const { number } = this.changes.add(x, y, tile, watchers)
    const cx = Math.trunc(x / roomStride.x)
    const cy = Math.trunc(y / roomStride.y)
    const latest = this.#latestOf(chunkKey(cx, cy))
    const cell = (y % roomStride.y) * roomStride.x + (x % roomStride.x)
    latest.delete(cell)
    latest.set(cell, number)
    if (latest.size > chunkChanges) for (const oldest of latest.keys()) if (latest.delete(oldest)) break
    this.#store.put(chunkKey(cx, cy), this.#record(cx, cy, latest))
  }

  #latestOf(key: string): Map<number, number> {
    const known = this.#latest.get(key)
    if (known) return known
    const latest = new Map<number, number>()
    this.#latest.set(key, latest)
    return latest
  }

  #record(cx: number, cy: number, latest: ReadonlyMap<number, number>): Uint8Array {
    const tiles = chunkTiles(this.board, cx, cy)
    const record = new Uint8Array(tiles.length + latest.size * changeBytes)
    record.set(tiles)
    const view = new DataView(record.buffer)
    let at = tiles.length
    for (const [cell, number] of latest) {
      view.setUint32(at, number, true)
      view.setUint16(at + 4, cell, true)
      at += changeBytes
    }
    return record
  }

  *#read(cx: number, cy: number): Iterable<NumberedChange> {
    const key = chunkKey(cx, cy)
    const record = requireRecord(this.#store, key) as Uint8Array
    const { left, top, width, height } = chunkArea(this.board.width, this.board.height, cx, cy)
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        this.board.setTile(left + column, top + row, record[row * width + column]!)
      }
    }
    const view = new DataView(record.buffer, record.byteOffset, record.byteLength)
    for (let at = width * height; at + changeBytes <= record.length; at += changeBytes) {
      const number = view.getUint32(at, true)
      const cell = view.getUint16(at + 4, true)
      const x = left + (cell % roomStride.x)
      const y = top + Math.trunc(cell / roomStride.x)
      this.#latestOf(key).set(cell, number)
      yield { x, y, tile: this.board.tile(x, y), number }
    }
  }
}

function readSize(store: RecordStore): { readonly width: number; readonly height: number } {
  const { width, height } = requireRecord(store, 'map') as { width: number; height: number }
  const isSize = (cells: number) => Number.isInteger(cells) && cells > 0 && cells <= maxCells
  if (!isSize(width) || !isSize(height) || width * height > maxCells)
    throw new Error(`the record map has no valid size: ${width}x${height}`)
  return { width, height }
}

/** The unit definitions as stored when the room was created. */
export function readUnitDefinitions(store: RecordStore): readonly UnitDefinition[] {
  const definitions = requireRecord(store, 'units/start') as unknown as readonly UnitDefinition[]
  const wrong = definitions.findIndex((definition) => !isUnitDefinition(definition))
  if (wrong >= 0) throw new Error(`the record units/start has no unit at ${wrong}`)
  return definitions
}

function isUnitDefinition({ type, x, y, param, switches = [], openValue = 0 }: UnitDefinition): boolean {
  const places = [{ x, y }, ...switches]
  return (
    unitTypeNames.includes(type) &&
    [param, openValue, ...places.flatMap((place) => [place.x, place.y])].every(Number.isSafeInteger)
  )
}

function* chunks(width: number, height: number): Iterable<{ cx: number; cy: number }> {
  for (let cy = 0; cy * roomStride.y < height; cy++) {
    for (let cx = 0; cx * roomStride.x < width; cx++) yield { cx, cy }
  }
}

function chunkKey(cx: number, cy: number): string {
  return `tiles/${cx},${cy}`
}

function chunkArea(mapWidth: number, mapHeight: number, cx: number, cy: number) {
  const left = cx * roomStride.x
  const top = cy * roomStride.y
  const width = Math.min(roomStride.x, mapWidth - left)
  const height = Math.min(roomStride.y, mapHeight - top)
  return { left, top, width, height }
}

function chunkTiles(board: Board, cx: number, cy: number): Uint8Array {
  const { left, top, width, height } = chunkArea(board.width, board.height, cx, cy)
  const tiles = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const start = board.cell(left, top + row)
    tiles.set(board.tiles.subarray(start, start + width), row * width)
  }
  return tiles
}
