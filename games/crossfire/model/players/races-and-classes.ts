// Races, classes and starting maps. [CF-4.13]
import { mapById, startingPosition } from '../../builtin/maps/index.ts'
import type { Ability } from '../definitions/character.ts'
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
  /** Name in pictures/animations.ts. */
  readonly appearance: string
  /** Starting equipment as archetypes. Wearable pieces are worn or wielded, in this order. */
  readonly equipment: readonly EquipmentEntry[]
  /** [CF-21.10] Archetypes of this class in owners' worlds, most likely first. */
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

/** The first is the default. */
export const races: readonly Race[] = [
  {
    id: 'human_player',
    godRaceName: 'human',
    name: 'human',
    description: 'Average in every ability, and at home everywhere.',
    abilityBonuses: {},
  },
  {
    id: 'dwarf_player',
    godRaceName: 'dwarf',
    name: 'dwarf',
    description: 'Short, broad and hard to kill. Slow to cast, and slower to smile.',
    abilityBonuses: { Str: 1, Con: 2, Dex: -1, Int: -1, Cha: -1 },
  },
  {
    id: 'elf_player',
    godRaceName: 'faerie',
    name: 'elf',
    description: 'Quick of hand and mind, but fragile.',
    abilityBonuses: { Dex: 2, Int: 1, Con: -2, Str: -1 },
  },
  {
    id: 'halfling_player',
    godRaceName: 'halfling',
    name: 'halfling',
    description: 'Small, cheerful and nimble. Everybody underestimates them.',
    abilityBonuses: { Dex: 2, Cha: 1, Str: -2, Wis: -1 },
  },
]

/** Skills that every class has. */
const commonClassSkills = ['punching', 'throwing', 'searching', 'bargaining'] as const
const commonSupplies: readonly EquipmentEntry[] = [
  ['bread', 2],
  ['waterskin', 1],
]
/** [CF-4.13] Starting money in the smallest coin. */
export const startingMoney = 80

/** The first is the default. */
export const classes: readonly CharacterClass[] = [
  {
    id: 'fighter_class',
    name: 'fighter',
    description: 'Fights with the sword, in front of everybody else.',
    abilityBonuses: { Str: 2, Con: 1, Int: -2, Pow: -1 },
    appearance: 'fighter',
    equipment: ['sword', 'shield', 'leather', 'helmet', ['torch', 1], ...commonSupplies],
    importedClassIds: ['fighter_class', 'warrior_class'],
    skills: ['one handed weapons', 'two handed weapons', 'missile weapons', ...commonClassSkills],
    spells: [],
  },
  {
    id: 'wizard_class',
    name: 'wizard',
    description: 'Casts damaging spells from a distance. Weak in melee.',
    abilityBonuses: { Int: 2, Pow: 2, Str: -2, Con: -2 },
    appearance: 'wizard',
    equipment: ['dagger', 'robe', ['potion_power', 1], ...commonSupplies],
    importedClassIds: ['wizard_class'],
    skills: ['one handed weapons', 'sorcery', 'evocation', ...commonClassSkills],
    spells: ['magic_missile', 'light'],
  },
  {
    id: 'priest_class',
    name: 'priest',
    description: 'Heals allies and prays for grace. Carries a mace for everybody else.',
    abilityBonuses: { Wis: 2, Pow: 1, Dex: -2, Str: -1 },
    appearance: 'priest',
    equipment: ['mace', 'robe', 'holy_symbol', ['torch', 1], ...commonSupplies],
    importedClassIds: ['priest_class'],
    skills: ['one handed weapons', 'praying', ...commonClassSkills],
    spells: ['heal', 'protection'],
  },
  {
    id: 'rogue_class',
    name: 'rogue',
    description: 'Fights with a bow from a distance, and moves fast.',
    abilityBonuses: { Dex: 2, Cha: 1, Wis: -2, Str: -1 },
    appearance: 'rogue',
    equipment: ['dagger', 'bow', ['arrow', 30], 'leather', 'cloak', ...commonSupplies],
    importedClassIds: ['rogue_class', 'thief_class'],
    skills: ['one handed weapons', 'missile weapons', ...commonClassSkills],
    spells: [],
  },
]

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
