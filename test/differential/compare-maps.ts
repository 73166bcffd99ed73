// Both servers at the same places: what is in sight, and what comes of applying what is there.

import {
  classifyDifference,
  type DifferenceCase,
  differenceCases,
  type MapComparison,
} from './difference-cases.ts'
import type { MapPlace, ReferenceMaps } from './map-positions.ts'
import type { OurServer } from './our-server.ts'
import { NoAnswerError, type ReferenceServer } from './reference-server.ts'
import { type ServerUnderTest, testPlayerHp } from './server-under-test.ts'
import { diffViews, readView, type ViewDifference } from './view-difference.ts'

export interface ComparisonTotals {
  cells: number
  places: number
  /** Differences by their case; those of none by what differs. */
  readonly cases: Map<string, number>
  readonly unexplained: string[]
  /** Where the two were not on the same cell in the end: nothing is compared there. */
  readonly elsewhere: ActionDifference[]
}

export interface ServerPair {
  readonly real: ReferenceServer
  readonly ours: OurServer
  /** What was not done, for a fresh real server was silent at it, too. */
  readonly unanswered: string[]
}

/** Looks about at each of the places. */
export async function compareMaps(
  sides: ServerPair,
  places: readonly MapPlace[],
  maps: ReferenceMaps,
): Promise<ComparisonTotals> {
  const counted: ComparisonTotals = { cells: 0, places: 0, cases: new Map(), unexplained: [], elsewhere: [] }
  for (const place of places) {
    const look = await waitForAnswer(sides, `a look at ${formatPlace(place)}`, async () => {
      await movePlayersTo(sides, place)
      const [real, ours] = [await whereabouts(sides.real), await whereabouts(sides.ours)]
      return real === ours ? lookOf(sides, place, maps) : { real, ours }
    })
    if (look && 'cells' in look) count(counted, place, look)
    else if (look) counted.elsewhere.push({ place, ...look })
  }
  return counted
}

/** Does it; where the real server is silent, once more with a fresh one. Undefined: that was silent, too. */
export async function waitForAnswer<T>(
  sides: ServerPair,
  what: string,
  deed: () => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 0; tries < 2; tries++)
    try {
      return await deed()
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      console.error(`${what}: the real server was silent at ${error.message}`)
      await sides.real.again()
    }
  sides.unanswered.push(what)
  return undefined
}

/**
 * On the same cell: where something stands in the way the real server takes any cell near, and ours the nearest
 * (CF-12.7), so ours goes where the real one is.
 */
export async function movePlayersTo({ real, ours }: ServerPair, { map, x, y }: MapPlace): Promise<void> {
  await real.movePlayerTo(map, x, y)
  await ours.movePlayerTo(map, x, y)
  if ((await real.mapName()) !== (await ours.mapName())) return
  const [there, here] = [await real.playerPosition(), await ours.playerPosition()]
  if (there.x === here.x && there.y === here.y) return
  await ours.shift(there)
  await ours.wait(3)
}

async function whereabouts(side: ServerUnderTest): Promise<string> {
  const map = await side.mapName()
  return formatPlace({ map, ...(await side.playerPosition()) })
}

function lookOf({ real, ours }: ServerPair, { map }: MapPlace, maps: ReferenceMaps): MapComparison {
  const { header } = maps.read(map)
  const there = readView(real)
  return {
    darkness: header.int('darkness') > 0,
    outdoor: header.flag('outdoor'),
    differences: diffViews(there, readView(ours)),
    cells: there.size,
  }
}

function count(counted: ComparisonTotals, { map }: MapPlace, look: MapComparison): void {
  counted.places++
  counted.cells += look.cells
  for (const each of look.differences) {
    const name = classifyDifference(look, each)
    if (name) counted.cases.set(name, (counted.cases.get(name) ?? 0) + 1)
    else counted.unexplained.push(toldApart(map, each))
  }
}

