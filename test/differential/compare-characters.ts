// Creates a character of every race and class on both servers, and compares stats, skills, spells, equipment and the
// text of `examine` for each thing.

import type { KnownItem } from '../games/crossfire/harness/test-client.ts'
import {
  type CharacterCaseName,
  type CharacterDifference,
  classifyCharacterDifference,
} from './character-cases.ts'
import { type ServerPair, waitForAnswer } from './compare-maps.ts'
import { readFacts } from './examined-facts.ts'
import { characterChoicesOf, type ServerUnderTest } from './server-under-test.ts'

/** Compared stats, by their protocol names. */
const statNames = [
  ...['maxhp', 'maxsp', 'maxgrace', 'str', 'int', 'wis', 'dex', 'con', 'cha', 'pow'],
  ...['level', 'wc', 'ac', 'dam', 'speed', 'weaponSpeed', 'weightLimit'],
  ...['attuned', 'repelled', 'denied'],
  ...['resistPhysical', 'resistMagic', 'resistFire', 'resistElectricity', 'resistCold', 'resistConfusion'],
  ...['resistAcid', 'resistDrain', 'resistGhostHit', 'resistPoison', 'resistSlow', 'resistParalysis'],
  ...['resistTurn', 'resistFear', 'resistDeplete', 'resistDeath', 'resistHoly', 'resistBlind'],
] as const
/** Speeds are sent as multiples of 1/100,000, which the servers round differently. */
const toleratedRounding = 1

export interface SeenCharacter {
  readonly refused?: string
  readonly stats: { readonly [stat: string]: number }
  readonly skills: readonly string[]
  readonly spells: readonly string[]
  readonly things: readonly KnownItem[]
}

export interface SeenPair {
  readonly real: SeenCharacter
  readonly ours: SeenCharacter
  /** Kinds of things with which a character of this race and class can start. */
  readonly possible: ReadonlySet<string>
}

export interface CharacterComparison {
  characters: number
  /**
   * `same`: number of characters without any difference. `sameButForChance`: number of characters that differ only by
   * chance.
   */
  same: number
  sameButForChance: number
  examined: number
  readonly cases: Map<CharacterCaseName, number>
  readonly unexplained: string[]
}

export async function compareCharacters(
  sides: ServerPair,
  races: readonly string[],
  classes: readonly string[],
): Promise<CharacterComparison> {
  const found: CharacterComparison = {
    ...{ characters: 0, same: 0, sameButForChance: 0, examined: 0 },
    ...{ cases: new Map(), unexplained: [] },
  }
  const examined = new Set<string>()
  const all = races.flatMap((race) => classes.map((calling) => [race, calling] as const))
  for (const [place, [race, calling]] of all.entries()) {
    const choices = characterChoicesOf(race, calling)
    const both = await waitForAnswer(sides, `creating ${race} ${calling}`, async () => {
      const [real, ours] = [
        await create(sides.real, nameOf(place), choices),
        await create(sides.ours, nameOf(place), choices),
      ]
      const looks = await compareLooks(sides, { real, ours }, examined)
      return { real, ours, looks }
    })
    if (!both) continue
    const { real, ours, looks } = both
    found.characters++
    const pair = { real, ours, possible: sides.ours.possibleThings(race, calling) }
    addDifferences(found, `${race} ${calling}`, [...diffCharacters(real, ours), ...looks], pair)
  }
  found.examined = examined.size
  return found
}

/** Adds the differences of one character to `cases`, or to `unexplained` if no case explains them. */
export function addDifferences(
  found: Pick<CharacterComparison, 'same' | 'sameButForChance' | 'cases' | 'unexplained'>,
  who: string,
  differences: readonly CharacterDifference[],
  pair: SeenPair,
): void {
  const cases = new Set<CharacterCaseName>()
  let byChance = true
  for (const difference of differences) {
    const known = classifyCharacterDifference(difference, pair)
    if (known) cases.add(known.name)
    else found.unexplained.push(unexplained(who, difference, pair))
    if (known?.verdict !== 'chance') byChance = false
  }
  if (differences.length === 0) found.same++
  else if (byChance) found.sameButForChance++
  for (const each of cases) found.cases.set(each, (found.cases.get(each) ?? 0) + 1)
}

function unexplained(who: string, { what, real, ours }: CharacterDifference, pair: SeenPair): string {
  const used = (side: SeenCharacter) =>
    side.things.flatMap((thing) => (isInUse(thing) ? [thing.name] : [])).join(', ')
  return `${who}: ${what}: ${real} on the reference server (using ${used(pair.real)}), ${ours} on ours (using ${used(pair.ours)})`
}

