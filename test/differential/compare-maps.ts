// Compares both servers at the same positions: the visible cells, and the effects of exits and levers.

import { classifyDifference, type DifferenceCaseName, type MapComparison } from './difference-cases.ts'
import type { MapPlace, ReferenceMaps } from './map-positions.ts'
import type { OurServer } from './our-server.ts'
import { NoAnswerError, type ReferenceServer } from './reference-server.ts'
import { type ServerUnderTest, testPlayerHp } from './server-under-test.ts'
import { diffViews, readView, type ViewDifference } from './view-difference.ts'

export interface ComparisonTotals {
  cells: number
  places: number
  readonly cases: Map<DifferenceCaseName, number>
  readonly unexplained: string[]
  /** Positions at which nothing is compared, because the players of the two servers were moved to different cells. */
  readonly differentCells: ActionDifference[]
}

export interface ServerPair {
  readonly real: ReferenceServer
  readonly ours: OurServer
  /** Actions that the reference server did not answer, even after a restart. */
  readonly unanswered: string[]
}

export async function compareMaps(
  sides: ServerPair,
  places: readonly MapPlace[],
  maps: ReferenceMaps,
): Promise<ComparisonTotals> {
  const counted: ComparisonTotals = {
    cells: 0,
    places: 0,
    cases: new Map(),
    unexplained: [],
    differentCells: [],
  }
  for (const place of places) {
    const look = await waitForAnswer(sides, `the view at ${formatPlace(place)}`, async () => {
      await movePlayersTo(sides, place)
      const [real, ours] = [await positionOf(sides.real), await positionOf(sides.ours)]
      return real === ours ? compareViews(sides, place, maps) : { real, ours }
    })
    if (look && 'cells' in look) count(counted, place, look)
    else if (look) counted.differentCells.push({ place, ...look })
  }
  return counted
}

/**
 * Runs the action. If the reference server does not answer, restarts it and tries once more. Resolves with undefined if
 * it does not answer either time.
 */
export async function waitForAnswer<T>(
  sides: ServerPair,
  what: string,
  action: () => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 0; tries < 2; tries++)
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
      console.error(`${what}: the reference server did not answer: ${error.message}`)
      await sides.real.restart()
    }
  sides.unanswered.push(what)
  return undefined
}

/**
 * Moves both players to the same cell. If the cell is occupied, the reference server picks any cell nearby, and our
 * server the nearest one (CF-12.7). Therefore our player is moved to the cell that the reference server picked.
 */
export async function movePlayersTo({ real, ours }: ServerPair, { map, x, y }: MapPlace): Promise<void> {
  await real.movePlayerTo(map, x, y)
  await ours.movePlayerTo(map, x, y)
  if ((await real.mapName()) !== (await ours.mapName())) return
  const [there, here] = [await real.playerPosition(), await ours.playerPosition()]
  if (there.x === here.x && there.y === here.y) return
  await ours.moveToCell(there)
  await ours.wait(3)
}

async function positionOf(side: ServerUnderTest): Promise<string> {
  const map = await side.mapName()
  return formatPlace({ map, ...(await side.playerPosition()) })
}

function compareViews({ real, ours }: ServerPair, { map }: MapPlace, maps: ReferenceMaps): MapComparison {
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
    else counted.unexplained.push(formatDifference(map, each))
  }
}

function formatDifference(map: string, { place, kind, real, ours }: ViewDifference): string {
  return `${map} ${place} ${kind}: reference ${real}, ours ${ours}`
}

function formatPlace({ map, x, y }: MapPlace): string {
  return `${map} ${x},${y}`
}

export interface ActionDifference {
  readonly place: MapPlace
  readonly real: string
  readonly ours: string
}

/** The uses of exits or levers on both servers. */
export interface ActionComparison {
  same: number
  /**
   * Number of exits to cells that players cannot enter on our server, such as walls and sea. On the reference server,
   * exits can lead to any cell. For levers: number of levers whose cell was occupied by a creature on the reference
   * server.
   */
  unreachable: number
  readonly differences: ActionDifference[]
}

export function compareExits(sides: ServerPair, places: readonly MapPlace[]): Promise<ActionComparison> {
  return compareActions(sides, 'exit', places, useExitOnBoth)
}

export function compareLevers(sides: ServerPair, places: readonly MapPlace[]): Promise<ActionComparison> {
  return compareActions(sides, 'lever', places, pullOnBoth)
}

async function compareActions(
  sides: ServerPair,
  what: 'exit' | 'lever',
  places: readonly MapPlace[],
  actOnBoth: typeof useExitOnBoth,
): Promise<ActionComparison> {
  const found: ActionComparison = { same: 0, unreachable: 0, differences: [] }
  for (const place of places) {
    const name = `the ${what} at ${formatPlace(place)}`
    const ends = await waitForAnswer(sides, name, () => actOnBoth(sides, place))
    if (!ends) continue
    if (ends === 'unreachable') found.unreachable++
    else if (ends.real === ends.ours) found.same++
    else found.differences.push({ place, ...ends })
  }
  return found
}

async function useExitOnBoth(
  sides: ServerPair,
  place: MapPlace,
): Promise<Pick<ActionDifference, 'real' | 'ours'> | 'unreachable'> {
  await movePlayersTo(sides, place)
  const { levelName, x, y } = sides.ours.player
  if (levelName === place.map && (x !== place.x || y !== place.y)) return 'unreachable'
  return { real: await useExit(sides.real, place), ours: await useExit(sides.ours, place) }
}

/** Exits that work by stepping on them have already moved the player. */
async function useExit(side: ServerUnderTest, { map }: MapPlace): Promise<string> {
  if ((await side.mapName()) === map) await side.runCommand('apply')
  return side.mapName()
}

async function pullOnBoth(
  sides: ServerPair,
  place: MapPlace,
): Promise<Pick<ActionDifference, 'real' | 'ours'> | 'unreachable'> {
  const { real, ours } = sides
  await movePlayersTo(sides, place)
  for (const side of [real, ours]) await side.setHp(testPlayerHp)
  if (!(await real.stepTo(place))) return 'unreachable'
  await ours.moveToCell(place)
  await ours.wait(3)
  return { real: await pullLever(real), ours: await pullLever(ours) }
}

/** Applies the lever, waits for gates, and returns the cells whose fixtures changed, or the player's new map. */
async function pullLever(side: ServerUnderTest): Promise<string> {
  const [map, before] = [await side.mapName(), readView(side)]
  await side.runCommand('apply')
  await side.wait(20)
  const [there, after] = [await side.mapName(), readView(side)]
  if (there !== map) return `the player is on ${there}`
  return [...before]
    .filter(([at, { faces }]) => {
      const now = after.get(at)?.faces
      return now !== undefined && now.fixture !== faces.fixture && at !== '0,0'
    })
    .map(([at]) => at)
    .sort()
    .join(' ')
}
