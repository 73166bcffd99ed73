// Founding an Archipelago room: from a generated multiworld, and a save of a game begun elsewhere, with the host's options.
import type { Founded, Founding, Host, Refused, Value } from '../game.ts'
import { readOptions } from '../shared/options/read.ts'
import { archiveRecords, readUpload, type Upload } from './import/archive.ts'
import { SeedFault } from './import/fault.ts'
import { readMultidata } from './import/multidata/multidata.ts'
import { readSave } from './import/saves/read.ts'
import { type SaveState, saveRecord } from './import/saves/save.ts'
import { type HostOptions, optionTable } from './options.ts'
import type { Multidata } from './seed/multidata.ts'
import { seedRecords } from './seed/store.ts'

const fields: readonly string[] = ['file', 'save']

/**
 * What is to be stored of a new room. The part `file` is an `.archipelago` or a zip with one; the part `save`, if
 * there is one, an `.apsave` of the same multiworld. The options are those in the multidata, over them the save's,
 * over them the given ones. Refused, naming the field: a part that is missing, unknown or will not do, an option
 * (`options.NAME`).
 */
export async function found(input: Founding, _host: Host): Promise<Founded | Refused> {
  for (const field of input.files.keys())
    if (!fields.includes(field))
      return refused(field, `an archipelago room takes file and save, and no ${field}`)
  const file = input.files.get('file')
  if (!file)
    return refused('file', 'a generated multiworld is wanted: an .archipelago file, or a zip with one')
  const seed = read('file', () => readSeed(file.bytes))
  if ('refused' in seed) return seed
  const saved = input.files.get('save')
  const save = saved && read('save', () => readSave(saved.bytes, seed.multidata))
  if (save && 'refused' in save) return save
  const options = readOptions(optionTable, input.options, save?.options ?? seed.multidata.hostOptions)
  if ('refused' in options) return options
  return { options, records: records(seed, save), warnings: warnings(seed, options) }
}

interface ReadSeed {
  readonly upload: Upload
  readonly multidata: Multidata
}

function readSeed(bytes: Uint8Array): ReadSeed {
  const upload = readUpload(bytes)
  return { upload, multidata: readMultidata(upload.multidata) }
}

function* records({ upload, multidata }: ReadSeed, save: SaveState | undefined): Generator<[string, Value]> {
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

function read<T extends object>(field: string, work: () => T): T | Refused {
  try {
    return work()
  } catch (error) {
    if (error instanceof SeedFault) return refused(field, error.message)
    throw error
  }
}

function refused(field: string, detail: string): Refused {
  return { refused: { field, detail } }
}
