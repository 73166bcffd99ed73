// `npm run test:beside`: one client of ours at the same places of Debian's crossfire-server and of a room that was founded
// of the same packages. What differs is a case that somebody has thought of, or is told; with `--write` all of it is
// written into games/crossfire/import/COMPARISON.md.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArchetypes } from '../../games/crossfire/import/format/objects.ts'
import { compareFights } from './compare-fights.ts'
import { compareExits, compareLevers, compareMaps, type ServerPair } from './compare-maps.ts'
import { compareItems, comparePrices, type PriceComparison } from './compare-trade.ts'
import { ReferenceMaps, startingMap } from './map-positions.ts'
import { createImportedRoom, dataFolder, OurServer } from './our-server.ts'
import { ReferenceServer } from './reference-server.ts'
import { serverProgram } from './reference-server-process.ts'
import { formatReport, type Report } from './report.ts'

const document = new URL('../../games/crossfire/import/COMPARISON.md', import.meta.url)
/** Of a thousand cells in sight so many may differ in a way that nobody has thought of. */
const mostLeftOver = 30
/** One in so many archetypes is made: all of them take minutes. */
const sampled = 8
/** Types of Crossfire's: an exit, a lever; and those of what is carried. */
const [exit, lever] = [66, 93]
const carried: ReadonlySet<number> = new Set([
  5, 6, 7, 8, 13, 14, 15, 16, 24, 33, 34, 35, 54, 60, 70, 72, 87, 99, 104, 113,
])
/** Maps whose levers are pulled: elsewhere some of what they let loose ends the walk. */
const newcomers = ['/scorn/misc/beginners', '/scorn/misc/beginners2', '/scorn/misc/gatehouse'] as const
const wares = ['dagger', 'sword', 'booze', 'ruby', 'apple'] as const
/** Who lives in the newcomers' dungeon, from its mouth on; and how often each is fought. */
const foes = ['kobold', 'orc', 'goblin', 'gnoll', 'ogre'] as const
const fightsEach = 6
/** A walk that takes longer is ended, and all that it has begun. */
const mostMs = 40 * 60_000
/** What of it is walked: `npm run test:beside -- levers exits`; all, if none is named. */
const parts = ['looks', 'exits', 'levers', 'things', 'trade', 'fights'] as const
const named = parts.filter((part) => process.argv.includes(part))
const walks = (part: (typeof parts)[number]) => named.length === 0 || named.includes(part)

for (const file of [serverProgram, `${dataFolder}/archetypes`, `${dataFolder}/maps/regions.reg`])
  if (!existsSync(file))
    fail(`${file} is not there: sudo apt-get install crossfire-server crossfire-common crossfire-maps`)
if (named.length > 0 && process.argv.includes('--write')) fail('only a whole walk is written')
if (process.env.BESIDE_ALONE === undefined) process.exit(alone())

const ours = await OurServer.entered('Walker', await createImportedRoom())
const real = await ReferenceServer.entered('Walker')
try {
  const undone: string[] = []
  const report = await walked({ real, ours, unanswered: undone })
  const table = formatReport(report)
  console.log(table)
  if (process.argv.includes('--write')) await write(table)
  const { unexplained, cells } = report.maps
  for (const each of unexplained) console.log(each)
  if (undone.length > 0 || unexplained.length * 1000 > cells * mostLeftOver) process.exitCode = 1
} finally {
  await real.close()
}

async function walked(sides: ServerPair): Promise<Report> {
  const maps = new ReferenceMaps(`${dataFolder}/maps`, ours.kinds)
  const scorn = maps.entrances()
  const pulled = newcomers.flatMap((map) => maps.ofType(map, lever)).filter(({ connected }) => connected > 0)
  return {
    // First, while it is day on both sides.
    maps: await compareMaps(sides, walks('looks') ? scorn : [], maps),
    fights: await compareFights(sides, walks('fights') ? foes : [], fightsEach),
    levers: await compareLevers(sides, walks('levers') ? pulled : []),
    exits: await compareExits(sides, walks('exits') ? maps.ofType(startingMap, exit) : []),
    things: await compareItems(
      sides,
      walks('things') ? (await goods()).filter((_, place) => place % sampled === 0) : [],
    ),
    trade: walks('trade') ? await traded(sides) : [],
    // Last: what comes before may add to them.
    unanswered: sides.unanswered,
    serverRestarts: sides.real.begun,
  }
}

async function traded(sides: ServerPair): Promise<readonly PriceComparison[]> {
  return [
    ...(await comparePrices(sides, { map: '/scorn/shops/generalshop', x: 8, y: 8 }, wares)),
    ...(await comparePrices(sides, { map: '/scorn/shops/weaponshop', x: 8, y: 8 }, [
      'dagger',
      'sword',
      'ruby',
    ])),
  ]
}

/** Names of all archetypes that somebody can carry. */
async function goods(): Promise<string[]> {
  const archetypes = parseArchetypes('archetypes', await readFile(`${dataFolder}/archetypes`))
  return archetypes
    .filter((object) => {
      const said = ours.kinds.attributesOf(object)
      return carried.has(said.type) && !said.flag('no_pick') && !said.flag('invisible')
    })
    .map(({ arch }) => arch)
}

async function write(table: string): Promise<void> {
  const text = await readFile(document, 'utf8')
  const [begin, end] = ['<!-- table: beside -->', '<!-- end of table -->']
  const [before, rest] = text.split(begin)
  await writeFile(document, `${before}${begin}\n\n${table}\n\n${end}${rest!.split(end)[1]}`)
}

/**
 * The real server cannot be told to listen at loopback alone: so both go into a network of their own, which has nothing
 * else. What the walk ends with is returned.
 */
function alone(): number {
  const asRoot = process.getuid?.() === 0
  const own = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc']
  if (!asRoot) own.unshift('--user', '--map-current-user', '--keep-caps')
  const inside = [
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
    process.execPath,
    ...process.argv.slice(1),
  ]
  const { status, error } = spawnSync('unshare', [...own, ...inside], {
    stdio: 'inherit',
    timeout: mostMs,
    killSignal: 'SIGKILL',
    env: { ...process.env, BESIDE_ALONE: '1' },
  })
  if (error) console.error(`the walk did not end well: ${error.message}`)
  return status ?? 1
}

function fail(why: string): never {
  console.error(why)
  process.exit(1)
}
