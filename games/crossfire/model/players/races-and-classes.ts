// Races, classes and starting maps. [CF-4.13]
import { mapById, startingPosition } from '../../builtin/maps/index.ts'
import playerList from '../../builtin/players.arc'
import equipmentLists from '../../builtin/players.trs'
import { type ObjectDefinition, parseArchetypes } from '../../import/format/objects.ts'
import { parseTreasureLists } from '../../import/format/treasures.ts'
import { type Ability, abilityNames } from '../definitions/character.ts'
import type { EquipmentEntry, LevelPosition } from '../definitions/level-plan.ts'
import type { Player } from '../state/game-state.ts'

type AbilityBonuses = { readonly [name in Ability]?: number }

export interface Race {
  /** Id in client packets. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** Bonuses to the chosen abilities. */
  readonly abilityBonuses: AbilityBonuses
  /** [CF-24.2] The race's name for gods. */
  readonly godRaceName: string
}

export interface CharacterClass extends Omit<Race, 'godRaceName'> {
  /** Name in builtin/pictures/animations.ts. */
  readonly appearance: string
  /** Starting equipment as archetypes. Wearable pieces are worn or wielded, in this order. */
  readonly equipment: readonly EquipmentEntry[]
  /** [CF-21.10] Archetypes of this class in imported worlds, most likely first. */
  readonly importedClassIds: readonly string[]
  readonly skills: readonly string[]
  readonly spells: readonly string[]
}

export interface StartingMap {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly position: LevelPosition
}

const described: readonly ObjectDefinition[] = parseArchetypes('players.arc', playerList)
const equipment: ReadonlyMap<string, readonly EquipmentEntry[]> = new Map(
  parseTreasureLists('players.trs', equipmentLists).map(({ name, entries }) => [
    name,
    entries.map(({ arch, count }): EquipmentEntry => (count > 0 ? [arch!, count] : arch!)),
  ]),
)

/** The first is the default. */
export const races: readonly Race[] = described.flatMap(({ arch, attributes }) => {
  const godRaceName = attributes.get('race')
  return godRaceName === undefined ? [] : [{ ...choiceOf(arch, attributes), godRaceName }]
})

/** The first is the default. */
export const classes: readonly CharacterClass[] = described.flatMap(({ arch, attributes }) => {
  const items = equipment.get(attributes.get('randomitems') ?? '')
  const listed = (key: string) => JSON.parse(attributes.get(key)!) as readonly string[]
  if (!items) return []
  return [
    {
      ...choiceOf(arch, attributes),
      appearance: attributes.get('animation')!,
      equipment: items,
      importedClassIds: listed('packetboat_importedClassIds'),
      skills: listed('packetboat_skills'),
      spells: listed('packetboat_spells'),
    },
  ]
})

function choiceOf(id: string, attributes: ReadonlyMap<string, string>): Omit<Race, 'godRaceName'> {
  const bonuses = [...attributes].filter(([key]) => (abilityNames as readonly string[]).includes(key))
  return {
    id,
    name: attributes.get('name')!,
    description: attributes.get('msg')!,
    abilityBonuses: Object.fromEntries(bonuses.map(([name, value]) => [name, Number(value)])),
  }
}

/** [CF-4.13] Starting money in the smallest coin. */
export const startingMoney = 80

/** The first is the default. */
export const startingMaps: readonly StartingMap[] = [
  {
    id: startingPosition.map,
    name: mapById(startingPosition.map).title,
    description: 'The square of a small town, next to the fountain.',
    position: { level: startingPosition.map, x: startingPosition.x, y: startingPosition.y },
  },
  {
    id: 'inn',
    name: mapById('inn').title,
    description: 'The inn, which sells bread and beer and has a bed.',
    position: { level: 'inn', x: 5, y: 3 },
  },
  {
    id: 'temple',
    name: mapById('temple').title,
    description: 'The temple, where prayers restore the most grace and dead players respawn.',
    position: { level: 'temple', x: 6, y: 5 },
  },
]

/** [CF-4.14] Falls back to the default. */
export function findRace(id: string | undefined): Race {
  return races.find((each) => each.id === id) ?? races[0]!
}

/** [CF-8.5] Natural maximum of an ability, before the race's bonus. */
const maxNaturalAbility = 20

/** [CF-8.5] Maximum of an ability for a race. */
export function maxAbilityOf(race: string, ability: Ability): number {
  return maxNaturalAbility + (findRace(race).abilityBonuses[ability] ?? 0)
}

export function findClass(id: string | undefined): CharacterClass {
  return classes.find((each) => each.id === id) ?? classes[0]!
}

export function findStartingMap(id: string | undefined): StartingMap {
  return startingMaps.find((each) => each.id === id) ?? startingMaps[0]!
}

/** [CF-9.13] `Ann the fighter`, or the name with the player's own title; shown by all clients. */
export function titleOf({ name, origin, title }: Player): string {
  return `${name} ${title ?? `the ${findClass(origin.class).name}`}`
}
