// Room creation from uploaded archives: returns records, or a refusal that names file and line. [CF-20.1]
import { strToU8 } from 'fflate'
import type { Founding, HandedIn, Host, Json, Refused, Underway, Value } from '../../../game.ts'
import { giveBack } from '../../../shared/give-back.ts'
import { ZipFault } from '../../../shared/zip.ts'
import { LoreFault } from '../fault.ts'
import { Coverage } from '../kinds/coverage.ts'
import type { Brought } from '../kinds/said.ts'
import { readLoreMap } from '../world/map.ts'
import { deflated, faceKey, fileKey, inflated, loreKey, mapKey } from '../world/records.ts'
import { type LoreArchive, readArch, readArchetypesOf } from './arch.ts'
import { type KeptFile, type MapsPart, type MapsSoFar, noMaps, readMaps } from './maps.ts'

/**
 * [CF-20.7] Start positions for new characters, if the map exists: those of the real server, in order of preference.
 */
const starts = [
  { level: '/world/world_105_115', x: 5, y: 37 },
  { level: '/start/newbieshouse', x: 0, y: 0 },
] as const

/** One part of an imported world, or its last part. */
export interface ReadLore {
  readonly records: Iterable<readonly [key: string, value: Value]>
  /** Set if more parts follow. */
  readonly underway: Underway['underway'] | undefined
  readonly maps: number
  readonly coverage: Coverage
  readonly warnings: readonly string[]
}

/** An archetype archive over this many bytes is imported as a part of its own. */
const smallArch = 256 * 1024
/** Share of archetypes and pictures in the whole import. */
const archShare = 0.1

/**
 * Requires both archives, and refuses an error under the field of its archive. Archetypes and pictures form one part
 * unless they are small. The maps take as many parts as they need.
 */
export async function readLore(
  { files, since }: Founding,
  host: Pick<Host, 'delay'>,
): Promise<ReadLore | Refused> {
  const [arch, maps] = [files.get('arch'), files.get('maps')]
  if (!arch) return { refused: { field: 'arch', detail: 'maps are wanted together with their archetypes' } }
  if (!maps) return { refused: { field: 'maps', detail: 'archetypes are wanted together with their maps' } }
  if (since !== undefined) {
    const known = await orRefused('arch', async () => readArchetypesOf(arch))
    return 'refused' in known ? known : readOn(maps, known, since as unknown as MapsSoFar, host)
  }
  const lore = await orRefused('arch', async () => readArch(arch))
  if ('refused' in lore) return lore
  const begun = recordsOfArch(lore)
  if (arch.size > smallArch)
    return {
      records: begun,
      underway: { since: noMaps as unknown as Json, share: archShare },
      ...{ maps: 0, coverage: new Coverage(lore.archetypes), warnings: [] },
    }
  const read = await readOn(maps, lore.archetypes, noMaps, host)
  return 'refused' in read ? read : { ...read, records: both(begun, read.records) }
}

async function readOn(
  maps: HandedIn,
  archetypes: Brought,
  before: MapsSoFar,
  host: Pick<Host, 'delay'>,
): Promise<ReadLore | Refused> {
  const read = await orRefused('maps', () => readMaps(maps, archetypes, before, () => host.delay(0)))
  if ('refused' in read) return read
  const { all, coverage, soFar, share } = read
  if (!all) {
    const underway = { since: soFar as unknown as Json, share: archShare + (1 - archShare) * share }
    return { records: recordsOfMaps(read), underway, maps: 0, coverage, warnings: [] }
  }
  const { things, maps: whole } = coverage.share
  return {
    records: both(recordsOfMaps(read), recordsOfAll(all, coverage)),
    underway: undefined,
    maps: all.length,
    coverage,
    warnings: [
      `${all.length} maps; of ${coverage.things} things in them ${things} % do what they are for, ${whole} % of the maps are whole`,
    ],
  }
}

type LoreRecords = Iterable<readonly [key: string, value: Value]>

function* both(first: LoreRecords, second: LoreRecords): LoreRecords {
  yield* first
  yield* second
}

/** Creates large records lazily, one at a time, as they are stored. */
function* recordsOfArch({ texts, pictures, files }: LoreArchive): LoreRecords {
  for (const [name, text] of texts) yield [loreKey(name), deflated(text)]
  yield [loreKey('pictures'), deflated(strToU8(JSON.stringify(pictures)))]
  let place = 0
  for (const png of files()) yield [faceKey(place++), png]
}

function* recordsOfMaps({ maps, others }: MapsPart): LoreRecords {
  for (const { name, packed } of maps) yield* lent(mapKey(name), packed())
  for (const { name, packed } of others) yield* lent(fileKey(name), packed())
}

/** Releases the bytes as soon as the record is stored. */
function* lent(key: string, bytes: Uint8Array): LoreRecords {
  yield [key, bytes]
  giveBack(bytes)
}

function* recordsOfAll(maps: readonly KeptFile[], coverage: Coverage): LoreRecords {
  yield [loreKey('maps'), deflated(strToU8(maps.map(({ name }) => name).join('\n')))]
  yield [loreKey('start'), startOf(maps)]
  yield [
    loreKey('coverage'),
    { ...coverage.share, types: [...coverage.types.values()].map((type) => ({ ...type })) },
  ]
}

function startOf(maps: readonly KeptFile[]): Value {
  for (const start of starts) if (maps.some(({ name }) => name === start.level)) return { ...start }
  const first = maps[0]!
  const { head } = readLoreMap(first.name, inflated(first.name, first.packed()))
  return { level: first.name, x: head.number('enter_x'), y: head.number('enter_y') }
}

async function orRefused<T extends object>(field: string, read: () => Promise<T>): Promise<T | Refused> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ZipFault)
      return { refused: { field, detail: error.message, unparseable: error.unparseable } }
    if (error instanceof LoreFault) return { refused: { field, detail: error.message } }
    throw error
  }
}
