// [CF-14.5] [CF-22.1] Built-in spells are in builtin/spells.arc. Imported spells are converted from archetypes.
import type { AttackTypes, Resistances } from './attack-types.ts'

export interface Spell {
  readonly id: string
  /** Permanent number in packets, from 1. */
  readonly tag: number
  readonly name: string
  readonly description: string
  /** The skill that casts the spell; undefined if players cannot learn the spell. */
  readonly skill: string | undefined
  /** Minimum level of the skill. */
  readonly level: number
  readonly mana: number
  readonly grace: number
  /** [CF-22.22] Number of levels above the spell's at which the cost is doubled; 0 if levels do not change the cost. */
  readonly doubling?: { readonly mana: number; readonly grace: number }
  /** Casting time in ticks of 120 ms. */
  readonly ticks: number
  /** [CF-22.1] Ticks after the casting time before the caster can act again. Default: 0. */
  readonly recoveryTicks?: number
  /** Spell paths, as bits. */
  readonly path: number
  readonly face: string
  /** Picture number, for spells without a built-in picture. */
  readonly picture?: number
  /** Whether the player can write a text after the name of the spell. */
  readonly acceptsText?: boolean
  readonly effect: SpellEffect
}

/**
 * `perLevel`: increase for each level by which the caster's skill exceeds the spell's level. The value is rounded down.
 */
export type SpellEffect =
  | BoltSpell
  | AreaSpell
  | BombSpell
  | SmiteSpell
  | HealSpell
  | { readonly type: 'power'; readonly sp: Range }
  | TimedEffectSpell
  | BonusSpell
  | AbilityChangeSpell
  | { readonly type: 'cure' | 'food' }
  | SummonSpell
  | WallSpell
  | RuneSpell
  /** [CF-22.10] */
  | { readonly type: 'wonder'; readonly spellIds: readonly string[] }
  /** [CF-22.15] Infects the first foe ahead, up to `range` cells away. */
  | { readonly type: 'disease'; readonly diseaseId: string; readonly range: number }
  /** [CF-22.16] Worsens `ac` and `wc` of the first foe ahead by a point, up to `range` cells away. */
  | {
      readonly type: 'curse'
      readonly range: number
      readonly seconds: number
      readonly secondsPerLevel: number
      readonly effectId: string
    }
  /**
   * [CF-22.17] Consecrates the altar under the caster to the caster's god, if the altar's level is at most the
   * caster's. `level`: the spell's level.
   */
  | { readonly type: 'consecrate'; readonly level: number }
  /** [CF-22.18] Turns things near the caster into gold nuggets. `grams`: maximum total weight of the things. */
  | { readonly type: 'alchemy'; readonly grams: number; readonly gramsPerLevel: number }
  /**
   * [CF-22.20] An aura around the caster. In each tick it does damage or counters spells in the cells next to the
   * caster.
   */
  | AuraSpell
  /**
   * [CF-22.21] The first cast remembers the caster's cell. The next cast opens portals between the remembered cell and
   * the caster's current cell.
   */
  | { readonly type: 'portal'; readonly archetypeId: string }
  /**
   * [CF-22.19] Destroys the dead body in front of the caster. No player is raised, because players respawn at once when
   * they die.
   */
  | { readonly type: 'resurrect' }
  /** [CF-22.14] */
  | { readonly type: 'inscription'; readonly archetypeId: string }
  /** Changes the spell points of the players ahead by `sp`, which can be negative. */
  | { readonly type: 'mana'; readonly sp: number; readonly perLevel: number }
  | { readonly type: 'daylight'; readonly darkness: number }
  /** Moves the caster up to `range` cells, until something blocks the way. */
  | { readonly type: 'leap'; readonly range: number }
  | { readonly type: 'map' | 'self' | 'disarm' }
  /** Shows the cells with a target of that kind, up to `range` cells away. */
  | {
      readonly type: 'detect'
      readonly target: DetectTarget
      readonly range: number
      readonly effectId: string
    }
  | { readonly type: 'make'; readonly productId: string; readonly count: number; readonly perLevel: number }
  /** Destroys earth walls up to `range` cells away. */
  | { readonly type: 'dust'; readonly range: number }
  | { readonly type: 'charge'; readonly charges: number; readonly perLevel: number }
  | { readonly type: 'probe'; readonly range: number }
  /** [CF-25.7] Identifies up to `things` items. */
  | { readonly type: 'identify'; readonly things: number; readonly perLevel: number }
  /** [CF-25.8] `damned`: also removes damnation. */
  | { readonly type: 'uncurse'; readonly damned: boolean }

