// Pictures: the collected archive (`crossfire.0`, `crossfire.1` …, one per face set) with its metadata (`faces`,
// `bmaps`), or the PNGs and `.face` files of a source archive.
import { animationOf, type LoreAnimation } from './animations.ts'
import { LoreFault, shown } from './fault.ts'
import { keyed, Lines } from './lines.ts'

/** Bytes of one picture; Debian's largest has 44 kB. */
export const mostOfPicture = 256 * 1024
/** Pictures of one set. Face numbers on the wire go up to 32,767, and the built-in ones come first. */
export const mostPictures = 30_000
const mostOfHead = 1024

/** Random access to an archive, which can be too large for memory. */
export interface Bytes {
  readonly size: number
  read(from: number, to: number): Uint8Array
}

/** A picture of a collected archive: `IMAGE LENGTH PATH` (old: `IMAGE NUMBER LENGTH PATH`), line feed, PNG. */
export interface CollectedPicture {
  /** Such as `grass.111`. */
  readonly name: string
  readonly from: number
  readonly length: number
}

export function* collectedPictures(file: string, bytes: Bytes): Generator<CollectedPicture> {
  let count = 0
  for (let at = 0; at < bytes.size; ) {
    const head = bytes.read(at, Math.min(at + mostOfHead, bytes.size))
    const end = head.indexOf(0x0a)
    const words = String.fromCharCode(...head.subarray(0, Math.max(end, 0))).split(' ')
    const path = words.length > 1 ? words.at(-1)! : ''
    const length = Number(words.at(-2))
    if (words[0] !== 'IMAGE' || words.length < 3 || words.length > 4 || !path)
      throw new LoreFault(file, undefined, `no picture (IMAGE …) begins at byte ${at}`)
    if (!Number.isSafeInteger(length) || length < 0 || length > mostOfPicture)
      throw new LoreFault(file, undefined, `${shown(path)}: a picture of ${shown(words.at(-2)!)} bytes`)
    const from = at + end + 1
    if (from + length > bytes.size)
      throw new LoreFault(file, undefined, `it ends within the picture ${shown(path)}`)
    if (++count > mostPictures) throw new LoreFault(file, undefined, `over ${mostPictures} pictures`)
    yield { name: path.slice(path.lastIndexOf('/') + 1), from, length }
    at = from + length
  }
}

/** Parses `PATH/NAME.SET.111.png` of a source archive into the face `NAME.111` of that set. Undefined: another file. */
export function sourcePicture(path: string): { readonly name: string; readonly set: string } | undefined {
  const found = /([^/]+)\.([a-z0-9]+)\.([^./]+)\.png$/i.exec(path)
  return found ? { name: `${found[1]}.${found[3]}`, set: found[2]! } : undefined
}

// ---- Picture metadata --------------------------------------------------------------------------------------------

export interface FaceNote {
  readonly name: string
  /** Colour on the magic map. */
  readonly magicMap?: string
  /** Stacking order within a cell, 0 to 255. */
  readonly visibility?: number
  readonly isFloor?: boolean
}

const magicMapKeys = ['magicmap', 'color_fg', 'fg', 'foreground'] as const

/** Reads `face NAME`, its keys, `end`. The `.face` files of a source archive also contain animations. */
export function readFaces(
  file: string,
  content: Uint8Array | string,
): { readonly faces: readonly FaceNote[]; readonly animations: readonly LoreAnimation[] } {
  const lines = new Lines(file, content)
  const [faces, animations]: [FaceNote[], LoreAnimation[]] = [[], []]
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, name] = keyed(line)
    if (key === 'animation' && name) animations.push(animationOf(lines, name))
    else if (key === 'face' && name) faces.push(noteOf(lines, name))
    else throw lines.fault(`"${shown(line)}" where a face should begin`)
    if (faces.length + animations.length > mostPictures) throw lines.fault(`over ${mostPictures} faces`)
  }
  return { faces, animations }
}

function noteOf(lines: Lines, name: string): FaceNote {
  const begun = lines.number
  const says = new Map<string, string>()
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [key, value] = keyed(line)
    if (key === 'end') {
      const magicMap = magicMapKeys.map((each) => says.get(each)).find((each) => each !== undefined)
      const visibility = says.get('visibility')
      return {
        name,
        ...(magicMap !== undefined && { magicMap }),
        ...(visibility !== undefined && { visibility: Number(visibility) || 0 }),
        ...(says.get('is_floor') === '1' && { isFloor: true }),
      }
    }
    says.set(key, value)
    if (says.size > mostKeys) throw lines.fault(`a face of over ${mostKeys} keys`)
  }
  throw new LoreFault(lines.file, begun, `no end closes ${shown(name)}`)
}
const mostKeys = 32

export function writeFace({ name, magicMap, visibility, isFloor }: FaceNote): string {
  const lines = [
    `face ${name}`,
    ...(magicMap === undefined ? [] : [`magicmap ${magicMap}`]),
    ...(visibility === undefined ? [] : [`visibility ${visibility}`]),
    ...(isFloor ? ['is_floor 1'] : []),
    'end',
  ]
  return `${lines.join('\n')}\n`
}

/** Reads `bmaps` and `bmaps.paths`: face numbers of the archive when it was collected, with names, in file order. */
export function readFaceNumbers(
  file: string,
  content: Uint8Array | string,
): (readonly [number: number, name: string])[] {
  const lines = new Lines(file, content)
  const read: [number, string][] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const found = /^\\?(\d+)\s+(\S+)/.exec(line)
    if (!found) throw lines.fault(`"${shown(line)}" is no number with a name`)
    if (read.length >= mostPictures) throw lines.fault(`over ${mostPictures} faces`)
    read.push([Number(found[1]), found[2]!.slice(found[2]!.lastIndexOf('/') + 1)])
  }
  return read
}

/** Reads `smooth`: pairs of a face and the face that smooths it over its neighbours. */
export function readSmooth(
  file: string,
  content: Uint8Array | string,
): (readonly [face: string, smooth: string])[] {
  const lines = new Lines(file, content)
  const read: [string, string][] = []
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [face, smooth] = keyed(line)
    if (!smooth) throw lines.fault(`"${shown(line)}" is no pair of faces`)
    if (read.length >= mostPictures) throw lines.fault(`over ${mostPictures} faces`)
    read.push([face, smooth])
  }
  return read
}
