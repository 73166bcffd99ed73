// Races, classes and starting maps. [CF-4.13]
import { mapById, startingPosition } from '../made/maps/index.ts'
import type { Ability } from '../scene/character.ts'
import type { Exit, KitEntry } from '../scene/level-plan.ts'
import type { Player } from '../scene/scene.ts'

type Adds = { readonly [name in Ability]?: number }

export interface Race {
  /** Id in client packets. */
  readonly id: string
  readonly name: string
  readonly text: string
  /** Bonuses to the chosen abilities. */
  readonly adds: Adds
  /** [CF-24.2] The race's name for gods. */
  readonly kin: string
}

export interface Calling extends Omit<Race, 'kin'> {
  /** Name in pictures/animations.ts. */
  readonly look: string
  /** Starting equipment as archetypes. Wearable pieces are worn or wielded, in this order. */
  readonly kit: readonly KitEntry[]
  /** [CF-21.10] Archetypes of this class in owners' worlds, most likely first. */
  readonly hosts: readonly string[]
  readonly skills: readonly string[]
  readonly spells: readonly string[]
}

export interface StartingMap {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly place: Exit
}

/** The first is the default. */
export const races: readonly Race[] = [
  {
    id: 'human_player',
    kin: 'human',
    name: 'human',
    text: 'Neither strong nor wise by birth, and at home everywhere.',
    adds: {},
  },
  {
    id: 'dwarf_player',
    kin: 'dwarf',
    name: 'dwarf',
    text: 'Short, broad and hard to kill; slow with spells, and with smiles.',
    adds: { Str: 1, Con: 2, Dex: -1, Int: -1, Cha: -1 },
  },
  {
    id: 'elf_player',
    kin: 'faerie',
    name: 'elf',
    text: 'Quick of hand and of mind, and easily broken.',
    adds: { Dex: 2, Int: 1, Con: -2, Str: -1 },
  },
  {
    id: 'halfling_player',
    kin: 'halfling',
    name: 'halfling',
    text: 'Small, merry and nimble. Nobody ever takes them for dangerous.',
    adds: { Dex: 2, Cha: 1, Str: -2, Wis: -1 },
  },
]

/** Skills that every class has. */
const common = ['punching', 'throwing', 'searching', 'bargaining'] as const
const pocket: readonly KitEntry[] = [
  ['bread', 2],
  ['waterskin', 1],
]
/** [CF-4.13] Starting money in the smallest coin. */
export const firstMoney = 80

/** The first is the default. */
export const classes: readonly Calling[] = [
  {
    id: 'fighter_class',
    name: 'fighter',
    text: 'Lives by the sword, and for it.',
    adds: { Str: 2, Con: 1, Int: -2, Pow: -1 },
    look: 'fighter',
    kit: ['sword', 'shield', 'leather', 'helmet', ['torch', 1], ...pocket],
    hosts: ['fighter_class', 'warrior_class'],
    skills: ['one handed weapons', 'two handed weapons', 'missile weapons', ...common],
    spells: [],
  },
  {
    id: 'wizard_class',
    name: 'wizard',
    text: 'Knows what hurts from afar, and hopes that nothing comes near.',
    adds: { Int: 2, Pow: 2, Str: -2, Con: -2 },
    look: 'wizard',
    kit: ['dagger', 'robe', ['potion_power', 1], ...pocket],
    hosts: ['wizard_class'],
    skills: ['one handed weapons', 'sorcery', 'evocation', ...common],
    spells: ['magic_missile', 'light'],
  },
  {
    id: 'priest_class',
    name: 'priest',
    text: 'Heals what others break; carries a mace for the others.',
    adds: { Wis: 2, Pow: 1, Dex: -2, Str: -1 },
    look: 'priest',
    kit: ['mace', 'robe', 'holy_symbol', ['torch', 1], ...pocket],
    hosts: ['priest_class'],
    skills: ['one handed weapons', 'praying', ...common],
    spells: ['heal', 'protection'],
  },
  {
    id: 'rogue_class',
    name: 'rogue',
    text: 'Shoots first, and is elsewhere when the question is asked.',
    adds: { Dex: 2, Cha: 1, Wis: -2, Str: -1 },
    look: 'rogue',
    kit: ['dagger', 'bow', ['arrow', 30], 'leather', 'cloak', ...pocket],
    hosts: ['rogue_class', 'thief_class'],
    skills: ['one handed weapons', 'missile weapons', ...common],
    spells: [],
  },
]

/** The first is the default. */
export const startingMaps: readonly StartingMap[] = [
  {
    id: startingPosition.map,
    name: mapById(startingPosition.map).title,
    text: 'The square of a small town, by the fountain.',
    place: { level: startingPosition.map, x: startingPosition.x, y: startingPosition.y },
  },
  {
    id: 'inn',
    name: mapById('inn').title,
    text: 'By the hearth of the inn, where bread and brew are sold and a bed is to be had.',
    place: { level: 'inn', x: 5, y: 3 },
  },
  {
    id: 'temple',
    name: mapById('temple').title,
    text: 'Before the altar of the temple, where prayers are heard best, and where the dead wake.',
    place: { level: 'temple', x: 6, y: 5 },
  },
]

export const defaultRace = races[0]!.id
export const defaultClass = classes[0]!.id
export const defaultStart = startingMaps[0]!.id

/** [CF-4.14] Falls back to the default. */
export function raceOf(id: string | undefined): Race {
  return races.find((each) => each.id === id) ?? races[0]!
}

/** [CF-8.5] Natural maximum of an ability, before the race's bonus. */
const mostAbility = 20

/** [CF-8.5] Maximum of an ability for a race. */
export function mostAbilityOf(race: string, ability: Ability): number {
  return mostAbility + (raceOf(race).adds[ability] ?? 0)
}

export function classOf(id: string | undefined): Calling {
  return classes.find((each) => each.id === id) ?? classes[0]!
}

export function startingMapOf(id: string | undefined): StartingMap {
  return startingMaps.find((each) => each.id === id) ?? startingMaps[0]!
}

/** [CF-9.13] `Ann the fighter`, or the name with the player's own title; shown by all clients. */
export function titleOf({ name, origin, title }: Player): string {
  return `${name} ${title ?? `the ${classOf(origin.class).name}`}`
}
