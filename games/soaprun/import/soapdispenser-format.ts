// A map of soapdispenser consists of one file per room, default.room, map.attributes and entities.json.
import { roomSize, roomStride, wallTile } from '../board/board.ts'
import { readEntities } from './entities.ts'
import { readAttributes } from './grid.ts'
import { dropExcessUnits, type ImportedMap, MapError, type MapFiles } from './map-error.ts'

const { width: roomWidth, height: roomHeight } = roomSize
const roomTiles = roomWidth * roomHeight
const { x: across, y: down } = roomStride
/** The highest column and row of rooms, which limits a map to 641x481 tiles. The format itself allows 127. */
const lastRoom = 31

const roomFile = /^(0|-?[1-9]\d{0,2}),(0|-?[1-9]\d{0,2})\.room$/
const defaultFile = 'default.room'
const attributesFile = 'map.attributes'
const entitiesFile = 'entities.json'

interface RoomFile {
  readonly x: number
  readonly y: number
  /** The 21x16 tiles of the room, row by row. */
  readonly tiles: Uint8Array
}

export function isSoapdispenserFormat(files: MapFiles): boolean {
  return [...files.keys()].some((name) => name.endsWith('.room'))
}

export function isSoapdispenserFile(name: string): boolean {
  return name.endsWith('.room') || name === attributesFile || name === entitiesFile
}

/**
 * If two rooms differ on a shared edge, uses the tiles of the southern or eastern room, as the client does. A warning
 * for each room states the number of different tiles. Missing rooms get the tiles of default.room, but adjacent rooms
 * override its edges. Rooms at negative coordinates, which no client can enter, are left out with a warning. Throws
 * MapError.
 */
export function readSoapdispenser(files: MapFiles): ImportedMap {
  const warnings: string[] = []
  const rooms = readRooms(files, warnings)
  const { width, height, tiles } = merge(rooms, files.get(defaultFile), warnings)
  const attributes = readAttributes(attributesFile, files.get(attributesFile), warnings)
  const entities = files.get(entitiesFile)
  if (!entities) throw new MapError(`${entitiesFile} is missing`)
  const units = dropExcessUnits(
    entitiesFile,
    readEntities(entitiesFile, entities, { width, height }),
    warnings,
  )
  return { map: { width, height, tiles, attributes, units }, warnings }
}

/** Returns the rooms row by row, from the north-west. */
function readRooms(files: MapFiles, warnings: string[]): RoomFile[] {
  const rooms: RoomFile[] = []
  for (const [name, tiles] of files) {
    if (!name.endsWith('.room') || name === defaultFile) continue
    const place = roomFile.exec(name)
    if (!place) throw new MapError(`${name}: a room's file must be named x,y.room, with decimal coordinates`)
    const x = Number(place[1])
    const y = Number(place[2])
    if (x > lastRoom || y > lastRoom) throw new MapError(`${name}: the last room is ${lastRoom},${lastRoom}`)
    checkRoom(name, tiles)
    if (x < 0 || y < 0)
      warnings.push(`room ${x},${y} is outside the map, which starts at room 0,0; it is skipped`)
    else rooms.push({ x, y, tiles })
  }
  if (!rooms.length) throw new MapError('no room has coordinates of 0,0 or more')
  return rooms.sort((a, b) => a.y - b.y || a.x - b.x)
}

function checkRoom(name: string, tiles: Uint8Array): void {
  if (tiles.length !== roomTiles)
    throw new MapError(`${name}: ${tiles.length} bytes; a room file must have ${roomTiles}`)
}

function merge(rooms: readonly RoomFile[], fallback: Uint8Array | undefined, warnings: string[]) {
  if (fallback) checkRoom(defaultFile, fallback)
  const columns = Math.max(...rooms.map((room) => room.x)) + 1
  const rows = Math.max(...rooms.map((room) => room.y)) + 1
  const width = columns * across + 1
  const height = rows * down + 1
  const tiles = new Uint8Array(width * height).fill(wallTile)
  const lay = (x: number, y: number, room: Uint8Array) => {
    for (let row = 0; row < roomHeight; row++) {
      const from = room.subarray(row * roomWidth, (row + 1) * roomWidth)
      tiles.set(from, (y * down + row) * width + x * across)
    }
  }
  const defined = new Map(rooms.map((room) => [`${room.x},${room.y}`, room.tiles]))
  layDefault(columns, rows, defined, fallback, lay, warnings)
  for (const { x, y, tiles: own } of rooms) {
    const differing = edgeDifferences(own, defined.get(`${x - 1},${y}`), defined.get(`${x},${y - 1}`))
    if (differing) warnings.push(`room ${x},${y}: ${differing} edge tiles differ`)
    lay(x, y, own)
  }
  return { width, height, tiles }
}

function layDefault(
  columns: number,
  rows: number,
  defined: ReadonlyMap<string, Uint8Array>,
  fallback: Uint8Array | undefined,
  lay: (x: number, y: number, room: Uint8Array) => void,
  warnings: string[],
): void {
  const missing = columns * rows - defined.size
  if (!missing) return
  const filling = fallback ? defaultFile : `filled with wall because ${defaultFile} is missing`
  warnings.push(`${missing} of the map's ${columns}x${rows} rooms have no file and are ${filling}`)
  if (!fallback) return
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) if (!defined.has(`${x},${y}`)) lay(x, y, fallback)
  }
}

/** The number of tiles on a room's western and northern edges that differ from the adjacent rooms. */
function edgeDifferences(own: Uint8Array, western?: Uint8Array, northern?: Uint8Array): number {
  let differing = 0
  for (let row = 0; western && row < roomHeight; row++) {
    if (own[row * roomWidth] !== western[row * roomWidth + across]) differing++
  }
  for (let column = 0; northern && column < roomWidth; column++) {
    if (own[column] !== northern[down * roomWidth + column]) differing++
  }
  return differing
}
