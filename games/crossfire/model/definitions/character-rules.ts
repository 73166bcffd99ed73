// [CF-4.14] The built-in world reads its character rules from builtin/characters/, an imported world from its
// archetypes (import/characters/).
import type { BodyPartCounts } from './archetype.ts'
import type { AttackTypes, Resistances } from './attack-types.ts'
import type { Abilities, Ability } from './character.ts'
import type { Direction } from './directions.ts'
import type { SpellPaths } from './god.ts'
import type { EquipmentEntry, LevelPosition } from './level-plan.ts'

export interface CharacterRules {
  /** The first race, class and starting map are the defaults. */
  readonly races: readonly Race[]
  readonly classes: readonly CharacterClass[]
  readonly startingMaps: readonly StartingMap[]
  /** The world's skills in the order of their numbers. */
  readonly skills: readonly Skill[]
  /** [CF-8.3] The experience at which each level begins, from level 1. */
  readonly levels: readonly number[]
  readonly formulas: StatFormulas
  /** [CF-13.14] */
  readonly deathPenalty: DeathPenalty
  /** [CF-25.11] The power of all things in use is at most this factor times the level. Default: 1. */
  readonly itemPowerFactor?: number
  /** [CF-22.22] Whether spells cost the same at every level. */
  readonly spellCostsAreFixed?: true
  /** [CF-9.13] Whether players' titles name their race, as in `Ann the elf`. */
  readonly titleFromRace?: true
  figure(race: Race, calling: CharacterClass): FigureFace
  /** [CF-4.13] `seed`: selects the parts that are drawn at random. */
  startingKit(race: Race, calling: CharacterClass, seed: number): StartingKit
}

interface Choice {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly abilityBonuses: { readonly [name in Ability]?: number }
}

/** The face number of a character's picture for a direction and step. */
export type FigureFace = (facing: Direction, stepping: boolean) => number

export interface Race extends Choice {
  /** [CF-24.2] */
  readonly godRaceName: string
  /**
   * [CF-8.9] Bonuses that are added to the stats from abilities and levels. `ac` and `damage`: the base values of an
   * unarmed player.
   */
  readonly hp: number
  readonly sp: number
  readonly grace: number
  readonly ac: number
  readonly damage: number
  readonly armour: number
  readonly resists: Resistances
  readonly paths: SpellPaths
  /** [CF-7.15] */
  readonly body: BodyPartCounts
  readonly unusable: UnusableEquipment
}

export interface CharacterClass extends Choice {
  readonly unusable: UnusableEquipment
}

/** [CF-7.15] */
export type UnusableEquipment = { readonly [what in 'weapon' | 'armour' | 'shield']: boolean }

export interface StartingMap {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly position: LevelPosition
  /** [CF-13.13] Respawn position of players who never used a bed. */
  readonly respawn: LevelPosition
}

/** Effects of skills, by Crossfire's `subtype`. Players see only the name of the skill. */
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
  /** The number of the skill in `stats` packets, from 140 to 189. */
  readonly number: number
  readonly use: SkillUse
  readonly description: string
  /** Face number of the skill's icon. Clients can request the face number with skill_info. */
  readonly face: number
  /** Experience for a use of the skill. Already multiplied by `experiencePercent`. */
  readonly experience: number
  /** Percentage by which the experience from a target is multiplied; default 100. */
  readonly experiencePercent?: number
  readonly damage: number
  /**
   * `wc`: improvement of `wc` for blows of the skill. `levelsPerWc`: number of levels that improve `wc` by one; default
   * 5.
   */
  readonly wc?: number
  readonly levelsPerWc?: number
  /** Slowdown of the skill's unarmed blows in percent. */
  readonly slowdownPercent?: number
  readonly attack: AttackTypes
}

export interface StartingKit {
  /** Things that the new character wears or wields if possible, in this order. */
  readonly equipment: readonly EquipmentEntry[]
  readonly carried: readonly EquipmentEntry[]
  /** [CF-9.16] Whether all things of the kit are locked. */
  readonly locked?: true
  readonly skills: readonly string[]
  readonly spells: readonly string[]
}

