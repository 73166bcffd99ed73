// Built-in pictures keep their numbers. The next numbers belong to imported pictures in archive order, and the numbers
// after them to single cells of large pictures. [CF-20.5]
import { LRUCache } from 'lru-cache'
import type { RecordStore } from '../../../game.ts'
import type { Animation } from '../../builtin/pictures/animations.ts'
import type { Face } from '../../builtin/pictures/face-table.ts'
import { builtinGallery, type ClassicPictures, type FaceGallery } from '../../builtin/pictures/gallery.ts'
import type { Appearance } from '../../model/definitions/archetype.ts'
import { encodeBitmap } from '../../pictures/bitmap.ts'
import type { Picture } from '../../pictures/picture.ts'
import { cellSize, cutPicture, decodePng, encodePng } from '../../pictures/png.ts'
import { encodeXpm } from '../../pictures/xpm.ts'
import type { FaceLookup } from '../catalog/archetype-catalog.ts'
import type { ParsedAnimation } from '../format/animations.ts'
import { ImportError } from '../format/import-error.ts'
import type { ClassicChecksums, PictureMetadata } from './pictures.ts'
import { classicFaceKey, faceKey, loadStoredFile } from './stored-records.ts'

/** This number of pictures suffices for a few hundred visible cells. */
const maxCached = 512
/** Deflate level for single cells of large pictures, which are encoded on demand. */
const cellCompression = 6
/** Highest face number. Clients have tables of 10,000 pictures and crash on a higher number. */
const lastOfFaces = 9999
const lastOfAnimations = 8191
/** In pixels. */
const smallSide = 24

interface Numbered {
  /** Index of the picture. */
  readonly place: number
  /** The cell of a large picture that the face shows; undefined if the face shows the whole picture. */
  readonly cell?: { readonly column: number; readonly row: number }
}

export class ImportedGallery implements FaceGallery, FaceLookup {
  readonly lastFace: number
  readonly lastAnimation: number
  readonly classic: ClassicPictures | undefined
  readonly #store: Pick<RecordStore, 'get'>
  readonly #pictures: readonly PictureMetadata[]
  readonly #numbers = new Map<string, number>()
  /** The face number of a picture's first cell, by the index of the picture. */
  readonly #cellFaces = new Map<number, number>()
  /** The picture and cell of each face number above the numbers of whole pictures. */
  readonly #cellNumbers: Numbered[] = []
  readonly #animations: readonly Animation[]
  readonly #animated = new Map<string, NonNullable<Appearance['animation']>>()
  readonly #pngs = cacheOf((number) => encodePng(this.pixels(number), cellCompression))
  readonly #classicPngs = cacheOf((number) =>
    encodePng(this.#pixelsOf(number, classicFaceKey), cellCompression),
  )
  readonly #xpms = cacheOf((number) => encodeXpm(resizePicture(this.pixels(number), smallSide)))
  readonly #bitmaps = cacheOf((number) => encodeBitmap(resizePicture(this.pixels(number), smallSide)))

  constructor(
    store: Pick<RecordStore, 'get'>,
    pictures: readonly PictureMetadata[],
    animations: readonly ParsedAnimation[],
    /** Faces of multi-cell objects. There are not enough numbers for the cells of all large pictures. */
    inParts: ReadonlySet<string>,
    classic: ClassicChecksums = [],
  ) {
    this.#store = store
    this.#pictures = pictures.slice(0, lastOfFaces - builtinGallery.lastFace)
    for (const [place, { name }] of this.#pictures.entries())
      this.#numbers.set(name, builtinGallery.lastFace + place + 1)
    for (const [place, { name, columns, rows }] of this.#pictures.entries())
      if (columns * rows > 1 && inParts.has(name)) this.#numberCells(place, columns, rows)
    this.lastFace = builtinGallery.lastFace + this.#pictures.length + this.#cellNumbers.length
    this.classic = classic.length > 0 ? this.#classicPictures(new Map(classic)) : undefined
    this.#animations = this.#numberAnimations(animations)
    this.lastAnimation = builtinGallery.lastAnimation + this.#animations.length
  }

  #numberCells(place: number, columns: number, rows: number): void {
    const first = builtinGallery.lastFace + this.#pictures.length + this.#cellNumbers.length + 1
    if (first + columns * rows - 1 > lastOfFaces) return
    this.#cellFaces.set(place, first)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        this.#cellNumbers.push({ place, cell: { column, row } })
  }

  #numberAnimations(animations: readonly ParsedAnimation[]): Animation[] {
    const numbered: Animation[] = []
    for (const { name, facings, faces } of animations) {
      const numbers = faces.flatMap((face) => this.faceNumber(face) ?? [])
      const number = builtinGallery.lastAnimation + numbered.length + 1
      if (numbers.length === 0 || number > lastOfAnimations) continue
      numbered.push({ number, name, faces: numbers })
      this.#animated.set(name, { number, faces: numbers, facings })
    }
    return numbered
  }

