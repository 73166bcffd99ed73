// Parses pictures and their metadata. A collected archive has a file of pictures for each face set (`crossfire.0`,
// `crossfire.1` …) and files of metadata (`faces`, `bmaps`). A source archive has PNGs and `.face` files.
import { type ParsedAnimation, parseAnimation } from './animations.ts'
import { ImportError, quoteForError } from './import-error.ts'
import { LineReader, splitKeyValue } from './line-reader.ts'

/** Debian's largest picture has 44 kB. */
const maxPictureBytes = 256 * 1024
/** The limit is below the highest face number, 32,767, because built-in faces have the lowest numbers. */
const maxPictures = 30_000
const maxHeadBytes = 1024

/** A file that is read in parts on demand, because it can be too large for memory. */
export interface RandomAccessBytes {
  readonly size: number
  read(from: number, to: number): Uint8Array
}

/** The line `IMAGE LENGTH PATH` (in old archives `IMAGE NUMBER LENGTH PATH`), followed by the PNG. */
export interface ArchivePicture {
  /** Such as `grass.111`. */
  readonly name: string
  readonly from: number
  readonly length: number
}

export function* iterateCollectedPictures(file: string, bytes: RandomAccessBytes): Generator<ArchivePicture> {
  let count = 0
  for (let at = 0; at < bytes.size; ) {
    const head = bytes.read(at, Math.min(at + maxHeadBytes, bytes.size))
    const end = head.indexOf(0x0a)
    const words = String.fromCharCode(...head.subarray(0, Math.max(end, 0))).split(' ')
    const path = words.length > 1 ? words.at(-1)! : ''
    const length = Number(words.at(-2))
    if (words[0] !== 'IMAGE' || words.length < 3 || words.length > 4 || !path)
      throw new ImportError(file, undefined, `expected a picture (IMAGE …) at byte ${at}`)
    if (!Number.isSafeInteger(length) || length < 0 || length > maxPictureBytes)
      throw new ImportError(
        file,
        undefined,
        `${quoteForError(path)}: invalid picture size of ${quoteForError(words.at(-2)!)} bytes`,
      )
    const from = at + end + 1
    if (from + length > bytes.size)
      throw new ImportError(file, undefined, `the file ends inside the picture ${quoteForError(path)}`)
    if (++count > maxPictures) throw new ImportError(file, undefined, `more than ${maxPictures} pictures`)
    yield { name: path.slice(path.lastIndexOf('/') + 1), from, length }
    at = from + length
  }
}

/** For a path `PATH/NAME.SET.111.png` the face is `NAME.111`; undefined for other files. */
export function parsePicturePath(path: string): { readonly name: string; readonly set: string } | undefined {
  const found = /([^/]+)\.([a-z0-9]+)\.([^./]+)\.png$/i.exec(path)
  return found ? { name: `${found[1]}.${found[3]}`, set: found[2]! } : undefined
}

export interface FaceMetadata {
  readonly name: string
  /** Colour on the magic map. */
  readonly magicMap?: string
  /** Colours of the ones and of the zeros in the two-coloured picture. */
  readonly foreground?: string
  readonly background?: string
}

const magicMapKeys = ['magicmap', 'color_fg', 'fg', 'foreground'] as const

/** The `.face` files of a source archive also contain animations. */
export function parseFaceMetadata(
  file: string,
  content: Uint8Array | string,
): { readonly faces: readonly FaceMetadata[]; readonly animations: readonly ParsedAnimation[] } {
  const lines = new LineReader(file, content)
  const [faces, animations]: [FaceMetadata[], ParsedAnimation[]] = [[], []]
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, name] = splitKeyValue(line)
    if (key === 'animation' && name) animations.push(parseAnimation(lines, name))
    else if (key === 'face' && name) faces.push(parseMetadataEntry(lines, name))
    else throw lines.error(`expected a face, found "${quoteForError(line)}"`)
    if (faces.length + animations.length > maxPictures) throw lines.error(`more than ${maxPictures} faces`)
  }
  return { faces, animations }
}

function parseMetadataEntry(lines: LineReader, name: string): FaceMetadata {
  const firstLine = lines.number
  const attributes = new Map<string, string>()
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = splitKeyValue(line)
    if (key === 'end') {
      const magicMap = magicMapKeys.map((each) => attributes.get(each)).find((each) => each !== undefined)
      const [foreground, background] = [attributes.get('color_fg'), attributes.get('color_bg')]
      return {
        name,
        ...(magicMap !== undefined && { magicMap }),
        ...(foreground !== undefined && { foreground }),
        ...(background !== undefined && { background }),
      }
    }
    attributes.set(key, value)
    if (attributes.size > maxKeys) throw lines.error(`a face with more than ${maxKeys} keys`)
  }
  throw new ImportError(lines.file, firstLine, `${quoteForError(name)} has no end`)
}
const maxKeys = 32

/** [CF-10.3] Names of the colours in the order of their protocol numbers. */
const colours = [
  ['black'],
  ['white'],
  ['navy', 'blue'],
  ['red'],
  ['orange'],
  ['dodgerblue', 'cyan', 'lightblue'],
  ['darkorange', 'dark_orange'],
  ['seagreen', 'green'],
  ['darkseagreen', 'lightgreen', 'light_green', 'light green'],
  ['grey', 'gray', 'grey50'],
  ['sienna', 'brown', 'light_brown'],
  ['gold', 'yellow'],
  ['khaki', 'tan', 'beige'],
] as const

/** The number of a colour, 0 to 12. Unknown colours are black. */
export function colourNumber(name = 'black'): number {
  const found = colours.findIndex((names) => (names as readonly string[]).includes(name.toLowerCase()))
  return Math.max(0, found)
}
