// `npm run test:differential`: runs the same client on Debian's crossfire-server and on a room created from the same
// packages, and compares them. Prints unexplained differences. `--write` updates games/crossfire/import/COMPARISON.md.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArchetypes } from '../../games/crossfire/import/format/objects.ts'
import { compareCharacters } from './compare-characters.ts'
import { compareFights } from './compare-fights.ts'
import { compareLives } from './compare-lives.ts'
import { compareExits, compareLevers, compareMaps, type ServerPair } from './compare-maps.ts'
import { comparePace } from './compare-pace.ts'
import { compareItems, comparePrices, type PriceComparison } from './compare-trade.ts'
import { ReferenceMaps, startingMap } from './map-positions.ts'
import { createImportedRoom, dataFolder, OurServer } from './our-server.ts'
import { ReferenceServer } from './reference-server.ts'
import { serverProgram } from './reference-server-process.ts'
import { formatReport, type Report } from './report.ts'

const document = new URL('../../games/crossfire/import/COMPARISON.md', import.meta.url)
/** Maximum unexplained differences per 1,000 visible cells. */
const maxUnexplainedPerMille = 30
/** Compares every nth archetype, because comparing all archetypes takes minutes. */
const archetypeSampleInterval = 8
/** Crossfire type numbers: exit, lever, and all portable things. */
const [exitType, leverType] = [66, 93]
const portableTypes: ReadonlySet<number> = new Set([
  5, 6, 7, 8, 13, 14, 15, 16, 24, 33, 34, 35, 54, 60, 70, 72, 87, 99, 104, 113,
])
/** Maps whose levers are compared. Levers of other maps release monsters that end the run. */
const leverMaps = ['/scorn/misc/beginners', '/scorn/misc/beginners2', '/scorn/misc/gatehouse'] as const
const tradedItems = ['dagger', 'sword', 'booze', 'ruby', 'apple'] as const
/** Monsters of the beginners' dungeon, easiest first, and the number of fights with each. */
const fightMonsters = ['kobold', 'orc', 'goblin', 'gnoll', 'ogre'] as const
const fightsPerMonster = 6
/**
 * Races for which a character of every class fights, gains a level and dies. Fireborn use neither weapons nor armour.
 */
const livingRaces = ['human_player', 'dwarf_player', 'fireborn_player'] as const
/** Maximum duration of a run. After this time all its processes are killed. */
const maxRunMs = 40 * 60_000
/** The parts to run, as in `npm run test:differential -- levers exits` (default: all). */
const parts = [
  'characters',
  'lives',
  'looks',
  'exits',
  'levers',
  'things',
  'trade',
  'fights',
  'pace',
] as const
const selectedParts = parts.filter((part) => process.argv.includes(part))
const runs = (part: (typeof parts)[number]) => selectedParts.length === 0 || selectedParts.includes(part)

for (const file of [serverProgram, `${dataFolder}/archetypes`, `${dataFolder}/maps/regions.reg`])
  if (!existsSync(file))
    fail(`${file} is missing. Run: sudo apt-get install crossfire-server crossfire-common crossfire-maps`)
if (selectedParts.length > 0 && process.argv.includes('--write'))
  fail('--write needs a complete run: name no parts.')
if (process.env.DIFFERENTIAL_ISOLATED === undefined) process.exit(runIsolated())

const ours = await OurServer.start('Walker', await createImportedRoom())
const real = await ReferenceServer.start('Walker')
try {
  const unanswered: string[] = []
  const report = await compareServers({ real, ours, unanswered })
  const table = formatReport(report)
  console.log(table)
  if (process.argv.includes('--write')) await write(table)
  const { unexplained, cells } = report.maps
  const ofCharacters = [...report.characters.unexplained, ...report.lives.unexplained]
  for (const difference of [...unexplained, ...ofCharacters]) console.log(difference)
  if (
    unanswered.length > 0 ||
    ofCharacters.length > 0 ||
    unexplained.length * 1000 > cells * maxUnexplainedPerMille
  )
    process.exitCode = 1
} finally {
  await real.close()
}

async function compareServers(sides: ServerPair): Promise<Report> {
  const maps = new ReferenceMaps(`${dataFolder}/maps`, ours.kinds)
  const entrances = maps.entrances()
  const levers = leverMaps
    .flatMap((map) => maps.ofType(map, leverType))
    .filter(({ connected }) => connected > 0)
  const { races, classes } = ours.characterRules
  return {
    // Maps are compared first, because it is still day on both servers.
    maps: await compareMaps(sides, runs('looks') ? entrances : [], maps),
    characters: await compareCharacters(
      sides,
      runs('characters') ? races.map(({ id }) => id) : [],
      classes.map(({ id }) => id),
    ),
    lives: await compareLives(
      sides,
      runs('lives') ? livingRaces : [],
      classes.map(({ id }) => id),
    ),
    fights: await compareFights(sides, runs('fights') ? fightMonsters : [], fightsPerMonster),
    pace: runs('pace') ? await comparePace(sides) : [],
    levers: await compareLevers(sides, runs('levers') ? levers : []),
    exits: await compareExits(sides, runs('exits') ? maps.ofType(startingMap, exitType) : []),
    things: await compareItems(
      sides,
      runs('things')
        ? (await portableArchetypes()).filter((_, place) => place % archetypeSampleInterval === 0)
        : [],
    ),
    trade: runs('trade') ? await compareShops(sides) : [],
    // These two counts are read last, because the parts above increase them.
    unanswered: sides.unanswered,
    serverStarts: sides.real.startCount,
  }
}

async function compareShops(sides: ServerPair): Promise<readonly PriceComparison[]> {
  return [
    ...(await comparePrices(sides, { map: '/scorn/shops/generalshop', x: 8, y: 8 }, tradedItems)),
    ...(await comparePrices(sides, { map: '/scorn/shops/weaponshop', x: 8, y: 8 }, [
      'dagger',
      'sword',
      'ruby',
    ])),
  ]
}

async function portableArchetypes(): Promise<string[]> {
  const archetypes = parseArchetypes('archetypes', await readFile(`${dataFolder}/archetypes`))
  return archetypes
    .filter((object) => {
      const attributes = ours.kinds.attributesOf(object)
      return (
        portableTypes.has(attributes.type) && !attributes.flag('no_pick') && !attributes.flag('invisible')
      )
    })
    .map(({ arch }) => arch)
}

async function write(table: string): Promise<void> {
  const text = await readFile(document, 'utf8')
  const [begin, end] = ['<!-- table: comparison -->', '<!-- end of table -->']
  const [before, rest] = text.split(begin)
  await writeFile(document, `${before}${begin}\n\n${table}\n\n${end}${rest!.split(end)[1]}`)
}

/**
 * Runs this script in its own network namespace, because crossfire-server cannot be limited to the loopback interface.
 * Returns the exit code.
 */
function runIsolated(): number {
  const asRoot = process.getuid?.() === 0
  const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc']
  if (!asRoot) namespaces.unshift('--user', '--map-current-user', '--keep-caps')
  const command = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh', process.execPath]
  const args = [...namespaces, ...command, ...process.execArgv, ...process.argv.slice(1)]
  const { status, error } = spawnSync('unshare', args, {
    stdio: 'inherit',
    timeout: maxRunMs,
    killSignal: 'SIGKILL',
    env: { ...process.env, DIFFERENTIAL_ISOLATED: '1' },
  })
  if (error) console.error(`The isolated run failed: ${error.message}`)
  return status ?? 1
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
