// `npm run test:scorn`: Crossfire's own world, as Debian has it, through everything that a host's archives go through. It is
// GPL and no part of this repository: who has it not is told the command that installs it. Prints how much of it lives.
import { existsSync } from 'node:fs'
import { readUpload } from '../../cli/api/upload.ts'
import { createRoom } from '../../games/crossfire/create-room.ts'
import { parseArchetypes } from '../../games/crossfire/import/archive/arch-archive.ts'
import { ImportCoverage } from '../../games/crossfire/import/catalog/coverage.ts'
import { openImportedAtlas } from '../../games/crossfire/import/world/imported-atlas.ts'
import { parseMap } from '../../games/crossfire/import/world/map-converter.ts'
import { inflateFile } from '../../games/crossfire/import/world/stored-records.ts'
import type { RecordValue } from '../../games/game.ts'
import { uploadedFile } from '../../games/shared/uploaded-file.ts'
import { createToEnd } from '../create-game.ts'
import { testHost } from '../games/crossfire/harness/rules-arena.ts'

const folder = '/usr/share/games/crossfire'
/** What there was when this was written: less is a rule lost. */
const least = { maps: 4338, things: 99.4, wholeMaps: 94.8 } as const
/** [CF-20.9] Its town: maps of it that are whole. Of the others no more than so many lack anything but a script. */
const town = { under: '/scorn/', whole: 203, otherwise: 13 } as const
/** One in so many maps is timed: all of them take minutes. */
const sampled = 8

for (const file of ['archetypes', 'maps/regions.reg'])
  if (!existsSync(`${folder}/${file}`))
    fail(`${folder}/${file} is not there: sudo apt-get install crossfire-common crossfire-maps`)

const arch = await readUpload(folder, { includes: (path) => !path.includes('/') })
const maps = await readUpload(`${folder}/maps`)
const before = process.cpuUsage()
const files = await Promise.all(
  Object.entries({ arch, maps }).map(
    async ([field, file]) => [field, uploadedFile(file.name, await file.bytes())] as const,
  ),
)
const host = testHost('scorn', () => 0)
const founded = await createToEnd((part) => createRoom(part, host), { options: {}, files: new Map(files) })
if ('refused' in founded) fail(`${founded.refused.field}: ${founded.refused.detail}`)
const records = new Map<string, RecordValue>()
for (const [key, value] of founded.records) if (typeof value !== 'function') records.set(key, value)
console.log(
  `founded in ${(process.cpuUsage(before).user / 1e6).toFixed(1)} s of the processor; ${records.size} records`,
)

const coverage = records.get('lore/coverage') as unknown as Counted
for (const { name, things, living } of coverage.types.toSorted(
  (a, b) => b.things - b.living - a.things + a.living,
))
  console.log(
    `${name.padEnd(26)} ${String(things).padStart(7)} ${living === things ? 'rule' : living ? `${living}` : 'mute'}`,
  )
console.log(`${coverage.things} % of things do what they are for; ${coverage.maps} % of maps are whole`)

const atlas = openImportedAtlas({ get: (key) => records.get(key) })
if (!atlas) fail('no world came of it')
const names = [...records.keys()]
  .filter((key) => key.startsWith('map/'))
  .map((key) => key.slice('map/'.length))

const [wholeThere, notByScripts] = wholeIn(town.under)
const took = names
  .filter((_, place) => place % sampled === 0)
  .map((name) => {
    const start = process.cpuUsage()
    for (const { id } of atlas.readContent(name, 0).things) atlas.archetypes.get(id)
    return process.cpuUsage(start).user / 1000
  })
  .sort((a, b) => a - b)
console.log(
  `a map is read in ${took[took.length >> 1]} ms, one in twenty in over ${took[Math.floor(took.length * 0.95)]} ms`,
)
if (names.length < least.maps) fail(`${names.length} maps, not ${least.maps}`)
if (coverage.things < least.things || coverage.maps < least.wholeMaps) fail('less of it lives than before')
if (wholeThere < town.whole || notByScripts.length > town.otherwise)
  fail(`less of ${town.under} lives than before: ${wholeThere} maps whole; ${notByScripts.join(', ')}`)

/** How many maps of a folder are whole, and those of the others in which something is mute that is no script. */
function wholeIn(folder: string): readonly [whole: number, notByScripts: readonly string[]] {
  const known = parseArchetypes(files[0]![1])
  const there = names.filter((name) => name.startsWith(folder))
  const rest: string[] = []
  let whole = 0
  for (const name of there) {
    const coverage = new ImportCoverage(known)
    coverage.count(parseMap(name, inflateFile(name, records.get(`map/${name}`) as Uint8Array)).objects)
    whole += coverage.wholeMaps
    const mute = [...coverage.types.values()].filter(({ things, living }) => living < things)
    const others = mute.filter(({ name }) => name !== 'event connector')
    if (others.length > 0) rest.push(`${name} (${others.map(({ name }) => name).join(', ')})`)
  }
  console.log(
    `${folder}: ${whole} of ${there.length} maps are whole, ${rest.length} not by more than scripts`,
  )
  for (const each of rest) console.log(`  ${each}`)
  return [whole, rest]
}

type Counted = ImportCoverage['share'] & {
  readonly types: readonly { name: string; things: number; living: number }[]
}

function fail(why: string): never {
  console.error(why)
  process.exit(1)
}