/** Character names may contain only letters. */
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
  if (refused !== undefined) return { refused, stats: {}, skills: [], spells: [], things: [] }
  return seenCharacter(side)
}

/**
 * The character of the connected client. A character without a weapon first readies its unarmed skill with the highest
 * damage.
 */
export async function seenCharacter(side: ServerUnderTest): Promise<SeenCharacter> {
  const { client } = side
  const skillNames = await side.skillNames()
  const skills = [...client.stats.keys()].flatMap((stat) => skillNames.get(Number(stat)) ?? [])
  const unarmed = unarmedSkills.find((skill) => skills.includes(skill))
  // [CF-13.3] Our stats include the skill that the next blow uses; the reference server's stats include the readied
  // skill.
  if (unarmed && !client.inventory.some(isWielded)) await side.runCommand(`ready_skill ${unarmed}`)
  const stats = statNames.map((stat) => [stat, Number(client.stats.get(stat) ?? 0)] as const)
  return {
    stats: Object.fromEntries(stats),
    skills: skills.sort(),
    spells: [...client.spells.values()].map(({ name }) => name).sort(),
    things: client.inventory,
  }
}

/** Skills of unarmed fighting, by decreasing damage. */
const unarmedSkills = ['karate', 'clawing', 'flame touch', 'wraith feed', 'punching'] as const

function diffCharacters(real: SeenCharacter, ours: SeenCharacter): readonly CharacterDifference[] {
  if (real.refused !== undefined || ours.refused !== undefined)
    return real.refused === ours.refused
      ? []
      : [{ what: 'creation', real: real.refused ?? 'created', ours: ours.refused ?? 'created' }]
  const locked = (flags: number) => (flags & lockedFlag) !== 0
  return [
    ...diffStats(real, ours),
    ...diffLists('skills', real.skills, ours.skills),
    ...diffLists('spells', real.spells, ours.spells),
    ...diffLists('equipment', kindsOf(real.things), kindsOf(ours.things)),
    ...diffLists('in use', kindsOf(real.things.filter(isInUse)), kindsOf(ours.things.filter(isInUse))),
    ...diffLists(
      'not locked',
      kindsOf(real.things.filter(({ flags }) => !locked(flags))),
      kindsOf(ours.things.filter(({ flags }) => !locked(flags))),
    ),
  ]
}

export function diffStats(real: SeenCharacter, ours: SeenCharacter): readonly CharacterDifference[] {
  return statNames.flatMap((stat): CharacterDifference[] => {
    const [there, own] = [real.stats[stat]!, ours.stats[stat]!]
    return Math.abs(there - own) <= toleratedRounding && (there === own || /speed/i.test(stat))
      ? []
      : [{ what: stat, real: `${there}`, ours: `${own}` }]
  })
}

/** Examines each thing that both characters have under the same name, once per name. */
async function compareLooks(
  sides: ServerPair,
  { real, ours }: Omit<SeenPair, 'possible'>,
  examined: Set<string>,
): Promise<readonly CharacterDifference[]> {
  const differences: CharacterDifference[] = []
  for (const thing of real.things) {
    const own = ours.things.find(({ name }) => name === thing.name)
    if (!own || examined.has(thing.name)) continue
    examined.add(thing.name)
    const there = readFacts('real', await examine(sides.real, thing.tag), thing.nrof)
    const here = readFacts('ours', await examine(sides.ours, own.tag), own.nrof)
    for (const fact of new Set([...there.keys(), ...here.keys()]))
      if (there.get(fact) !== here.get(fact))
        differences.push({
          what: `${fact} of ${thing.name}`,
          real: there.get(fact) ?? '-',
          ours: here.get(fact) ?? '-',
        })
  }
  return differences
}

/** Examines a thing and returns the texts, of which the last states the weight. */
async function examine(side: ServerUnderTest, tag: number): Promise<readonly string[]> {
  const texts = [...(await side.examine(tag))]
  for (let tries = 0; tries < maxWaits && !/weighs? /.test(texts.join()); tries++)
    texts.push(...(await side.wait(2)))
  return texts
}
const maxWaits = 10

const lockedFlag = 0x8000

/** The lowest four bits of a thing's flags state how the character uses the thing. */
function isInUse({ flags }: KnownItem): boolean {
  return (flags & 0xf) !== 0
}

/** The lowest four bits of a wielded thing's flags are 2. */
function isWielded({ flags }: KnownItem): boolean {
  return (flags & 0xf) === 2
}

/** The sorted names of things, without the properties that a server drew at random. */
function kindsOf(things: readonly KnownItem[]): readonly string[] {
  return things.map(({ name }) => kindOf(name)).sort()
}

export function kindOf(name: string): string {
  return name.replace(/ (of|\+|\(|-).*/, '')
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
