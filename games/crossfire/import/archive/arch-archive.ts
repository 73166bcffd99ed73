// The zip file with an owner's archetypes and pictures: the folder that Crossfire's `collect` writes (`archetypes`,
// `animations`, `crossfire.0` …), or its sources (`.arc`, `.face`, `NAME.base.111.png` …). [CF-20.1]
import { strFromU8, strToU8 } from 'fflate'
import type { UploadedFile } from '../../../game.ts'
import { releaseBuffer } from '../../../shared/release-buffer.ts'
import { listZipEntries, unpackEntry, type ZipEntry } from '../../../shared/zip.ts'
import type { ArchetypeSource } from '../attributes/object-attributes.ts'
import { formatAnimation, parseAnimations } from '../format/animations.ts'
import { iterateCollectedPictures, parseFaceMetadata, parsePicturePath } from '../format/faces.ts'
import { ImportError } from '../format/import-error.ts'
import { parseArtifacts, parseFormulae } from '../format/recipes.ts'
import { type ClassicChecksums, type PictureMetadata, pictureMetadata } from '../world/pictures.ts'
import { inflateLargeEntry } from './inflate-entries.ts'
import { ArchiveArchetypes } from './known-archetypes.ts'

/** Debian's archive has 800 files and 7 MB; Crossfire's sources have 12,000 files. */
const limits = { entries: 40_000, bytes: 256 * 1024 * 1024 } as const
/** Limits for all texts of one kind, and for all pictures. */
const maxTextBytes = 16 * 1024 * 1024
const maxPictureBytes = 64 * 1024 * 1024

/** The file name in a collected archive, and the extension in a source archive. Only archetypes are required. */
const files = [
  ['archetypes', '.arc'],
  ['animations', '.anim'],
  ['treasures', '.trs'],
  ['artifacts', '.artifacts'],
  ['formulae', '.formulae'],
  ['faces', '.face'],
  ['smooth', '.smooth'],
  ['races', '.races'],
  ['materials', '.materials'],
  ['messages', '.messages'],
  ['attackmess', '.attackmess'],
  // Settings of the server, which in Debian are in another package than the archetypes.
  ['exp_table', '.exp_table'],
  ['stat_bonus', '.stat_bonus'],
  ['settings', '.settings'],
] as const

export interface ParsedArchArchive {
  /**
   * The uploaded bytes of each text, by file name. The entry `animations` has the animations of all files, and the
   * entry `pictures` has the metadata of the pictures as JSON.
   */
  readonly texts: ReadonlyMap<string, Uint8Array>
  readonly archetypes: ArchetypeSource
  readonly pictures: readonly PictureMetadata[]
  /** In the order of `pictures`. */
  files(): Iterable<Uint8Array>
  readonly classicChecksums: ClassicChecksums
  /** [CF-6.16] Pictures of face set 1; `place` is the index of the same face in `pictures`. */
  classicFiles(): Iterable<ClassicPicture>
}

interface ClassicPicture {
  readonly place: number
  readonly checksum: number
  readonly png: Uint8Array
}

/** @throws ImportError, ZipError */
export function parseArchArchive(file: UploadedFile): ParsedArchArchive {
  const entries = listZipEntries(file, limits, isNoMap)
  const texts = new Map<string, Uint8Array>()
  for (const [name, ending] of files) {
    const text = textOf(file, entries, name, ending)
    if (text) texts.set(name, text)
  }
  const written = texts.get('archetypes')
  if (!written) throw new ImportError(file.name, undefined, 'contains no archetypes')
  const archetypes = new ArchiveArchetypes(
    written,
    texts.get('treasures') ?? nothing,
    texts.get('artifacts') ?? nothing,
  )
  const { notes, animations } = parseTexts(texts)
  texts.set('animations', boundedText('animations', latin1(animations.map(formatAnimation).join(''))))
  parseAnimations('animations', texts.get('animations')!)
  const places = picturesOf(file, entries, pictureSets[0])
  const pictures: PictureMetadata[] = []
  for (const { name, read } of places()) pictures.push(pictureMetadata(name, read(), notes.get(name)))
  if (pictures.length === 0) throw new ImportError(file.name, undefined, 'contains no pictures')
  texts.set('pictures', boundedText('pictures', strToU8(JSON.stringify(pictures))))
  const bytes = function* () {
    for (const { read } of places()) yield read()
  }
  const classic = picturesOf(file, entries, pictureSets[1])
  const classicFiles = () => classicPictures(pictures, classic())
  const classicChecksums = Array.from(classicFiles(), ({ place, checksum }) => [place, checksum] as const)
  return { texts, archetypes, pictures, files: bytes, classicChecksums, classicFiles }
}