type Range = readonly [least: number, most: number]
export type DetectTarget = 'magic' | 'curse' | 'monster' | 'unseen'

/**
 * [CF-13.7] A missile. `pierces`: the missile passes through targets. `wanders`: the missile takes a random direction
 * each tick. `count`: number of missiles of a cast.
 */
export interface BoltSpell {
  readonly type: 'bolt'
  readonly attack: AttackTypes
  /** The maximum. */
  readonly damage: number
  readonly damagePerLevel: number
  /** In cells. */
  readonly range: number
  /**
   * Archetype id of the missile. For built-in spells it is a name for `missileFaceNumber` of builtin/pictures/animations.ts.
   */
  readonly flightArchetype: string
  readonly explosion?: Explosion
  readonly pierces?: true
  readonly wanders?: true
  readonly count?: number
}

/** `damage`: maximum damage. `radius`: in cells; default 1. */
export interface Explosion {
  readonly effectId: string
  readonly damage: number
  readonly radius?: number
}

/** [CF-22.3] A spell that affects all targets in a cone in front of the caster, or with `around` in all directions. */
export interface AreaSpell {
  readonly type: 'wave'
  readonly attack: AttackTypes
  /** Maximum damage; 0 for none. */
  readonly damage: number
  readonly damagePerLevel: number
  readonly range: number
  /** Archetype of the effect that the affected cells show. */
  readonly effectId: string
  readonly around?: true
  readonly statusEffect?: StatusEffectSpec
  /** [CF-22.10] Removes missiles, and the effects and walls of other spells. */
  readonly counters?: true
  /**
   * [CF-22.12] Set if the spell also makes creatures up to the caster's level serve the player. `level`: the spell's
   * level.
   */
  readonly charms?: { readonly level: number }
  /** [CF-22.12] Set if the spell provokes creatures up to the caster's level. `level`: the spell's level. */
  readonly provokes?: { readonly level: number; readonly against: 'caster' | 'everybody' }
  /**
   * [CF-24.5] `undead`: the spell affects only the undead. `holy`: the spell also affects races that the caster's god
   * hates.
   */
  readonly undead?: true
  readonly holy?: true
}

/** [CF-22.5] */
export interface StatusEffectSpec {
  readonly effect: StatusEffect
  readonly ms: number
}
export type StatusEffect = 'held' | 'slow' | 'afraid' | 'confused' | 'blind' | 'calm' | 'berserk' | 'cursed'

/** [CF-22.20] */
export interface AuraSpell {
  readonly type: 'aura'
  readonly attack: AttackTypes
  readonly damage: number
  readonly damagePerLevel: number
  readonly seconds: number
  readonly secondsPerLevel: number
  readonly counters?: true
  readonly effectId: string
}

/** A bomb that explodes after `ticks`. */
export interface BombSpell {
  readonly type: 'bomb'
  readonly ticks: number
  readonly effectId: string
  readonly attack: AttackTypes
  readonly damagePerLevel: number
  readonly explosion: Explosion
}

/**
 * [CF-22.4] A spell that hits the nearest visible target within 12 cells in the caster's direction, and all targets
 * within `radius` cells of it.
 */
