// An owner's archetypes and pictures, zipped: the folder that Crossfire's `collect` writes (`archetypes`,
// `animations`, `crossfire.0` …) or its sources (`.arc`, `.face`, `NAME.base.111.png` …). [CF-20.1]
import type { HandedIn } from '../../../game.ts'
import { giveBack } from '../../../shared/give-back.ts'
import { unpackedWhole, type ZipEntry, zipEntries } from '../../../shared/zip.ts'
import { type LoreAnimation, readAnimations, writeAnimation } from '../animations.ts'
import { collectedPictures, type FaceNote, readFaces, sourcePicture } from '../faces.ts'
import { LoreFault } from '../fault.ts'
import type { Brought } from '../kinds/said.ts'
import { readArtifacts, readFormulae } from '../recipes.ts'
import { type KnownPicture, knownPicture } from '../world/pictures.ts'
import { largeWhole } from './inflating.ts'
import { KnownArchetypes } from './known-archetypes.ts'

/** For the whole archive. Debian's has 800 files and 7 MB; the sources have 12,000 files. */
const limits = { entries: 40_000, bytes: 256 * 1024 * 1024 } as const
const mostOfText = 16 * 1024 * 1024
const mostOfPictures = 64 * 1024 * 1024

/** Collected file name, and file extension in a source archive. Only the first two are required. */
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
] as const

export interface LoreArchive {
  /** Each file's text as uploaded, by file name. */
  readonly texts: ReadonlyMap<string, Uint8Array>
  readonly archetypes: Brought
  readonly pictures: readonly KnownPicture[]
  /** The PNG of each picture, in the order of `pictures`. */
  files(): Iterable<Uint8Array>
}

/** @throws LoreFault, ZipFault */
export function readArch(file: HandedIn): LoreArchive {
  const entries = zipEntries(file, limits, isNoMap)
  const texts = new Map<string, Uint8Array>()
  for (const [name, ending] of files) {
    const text = textOf(file, entries, name, ending)
    if (text) texts.set(name, text)
  }
  const written = texts.get('archetypes')
  if (!written) throw new LoreFault(file.name, undefined, 'there are no archetypes in it')
  const archetypes = new KnownArchetypes(
    written,
    texts.get('treasures') ?? nothing,
    texts.get('artifacts') ?? nothing,
  )
  const { notes, animations } = readSaid(texts)
  texts.set('animations', latin1(animations.map(writeAnimation).join('')))
  const places = picturesOf(file, entries)
  const pictures: KnownPicture[] = []
  for (const { name, read } of places()) pictures.push(knownPicture(name, read(), notes.get(name)))
  if (pictures.length === 0) throw new LoreFault(file.name, undefined, 'there are no pictures in it')
  const bytes = function* () {
    for (const { read } of places()) yield read()
  }
  return { texts, archetypes, pictures, files: bytes }
}

/** Reads only the archetypes of an archive that `readArch` has accepted. Throws LoreFault and ZipFault. */
export function readArchetypesOf(file: HandedIn): Brought {
  const entries = zipEntries(file, limits, isNoMap)
  const [archetypes, , treasures, artifacts] = files
  return new KnownArchetypes(
    textOf(file, entries, ...archetypes) ?? nothing,
    textOf(file, entries, ...treasures) ?? nothing,
    textOf(file, entries, ...artifacts) ?? nothing,
  )
}
const nothing = new Uint8Array(0)

const isNoMap = (path: string) => !/(^|\/)maps\//.test(path)

/** Also parses files that room creation does not need, so that the owner learns of errors now. */
function readSaid(texts: ReadonlyMap<string, Uint8Array>) {
  const text = (name: string) => texts.get(name) ?? nothing
  readArtifacts('artifacts', text('artifacts'))
  readFormulae('formulae', text('formulae'))
  const said = readFaces('faces', text('faces'))
  const animations: LoreAnimation[] = [
    ...readAnimations('animations', text('animations')),
    ...said.animations,
  ]
  const notes: ReadonlyMap<string, FaceNote> = new Map(said.faces.map((note) => [note.name, note]))
  return { notes, animations }
}

/** The file with that name, or all files with that extension, concatenated. */
function textOf(
  file: HandedIn,
  entries: readonly ZipEntry[],
  name: string,
  ending: string,
): Uint8Array | undefined {
  const collected = entries.filter(({ path }) => nameOf(path) === name)
  const chosen =
    collected.length > 0 ? collected.slice(0, 1) : entries.filter(({ path }) => path.endsWith(ending))
  const length = chosen.reduce((sum, each) => sum + each.length + 1, 0)
  if (length > mostOfText) throw new LoreFault(name, undefined, `over ${mostOfText / 1024 / 1024} MiB`)
  if (chosen.length === 0) return undefined
  const whole = new Uint8Array(length).fill(0x0a)
  let at = 0
  for (const entry of chosen) {
    const text = largeWhole(file, entry)
    whole.set(text, at)
    giveBack(text)
    at += entry.length + 1
  }
  return whole
}

interface PicturePlace {
  readonly name: string
  read(): Uint8Array
}

/** Pictures of the first face set. Each call reads the archive again, to keep no thousands of positions in memory. */
function picturesOf(file: HandedIn, entries: readonly ZipEntry[]): () => Generator<PicturePlace> {
  const collected = entries.find(({ path }) => nameOf(path) === 'crossfire.0')
  if (!collected) return () => sourcePictures(file, entries)
  if (collected.length > mostOfPictures)
    throw new LoreFault('crossfire.0', undefined, `over ${mostOfPictures / 1024 / 1024} MiB`)
  const bytes = largeWhole(file, collected)
  const read = (from: number, to: number) => bytes.subarray(from, to)
  return function* () {
    for (const { name, from, length } of collectedPictures('crossfire.0', { size: bytes.length, read }))
      yield { name, read: () => read(from, from + length) }
  }
}

function* sourcePictures(file: HandedIn, entries: readonly ZipEntry[]): Generator<PicturePlace> {
  for (const entry of entries) {
    const picture = sourcePicture(entry.path)
    if (picture?.set === 'base') yield { name: picture.name, read: () => unpackedWhole(file, entry) }
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