/** [CF-6.16] */
function* classicPictures(
  pictures: readonly PictureMetadata[],
  found: Iterable<PictureEntry>,
): Generator<ClassicPicture> {
  const left = new Map(pictures.map(({ name }, place) => [name, place]))
  for (const { name, read } of found) {
    const place = left.get(name)
    const png = read()
    const { columns, rows, checksum } = pictureMetadata(name, png, undefined)
    if (place === undefined || pictures[place]!.columns !== columns || pictures[place]!.rows !== rows)
      continue
    left.delete(name)
    yield { place, checksum, png }
  }
}

/** Throws ImportError and ZipError. */
export function readArchiveArchetypes(file: UploadedFile): ArchetypeSource {
  const entries = listZipEntries(file, limits, isNoMap)
  const [archetypes, , treasures, artifacts] = files
  return new ArchiveArchetypes(
    textOf(file, entries, ...archetypes) ?? nothing,
    textOf(file, entries, ...treasures) ?? nothing,
    textOf(file, entries, ...artifacts) ?? nothing,
  )
}

/** The file `settings` of Crossfire's server; empty if the archive has none. Throws ImportError and ZipError. */
export function readArchiveSettings(file: UploadedFile): string {
  const settings = textOf(file, listZipEntries(file, limits, isNoMap), 'settings', '.settings')
  return strFromU8(settings ?? nothing, true)
}
const nothing = new Uint8Array(0)

const isNoMap = (path: string) => !/(^|\/)maps\//.test(path)

/** Also parses texts that room creation does not need, so that the owner sees their errors now. */
function parseTexts(texts: ReadonlyMap<string, Uint8Array>) {
  const text = (name: string) => texts.get(name) ?? nothing
  parseArtifacts('artifacts', text('artifacts'))
  parseFormulae('formulae', text('formulae'))
  const { faces, animations } = parseFaceMetadata('faces', text('faces'))
  return {
    notes: new Map(faces.map((face) => [face.name, face])),
    animations: [...parseAnimations('animations', text('animations')), ...animations],
  }
}

function textOf(
  file: UploadedFile,
  entries: readonly ZipEntry[],
  name: string,
  ending: string,
): Uint8Array | undefined {
  const collected = entries.filter(({ path }) => baseNameOf(path) === name)
  const chosen =
    collected.length > 0 ? collected.slice(0, 1) : entries.filter(({ path }) => path.endsWith(ending))
  const length = chosen.reduce((sum, each) => sum + each.length + 1, 0)
  if (length > maxTextBytes)
    throw new ImportError(name, undefined, `larger than ${maxTextBytes / 1024 / 1024} MiB`)
  if (chosen.length === 0) return undefined
  const whole = new Uint8Array(length).fill(0x0a)
  let at = 0
  for (const entry of chosen) {
    const text = inflateLargeEntry(file, entry)
    whole.set(text, at)
    releaseBuffer(text)
    at += entry.length + 1
  }
  return whole
}

interface PictureEntry {
  readonly name: string
  read(): Uint8Array
}

/**
 * [CF-6.16] In a collected archive, each face set is one file. In a source archive, a word in the file names selects
 * the face set.
 */
const pictureSets = [
  { collectedFile: 'crossfire.0', word: 'base' },
  { collectedFile: 'crossfire.1', word: 'clsc' },
] as const

/**
 * Each call of the returned function reads the archive again, because storing thousands of positions would need memory.
 */
function picturesOf(
  file: UploadedFile,
  entries: readonly ZipEntry[],
  { collectedFile, word }: (typeof pictureSets)[number],
): () => Generator<PictureEntry> {
  const collected = entries.find(({ path }) => baseNameOf(path) === collectedFile)
  if (!collected) return () => sourcePictures(file, entries, word)
  if (collected.length > maxPictureBytes)
    throw new ImportError(collectedFile, undefined, `larger than ${maxPictureBytes / 1024 / 1024} MiB`)
  const bytes = inflateLargeEntry(file, collected)
  const read = (from: number, to: number) => bytes.subarray(from, to)
  const content = { size: bytes.length, read }
  return function* () {
    for (const { name, from, length } of iterateCollectedPictures(collectedFile, content))
      yield { name, read: () => read(from, from + length) }
  }
}

function* sourcePictures(
  file: UploadedFile,
  entries: readonly ZipEntry[],
  word: string,
): Generator<PictureEntry> {
  for (const entry of entries) {
    const picture = parsePicturePath(entry.path)
    if (picture?.set === word) yield { name: picture.name, read: () => unpackEntry(file, entry) }
  }
}

/** The rooms of the world refuse to read larger texts. */
function boundedText(name: string, text: Uint8Array): Uint8Array {
  if (text.length > maxTextBytes)
    throw new ImportError(name, undefined, `larger than ${maxTextBytes / 1024 / 1024} MiB`)
  return text
}

function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
