// Lets characters of every class and of some races fight, gain a level and die on both servers, and compares the
// characters after each of these events.
import type { KnownItem } from '../games/crossfire/harness/test-client.ts'
import type { CharacterDifference } from './character-cases.ts'
import {
  addDifferences,
  type CharacterComparison,
  diffStats,
  type SeenCharacter,
  seenCharacter,
} from './compare-characters.ts'
import { fight } from './compare-fights.ts'
import { type ServerPair, waitForAnswer } from './compare-maps.ts'
import type { MapPlace } from './map-positions.ts'
import { abilityNames, characterChoicesOf, type ServerUnderTest } from './server-under-test.ts'

/**
 * The place at which monsters kill the characters. The monsters stay there, so characters start and fight elsewhere.
 */
const grave: MapPlace = { map: '/scorn/apartment/Apartments1', x: 7, y: 6 }
/** The opponent, which every character can defeat. */
const opponent = 'kobold'
/** Maximum number of times to wait for a monster's hit. */
const maxBlows = 60
/** Experience given to each character: enough to gain a level. */
const givenExperience = 2000

interface SeenLife {
  readonly won: boolean
  readonly grown: SeenCharacter
  readonly dead: SeenCharacter
  readonly afterDeath: { readonly [what: string]: string | number }
}

export type LifeComparison = Omit<CharacterComparison, 'examined'>

export async function compareLives(
  sides: ServerPair,
  races: readonly string[],
  classes: readonly string[],
): Promise<LifeComparison> {
  const found: LifeComparison = {
    ...{ characters: 0, same: 0, sameButForChance: 0, cases: new Map(), unexplained: [] },
  }
  const all = races.flatMap((race) => classes.map((calling) => [race, calling] as const))
  for (const [place, [race, calling]] of all.entries()) {
    const name = `Mort${String.fromCharCode(97 + place / 26, 97 + (place % 26))}`
    const both = await waitForAnswer(sides, `a life of ${race} ${calling}`, async () => ({
      real: await live(sides.real, name, characterChoicesOf(race, calling)),
      ours: await live(sides.ours, name, characterChoicesOf(race, calling)),
    }))
    if (!both) continue
    found.characters++
    const { real, ours } = both
    addDifferences(found, `a life of ${race} ${calling}`, diffLives(real, ours), {
      ...{ real: real.grown, ours: ours.grown },
      possible: sides.ours.possibleThings(race, calling),
    })
  }
  return found
}

function diffLives(real: SeenLife, ours: SeenLife): readonly CharacterDifference[] {
  const later = (when: string, differences: readonly CharacterDifference[]) =>
    differences.map(({ what, ...each }) => ({ ...each, what: `${what} ${when}` }))
  return [
    ...(real.won === ours.won
      ? []
      : [{ what: `fight with a ${opponent}`, real: String(real.won), ours: String(ours.won) }]),
    ...later('after a level', diffStats(real.grown, ours.grown)),
    ...later('after a death', diffStats(real.dead, ours.dead)),
    ...Object.keys(real.afterDeath)
      .filter((what) => real.afterDeath[what] !== ours.afterDeath[what])
      .map((what) => ({
        what: `${what} after a death`,
        real: String(real.afterDeath[what]),
        ours: String(ours.afterDeath[what]),
      })),
  ]
}

async function live(side: ServerUnderTest, name: string, choices: readonly string[]): Promise<SeenLife> {
  await side.becomeNewCharacter(name, choices)
  const { won } = await fight(side, opponent)
  await side.setHp(Number(side.client.stats.get('maxhp')))
  await side.giveExperience(givenExperience, 'punching')
  const grown = await seenCharacter(side)
  const experience = Number(side.client.stats.get('exp64'))
  const abilitiesLost = await die(side)
  const { client } = side
  return {
    won,
    grown,
    dead: await seenCharacter(side),
    afterDeath: {
      'experience lost': Math.round((1 - Number(client.stats.get('exp64')) / experience) * 100),
      'abilities lost': abilitiesLost,
      map: await side.mapName(),
      // Empty on both servers, because a death takes no things from the player.
      'things lost': namesMissing(grown.things, client.inventory),
      'things gained': namesMissing(client.inventory, grown.things),
    },
  }
}

function namesMissing(some: readonly KnownItem[], others: readonly KnownItem[]): string {
  return some.flatMap(({ name }) => (others.some((other) => other.name === name) ? [] : [name])).join(', ')
}

/** Lets a monster kill the player. Resolves with the number of ability points that the death cost. */
async function die(side: ServerUnderTest): Promise<number> {
  const { stats } = side.client
  const sum = () => abilityNames.reduce((all, name) => all + Number(stats.get(name.toLowerCase()) ?? 0), 0)
  const [before, experience] = [sum(), stats.get('exp64')]
  await side.movePlayerTo(grave.map, grave.x, grave.y)
  // An ogre that killed an earlier character may have killed this character already.
  if (stats.get('exp64') === experience) await side.createMonster('ogre')
  for (let tries = 0; tries < maxBlows && stats.get('exp64') === experience; tries++) {
    await side.setHp(1)
    await side.wait(8)
  }
  await side.wait(8)
  return before - sum()
}
