// Imports an owner's archives: returns the room's records, or a refusal that names file and line. [CF-20.1]
import { strToU8 } from 'fflate'
import { isPackedFolderName } from '../../../../wire/util/packed-folders.ts'
import type {
  CreateRoomInput,
  GameContext,
  InProgress,
  Json,
  RecordValue,
  Refusal,
  UploadedFile,
} from '../../../game.ts'
import { releaseBuffer } from '../../../shared/release-buffer.ts'
import { ZipError } from '../../../shared/zip.ts'
import type { ArchetypeSource } from '../attributes/object-attributes.ts'
import { ImportCoverage } from '../catalog/coverage.ts'
import { warnOfIgnoredSettings } from '../characters/ignored-settings.ts'
import { ImportError, quoteForError } from '../format/import-error.ts'
import { parseMap } from '../world/map-converter.ts'
import {
  classicFaceKey,
  deflateBytes,
  faceKey,
  fileKey,
  importKey,
  inflateStoredFile,
  mapKey,
} from '../world/stored-records.ts'
import {
  type ParsedArchArchive,
  parseArchArchive,
  readArchiveArchetypes,
  readArchiveSettings,
} from './arch-archive.ts'
import {
  emptyProgress,
  importMapsPart,
  type MapImportProgress,
  type MapsPart,
  type StoredFile,
} from './maps-archive.ts'

/** [CF-20.7] New characters start at the first of these positions whose map exists. */
const startPaths = [
  { level: '/world/world_105_115', x: 5, y: 37 },
  { level: '/start/newbieshouse', x: 0, y: 0 },
] as const

export interface ImportResult {
  readonly records: Iterable<readonly [key: string, value: RecordValue]>
  /** Undefined after the last part. */
  readonly inProgress: InProgress['inProgress'] | undefined
  readonly maps: number
  readonly coverage: ImportCoverage
  readonly warnings: readonly string[]
}

/** An archetype archive with more bytes than this is imported in a separate part. */
const smallArch = 256 * 1024
/** The progress of the whole import, from 0 to 1, when archetypes and pictures are done. */
const archShare = 0.1

/**
 * A refusal names the form field of the archive that has the error. Large archetypes and pictures are imported in a
 * separate part. The maps are imported in as many parts as necessary.
 */
export async function importWorld(
  { files, continuation }: CreateRoomInput,
  host: Pick<GameContext, 'delay'>,
): Promise<ImportResult | Refusal> {
  const [arch, maps] = [files.get('arch'), files.get('maps')]
  if (!arch) return { refused: { field: 'arch', detail: 'Maps need their archetypes. Upload both files.' } }
  if (!maps) return { refused: { field: 'maps', detail: 'Archetypes need their maps. Upload both files.' } }
  for (const [field, { name }] of [
    ['arch', arch],
    ['maps', maps],
  ] as const)
    if (isPackedFolderName(name))
      return { refused: { field, detail: `${quoteForError(name)}: ${packedFolderText}` } }
  if (continuation !== undefined) {
    const known = await toRefusal('arch', async () => readArchiveArchetypes(arch))
    return 'refused' in known
      ? known
      : importMaps({ arch, maps }, known, continuation as unknown as MapImportProgress, host)
  }
  const archive = await toRefusal('arch', async () => parseArchArchive(arch))
  if ('refused' in archive) return archive
  const archRecords = recordsOfArch(archive)
  if (arch.size > smallArch)
    return {
      records: archRecords,
      inProgress: { continuation: emptyProgress as unknown as Json, progress: archShare },
      ...{ maps: 0, coverage: new ImportCoverage(archive.archetypes), warnings: [] },
    }
  const read = await importMaps({ arch, maps }, archive.archetypes, emptyProgress, host)
  return 'refused' in read ? read : { ...read, records: joinRecords(archRecords, read.records) }
}

/** [CF-20.1] Browsers and the command `packetboat` send an unpacked folder as a zip file. */
const packedFolderText =
  'only zip files are accepted. The form unpacks this file if JavaScript is enabled, and so does the command `packetboat room create`.'

async function importMaps(
  { arch, maps }: { readonly arch: UploadedFile; readonly maps: UploadedFile },
  archetypes: ArchetypeSource,
  before: MapImportProgress,
  host: Pick<GameContext, 'delay'>,
): Promise<ImportResult | Refusal> {
  const read = await toRefusal('maps', () => importMapsPart(maps, archetypes, before, () => host.delay(0)))
  if ('refused' in read) return read
  const { all, coverage, soFar, share, warnings } = read
  if (!all) {
    const progress = archShare + (1 - archShare) * share
    const inProgress = { continuation: soFar as unknown as Json, progress }
    return { records: recordsOfMaps(read), inProgress, maps: 0, coverage, warnings: [] }
  }
  const { things, maps: whole, keys } = coverage.share
  return {
    records: joinRecords(recordsOfMaps(read), recordsOfAll(all, coverage)),
    inProgress: undefined,
    maps: all.length,
    coverage,
    warnings: [
      `${coverage.maps} maps, ${whole} % fully supported; ${coverage.things} things, ${things} % supported; ` +
        `${keys} % of their keys that matter in fights are supported`,
      ...warnings,
      ...warnOfIgnoredSettings(readArchiveSettings(arch)),
    ],
  }
}

type ImportedRecords = Iterable<readonly [key: string, value: RecordValue]>

function* joinRecords(first: ImportedRecords, second: ImportedRecords): ImportedRecords {
  yield* first
  yield* second
}

/** The records are large, so each is created only when the caller has stored the one before. */
function* recordsOfArch({
  texts,
  files,
  classicChecksums,
  classicFiles,
}: ParsedArchArchive): ImportedRecords {
  for (const [name, text] of texts) yield [importKey(name), deflateBytes(text)]
  let place = 0
  for (const png of files()) yield [faceKey(place++), png]
  yield [importKey('pictures1'), deflateBytes(strToU8(JSON.stringify(classicChecksums)))]
  for (const { place: at, png } of classicFiles()) yield [classicFaceKey(at), png]
}

function* recordsOfMaps({ maps, others }: MapsPart): ImportedRecords {
  for (const { name, packed } of maps) yield* transferRecord(mapKey(name), packed())
  for (const { name, packed } of others) yield* transferRecord(fileKey(name), packed())
}

function* transferRecord(key: string, bytes: Uint8Array): ImportedRecords {
  yield [key, bytes]
  releaseBuffer(bytes)
}

function* recordsOfAll(maps: readonly StoredFile[], coverage: ImportCoverage): ImportedRecords {
  yield [importKey('maps'), deflateBytes(strToU8(maps.map(({ name }) => name).join('\n')))]
  yield [importKey('start'), startOf(maps)]
  yield [
    importKey('coverage'),
    {
      ...coverage.share,
      types: [...coverage.types.values()].map((type) => ({ ...type })),
      dropped: coverage.keys.counts.dropped.map((each) => ({ ...each })),
    },
  ]
}

function startOf(maps: readonly StoredFile[]): RecordValue {
  for (const start of startPaths) if (maps.some(({ name }) => name === start.level)) return { ...start }
  const first = maps[0]!
  const { header } = parseMap(first.name, inflateStoredFile(first.name, first.packed()))
  return { level: first.name, x: header.int('enter_x'), y: header.int('enter_y') }
}

async function toRefusal<T extends object>(field: string, read: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ZipError)
      return { refused: { field, detail: error.message, unparseable: error.unparseable } }
    if (error instanceof ImportError) return { refused: { field, detail: error.message } }
    throw error
  }
}
