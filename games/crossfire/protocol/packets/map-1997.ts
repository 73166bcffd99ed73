// 11 × 11 cells, each a stack of faces. Changed cells are sent whole [CF-5.1].
import type { Codec, Reader, Writer } from '../../../../wire/codec/codec.ts'
import { throwFieldError } from '../../../../wire/codec/field-error.ts'
import { type RandomFunction, randomInteger, randomLength } from '../../../../wire/codec/random-values.ts'
import { about, BE, toEnd, u8 } from '../../../../wire/index.ts'
import { checkRange } from './fields.ts'

/** Cells per side of the view. The player is at (5, 5). */
export const legacyViewSize = 11
/** Highest numbers of a cell and of a face. */
const lastCell = legacyViewSize * legacyViewSize - 1
const lastFace = 0x7fff
/** The byte that ends the list of empty cells. */
const end = 255

/** Cells are numbered column by column; x and y count from the top left corner. */
export function cellIndex(x: number, y: number): number {
  return x * legacyViewSize + y
}

/** `cells`: at least one. */
export interface FaceCells {
  readonly face: number
  readonly cells: readonly number[]
}

/** Bit 15 marks the last face of a layer, bit 7 the last cell of a face, so neither list can be empty. */
const layer: Codec<readonly FaceCells[]> = {
  doc: 'layer',
  nested: [
    { step: '[].face', codec: about(BE.u16, 'bit 15: last face of the layer') },
    { step: '[].cells[]', codec: about(u8, 'bit 7: last cell of the face') },
  ],
  min: 3,
  max: Infinity,
  read(reader) {
    const runs: FaceCells[] = []
    for (let last = false; !last; ) {
      const face = BE.u16.read(reader, {})
      last = face > lastFace
      runs.push({ face: face & lastFace, cells: readCells(reader) })
    }
    return runs
  },
  write(writer, runs) {
    if (!runs.length) throwFieldError('a layer needs at least one face')
    runs.forEach((run, n) => {
      writeFaceCells(writer, run, n === runs.length - 1)
    })
  },
  sample: (chance) => Array.from({ length: randomLength(chance, 1, 6) }, () => sampleFaceCells(chance)),
}

function readCells(reader: Reader): number[] {
  const cells: number[] = []
  for (let last = false; !last; ) {
    const byte = u8.read(reader, {})
    last = byte > 127
    cells.push(cellFromByte(byte & 127))
  }
  return cells
}

function writeFaceCells(writer: Writer, { face, cells }: FaceCells, last: boolean): void {
  if (!cells.length) throwFieldError(`face ${face} needs at least one cell`)
  BE.u16.write(writer, checkRange(face, 'a face', 0, lastFace) + (last ? 0x8000 : 0), {})
  cells.forEach((one, n) => {
    u8.write(writer, n === cells.length - 1 ? cellFromByte(one) + 0x80 : cellFromByte(one), {})
  })
}

function cellFromByte(byte: number): number {
  return checkRange(byte, 'a cell', 0, lastCell)
}

function sampleFaceCells(chance: RandomFunction): FaceCells {
  return { face: randomInteger(chance, 0, lastFace), cells: sampleCells(chance, 1) }
}

function sampleCells(chance: RandomFunction, least: number): number[] {
  return Array.from({ length: randomLength(chance, least, 8) }, () => randomInteger(chance, 0, lastCell))
}

/** The empty cells, ended by a byte 255. A packet without data has none. */
const empty: Codec<readonly number[]> = {
  doc: 'u8[until 255], or nothing',
  min: 0,
  max: Infinity,
  read(reader) {
    const cells: number[] = []
    if (!reader.left) return cells
    for (let byte = u8.read(reader, {}); byte !== end; byte = u8.read(reader, {}))
      cells.push(cellFromByte(byte))
    return cells
  },
  write(writer, cells) {
    for (const one of cells) u8.write(writer, cellFromByte(one), {})
    writer.byte(end)
  },
  sample: (chance) => sampleCells(chance, 0),
}

export const fromServer = {
  map: {
    rule: 'CF-5.1',
    about: 'The changed cells of the view, for clients of 1997.',
    fields: {
      empty: about(empty, 'cells that are now empty, as x × 11 + y'),
      layers: about(
        toEnd(layer),
        'the topmost layer first; the client clears each cell of this layer before it draws',
      ),
    },
  },
} as const