/** [CF-13.14] */
export interface DeathPenalty {
  /** Percentage of the total experience, and of each skill's experience, that the player loses. */
  readonly experiencePercent: number
  /** Maximum number of levels that a death costs; undefined for no limit. */
  readonly maxLostLevels?: number
  /**
   * The effect on one random ability. `kept`: none. `depleted`: the ability loses a point until it is restored. `lost`:
   * the ability loses a point for ever.
   */
  readonly ability: 'kept' | 'depleted' | 'lost'
  /** Archetype of the gravestone. */
  readonly gravestone?: string
  /** After a death the player has at least this percentage of the maximum spell points and grace. */
  readonly pointsPercent: number
  /** Food is set to `to` if it is less than `below`. */
  readonly food: { readonly below: number; readonly to: number }
}

/** `skill`: the level of the skill, 0 for a player without it. Lower `wc` is better. */
export interface StatFormulas {
  maxHp(abilities: Abilities, level: number, race: Race): number
  /** `skill`: the level of the best skill of magic, or of prayer. */
  maxSp(abilities: Abilities, level: number, skill: number, race: Race): number
  maxGrace(abilities: Abilities, level: number, skill: number, race: Race): number
  /** `levelsPerPoint`: levels of the skill that improve `wc` by one. */
  wc(abilities: Abilities, skill: number, levelsPerPoint?: number): number
  /** The amount by which Dex reduces `ac`. */
  acBonus(abilities: Abilities): number
  /** `weapon`: undefined for fists. */
  damage(abilities: Abilities, skill: number, weapon: number | undefined, race: Race): number
  /** Actions per tick with a light load. */
  speed(abilities: Abilities): number
  /** Attacks per tick. `slows`: the weapon's slowdown in percent. `speed`: actions per tick. */
  attacksPerTick(abilities: Abilities, skill: number, slows: number, speed: number): number
  /** [CF-13.8] `wc` of a shot, without the bow and the arrow. */
  shotWc(abilities: Abilities, skill: number): number
  /** [CF-13.8] Damage that is added to the damage of the bow and the arrow. */
  shotDamage(abilities: Abilities, skill: number, ignoresStrength: boolean): number
  /** [CF-13.9] Ticks that a throw takes. `speed`: actions per tick. */
  throwTicks(abilities: Abilities, skill: number, speed: number): number
  /** [CF-14.14] */
  gracePerPrayer(abilities: Abilities): number
  /** [CF-14.6] Actions that the use of a skill takes; undefined: each skill has its own duration. */
  readonly actionsPerSkillUse?: number
  /** [CF-14.15] Ticks that the use of a wand takes. */
  wandTicks(speed: number): number
  /** Grams. */
  weightLimit(abilities: Abilities): number
  /**
   * Points regenerated in a thousand ticks. `most`: the maximum of these points. `jewels`: number of worn jewels of
   * regeneration; negative if things in use slow the regeneration.
   */
  pointsPer1000Ticks(
    kind: Points,
    abilities: Abilities,
    level: number,
    most: number,
    jewels: number,
    isResting: boolean,
  ): number
  /** Grace regenerates up to this fraction of the maximum grace. */
  readonly regeneratedGrace: number
  /** Food that a player uses in a thousand ticks, apart from regeneration. */
  readonly foodPer1000Ticks: number
  /** Number of hp and spell points that regenerate for each point of food. */
  readonly pointsPerFood: number
  /** Food that a player eats for each hp it restores. */
  readonly foodPerHp: number
  /** [CF-25.13] Chance in percent that a player with this Int or Wis learns from a skill scroll. Default: 100. */
  learnPercent?(ability: number): number
}
export type Points = 'hp' | 'sp' | 'grace'

/** [CF-4.14] The default race if the id is missing or the world no longer has the race. */
export function raceOrDefault({ races }: Pick<CharacterRules, 'races'>, id: string | undefined): Race {
  return races.find((each) => each.id === id) ?? races[0]!
}

/** [CF-4.14] The default class if the id is missing or the world no longer has the class. */
export function classOrDefault(
  { classes }: Pick<CharacterRules, 'classes'>,
  id: string | undefined,
): CharacterClass {
  return classes.find((each) => each.id === id) ?? classes[0]!
}

export function raceOf(player: {
  readonly characterRules: CharacterRules
  readonly origin: { readonly race: string }
}): Race {
  return raceOrDefault(player.characterRules, player.origin.race)
}
