// Both servers at the same places: what is in sight, and what comes of applying what is there.

import { type Case, caseOf, cases, type Look } from './classes.ts'
import type { OurSide } from './our-side.ts'
import type { Maps, Place } from './places.ts'
import { type RealSide, Silent } from './real-side.ts'
import { apart, type SeenApart, seen } from './seeing.ts'
import { manyHp, type Side } from './side.ts'

export interface Counted {
  cells: number
  places: number
  /** Differences by their case; those of none by what differs. */
  readonly cases: Map<string, number>
  readonly leftOver: string[]
  /** Where the two were not on the same cell in the end: nothing is compared there. */
  readonly elsewhere: Deed[]
}

export interface Sides {
  readonly real: RealSide
  readonly ours: OurSide
  /** What was not done, for a fresh real server was silent at it, too. */
  readonly undone: string[]
}

/** Looks about at each of the places. */
export async function looks(sides: Sides, places: readonly Place[], maps: Maps): Promise<Counted> {
  const counted: Counted = { cells: 0, places: 0, cases: new Map(), leftOver: [], elsewhere: [] }
  for (const place of places) {
    const look = await answered(sides, `a look at ${told(place)}`, async () => {
      await standBoth(sides, place)
      const [real, ours] = [await whereabouts(sides.real), await whereabouts(sides.ours)]
      return real === ours ? lookOf(sides, place, maps) : { real, ours }
    })
    if (look && 'cells' in look) count(counted, place, look)
    else if (look) counted.elsewhere.push({ place, ...look })
  }
  return counted
}

/** Does it; where the real server is silent, once more with a fresh one. Undefined: that was silent, too. */
export async function answered<T>(
  sides: Sides,
  what: string,
  deed: () => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 0; tries < 2; tries++)
    try {
      return await deed()
    } catch (error) {
      if (!(error instanceof Silent)) throw error
      console.error(`${what}: the real server was silent at ${error.message}`)
      await sides.real.again()
    }
  sides.undone.push(what)
  return undefined
}

/**
 * On the same cell: where something stands in the way the real server takes any cell near, and ours the nearest
 * (CF-12.7), so ours goes where the real one is.
 */
export async function standBoth({ real, ours }: Sides, { map, x, y }: Place): Promise<void> {
  await real.stand(map, x, y)
  await ours.stand(map, x, y)
  if ((await real.map()) !== (await ours.map())) return
  const [there, here] = [await real.spot(), await ours.spot()]
  if (there.x === here.x && there.y === here.y) return
  await ours.shift(there)
  await ours.wait(3)
}

async function whereabouts(side: Side): Promise<string> {
  const map = await side.map()
  return told({ map, ...(await side.spot()) })
}

function lookOf({ real, ours }: Sides, { map }: Place, maps: Maps): Look {
  const { header } = maps.read(map)
  const there = seen(real)
  return {
    darkness: header.int('darkness') > 0,
    outdoor: header.flag('outdoor'),
    apart: apart(there, seen(ours)),
    cells: there.size,
  }
}

function count(counted: Counted, { map }: Place, look: Look): void {
  counted.places++
  counted.cells += look.cells
  for (const each of look.apart) {
    const name = caseOf(look, each)
    if (name) counted.cases.set(name, (counted.cases.get(name) ?? 0) + 1)
    else counted.leftOver.push(toldApart(map, each))
  }
}

function toldApart(map: string, { place, kind, real, ours }: SeenApart): string {
  return `${map} ${place} ${kind}: ${real} there, ${ours} here`
}

export function told({ map, x, y }: Place): string {
  return `${map} ${x},${y}`
}

export function judged(name: string): Case {
  return cases[name as keyof typeof cases]
}

export interface Deed {
  readonly place: Place
  readonly real: string
  readonly ours: string
}

export interface Exits {
  same: number
  /** Nobody can stand there here: the walls of a house, the sea. There a master's exit puts one anywhere. */
  unreached: number
  readonly apart: Deed[]
}

/** Applies what is at each place, and tells where the two sides are not on the same map then. */
export async function exits(sides: Sides, places: readonly Place[]): Promise<Exits> {
  const found: Exits = { same: 0, unreached: 0, apart: [] }
  for (const place of places) {
    const ends = await answered(sides, `the exit at ${told(place)}`, () => ledBoth(sides, place))
    if (!ends) continue
    if (ends === 'unreached') found.unreached++
    else if (ends.real === ends.ours) found.same++
    else found.apart.push({ place, ...ends })
  }
  return found
}

async function ledBoth(sides: Sides, place: Place): Promise<Pick<Deed, 'real' | 'ours'> | 'unreached'> {
  await standBoth(sides, place)
  const { levelName, x, y } = sides.ours.player
  if (levelName === place.map && (x !== place.x || y !== place.y)) return 'unreached'
  return { real: await led(sides.real, place), ours: await led(sides.ours, place) }
}

/** An exit that is stepped on has taken him already. */
async function led(side: Side, { map }: Place): Promise<string> {
  if ((await side.map()) === map) await side.say('apply')
  return side.map()
}

export interface Levers {
  same: number
  /** Somebody stood there on the real side and did not give way. */
  unreached: number
  readonly apart: Deed[]
}

/** Applies the lever at each place, and tells where another cell has changed on one side than on the other. */
export async function levers(sides: Sides, places: readonly Place[]): Promise<Levers> {
  const found: Levers = { same: 0, unreached: 0, apart: [] }
  for (const place of places) {
    const ends = await answered(sides, `the lever at ${told(place)}`, () => pulledBoth(sides, place))
    if (!ends) continue
    if (ends === 'unreached') found.unreached++
    else if (ends.real === ends.ours) found.same++
    else found.apart.push({ place, ...ends })
  }
  return found
}

async function pulledBoth(sides: Sides, place: Place): Promise<Pick<Deed, 'real' | 'ours'> | 'unreached'> {
  const { real, ours } = sides
  await standBoth(sides, place)
  for (const side of [real, ours]) await side.setHp(manyHp)
  if (!(await real.stepTo(place))) return 'unreached'
  await ours.shift(place)
  await ours.wait(3)
  return { real: await moved(real), ours: await moved(ours) }
}

/** Cells whose fixtures are others once what is there was applied, and gates have had their time; or where he is then. */
async function moved(side: Side): Promise<string> {
  const [map, before] = [await side.map(), seen(side)]
  await side.say('apply')
  await side.wait(20)
  const [there, after] = [await side.map(), seen(side)]
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