function toldApart(map: string, { place, kind, real, ours }: ViewDifference): string {
  return `${map} ${place} ${kind}: ${real} there, ${ours} here`
}

export function formatPlace({ map, x, y }: MapPlace): string {
  return `${map} ${x},${y}`
}

export function requireCase(name: string): DifferenceCase {
  return differenceCases[name as keyof typeof differenceCases]
}

export interface ActionDifference {
  readonly place: MapPlace
  readonly real: string
  readonly ours: string
}

export interface ExitComparison {
  same: number
  /** Nobody can stand there here: the walls of a house, the sea. There a master's exit puts one anywhere. */
  unreached: number
  readonly differences: ActionDifference[]
}

/** Applies what is at each place, and tells where the two sides are not on the same map then. */
export async function compareExits(sides: ServerPair, places: readonly MapPlace[]): Promise<ExitComparison> {
  const found: ExitComparison = { same: 0, unreached: 0, differences: [] }
  for (const place of places) {
    const ends = await waitForAnswer(sides, `the exit at ${formatPlace(place)}`, () => ledBoth(sides, place))
    if (!ends) continue
    if (ends === 'unreached') found.unreached++
    else if (ends.real === ends.ours) found.same++
    else found.differences.push({ place, ...ends })
  }
  return found
}

async function ledBoth(
  sides: ServerPair,
  place: MapPlace,
): Promise<Pick<ActionDifference, 'real' | 'ours'> | 'unreached'> {
  await movePlayersTo(sides, place)
  const { levelName, x, y } = sides.ours.player
  if (levelName === place.map && (x !== place.x || y !== place.y)) return 'unreached'
  return { real: await led(sides.real, place), ours: await led(sides.ours, place) }
}

/** An exit that is stepped on has taken him already. */
async function led(side: ServerUnderTest, { map }: MapPlace): Promise<string> {
  if ((await side.mapName()) === map) await side.say('apply')
  return side.mapName()
}

export interface LeverComparison {
  same: number
  /** Somebody stood there on the real side and did not give way. */
  unreached: number
  readonly differences: ActionDifference[]
}

/** Applies the lever at each place, and tells where another cell has changed on one side than on the other. */
export async function compareLevers(
  sides: ServerPair,
  places: readonly MapPlace[],
): Promise<LeverComparison> {
  const found: LeverComparison = { same: 0, unreached: 0, differences: [] }
  for (const place of places) {
    const ends = await waitForAnswer(sides, `the lever at ${formatPlace(place)}`, () =>
      pulledBoth(sides, place),
    )
    if (!ends) continue
    if (ends === 'unreached') found.unreached++
    else if (ends.real === ends.ours) found.same++
    else found.differences.push({ place, ...ends })
  }
  return found
}

async function pulledBoth(
  sides: ServerPair,
  place: MapPlace,
): Promise<Pick<ActionDifference, 'real' | 'ours'> | 'unreached'> {
  const { real, ours } = sides
  await movePlayersTo(sides, place)
  for (const side of [real, ours]) await side.setHp(testPlayerHp)
  if (!(await real.stepTo(place))) return 'unreached'
  await ours.shift(place)
  await ours.wait(3)
  return { real: await moved(real), ours: await moved(ours) }
}

/** Cells whose fixtures are others once what is there was applied, and gates have had their time; or where he is then. */
async function moved(side: ServerUnderTest): Promise<string> {
  const [map, before] = [await side.mapName(), readView(side)]
  await side.say('apply')
  await side.wait(20)
  const [there, after] = [await side.mapName(), readView(side)]
  if (there !== map) return `he is on ${there}`
  return [...before]
    .filter(([at, { faces }]) => {
      const now = after.get(at)?.faces
      return now !== undefined && now.fixture !== faces.fixture && at !== '0,0'
    })
    .map(([at]) => at)
    .sort()
    .join(' ')
}
