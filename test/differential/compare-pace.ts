// Compares how often characters shoot, search and pray in the same number of ticks.
import { type ServerPair, waitForAnswer } from './compare-maps.ts'
import type { MapPlace } from './map-positions.ts'
import { characterChoicesOf, type ServerUnderTest } from './server-under-test.ts'

export interface PaceResult {
  readonly activity: string
  readonly real: string
  readonly ours: string
}

interface Activity {
  readonly name: string
  readonly class: string
  prepare(side: ServerUnderTest): Promise<void>
  count(side: ServerUnderTest): number
}

const inn: MapPlace = { map: '/scorn/taverns/inn', x: 5, y: 5 }
const measuredTicks = 100
const missileCount = 90

const shots = (bow: string, missile: string): Activity => ({
  name: `shots of a ${bow}`,
  class: 'warrior_class',
  async prepare(side) {
    await side.createItem(missile, missileCount)
    const before = new Set(side.client.inventory.map(({ tag }) => tag))
    await side.createItem(bow)
    await side.apply(side.client.inventory.find(({ tag }) => !before.has(tag))!.tag)
  },
  count: ({ client }) =>
    -client.inventory.reduce((sum, { name, nrof }) => sum + (name === missile ? Math.max(1, nrof) : 0), 0),
})

const uses = (skill: string, calling: string, text: RegExp): Activity => ({
  name: `uses of ${skill}`,
  class: calling,
  async prepare(side) {
    await side.runCommand(`ready_skill ${skill}`)
    // A player with full grace does not need to pray.
    await side.setGrace(-missileCount)
  },
  count: ({ client }) => client.texts.filter((each) => text.test(each)).length,
})

const activities = [
  shots('bow', 'arrow'),
  shots('crossbow', 'bolt'),
  shots('longbow', 'arrow'),
  uses('find traps', 'warrior_class', /^You search/),
  uses('praying', 'priest_class', /^You pray\.$/),
]

export async function comparePace(sides: ServerPair): Promise<PaceResult[]> {
  const found: PaceResult[] = []
  for (const [place, activity] of activities.entries()) {
    const name = `Pace${String.fromCharCode(97 + place)}`
    const both = await waitForAnswer(sides, activity.name, async () => ({
      real: `${await measure(sides.real, name, activity)}`,
      ours: `${await measure(sides.ours, name, activity)}`,
    }))
    if (both) found.push({ activity: `${activity.name} in ${measuredTicks} ticks`, ...both })
  }
  return found
}

async function measure(side: ServerUnderTest, name: string, activity: Activity): Promise<number> {
  await side.becomeNewCharacter(name, characterChoicesOf('human_player', activity.class))
  await side.movePlayerTo(inn.map, inn.x, inn.y)
  await activity.prepare(side)
  await side.runCommand('fire 3')
  const before = activity.count(side)
  await side.wait(measuredTicks)
  const count = activity.count(side) - before
  await side.runCommand('fire_stop')
  // The reference server can crash if the owner of a flying missile leaves the game.
  await side.wait(20)
  return count
}
