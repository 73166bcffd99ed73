// Creates a character of every race and class on both servers, and compares figures, skills, equipment, levels and a
// death.

import type { KnownItem } from '../games/crossfire/harness/test-client.ts'
import {
  type CharacterCaseName,
  type CharacterDifference,
  classifyCharacterDifference,
} from './character-cases.ts'
import { arena } from './compare-fights.ts'
import { type ServerPair, waitForAnswer } from './compare-maps.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/** Compared stats, by their protocol names. */
const statNames = [
  ...['maxhp', 'maxsp', 'maxgrace', 'str', 'int', 'wis', 'dex', 'con', 'cha', 'pow'],
  ...['level', 'wc', 'ac', 'dam', 'speed', 'weaponSpeed', 'weightLimit'],
  ...['attuned', 'repelled', 'denied'],
  ...['resistPhysical', 'resistMagic', 'resistFire', 'resistElectricity', 'resistCold', 'resistConfusion'],
  ...['resistAcid', 'resistDrain', 'resistGhostHit', 'resistPoison', 'resistSlow', 'resistParalysis'],
  ...['resistTurn', 'resistFear', 'resistDeplete', 'resistDeath', 'resistHoly', 'resistBlind'],
] as const
/** Speeds are sent in hundred thousandths; the servers round differently. */
const toleratedRounding = 1
const abilityNames = ['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'] as const
const abilities = abilityNames.map((name) => `${name} 12`)
/** Maximum waits for a monster to hit. */
const maxBlows = 60
/** Experience given to one character, and the compared stats after that and after a death. */
const givenExperience = 70_000
const lifeStats = ['level', 'exp64', 'maxhp'] as const

/** A character as a client sees it. */
export interface SeenCharacter {
  readonly refused?: string
  readonly stats: { readonly [stat: string]: number }
  readonly skills: readonly string[]
  readonly things: readonly KnownItem[]
}

export interface CharacterComparison {
  characters: number
  same: number
  /** Number of characters with a difference of each case. */
  readonly cases: Map<CharacterCaseName, number>
  readonly unexplained: string[]
  readonly life: readonly { readonly what: string; readonly real: string; readonly ours: string }[]
}

export async function compareCharacters(
  sides: ServerPair,
  races: readonly string[],
  classes: readonly string[],
): Promise<CharacterComparison> {
  const found: CharacterComparison = {
    ...{ characters: 0, same: 0, cases: new Map(), unexplained: [] },
    life: races.length > 0 ? await compareLife(sides) : [],
  }
  const all = races.flatMap((race) => classes.map((calling) => [race, calling] as const))
  for (const [place, [race, calling]] of all.entries()) {
    const name = nameOf(place)
    const choices = [`race ${race}`, `class ${calling}`, 'starting_map map_scorn', ...abilities]
    const both = await waitForAnswer(sides, `creating ${race} ${calling}`, async () => ({
      real: await create(sides.real, name, choices),
      ours: await create(sides.ours, name, choices),
    }))
    if (!both) continue
    found.characters++
    const differences = diffCharacters(both.real, both.ours)
    if (differences.length === 0) found.same++
    const cases = new Set<CharacterCaseName>()
    for (const difference of differences) {
      const known = classifyCharacterDifference(difference, both)
      if (known) cases.add(known)
      else {
        const { what, real, ours } = difference
        const used = (side: SeenCharacter) =>
          side.things.flatMap((thing) => (isInUse(thing) ? [thing.name] : [])).join(', ')
        found.unexplained.push(
          `${race} ${calling}: ${what}: ${real} on the reference server (using ${used(both.real)}), ${ours} on ours (using ${used(both.ours)})`,
        )
      }
    }
    for (const each of cases) found.cases.set(each, (found.cases.get(each) ?? 0) + 1)
  }
  return found
}

/** Names are letters only. */
function nameOf(place: number): string {
  const letter = (number: number) => String.fromCharCode(97 + (number % 26))
  return `New${letter(place / 26)}${letter(place)}`
}

