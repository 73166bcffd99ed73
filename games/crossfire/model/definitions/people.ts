// The people of a world as data: races, classes, starting maps, skills, levels and stats. [CF-4.14] Our own world fills
// it from builtin/people/, an owner's world from its archetypes (import/people/).
import type { BodyUse } from './archetype.ts'
import type { Attacks, Resistances } from './attack-types.ts'
import type { Abilities, Ability } from './character.ts'
import type { Direction } from './directions.ts'
import type { SpellPaths } from './god.ts'
import type { EquipmentEntry, LevelPosition } from './level-plan.ts'

export interface People {
  /** The first of each is the default. */
  readonly races: readonly Race[]
  readonly classes: readonly CharacterClass[]
  readonly startingMaps: readonly StartingMap[]
  /** In the order of their numbers. */
  readonly skills: readonly Skill[]
  /** [CF-8.3] Experience of each level, from level 1. */
  readonly levels: readonly number[]
  readonly formulas: StatFormulas
  /** [CF-13.14] */
  readonly deathPenalty: DeathPenalty
  /** [CF-9.13] Whether players are named after their race instead of their class: `Ann the elf`. */
  readonly titleFromRace?: true
  /** The picture of a character of this race and class. */
  figure(race: Race, calling: CharacterClass): Figure
  /** [CF-4.13] Possessions and knowledge of a new character of this race and class. `seed`: for its random parts. */
  startingKit(race: Race, calling: CharacterClass, seed: number): StartingKit
}

interface Choice {
  /** Id in client packets. */
  readonly id: string
  readonly name: string
  readonly description: string
  /** Bonuses to the chosen abilities. */
  readonly abilityBonuses: { readonly [name in Ability]?: number }
}

/** A character's picture by direction and step: a face number. */
export type Figure = (facing: Direction, stepping: boolean) => number

export interface Race extends Choice {
  /** [CF-24.2] The name by which gods and `slaying` refer to this race. */
  readonly godRaceName: string
  /** [CF-8.9] Added to what abilities and levels give; `ac` and `damage` replace those of an unarmed player. */
  readonly hp: number
  readonly sp: number
  readonly grace: number
  readonly ac: number
  readonly damage: number
  readonly armour: number
  readonly resists: Resistances
  readonly paths: SpellPaths
  /** [CF-7.15] How many of each part the body has. */
  readonly body: BodyUse
  readonly unusable: Unusable
}

export interface CharacterClass extends Choice {
  readonly unusable: Unusable
}

/** [CF-7.15] Equipment that a race or class cannot use. */
export type Unusable = { readonly [what in 'weapon' | 'armour' | 'shield']: boolean }

export interface StartingMap {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly position: LevelPosition
  /** [CF-13.13] Respawn position of those who never used a bed. */
  readonly respawn: LevelPosition
}

/** The use of a skill, by Crossfire's `subtype` of the skill. Only the name is shown to players. */
export const skillUses = {
  1: 'pick locks',
  2: 'hide',
  3: 'craft',
  4: 'craft',
  5: 'craft',
  6: 'craft',
  7: 'steal',
  8: 'read',
  9: 'bargain',
  10: 'jump',
  11: 'sense magic',
  12: 'convert by oratory',
  13: 'calm by singing',
  14: 'sense curses',
  15: 'search',
  16: 'meditate',
  17: 'fight unarmed',
  18: 'fight unarmed',
  19: 'fight unarmed',
  20: 'climb',
  21: 'craft',
  22: 'inscribe',
  23: 'fight armed',
  24: 'shoot',
  25: 'throw',
  26: 'use magic items',
  27: 'disarm traps',
  28: 'set traps',
  29: 'craft',
  30: 'pray',
  31: 'fight unarmed',
  32: 'levitate',
  33: 'cast',
  34: 'cast',
  35: 'cast',
  36: 'cast',
  37: 'fight armed',
  38: 'fight unarmed',
  39: 'harvest',
  40: 'cast',
  41: 'cast',
  42: 'cast',
  43: 'cast',
} as const satisfies { readonly [subtype: number]: string }
export type SkillUse = (typeof skillUses)[keyof typeof skillUses]