export interface SmiteSpell {
  readonly type: 'smite'
  readonly attack: AttackTypes
  readonly damage: number
  readonly damagePerLevel: number
  readonly radius: number
  readonly effectId: string
}

export interface HealSpell {
  readonly type: 'heal'
  readonly hp: Range
  readonly perLevel: number
  readonly sp?: number
  readonly food?: number
  readonly cures?: readonly TimedEffectName[]
  /** [CF-22.15] Set if the spell also cures diseases up to the caster's level. `level`: the spell's level. */
  readonly curesDiseases?: { readonly level: number }
}

/** [CF-14.12] */
export type TimedEffectName =
  | 'light'
  | 'protection'
  | 'poison'
  | 'way_home'
  | 'unseen'
  | 'unseen_by_undead'
  | 'slow'
  | 'confused'
  | 'afraid'
  | 'blind'
  | 'depletion'
  | 'cursed'
  | 'levitating'
  | 'seeing_through'

export interface TimedEffectSpell {
  readonly type: 'lasting'
  readonly name: TimedEffectName
  readonly seconds: number
  readonly secondsPerLevel: number
  readonly strength: number
  readonly perLevel: number
  readonly maxStrength: number
}

/** [CF-22.6] */
export interface BonusSpell {
  readonly type: 'boon'
  readonly bonuses: StatBonuses
  readonly seconds: number
  readonly secondsPerLevel: number
}

/** [CF-24.11] A potion's permanent changes, which can be negative. */
export interface AbilityChangeSpell {
  readonly type: 'raise'
  readonly abilities: NonNullable<StatBonuses['abilities']>
}

/** `wc` and `ac` are subtracted from the player's, because lower is better; `speed` is actions per tick. */
export interface StatBonuses {
  readonly attack?: AttackTypes
  readonly abilities?: { readonly [name in 'Str' | 'Int' | 'Wis' | 'Dex' | 'Con' | 'Cha' | 'Pow']?: number }
  readonly resists?: Resistances
  readonly armour?: number
  readonly ac?: number
  readonly wc?: number
  readonly damage?: number
  readonly speed?: number
  /**
   * [CF-15.1] For a value `n` of at least 0, food lasts `1 + n` times as long. For a negative `n` it is used up `1 - n`
   * times as fast.
   */
  readonly sustenance?: number
  /**
   * [CF-15.3] Regeneration of hp and spell points. Each point has the effect of one piece of jewellery of regeneration.
   */
  readonly hpRegeneration?: number
  readonly spRegeneration?: number
}

/** [CF-22.7] Summons creatures of one of these archetypes for `seconds`. */
export interface SummonSpell {
  readonly type: 'summon'
  readonly archetypeIds: readonly string[]
  readonly seconds: number
  readonly count: number
  /** [CF-22.11] Set if creatures that a player summons stay until they die, instead of for `seconds`. */
  readonly stays?: true
  /** Hp of the creature instead of its archetype's, or in addition to them if `isExtra` is set. */
  readonly hp?: { readonly base: number; readonly perLevel: number; readonly isExtra?: true }
  /** [CF-22.7] Set if the creature comes from the caster's god; `level` limits allied creatures. */
  readonly fromGod?: GodServant | { readonly allies: true; readonly level: number }
}

/** [CF-22.7] */
export type GodServant = 'avatar' | 'holy servant'

/** [CF-22.13] Places a rune on the cell ahead. */
export interface RuneSpell {
  readonly type: 'rune'
  readonly archetypeId: string
  readonly namesSpell?: true
}

/** [CF-22.8] A wall across the caster's direction, with `sideCells` cells on each side of the middle one. */
export interface WallSpell {
  readonly type: 'wall'
  readonly effectId: string
  /** Archetypes of the machine part that the spell builds, in the order of the directions from 1. */
  readonly builds?: readonly string[]
  readonly seconds: number
  readonly sideCells: number
}
