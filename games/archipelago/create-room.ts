import type {
  ByteChunks,
  CreateRoomInput,
  CreateRoomResult,
  GameContext,
  RecordValue,
  Refusal,
  UploadPreview,
} from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions } from '../shared/options/parse.ts'
import { publicOptions } from '../shared/options/table.ts'
import { claimRecord } from './claims/claim-records.ts'
import { readFileRecords } from './gathering/file-records.ts'
import { holdsLease, leaseLostDetail } from './gathering/generation.ts'
import { claimsFromFiles, matchFiles } from './gathering/matching.ts'
import { readMultidata, requireMultidata } from './import/multidata/read-multidata.ts'
import { readWholeFile } from './import/read-whole-file.ts'
import { readSave, requireSave } from './import/saves/read-save.ts'
import { createSaveRecord, type SaveState } from './import/saves/save-state.ts'
import { SeedError } from './import/seed-error.ts'
import { readUpload, type SeedUpload, uploadRecords } from './import/upload-archive.ts'
import { type HostOptions, optionTable } from './options.ts'
import type { Multidata } from './seed/multidata.ts'
import { formatVersion, playerSlotType } from './seed/seed.ts'
import { seedRecords } from './seed/seed-store.ts'

const uploadFields: readonly string[] = ['file', 'save']

/**
 * The upload `file` is an `.archipelago` file or a zip that contains one. The optional upload `save` is an `.apsave` of
 * the same multiworld. Options in the request override those of the save, which override those of the multidata. The
 * field of a refusal is `fence`, the name of the upload, or `options.NAME`.
 */
export async function createRoom(
  input: CreateRoomInput,
  _context: GameContext,
): Promise<CreateRoomResult | Refusal> {
  const { gathered, fence } = input
  // [AP-17.2]
  if (fence !== undefined && !(gathered && holdsLease(gathered, fence)))
    return refusalFor('fence', leaseLostDetail)
  const read = readFiles(input)
  if (isRefusal(read)) return read
  const options = parseOptions(optionTable, input.options, fileOptions(read))
  if (isRefusal(options)) return options
  const { records, warnings } = continueGathering(gathered, read.multidata)
  return {
    options,
    records: chain(createRecords(read), records),
    warnings: [...createWarnings(read, options), ...warnings],
  }
}

/** [AP-16.6] [AP-16.7] */
function continueGathering(
  gathered: CreateRoomInput['gathered'],
  { slots }: Multidata,
): Pick<CreateRoomResult, 'records' | 'warnings'> {
  const files = gathered ? readFileRecords(gathered) : new Map()
  if (files.size === 0) return { records: [], warnings: [] }
  const matching = matchFiles(files, slots.values())
  const records = claimsFromFiles(files, matching).map(([slot, claim]) => claimRecord(slot, claim))
  const { unmatched, slotsWithoutFile } = matching
  return {
    records,
    warnings: [
      ...nameListWarning(
        'slots not in the multiworld',
        unmatched.map(({ names }) => names.join(' or ')),
      ),
      ...nameListWarning(
        'slots not in any file',
        slotsWithoutFile.map(({ name }) => name),
      ),
    ],
  }
}

const maxListedNames = 20

/** Empty if there are no names. */
function nameListWarning(label: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > maxListedNames ? ` and ${names.length - maxListedNames} more` : ''
  return [`${label}: ${names.slice(0, maxListedNames).join(', ')}${more}`]
}

function* chain<T>(...parts: readonly Iterable<T>[]): Generator<T> {
  for (const part of parts) yield* part
}

/** Describes uploads before a room is created. For a save, the description also has the number of checks. */
export async function previewUploads(
  input: CreateRoomInput,
  _context: GameContext,
): Promise<UploadPreview | Refusal> {
  const read = readFiles(input)
  if (isRefusal(read)) return read
  const { upload, multidata, save } = read
  const slots = [...multidata.slots.values()].filter(({ type }) => type === playerSlotType)
  const options = fileOptions(read)
  return {
    seed: multidata.seedName,
    generator: formatVersion(multidata.generatorVersion),
    race: multidata.raceMode !== 0,
    games: [...new Set(slots.map(({ game }) => game))],
    slots: slots.map(({ slot, name, game }) => ({
      ...{ slot, name, game, locations: multidata.locations.get(slot)?.ids.length ?? 0 },
    })),
    options: publicOptions(optionTable, options),
    files: upload.otherFiles.map(({ name }) => name),
    ...(save && { save: { checks: [...save.checks.values()].reduce((sum, { length }) => sum + length, 0) } }),
    warnings: createWarnings(read, options),
  }
}

interface ReadFiles {
  readonly upload: SeedUpload
  readonly multidata: Multidata
  readonly save?: SaveState
}

function readFiles({ files }: CreateRoomInput): ReadFiles | Refusal {
  for (const field of files.keys())
    if (!uploadFields.includes(field))
      return refusalFor(field, `unknown upload ${field}: an Archipelago room accepts file and save`)
  const file = files.get('file')
  if (!file)
    return refusalFor('file', 'no multiworld: upload an .archipelago file, or a zip that contains one')
  const seed = parseOrRefuse('file', () => {
    const upload = readUpload(file, requireMultidata)
    return { upload, multidata: readMultidata(upload.multidata) }
  })
  if (isRefusal(seed)) return seed
  const saved = files.get('save')
  if (!saved) return seed
  const save = parseOrRefuse('save', () =>
    readSave(readWholeFile(saved, 'the save', requireSave), seed.multidata),
  )
  return isRefusal(save) ? save : { ...seed, save }
}

function fileOptions({ multidata, save }: ReadFiles): HostOptions {
  return save?.options ?? multidata.hostOptions
}

function* createRecords({
  upload,
  multidata,
  save,
}: ReadFiles): Generator<[string, RecordValue | ByteChunks]> {
  yield* seedRecords(multidata)
  yield* uploadRecords(upload, multidata.seedName)
  if (save) yield createSaveRecord(save)
}

function createWarnings({ upload, multidata }: ReadFiles, { auto_shutdown }: HostOptions): string[] {
  const warnings = [...upload.warnings]
  const packagedGames = new Set(multidata.dataPackages.map(({ game }) => game))
  const gamesWithoutNames = new Set(
    [...multidata.slots.values()].map(({ game }) => game).filter((game) => !packagedGames.has(game)),
  )
  if (gamesWithoutNames.size)
    warnings.push(
      `no item and location names for ${[...gamesWithoutNames].join(', ')}: the seed has no data packages for these games`,
    )
  if (auto_shutdown)
    warnings.push('auto_shutdown has no effect: rooms are permanent and hibernate while nobody is connected')
  return warnings
}

function parseOrRefuse<T extends object>(field: string, work: () => T): T | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof SeedError) return refusalFor(field, error.message)
    throw error
  }
}

function refusalFor(field: string, detail: string): Refusal {
  return { refused: { field, detail } }
}
