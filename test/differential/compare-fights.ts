// Compares the stats of a new character, and its fights with some monsters.

import { type ServerPair, waitForAnswer } from './compare-maps.ts'
import type { MapPlace } from './map-positions.ts'
import { characterChoices, type ServerUnderTest } from './server-under-test.ts'
import { readView } from './view-difference.ts'

/** The offset `x,y` of one step in each direction of the command `run`, from direction 1 (north) clockwise. */
const directionOffsets = ['0,-1', '1,-1', '1,0', '1,1', '0,1', '-1,1', '-1,0', '-1,-1'] as const
/** After this number of checks, some ticks apart, a fight without an end counts as lost. */
const maxChecks = 80
const statNames = ['maxhp', 'wc', 'ac', 'dam', 'resistPhysical', 'speed', 'weaponSpeed'] as const

export interface FightResult {
  readonly arch: string
  readonly real: string
  readonly ours: string
}

const arena: MapPlace = { map: '/scorn/apartment/apartments', x: 6, y: 4 }

export async function compareFights(
  sides: ServerPair,
  archetypes: readonly string[],
  times: number,
): Promise<FightResult[]> {
  // After the earlier parts of a run, the character has another class.
  if (archetypes.length > 0)
    for (const side of [sides.real, sides.ours]) await side.becomeNewCharacter('Fighter', characterChoices)
  const describeStats = (side: ServerUnderTest) =>
    statNames.map((name) => `${name} ${side.client.stats.get(name)}`).join(', ')
  const found: FightResult[] = [
    { arch: 'new character', real: describeStats(sides.real), ours: describeStats(sides.ours) },
  ]
  for (const arch of archetypes)
    found.push({
      arch,
      real: await summarizeFights(times, () =>
        waitForAnswer(sides, `a fight with ${arch}`, () => fight(sides.real, arch)),
      ),
      ours: await summarizeFights(times, () => fight(sides.ours, arch)),
    })
  return found
}

async function summarizeFights(times: number, once: () => Promise<Fight | undefined>): Promise<string> {
  const ends: Fight[] = []
  for (let n = 0; n < times; n++) {
    const end = await once()
    if (end) ends.push(end)
  }
  const won = ends.filter((each) => each.won)
  const mean = (of: (each: Fight) => number) =>
    Math.round(won.reduce((sum, each) => sum + of(each), 0) / Math.max(1, won.length))
  return `${won.length} of ${ends.length} won, in ${mean(({ ticks }) => ticks)} ticks, for ${mean(({ lostHp }) => lostHp)} hp`
}

export interface Fight {
  readonly won: boolean
  readonly ticks: number
  readonly lostHp: number
}

export async function fight(side: ServerUnderTest, arch: string): Promise<Fight> {
  const { client } = side
  await side.movePlayerTo(arena.map, arena.x, arena.y)
  const full = Number(client.stats.get('maxhp'))
  await side.setHp(full)
  await side.createMonster(arch)
  let [startTick, minHp] = [0, full]
  for (let check = 0; check < maxChecks; check++) {
    const way =
      directionOffsets.findIndex((place) => readView(side).get(place)?.faces.living !== undefined) + 1
    const hp = Number(client.stats.get('hp'))
    if (hp > full) return { won: false, ticks: 0, lostHp: full }
    minHp = Math.min(minHp, hp)
    if (way === 0 && startTick > 0)
      return { won: true, ticks: client.ticks - startTick, lostHp: full - minHp }
    if (way > 0) {
      startTick ||= client.ticks
      await side.runCommand(`run ${way}`)
    }
    await side.wait(2)
    if (client.texts.slice(-6).some((text) => /died|killed by/i.test(text)))
      return { won: false, ticks: 0, lostHp: full }
  }
  return { won: false, ticks: 0, lostHp: full - minHp }
}