  /** [CF-6.16] */
  #classicPictures(checksums: ReadonlyMap<number, number>): ClassicPictures {
    return {
      checksumOf: (number) => {
        if (number <= builtinGallery.lastFace) return undefined
        const { place, cell } = this.#numbered(number)
        const whole = checksums.get(place)
        return whole === undefined || !cell ? whole : checksumOfCell(whole, cell)
      },
      png: (number) => {
        const { place, cell } = this.#numbered(number)
        return cell ? this.#classicPngs.memo(number) : this.#file(place, classicFaceKey)
      },
    }
  }

  /** `NAME+COLUMN+ROW` names one cell of a large picture. */
  faceNumber(name: string): number | undefined {
    const whole = this.#numbers.get(name)
    if (whole !== undefined) return whole
    const [, large = '', column = '', row = ''] = /^(.+)\+(\d+)\+(\d+)$/.exec(name) ?? []
    const number = this.#numbers.get(large)
    return number === undefined ? undefined : this.cellOf(number, Number(column), Number(row))
  }

  animated(name: string): Appearance['animation'] | undefined {
    return this.#animated.get(name)
  }

  /** Column and row count from the upper left. Undefined for a cell outside the picture. */
  cellOf(number: number, column: number, row: number): number | undefined {
    const place = number - builtinGallery.lastFace - 1
    const [first, picture] = [this.#cellFaces.get(place), this.#pictures[place]]
    if (first === undefined || !picture || column >= picture.columns || row >= picture.rows) return undefined
    return first + row * picture.columns + column
  }

  face(number: number): Face {
    if (number <= builtinGallery.lastFace) return builtinGallery.face(number)
    const { place, cell } = this.#numbered(number)
    const { name, checksum, magic } = this.#pictures[place]!
    const colour = { fg: 0, bg: 1, magic }
    if (!cell) return { number, name, checksum, colour }
    const { column, row } = cell
    return { number, name: `${name}+${column}+${row}`, checksum: checksumOfCell(checksum, cell), colour }
  }

  png(number: number): Uint8Array {
    if (number <= builtinGallery.lastFace) return builtinGallery.png(number)
    const { place, cell } = this.#numbered(number)
    return cell ? this.#pngs.memo(number) : this.#file(place)
  }

  xpm(number: number): Uint8Array {
    if (number <= builtinGallery.lastFace) return builtinGallery.xpm(number)
    return this.#xpms.memo(number)
  }

  bitmap(number: number): Uint8Array {
    if (number <= builtinGallery.lastFace) return builtinGallery.bitmap(number)
    return this.#bitmaps.memo(number)
  }

  pixels(number: number): Picture {
    if (number <= builtinGallery.lastFace) return builtinGallery.pixels(number)
    return this.#pixelsOf(number, faceKey)
  }

  #pixelsOf(number: number, keyOf: (place: number) => string): Picture {
    const { place, cell } = this.#numbered(number)
    const { columns, rows } = this.#pictures[place]!
    const { column, row } = cell ?? { column: columns - 1, row: rows - 1 }
    const png = decodePng(this.#pictures[place]!.name, this.#file(place, keyOf))
    return cutPicture(png, column * cellSize, row * cellSize, cellSize)
  }

  animation(number: number): Animation {
    if (number <= builtinGallery.lastAnimation) return builtinGallery.animation(number)
    const found = this.#animations[number - builtinGallery.lastAnimation - 1]
    if (!found) throw new RangeError(`there is no animation ${number}`)
    return found
  }

  #numbered(number: number): Numbered {
    const place = number - builtinGallery.lastFace - 1
    const found = place < this.#pictures.length ? { place } : this.#cellNumbers[place - this.#pictures.length]
    if (!found) throw new RangeError(`there is no face ${number}`)
    return found
  }

  #file(place: number, keyOf = faceKey): Uint8Array {
    const file = loadStoredFile(this.#store, keyOf(place))
    if (!file) throw new ImportError(this.#pictures[place]!.name, undefined, 'picture record is missing')
    return file
  }
}

function checksumOfCell(whole: number, { column, row }: NonNullable<Numbered['cell']>): number {
  return Math.imul(whole ^ (column * 64 + row + 1), 0x01000193) >>> 0
}

function cacheOf(encode: (number: number) => Uint8Array): LRUCache<number, Uint8Array> {
  return new LRUCache({ max: maxCached, memoMethod: encode })
}

/** Reduces the colours to the number that an XPM can encode. */
function resizePicture({ size: before, colours, opacities }: Picture, size: number): Picture {
  const small = { size, colours: new Uint32Array(size * size), opacities: new Uint8Array(size * size) }
  const sourceOf = (at: number) => Math.min(before - 1, Math.round((at * before) / size))
  for (let pixel = 0; pixel < size * size; pixel++) {
    const from = sourceOf(pixel % size) + sourceOf(Math.floor(pixel / size)) * before
    small.colours[pixel] = colours[from]!
    small.opacities[pixel] = opacities[from]!
  }
  return reducePalette(small)
}

const maxColours = 80

function reducePalette(picture: Picture): Picture {
  for (let bits = 8; ; bits--) {
    const mask = (0xff << (8 - bits)) & 0xff
    const all = (mask << 16) | (mask << 8) | mask
    const colours = picture.colours.map((colour) => colour & all)
    if (bits === 1 || new Set(colours).size <= maxColours) return { ...picture, colours }
  }
}
