// A room of a host's archives: what he handed in becomes records, or a refusal that names file and line. [CF-20.1]
import { strToU8 } from 'fflate'
import type { Founding, Host, Refused, Value } from '../../../game.ts'
import { ZipFault } from '../../../shared/zip.ts'
import { LoreFault } from '../fault.ts'
import type { Coverage } from '../kinds/coverage.ts'
import { readLoreMap } from '../world/map.ts'
import { deflated, faceKey, fileKey, inflated, loreKey, mapKey } from '../world/records.ts'
import { type LoreArchive, readArch } from './arch.ts'
import { type MapsArchive, readMaps } from './maps.ts'

/** [CF-20.7] Where newcomers begin, if there is such a map: the real server's own first places, the best first. */
const starts = [
  { level: '/world/world_105_115', x: 5, y: 37 },
  { level: '/start/newbieshouse', x: 0, y: 0 },
] as const

export interface ReadLore {
  readonly records: Iterable<readonly [key: string, value: Value]>
  readonly maps: number
  readonly coverage: Coverage
  readonly warnings: readonly string[]
}

/** Both are wanted. What is wrong with one is refused under its field. */
export async function readLore({ files }: Founding, host: Pick<Host, 'delay'>): Promise<ReadLore | Refused> {
  const [arch, maps] = [files.get('arch'), files.get('maps')]
  if (!arch) return { refused: { field: 'arch', detail: 'maps are wanted together with their archetypes' } }
  if (!maps) return { refused: { field: 'maps', detail: 'archetypes are wanted together with their maps' } }
  const lore = await orRefused('arch', async () => readArch(arch))
  if ('refused' in lore) return lore
  const read = await orRefused('maps', () => readMaps(maps, lore.archetypes, () => host.delay(0)))
  if ('refused' in read) return read
  const { coverage } = read
  const { things, maps: whole } = coverage.share
  return {
    records: recordsOf(lore, read),
    maps: read.maps.length,
    coverage,
    warnings: [
      `${read.maps.length} maps; of ${coverage.things} things in them ${things} % do what they are for, ${whole} % of the maps are whole`,
    ],
  }
}

/** The larger ones are made one at a time, as they are stored. */
function* recordsOf(
  { texts, pictures, files }: LoreArchive,
  { maps, others, coverage }: MapsArchive,
): Generator<readonly [key: string, value: Value]> {
  for (const [name, text] of texts) yield [loreKey(name), deflated(text)]
  yield [loreKey('pictures'), deflated(strToU8(JSON.stringify(pictures)))]
  yield [loreKey('maps'), deflated(strToU8(maps.map(({ name }) => name).join('\n')))]
  yield [loreKey('start'), startOf(maps)]
  yield [
    loreKey('coverage'),
    { ...coverage.share, types: [...coverage.types.values()].map((type) => ({ ...type })) },
  ]
  let place = 0
  for (const png of files()) yield [faceKey(place++), png.slice()]
  for (const { name, packed } of maps) yield [mapKey(name), packed()]
  for (const { name, packed } of others) yield [fileKey(name), packed()]
}

function startOf(maps: MapsArchive['maps']): Value {
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
