import {
  findMaps,
  type Lump,
  type MapLumps,
  mapLumpNames,
  readWad,
  writeWad,
} from '../../../../../games/doom-2077/import/wad.ts'
import { levelFromLumps } from '../../../../../games/doom-2077/map/level/level.ts'

export interface RawMap {
  /** The fields of each thing: x, y, angle, type, flags. */
  readonly things: readonly (readonly number[])[]
  /** The fields of each line: two vertexes, flags, special, tag, two sides. */
  readonly lines: readonly (readonly number[])[]
  /** The sector of each side. */
  readonly sides: readonly number[]
  readonly vertexes: readonly (readonly [x: number, y: number])[]
  readonly sectors: readonly (readonly [floor: number, ceiling: number, tag: number])[]
}

export const noSide = 0xffff

/** Parses things from a text such as `100,30,0,11 900,30,0,11`: x, y, angle and type of each. */
export const things = (text: string): RawMap['things'] =>
  text.split(' ').map((thing) => thing.split(',').map(Number))

/** The texture name `WALL` in 8 bytes, as u16 values. */
const wallName = [0x4157, 0x4c4c, 0, 0]

/** The lumps after a map's marker. Node lumps are empty. */
export function rawLumps({ things, lines, sides, vertexes, sectors }: RawMap): Lump[] {
  const bytes: { readonly [name: string]: Uint8Array } = {
    THINGS: shorts(things.flatMap(([x, y, angle, type, flags = 7]) => [x!, y!, angle!, type!, flags])),
    LINEDEFS: shorts(lines.flat()),
    SIDEDEFS: shorts(sides.flatMap((sector) => [0, 0, ...wallName, ...wallName, ...wallName, sector])),
    VERTEXES: shorts(vertexes.flat()),
    SECTORS: shorts(
      sectors.flatMap(([floor, ceiling, tag]) => [floor, ceiling, ...Array(8).fill(0), 160, 0, tag]),
    ),
  }
  return mapLumpNames.map((name) => ({ name, bytes: bytes[name] ?? new Uint8Array(0) }))
}

export function wadOf(...maps: readonly (readonly [name: string, lumps: readonly Lump[]])[]): Uint8Array {
  return writeWad(maps.flatMap(([name, lumps]) => [{ name, bytes: new Uint8Array(0) }, ...lumps]))
}

/** The map as it is read from a WAD. */
export function readLumps(lumps: readonly Lump[], name = 'MAP01'): MapLumps {
  return findMaps(readWad(wadOf([name, lumps]))).get(name)!
}

export const rawLevel = (map: RawMap) => levelFromLumps(readLumps(rawLumps(map)))

export interface RoomSpec {
  readonly width?: number
  readonly floor?: number
  readonly ceiling?: number
  readonly tag?: number
}
export interface BorderSpec {
  readonly special?: number
  readonly tag?: number
  /** Whether the room to the west is on the back side of the line. */
  readonly isReversed?: boolean
}

/**
 * A map with a row of adjacent rooms from 0,0 to the east, each 256 units from south to north. The first room has a
 * start.
 */
export function corridor(rooms: readonly RoomSpec[], borders: readonly BorderSpec[] = []): RawMap {
  const xs = [0]
  for (const { width = 256 } of rooms) xs.push(xs.at(-1)! + width)
  const south = (column: number) => column * 2
  const north = (column: number) => column * 2 + 1
  const sides: number[] = []
  const side = (room: number) => sides.push(room) - 1
  const wall = (from: number, to: number, room: number) => [from, to, 1, 0, 0, side(room), noSide]
  const last = rooms.length
  const lines = [wall(south(0), north(0), 0), wall(north(last), south(last), last - 1)]
  for (const room of rooms.keys()) {
    lines.push(wall(north(room), north(room + 1), room), wall(south(room + 1), south(room), room))
    if (room === 0) continue
    const { special = 0, tag = 0, isReversed = false } = borders[room - 1] ?? {}
    const ends = isReversed ? [south(room), north(room)] : [north(room), south(room)]
    const [front, back] = isReversed ? [room, room - 1] : [room - 1, room]
    lines.push([...ends, 4, special, tag, side(front), side(back)])
  }
  return {
    things: [[128, 128, 90, 11]],
    lines,
    sides,
    vertexes: xs.flatMap((x) => [[x, 0] as const, [x, 256] as const]),
    sectors: rooms.map(({ floor = 0, ceiling = 128, tag = 0 }) => [floor, ceiling, tag]),
  }
}

function shorts(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 2))
  for (const [index, value] of values.entries()) view.setInt16(index * 2, value, true)
  return new Uint8Array(view.buffer)
}