async function create(
  side: ServerUnderTest,
  name: string,
  choices: readonly string[],
): Promise<SeenCharacter> {
  const refused = await side.becomeNewCharacter(name, choices)
  if (refused !== undefined) return { refused, stats: {}, skills: [], things: [] }
  const { client } = side
  const skillNames = await side.skillNames()
  const stats = statNames.map((stat) => [stat, Number(client.stats.get(stat) ?? 0)] as const)
  const skills = [...client.stats.keys()].flatMap((stat) => skillNames.get(Number(stat)) ?? [])
  return { stats: Object.fromEntries(stats), skills: skills.sort(), things: client.inventory }
}

function diffCharacters(real: SeenCharacter, ours: SeenCharacter): readonly CharacterDifference[] {
  if (real.refused !== undefined || ours.refused !== undefined)
    return real.refused === ours.refused
      ? []
      : [{ what: 'creation', real: real.refused ?? 'created', ours: ours.refused ?? 'created' }]
  const stats = statNames.flatMap((stat): CharacterDifference[] => {
    const [there, own] = [real.stats[stat]!, ours.stats[stat]!]
    return Math.abs(there - own) <= toleratedRounding && (there === own || /speed/i.test(stat))
      ? []
      : [{ what: stat, real: `${there}`, ours: `${own}` }]
  })
  return [
    ...stats,
    ...diffLists('skills', real.skills, ours.skills),
    ...diffLists('equipment', kindsOf(real.things), kindsOf(ours.things)),
    ...diffLists('in use', kindsOf(real.things.filter(isInUse)), kindsOf(ours.things.filter(isInUse))),
  ]
}

/** The lowest four bits of a thing's flags say how it is used. */
function isInUse({ flags }: KnownItem): boolean {
  return (flags & 0xf) !== 0
}

/** Names without what was drawn for the single thing. */
function kindsOf(things: readonly KnownItem[]): readonly string[] {
  return things.map(({ name }) => name.replace(/ (of|\+|\(|-).*/, '')).sort()
}

function diffLists(
  what: string,
  real: readonly string[],
  ours: readonly string[],
): readonly CharacterDifference[] {
  const missing = (some: readonly string[], others: readonly string[]) => {
    const left = [...others]
    return some.filter((each) => {
      const at = left.indexOf(each)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  const [there, own] = [missing(real, ours), missing(ours, real)]
  return there.length + own.length > 0
    ? [{ what, real: there.join(', ') || '-', ours: own.join(', ') || '-' }]
    : []
}

/** Lets a monster kill the player. Resolves with the number of points of abilities that this cost. */
async function die(side: ServerUnderTest): Promise<number> {
  const { stats } = side.client
  const sum = () => abilityNames.reduce((all, name) => all + Number(stats.get(name.toLowerCase()) ?? 0), 0)
  const [before, experience] = [sum(), stats.get('exp64')]
  // Not where later characters start.
  await side.movePlayerTo(arena.map, arena.x, arena.y)
  await side.createMonster('ogre')
  for (let tries = 0; tries < maxBlows && stats.get('exp64') === experience; tries++) {
    await side.setHp(1)
    await side.wait(8)
  }
  await side.wait(8)
  return before - sum()
}

/** The stats of a human warrior after gaining experience, and after a death. */
async function compareLife({ real, ours }: ServerPair): Promise<CharacterComparison['life']> {
  const choices = ['race human_player', 'class warrior_class', 'starting_map map_scorn', ...abilities]
  const stages = await Promise.all(
    [real, ours].map(async (side) => {
      await side.becomeNewCharacter('Mortal', choices)
      const figures = () =>
        lifeStats.map((stat) => `${stat} ${Number(side.client.stats.get(stat) ?? 0)}`).join(', ')
      await side.giveExperience(givenExperience)
      const grown = figures()
      const lost = await die(side)
      return { grown, dead: `${figures()}, ${lost} abilities lost` }
    }),
  )
  const [there, own] = [stages[0]!, stages[1]!]
  return [
    { what: `after gaining ${givenExperience} experience`, real: there.grown, ours: own.grown },
    { what: 'after a death', real: there.dead, ours: own.dead },
  ]
}
