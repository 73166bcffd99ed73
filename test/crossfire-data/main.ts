// `npm run test:crossfire-data`: imports the world of Crossfire from Debian's packages as if an owner uploaded it, and
// prints how much of the world works. Then simulated players play in the world. The packages are GPL and not part of
// this repository; a missing package fails with the install command.
import { readUpload } from '../../cli/api/upload.ts'
import { crossfireFolder, isCrossfireInstalled } from '../../cli/build/crossfire-coverage.ts'
import { updateCrossfireCoverage } from '../../cli/build/generated-docs.ts'
import { createRoom } from '../../games/crossfire/create-room.ts'
import { readArchiveArchetypes } from '../../games/crossfire/import/archive/arch-archive.ts'
import { ImportCoverage } from '../../games/crossfire/import/catalog/coverage.ts'
import type { StoredCoverage } from '../../games/crossfire/import/catalog/coverage-report.ts'
import { openImportedAtlas } from '../../games/crossfire/import/world/imported-atlas.ts'
import { parseMap } from '../../games/crossfire/import/world/map-converter.ts'
import { inflateStoredFile } from '../../games/crossfire/import/world/stored-records.ts'
import type { RecordValue } from '../../games/game.ts'
import { uploadedFile } from '../../games/shared/uploaded-file.ts'
import { createToEnd } from '../create-game.ts'
import { createImportedRoom } from '../differential/our-server.ts'
import { testContext } from '../games/crossfire/harness/rules-arena.ts'
import { memoryRecords } from '../memory-records.ts'
import { playCaster } from './plays/caster.ts'
import { playNewbieHouse } from './plays/newbie-house.ts'
import { playPartyDungeon } from './plays/party-dungeon.ts'
import { PlayedWorld } from './plays/played-world.ts'
import { playThief } from './plays/thief.ts'

const plays = {
  'the newbie house': playNewbieHouse,
  'a caster': playCaster,
  'a thief': playThief,
  'a party dungeon': playPartyDungeon,
}
/** Minimum coverage. A lower coverage means that a rule has stopped working. */
const minCoverage = { maps: 4338, things: 99.4, wholeMaps: 96.4, keys: 75 } as const
/**
 * [CF-20.9] The maps of the town of Scorn: the minimum number of maps that work completely, and the maximum number of
 * maps that use an unsupported feature other than a script.
 */
const town = { folder: '/scorn/', minWhole: 206, maxWithoutRules: 8 } as const
/** The script measures the time of every nth map, because measuring all maps takes minutes. */
const mapSampleInterval = 8

if (!isCrossfireInstalled())
  fail(`${crossfireFolder} is missing. Run: sudo apt-get install crossfire-common crossfire-maps`)

const arch = await readUpload(crossfireFolder, { includes: (path) => !path.includes('/') })
const maps = await readUpload(`${crossfireFolder}/maps`)
const before = process.cpuUsage()
const files = await Promise.all(
  Object.entries({ arch, maps }).map(
    async ([field, file]) => [field, uploadedFile(file.name, await file.bytes())] as const,
  ),
)
const host = testContext('crossfire-data', () => 0)
const created = await createToEnd((part) => createRoom(part, host), { options: {}, files: new Map(files) })
if ('refused' in created) fail(`${created.refused.field}: ${created.refused.detail}`)
const records = new Map<string, RecordValue>()
for (const [key, value] of created.records) if (typeof value !== 'function') records.set(key, value)
console.log(
  `created in ${(process.cpuUsage(before).user / 1e6).toFixed(1)} s of CPU time; ${records.size} records`,
)

const coverage = records.get('lore/coverage') as unknown as StoredCoverage
for (const { name, things, living } of coverage.types.toSorted(
  (a, b) => b.things - b.living - a.things + a.living,
))
  console.log(
    `${name.padEnd(26)} ${String(things).padStart(7)} ${living === things ? 'supported' : living ? `${living}` : 'unsupported'}`,
  )
console.log(`${coverage.things} % of things are supported; ${coverage.maps} % of maps are complete`)
console.log(`${coverage.keys} % of the keys that matter in fights are used`)

const atlas = openImportedAtlas({ get: (key) => records.get(key) })
if (!atlas) fail('The import stored no world.')
const names = [...records.keys()]
  .filter((key) => key.startsWith('map/'))
  .map((key) => key.slice('map/'.length))

const [wholeInTown, incomplete] = countWholeMaps(town.folder)
const took = names
  .filter((_, place) => place % mapSampleInterval === 0)
  .map((name) => {
    const start = process.cpuUsage()
    for (const { id } of atlas.readContent(name, 0).things) atlas.archetypes.get(id)
    return process.cpuUsage(start).user / 1000
  })
  .sort((a, b) => a - b)
console.log(
  `reading a map takes ${took[took.length >> 1]} ms (median), ${took[Math.floor(took.length * 0.95)]} ms (95th percentile)`,
)
if (names.length < minCoverage.maps) fail(`Imported ${names.length} maps, expected ${minCoverage.maps}`)
if (
  coverage.things < minCoverage.things ||
  coverage.maps < minCoverage.wholeMaps ||
  coverage.keys < minCoverage.keys
)
  fail('Coverage is lower than before.')
const outdated = await updateCrossfireCoverage(true)
if (outdated) fail(outdated)
if (wholeInTown < town.minWhole || incomplete.length > town.maxWithoutRules)
  fail(
    `Coverage of ${town.folder} is lower than before: ${wholeInTown} complete maps; incomplete: ${incomplete.join(', ')}`,
  )

const untouched = await createImportedRoom()
for (const [name, play] of Object.entries(plays)) {
  const copy = memoryRecords()
  copy.writeAll(untouched.list(''))
  const world = await PlayedWorld.open(copy)
  await play(world)
  world.close()
  console.log(`played: ${name}`)
}

/**
 * The number of maps in a folder that work completely, and the names of those that use an unsupported feature other
 * than a script.
 */
function countWholeMaps(folder: string): readonly [whole: number, incomplete: readonly string[]] {
  const known = readArchiveArchetypes(files[0]![1])
  const maps = names.filter((name) => name.startsWith(folder))
  const incomplete: string[] = []
  let whole = 0
  for (const name of maps) {
    const coverage = new ImportCoverage(known)
    coverage.count(parseMap(name, inflateStoredFile(name, records.get(`map/${name}`) as Uint8Array)).objects)
    whole += coverage.wholeMaps
    const unsupported = [...coverage.types.values()].filter(({ things, living }) => living < things)
    const others = unsupported.filter(({ name }) => name !== 'event connector')
    if (others.length > 0) incomplete.push(`${name} (${others.map(({ name }) => name).join(', ')})`)
  }
  console.log(
    `${folder}: ${whole} of ${maps.length} maps are complete, ${incomplete.length} lack more than scripts`,
  )
  for (const map of incomplete) console.log(`  ${map}`)
  return [whole, incomplete]
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
