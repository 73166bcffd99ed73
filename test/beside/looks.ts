// Both servers at the same places: what is in sight, and what comes of applying what is there.

import { type Case, caseOf, cases, type Look } from './classes.ts'
import type { OurSide } from './our-side.ts'
import type { Maps, Place } from './places.ts'
import { apart, type SeenApart, seen } from './seeing.ts'
import { manyHp, type Side, type Spot } from './side.ts'

export interface Counted {
  cells: number
  places: number
  /** Differences by their case; those of none by what differs. */
  readonly cases: Map<string, number>
  readonly leftOver: string[]
}

export interface Sides {
  readonly real: Side
  readonly ours: OurSide
}

/** Looks about at each of the places. */
export async function looks(sides: Sides, places: readonly Place[], maps: Maps): Promise<Counted> {
  const counted: Counted = { cells: 0, places: 0, cases: new Map(), leftOver: [] }
  for (const place of places) {
    await standBoth(sides, place)
    count(counted, place, lookOf(sides, place, maps))
  }
  return counted
}

export async function standBoth({ real, ours }: Sides, { map, x, y }: Place): Promise<void> {
  await real.stand(map, x, y)
  await ours.stand(map, x, y)
  await besideHim({ real, ours })
}

/**
 * Where something stands in the way the real server takes any cell near, and ours the nearest (CF-12.7): ours goes to
 * the one from which the ground looks as the real one sees it.
 */
async function besideHim({ real, ours }: Sides): Promise<void> {
  const strange = () => groundApart(apart(seen(real), seen(ours)))
  let [best, least] = [{ x: ours.player.x, y: ours.player.y }, strange()]
  if (least <= aLittle || (await real.map()) !== (await ours.map())) return
  for (const spot of around(best)) {
    if (least === 0 || !(await ours.shift(spot))) continue
    const found = strange()
    if (found < least) [best, least] = [spot, found]
  }
  await ours.shift(best)
  await ours.wait(3)
}

/** So many cells of other ground are of one who stands somewhere else. */
const aLittle = 3
/** Steps from the place that somebody may be set. */
const near = 3

function around({ x, y }: Spot): Spot[] {
  const steps = Array.from({ length: 2 * near + 1 }, (_, step) => step - near)
  return steps.flatMap((dy) => steps.map((dx) => ({ x: x + dx, y: y + dy })))
}

function groundApart(differences: readonly SeenApart[]): number {
  return differences.filter(
    ({ kind, real, ours }) => kind === 'floor' || (kind === 'fixture' && real !== '-' && ours !== '-'),
  ).length
}

function lookOf({ real, ours }: Sides, { map }: Place, maps: Maps): Look {
  const { head } = maps.read(map)
  const there = seen(real)
  return {
    darkness: head.number('darkness') > 0,
    outdoor: head.is('outdoor'),
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
    else counted.leftOver.push(told(map, each))
  }
}

function told(map: string, { place, kind, real, ours }: SeenApart): string {
  return `${map} ${place} ${kind}: ${real} there, ${ours} here`
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
    await standBoth(sides, place)
    const { levelName, x, y } = sides.ours.player
    if (levelName === place.map && (x !== place.x || y !== place.y)) {
      found.unreached++
      continue
    }
    const [real, ours] = [await led(sides.real, place), await led(sides.ours, place)]
    if (real === ours) found.same++
    else found.apart.push({ place, real, ours })
  }
  return found
}

/** An exit that is stepped on has taken him already. */
async function led(side: Side, { map }: Place): Promise<string> {
  if ((await side.map()) === map) await side.say('apply')
  return side.map()
}

/** Applies the lever at each place, and tells where another cell has changed on one side than on the other. */
export async function levers(
  sides: Sides,
  places: readonly Place[],
): Promise<{ same: number; apart: Deed[] }> {
  const found = { same: 0, apart: [] as Deed[] }
  for (const place of places) {
    await standBoth(sides, place)
    for (const side of [sides.real, sides.ours]) await side.setHp(manyHp)
    const [real, ours] = [await moved(sides.real), await moved(sides.ours)]
    if (real === ours) found.same++
    else found.apart.push({ place, real, ours })
  }
  return found
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
