// Writes a map as a zip in soapdispenser's format, which can represent every map.
import { zipSync } from 'fflate'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { Board, type MapData, roomSize, roomStride, switchesOf, type UnitDefinition } from '../board/board.ts'

/** [SR-8.7] Returns a zip that `readArchive` accepts. */
export function encodeArchive(map: MapData): Uint8Array {
  const files: { [name: string]: Uint8Array } = {
    'entities.json': encodeUtf8(`${JSON.stringify(map.units.map(entityOf), undefined, 1)}\n`),
    'map.attributes': attributeFile(map.attributes),
  }
  const board = new Board(map.width, map.height, map.tiles, map.attributes)
  // Adjacent rooms share an edge, so the width of n rooms is n strides plus one tile.
  for (let y = 0; y < Math.ceil((map.height - 1) / roomStride.y); y++)
    for (let x = 0; x < Math.ceil((map.width - 1) / roomStride.x); x++)
      files[`${x},${y}.room`] = roomFile(board, x, y)
  // The date is fixed, so that the same world results in the same zip.
  return zipSync(files, { mtime: '1980-01-01T00:00' })
}

/** Writes a room row by row. Tiles beyond the map's edge are wall. */
function roomFile(board: Board, rx: number, ry: number): Uint8Array {
  const { width, height } = roomSize
  return Uint8Array.from({ length: width * height }, (_, at) =>
    board.tile(rx * roomStride.x + (at % width), ry * roomStride.y + Math.trunc(at / width)),
  )
}

/** A u16le width, a u16le height, and the 16x16 attributes. */
function attributeFile(attributes: Uint8Array): Uint8Array {
  return Uint8Array.of(16, 0, 16, 0, ...attributes)
}

/** Writes all fields of a gate, because the format has no default switches and another default open direction. */
function entityOf(unit: UnitDefinition): object {
  const { type, x, y, param, openValue } = unit
  if (type !== 'Gate') return { type, x, y, ...(param !== 0 && { direction: param }) }
  return { type, x, y, open_direction: openValue ?? 0, switches: switchesOf(unit) }
}
