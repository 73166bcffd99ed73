// [DM-9.3] Every index and size is checked.
import { MapError } from './map-error.ts'
import type { MapLumps } from './wad.ts'

/** The position is in whole map units. `angle`: degrees, counterclockwise from the east. */
export interface Thing {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly type: number
  readonly flags: number
}
/**
 * A line from point 1 to point 2. `front`: index of the sector to the right. `back`: index of the sector to the left,
 * or undefined for a one-sided line.
 */
export interface Line {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly special: number
  readonly tag: number
  readonly front: number
  readonly back: number | undefined
}
export interface Sector {
  readonly floor: number
  readonly ceiling: number
  /** Read as signed, as the original client does, so no line selects a sector with a tag above 32,767. */
  readonly tag: number
  /** The brightness of the sector, 0 to 255. */
  readonly light: number
  readonly sky: boolean
}
export interface MapData {
  readonly name: string
  readonly things: readonly Thing[]
  readonly lines: readonly Line[]
  readonly sectors: readonly Sector[]
}

/** The lumps that the server reads, in the order of the file. */
export const serverLumpNames = ['THINGS', 'LINEDEFS', 'SIDEDEFS', 'VERTEXES', 'SECTORS'] as const
type ServerLump = (typeof serverLumpNames)[number]

const recordBytes: { readonly [lump in ServerLump]: number } = {
  THINGS: 10,
  LINEDEFS: 14,
  SIDEDEFS: 30,
  VERTEXES: 4,
  SECTORS: 26,
}
/** Indexes have 16 bits, and 0xFFFF means that there is no side. */
const maxRecords = 65_535
const noIndex = 0xffff

/**
 * Throws MapError if the map has another format, if a lump is missing, duplicate, truncated, too large or shares bytes,
 * if an index is out of range, or if a line has no length.
 */
export function readMap(map: MapLumps): MapData {
  rejectOtherFormats(map)
  rejectOverlaps(map)
  const [things, lines, sides, vertexes, sectors] = serverLumpNames.map(
    (lump) => new LumpRecords(map, lump),
  ) as Five
  return {
    name: map.name,
    things: things.map((record) => readThing(record)),
    lines: lines.map((record) => readLine(record, sides, vertexes, sectors)),
    sectors: sectors.map((record) => readSector(record)),
  }
}
type Five = [LumpRecords, LumpRecords, LumpRecords, LumpRecords, LumpRecords]

const otherFormats: ReadonlyMap<string, string> = new Map([
  ['TEXTMAP', 'the UDMF format'],
  ['BEHAVIOR', "Hexen's format"],
])

function rejectOtherFormats({ name, lumps }: MapLumps): void {
  for (const lump of lumps) {
    const format = otherFormats.get(lump.name)
    if (format)
      throw new MapError(`${name} is in ${format} (lump ${lump.name}); only Doom's format is supported`)
  }
}

/** No tool writes lumps that share bytes, and other programs may read them differently. */
function rejectOverlaps({ name, lumps }: MapLumps): void {
  const spans = lumps.filter(({ bytes }) => bytes.length > 0)
  spans.sort((a, b) => a.bytes.byteOffset - b.bytes.byteOffset)
  for (const [index, lump] of spans.entries()) {
    const next = spans[index + 1]
    if (next && next.bytes.byteOffset < lump.bytes.byteOffset + lump.bytes.length) {
      throw new MapError(`${name}: ${lump.name} and ${next.name} overlap in the file`)
    }
  }
}

/** Reads a lump of records of a fixed size. */
class LumpRecords {
  readonly where: string
  readonly count: number
  readonly #view: DataView
  readonly #size: number

  constructor({ name, lumps }: MapLumps, lump: ServerLump) {
    this.where = `${name} ${lump}`
    this.#size = recordBytes[lump]
    const [found, second] = lumps.filter((one) => one.name === lump)
    if (!found) throw new MapError(`${name} has no lump ${lump}`)
    if (second) throw new MapError(`${name} has two lumps ${lump}`)
    const { bytes } = found
    if (bytes.length === 0) throw new MapError(`${this.where} is empty`)
    if (bytes.length % this.#size !== 0) {
      throw new MapError(`${this.where} has ${bytes.length} bytes; expected a multiple of ${this.#size}`)
    }
    this.count = bytes.length / this.#size
    if (this.count > maxRecords)
      throw new MapError(`${this.where} has ${this.count} records; the maximum is ${maxRecords}`)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  map<T>(read: (record: RecordView) => T): T[] {
    return Array.from({ length: this.count }, (_, index) => read(this.record(index)))
  }

  record(index: number): RecordView {
    const at = index * this.#size
    return {
      where: `${this.where} ${index}`,
      i16: (offset) => this.#view.getInt16(at + offset, true),
      u16: (offset) => this.#view.getUint16(at + offset, true),
    }
  }
}
interface RecordView {
  readonly where: string
  i16(offset: number): number
  u16(offset: number): number
}

function readThing({ i16, u16 }: RecordView): Thing {
  return { x: i16(0), y: i16(2), angle: i16(4), type: u16(6), flags: u16(8) }
}

function readSector({ i16, u16 }: RecordView): Sector {
  const light = Math.max(0, Math.min(255, i16(20)))
  return { floor: i16(0), ceiling: i16(2), tag: i16(24), light, sky: isSky(u16) }
}

/** F_SKY1 marks the sky in every Doom. */
function isSky(u16: RecordView['u16']): boolean {
  return [0x5f46, 0x4b53, 0x3159, 0].every((letters, n) => u16(12 + 2 * n) === letters)
}

function readLine(line: RecordView, sides: LumpRecords, vertexes: LumpRecords, sectors: LumpRecords): Line {
  const start = readReferenced(vertexes, line, 0, 'begins at vertex')
  const end = readReferenced(vertexes, line, 2, 'ends at vertex')
  const [x1, y1, x2, y2] = [start.i16(0), start.i16(2), end.i16(0), end.i16(2)]
  if (x1 === x2 && y1 === y2) throw new MapError(`${line.where} has no length: both ends are at ${x1},${y1}`)
  if (line.u16(10) === noIndex) throw new MapError(`${line.where} has no front side`)
  const front = sectorOf(readReferenced(sides, line, 10, 'has front side'), sectors)
  const back =
    line.u16(12) === noIndex ? undefined : sectorOf(readReferenced(sides, line, 12, 'has back side'), sectors)
  return { x1, y1, x2, y2, special: line.u16(6), tag: line.u16(8), front, back }
}

function sectorOf(side: RecordView, sectors: LumpRecords): number {
  readReferenced(sectors, side, 28, 'faces sector')
  return side.u16(28)
}

function readReferenced(records: LumpRecords, from: RecordView, offset: number, verb: string): RecordView {
  const index = from.u16(offset)
  if (index < records.count) return records.record(index)
  throw new MapError(`${from.where} ${verb} ${index}; ${records.where} has ${records.count}`)
}