export interface Skill {
  readonly name: string
  /** Stat number, 140 to 189. */
  readonly number: number
  readonly use: SkillUse
  readonly description: string
  /** Face number, which skill_info sends on request. */
  readonly face: number
  /** Experience for one success. */
  readonly experience: number
  /** Damage that the skill adds to its blows. */
  readonly damage: number
  /** Improvement of `wc` for its blows, and the levels that improve it by one more, if they are not the usual five. */
  readonly wc?: number
  readonly levelsPerWc?: number
  /** Slowdown of its unarmed blows. */
  readonly slowdownPercent?: number
  /** Types of its blows. */
  readonly attack: Attacks
}

/** Possessions and knowledge of a new character. */
export interface StartingKit {
  /** Wearable pieces are worn or wielded, in this order. */
  readonly equipment: readonly EquipmentEntry[]
  /** Stays in the inventory. */
  readonly carried: readonly EquipmentEntry[]
  /** [CF-9.16] Whether all of it is locked. */
  readonly locked?: true
  readonly skills: readonly string[]
  readonly spells: readonly string[]
}

/** [CF-13.14] The costs of a death. */
export interface DeathPenalty {
  /** Percentage of the experience, in total and of each skill. */
  readonly experiencePercent: number
  /** Maximum number of lost levels; undefined for no limit. */
  readonly mostLevels?: number
  /** The effect on one random ability: none, -1 until it is restored, or -1 for ever. */
  readonly ability: 'kept' | 'depleted' | 'lost'
  /** Archetype of the gravestone that marks the cell; undefined for none. */
  readonly gravestone?: string
  /** Percentage of the maximum spell points and grace that the player wakes with, if there were less. */
  readonly pointsPercent: number
  /** Food that the player wakes with, if there was less than `below`. */
  readonly food: { readonly below: number; readonly to: number }
}

/** Pure functions. `skill`: its level, 0 without it. Lower `wc` is better. */
export interface StatFormulas {
  maxHp(abilities: Abilities, level: number, race: Race): number
  /** `skill`: the level of the best skill of magic, or of prayer. */
  maxSp(abilities: Abilities, level: number, skill: number, race: Race): number
  maxGrace(abilities: Abilities, level: number, skill: number, race: Race): number
  /** `levelsPerPoint`: levels of the skill that improve it by one. */
  wc(abilities: Abilities, skill: number, levelsPerPoint?: number): number
  /** Reduction of ac by Dex. */
  acBonus(abilities: Abilities): number
  /** `weapon`: the weapon's damage; undefined for fists. */
  damage(abilities: Abilities, skill: number, weapon: number | undefined, race: Race): number
  /** Actions per tick with a light load. */
  speed(abilities: Abilities): number
  /** Attacks per tick. `slows`: the weapon's slowdown in percent. `speed`: actions per tick. */
  attacksPerTick(abilities: Abilities, skill: number, slows: number, speed: number): number
  /** Grams. */
  weightLimit(abilities: Abilities): number
  /** Hp regenerated in a thousand ticks. `maxHp`: the most that the player can have. */
  hpPer1000Ticks(abilities: Abilities, level: number, maxHp: number): number
  /** Points of hp and sp regenerated per point of food. */
  readonly pointsPerFood: number
}

/** [CF-4.14] Falls back to the default: for a missing choice, and for a race that the world no longer has. */
export function findRace({ races }: Pick<People, 'races'>, id: string | undefined): Race {
  return races.find((each) => each.id === id) ?? races[0]!
}

/** [CF-4.14] Falls back to the default. */
export function findClass({ classes }: Pick<People, 'classes'>, id: string | undefined): CharacterClass {
  return classes.find((each) => each.id === id) ?? classes[0]!
}

/** The race of a player. */
export function raceOf(player: {
  readonly people: People
  readonly origin: { readonly race: string }
}): Race {
  return findRace(player.people, player.origin.race)
}
