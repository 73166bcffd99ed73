// Creates an Archipelago room from a generated multiworld, an optional save from another server, and the host's
// options.
import type { CreateRoomResult, CreateRoomInput, UploadedFile, GameContext, ByteChunks, UploadPreview, Refusal, RecordValue } from '../game.ts'
import { isRefusal } from '../refusal.ts'
import { parseOptions } from '../shared/options/parse.ts'
import { publicOptions } from '../shared/options/table.ts'
import { archiveRecords, readUpload, type Upload } from './import/archive.ts'
import { SeedFault } from './import/fault.ts'
import { mustBeMultidata, readMultidata } from './import/multidata/multidata.ts'
import { mustBeSave, readSave } from './import/saves/read.ts'
import { type SaveState, saveRecord } from './import/saves/save.ts'
import { readWhole } from './import/whole.ts'
import { type HostOptions, optionTable } from './options.ts'
import type { Multidata } from './seed/multidata.ts'
import { player } from './seed/seed.ts'
import { seedRecords } from './seed/store.ts'

const fields: readonly string[] = ['file', 'save']

/**
 * The records of a new room. The part `file` is an `.archipelago` or a zip that contains one; the optional part `save`
 * is an `.apsave` of the same multiworld. Given options override those of the save, which override those of the
 * multidata. A refusal names the field: a missing, unknown or unusable part, or an option (`options.NAME`).
 */
export async function found(input: CreateRoomInput, _context: GameContext): Promise<CreateRoomResult | Refusal> {
  const read = readFiles(input)
  if (isRefusal(read)) return read
  const options = parseOptions(optionTable, input.options, optionsOf(read))
  if (isRefusal(options)) return options
  return { options, records: records(read), warnings: warnings(read, options) }
}

/**
 * The seed, its slots, the options that a room would take from the files, and the number of downloadable files. With a
 * save: also the progress in it.
 */
export async function preview(input: CreateRoomInput, _context: GameContext): Promise<UploadPreview | Refusal> {
  const read = readFiles(input)
  if (isRefusal(read)) return read
  const { upload, multidata, save } = read
  const { major, minor, build } = multidata.generatorVersion
  const slots = [...multidata.slots.values()].filter(({ type }) => type === player)
  const options = optionsOf(read)
  return {
    seed: multidata.seedName,
    generator: `${major}.${minor}.${build}`,
    race: multidata.raceMode !== 0,
    games: [...new Set(slots.map(({ game }) => game))],
    slots: slots.map(({ slot, name, game }) => ({
      ...{ slot, name, game, locations: multidata.locations.get(slot)?.ids.length ?? 0 },
    })),
    options: publicOptions(optionTable, options),
    files: upload.others.map(({ name }) => name),
    ...(save && { save: { checks: [...save.checks.values()].reduce((sum, { length }) => sum + length, 0) } }),
    warnings: warnings(read, options),
  }
}

interface ReadFiles extends ReadSeed {
  readonly save?: SaveState
}

function readFiles({ files }: CreateRoomInput): ReadFiles | Refusal {
  for (const field of files.keys())
    if (!fields.includes(field))
      return refused(field, `an archipelago room takes file and save, and no ${field}`)
  const file = files.get('file')
  if (!file)
    return refused('file', 'a generated multiworld is wanted: an .archipelago file, or a zip with one')
  const seed = read('file', () => readSeed(file))
  if (isRefusal(seed)) return seed
  const saved = files.get('save')
  if (!saved) return seed
  const save = read('save', () => readSave(readWhole(saved, 'the save', mustBeSave), seed.multidata))
  return isRefusal(save) ? save : { ...seed, save }
}

function optionsOf({ multidata, save }: ReadFiles): HostOptions {
  return save?.options ?? multidata.hostOptions
}

interface ReadSeed {
  readonly upload: Upload
  readonly multidata: Multidata
}

function readSeed(file: UploadedFile): ReadSeed {
  const upload = readUpload(file, mustBeMultidata)
  return { upload, multidata: readMultidata(upload.multidata) }
}

function* records({ upload, multidata, save }: ReadFiles): Generator<[string, RecordValue | ByteChunks]> {
  yield* seedRecords(multidata)
  yield* archiveRecords(upload, multidata.seedName)
  if (save) yield saveRecord(save)
}

function warnings({ upload, multidata }: ReadSeed, { auto_shutdown }: HostOptions): string[] {
  const said = [...upload.warnings]
  const packaged = new Set(multidata.packages.map(({ game }) => game))
  const unnamed = new Set(
    [...multidata.slots.values()].map(({ game }) => game).filter((game) => !packaged.has(game)),
  )
  if (unnamed.size)
    said.push(
      `no names of items and locations for ${[...unnamed].join(', ')}: the seed has no data package of it`,
    )
  if (auto_shutdown)
    said.push('auto_shutdown has no effect: a room is there for good and rests while nobody plays')
  return said
}

function read<T extends object>(field: string, work: () => T): T | Refusal {
  try {
    return work()
  } catch (error) {
    if (error instanceof SeedFault) return refused(field, error.message)
    throw error
  }
}

function refused(field: string, detail: string): Refusal {
  return { refused: { field, detail } }
}
