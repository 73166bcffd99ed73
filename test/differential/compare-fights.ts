// A newcomer's first fights, on both sides: what he is told of himself, and how it goes with each of some monsters.

import { type ServerPair, waitForAnswer } from './compare-maps.ts'
import type { MapPlace } from './map-positions.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import { readView } from './view-difference.ts'

/** Ways of the command `run`, from 1: where each leads. */
const ways = ['0,-1', '1,-1', '1,0', '1,1', '0,1', '-1,1', '-1,0', '-1,-1'] as const
/** Looks at a fight of which each takes some ticks, before it counts as lost from sight. */
const mostLooks = 80
/** What of `stats` is told, as they call it. */
const figures = ['maxhp', 'wc', 'ac', 'dam', 'resistPhysical', 'speed', 'weaponSpeed'] as const

export interface FightResult {
  readonly arch: string
  readonly real: string
  readonly ours: string
}

/** An empty room. */
const room: MapPlace = { map: '/scorn/apartment/apartments', x: 6, y: 4 }

export async function compareFights(
  sides: ServerPair,
  archetypes: readonly string[],
  times: number,
): Promise<FightResult[]> {
  const told = (side: ServerUnderTest) =>
    figures.map((name) => `${name} ${side.client.stats.get(name)}`).join(', ')
  const found: FightResult[] = [{ arch: 'newcomer', real: told(sides.real), ours: told(sides.ours) }]
  for (const arch of archetypes)
    found.push({
      arch,
      real: await all(times, () =>
        waitForAnswer(sides, `a fight with ${arch}`, () => fought(sides.real, arch)),
      ),
      ours: await all(times, () => fought(sides.ours, arch)),
    })
  return found
}

async function all(times: number, once: () => Promise<Fight | undefined>): Promise<string> {
  const ends: Fight[] = []
  for (let fight = 0; fight < times; fight++) {
    const end = await once()
    if (end) ends.push(end)
  }
  const won = ends.filter((each) => each.won)
  const mean = (of: (each: Fight) => number) =>
    Math.round(won.reduce((sum, each) => sum + of(each), 0) / Math.max(1, won.length))
  return `${won.length} of ${ends.length} won, in ${mean(({ ticks }) => ticks)} ticks, for ${mean(({ lost }) => lost)} hp`
}

interface Fight {
  readonly won: boolean
  readonly ticks: number
  readonly lost: number
}

/** Hits whoever is beside him until nobody is. */
async function fought(side: ServerUnderTest, arch: string): Promise<Fight> {
  const { client } = side
  await side.movePlayerTo(room.map, room.x, room.y)
  const full = Number(client.stats.get('maxhp'))
  await side.setHp(full)
  await side.createMonster(arch)
  let [begun, least] = [0, full]
  for (let look = 0; look < mostLooks; look++) {
    const way = ways.findIndex((place) => readView(side).get(place)?.faces.living !== undefined) + 1
    const hp = Number(client.stats.get('hp'))
    if (hp > full) return { won: false, ticks: 0, lost: full }
    least = Math.min(least, hp)
    if (way === 0 && begun > 0) return { won: true, ticks: client.ticks - begun, lost: full - least }
    if (way > 0) {
      begun ||= client.ticks
      await side.say(`run ${way}`)
      await side.wait(2)
    } else await side.wait(2)
    if (client.texts.slice(-6).some((text) => /died|killed by/i.test(text)))
      return { won: false, ticks: 0, lost: full }
  }
  return { won: false, ticks: 0, lost: full - least }
}
