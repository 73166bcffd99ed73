// Pictures: the collected archive (`crossfire.0`, `crossfire.1` …, one per face set) with its metadata (`faces`,
// `bmaps`), or the PNGs and `.face` files of a source archive.
import { type ParsedAnimation, parseAnimation } from './animations.ts'
import { ImportError, quoteForError } from './import-error.ts'
import { LineReader, splitKeyValue } from './line-reader.ts'

/** Maximum bytes of one picture. Debian's largest has 44 kB. */
const maxPictureBytes = 256 * 1024
/** Maximum number of pictures in one set. Face numbers go up to 32,767, and the built-in ones come first. */
const maxPictures = 30_000
/** Maximum bytes of a picture's header. */
const mostOfHead = 1024

/** Random access to an archive, which can be too large for memory. */
export interface RandomAccessBytes {
  readonly size: number
  read(from: number, to: number): Uint8Array
}

/** A picture of a collected archive: `IMAGE LENGTH PATH` (old: `IMAGE NUMBER LENGTH PATH`), line feed, PNG. */
export interface CollectedPicture {
  /** The name of the face, such as `grass.111`. */
  readonly name: string
  readonly from: number
  readonly length: number
}

export function* collectedPictures(file: string, bytes: RandomAccessBytes): Generator<CollectedPicture> {
  let count = 0
  for (let at = 0; at < bytes.size; ) {
    const head = bytes.read(at, Math.min(at + mostOfHead, bytes.size))
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

/**
 * Parses `PATH/NAME.SET.111.png` of a source archive into the face `NAME.111` of that set. Undefined for other files.
 */
export function sourcePicture(path: string): { readonly name: string; readonly set: string } | undefined {
  const found = /([^/]+)\.([a-z0-9]+)\.([^./]+)\.png$/i.exec(path)
  return found ? { name: `${found[1]}.${found[3]}`, set: found[2]! } : undefined
}

// ---- Picture metadata --------------------------------------------------------------------------------------------

export interface FaceMetadata {
  readonly name: string
  /** Colour on the magic map. */
  readonly magicMap?: string
  /** Colours of the ones and zeros of a two-coloured picture. */
  readonly foreground?: string
  readonly background?: string
}

const magicMapKeys = ['magicmap', 'color_fg', 'fg', 'foreground'] as const

/** Reads `face NAME`, its keys, `end`. The `.face` files of a source archive also contain animations. */
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
    if (attributes.size > mostKeys) throw lines.error(`a face with more than ${mostKeys} keys`)
  }
  throw new ImportError(lines.file, firstLine, `${quoteForError(name)} has no end`)
}
const mostKeys = 32

/** [CF-10.3] Names of the colours in Crossfire's files, by the number that clients know. */
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

/** 0 to 12; an unknown colour is black. */
export function colourNumber(name = 'black'): number {
  const found = colours.findIndex((names) => (names as readonly string[]).includes(name.toLowerCase()))
  return Math.max(0, found)
}
