// [CF-14.5] [CF-22.1] Spells, as data. Ours are in builtin/spells.arc; imported ones come from archetypes.
import type { Attacks, Resistances } from './attack-types.ts'

export interface Spell {
  /** Id used by things, monsters and records. */
  readonly id: string
  /** Number on the wire, from 1; never changes. */
  readonly tag: number
  readonly name: string
  /** A one-sentence description. */
  readonly description: string
  /** Undefined if it cannot be learned. */
  readonly skill: string | undefined
  /** Minimum level of the skill. */
  readonly level: number
  /** Cost for the caster. */
  readonly mana: number
  readonly grace: number
  /** Casting time in ticks of 120 ms. */
  readonly ticks: number
  /** Bits of its paths; 0: none. */
  readonly path: number
  readonly face: string
  /** Picture number, for spells without a built-in picture. */
  readonly picture?: number
  /** Whether text can follow its name. */
  readonly acceptsText?: boolean
  readonly effect: SpellEffect
}

/** Effect of a spell. `perLevel`: increase per level of the skill above the spell's, rounded down. */
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
  /** [CF-22.10] Casts a random one of these. */
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
  /** [CF-22.17] Makes the altar under the caster one of the caster's god, up to the caster's level. `level`: of the spell. */
  | { readonly type: 'consecrate'; readonly level: number }
  /** [CF-22.18] Turns things near the caster into nuggets of up to `grams` in weight. */
  | { readonly type: 'alchemy'; readonly grams: number; readonly gramsPerLevel: number }
  /** [CF-22.20] Surrounds the caster: it damages, or counters spells, next to the caster in each tick. */
  | AuraSpell
  /** [CF-22.21] Remembers the caster's cell, or opens portals between that and the caster's cell. */
  | { readonly type: 'portal'; readonly archetypeId: string }
  /** [CF-22.19] Raises a dead player, of whom there are none. */
  | { readonly type: 'resurrect' }
  /** [CF-22.14] Writes the words on the cell ahead. */
  | { readonly type: 'inscription'; readonly archetypeId: string }
  /** Gives spell points to the player in that direction, or takes them away. */
  | { readonly type: 'mana'; readonly sp: number; readonly perLevel: number }
  /** Changes the darkness of the whole map. */
  | { readonly type: 'daylight'; readonly darkness: number }
  /** Moves the caster up to `range` cells, until something blocks the way. */
  | { readonly type: 'leap'; readonly range: number }
  | { readonly type: 'map' | 'self' | 'disarm' }
  /** Shows the positions of the target, up to `range` cells away. */
  | {
      readonly type: 'detect'
      readonly target: DetectTarget
      readonly range: number
      readonly effectId: string
    }
  | { readonly type: 'make'; readonly productId: string; readonly count: number; readonly perLevel: number }
  /** Destroys earth walls up to `range` cells away. */
  | { readonly type: 'dust'; readonly range: number }
  /** Adds charges to a wand. */
  | { readonly type: 'charge'; readonly charges: number; readonly perLevel: number }
  | { readonly type: 'probe'; readonly range: number }
  /** [CF-25.7] Identifies up to `things` items. */
  | { readonly type: 'identify'; readonly things: number; readonly perLevel: number }
  /** [CF-25.8] Removes curses from the caster's items; `damned`: also damnation. */
  | { readonly type: 'uncurse'; readonly damned: boolean }

type Range = readonly [least: number, most: number]
export type DetectTarget = 'magic' | 'curse' | 'monster' | 'unseen'

/**
 * [CF-13.7] A missile. `pierces`: passes through targets; `wanders`: random direction each tick; `count`: number of
 * missiles at once.
 */
export interface BoltSpell {
  readonly type: 'bolt'
  readonly attack: Attacks
  /** Maximum damage. */
  readonly damage: number
  readonly damagePerLevel: number
  /** Cells. */
  readonly range: number
  /** An archetype id; for built-in spells a name for `flyingFaces` of builtin/pictures/animations.ts. */
  readonly flightArchetype: string
  /** Effect at its end, with the maximum damage around it. */
  readonly explosion?: Explosion
  readonly pierces?: true
  readonly wanders?: true
  readonly count?: number
}

/** `radius`: in cells; default 1. */
export interface Explosion {
  readonly effectId: string
  readonly damage: number
  readonly radius?: number
}

/** [CF-22.3] Affects everybody in a cone in front of the caster, or all around. */
export interface AreaSpell {
  readonly type: 'wave'
  readonly attack: Attacks
  /** 0: no damage. */
  readonly damage: number
  readonly damagePerLevel: number
  readonly range: number
  /** Archetype of its effect. */
  readonly effectId: string
  readonly around?: true
  readonly statusEffect?: StatusEffectSpec
  /** [CF-22.10] Removes missiles, and effects and walls of spells. */
  readonly counters?: true
  /** [CF-22.12] Makes creatures up to the caster's level serve a player. `level`: of the spell. */
  readonly charms?: { readonly level: number }
  /** [CF-22.12] Provokes creatures up to the caster's level: against the caster, or against everybody. `level`: of the spell. */
  readonly provokes?: { readonly level: number; readonly against: 'caster' | 'everybody' }
  /** Only undead; `holy`: also those that the caster's god hates. [CF-24.5] */
  readonly undead?: true
  readonly holy?: true
}

/** [CF-22.5] An ailment, and its duration. */
export interface StatusEffectSpec {
  readonly effect: StatusEffect
  readonly ms: number
}
export type StatusEffect = 'held' | 'slow' | 'afraid' | 'confused' | 'blind' | 'calm' | 'berserk' | 'cursed'

/** [CF-22.20] */
export interface AuraSpell {
  readonly type: 'aura'
  readonly attack: Attacks
  readonly damage: number
  readonly damagePerLevel: number
  readonly seconds: number
  readonly secondsPerLevel: number
  readonly counters?: true
  readonly effectId: string
}

/** Explodes after `ticks`. */
export interface BombSpell {
  readonly type: 'bomb'
  readonly ticks: number
  readonly effectId: string
  readonly attack: Attacks
  readonly damagePerLevel: number
  readonly explosion: Explosion
}

/**
 * [CF-22.4] Hits the nearest visible target in the caster's direction, within 12 cells, and those within `radius` of
 * it.
 */
export interface SmiteSpell {
  readonly type: 'smite'
  readonly attack: Attacks
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
  /** [CF-22.15] Also diseases up to the caster's level. `level`: of the spell. */
  readonly curesDiseases?: { readonly level: number }
}

/** [CF-14.12] Named temporary effects on a player. */
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

/** A temporary effect, in seconds. */
export interface TimedEffectSpell {
  readonly type: 'lasting'
  readonly name: TimedEffectName
  readonly seconds: number
  readonly secondsPerLevel: number
  readonly strength: number
  readonly perLevel: number
  readonly maxStrength: number
}

/** [CF-22.6] Changes stats temporarily. */
export interface BonusSpell {
  readonly type: 'boon'
  readonly bonuses: StatBonuses
  readonly seconds: number
  readonly secondsPerLevel: number
}

/** [CF-24.11] Changes abilities permanently; may be negative. */
export interface AbilityChangeSpell {
  readonly type: 'raise'
  readonly abilities: NonNullable<StatBonuses['abilities']>
}

/** Bonuses. `wc` and `ac` are subtracted from the player's, because lower is better; `speed` is actions per tick. */
export interface StatBonuses {
  /** Types that blows gain. */
  readonly attack?: Attacks
  readonly abilities?: { readonly [name in 'Str' | 'Int' | 'Wis' | 'Dex' | 'Con' | 'Cha' | 'Pow']?: number }
  readonly resists?: Resistances
  readonly armour?: number
  readonly ac?: number
  readonly wc?: number
  readonly damage?: number
  readonly speed?: number
  /** [CF-15.1] Food lasts `1 + n` times as long; with a negative `n`, it is used up `1 - n` times as fast. */
  readonly sustenance?: number
  /** [CF-15.3] Each point acts like a piece of jewellery of regeneration. */
  readonly hpRegeneration?: number
  readonly spRegeneration?: number
}

/** [CF-22.7] Summons one of these archetypes for a time. */
export interface SummonSpell {
  readonly type: 'summon'
  readonly archetypeIds: readonly string[]
  readonly seconds: number
  readonly count: number
  /** [CF-22.11] Whether the creatures that a player summons stay until they die. */
  readonly stays?: true
  /** Hp of the creatures instead of the archetype's; `isExtra`: in addition to them. */
  readonly hp?: { readonly base: number; readonly perLevel: number; readonly isExtra?: true }
  /** [CF-22.7] A creature of the caster's god instead of an archetype: a servant, or those of its allied races. */
  readonly fromGod?: Servant | { readonly allies: true; readonly level: number }
}

/** [CF-22.7] Names of creatures that a god sends. */
export type Servant = 'avatar' | 'holy servant'

/** [CF-22.13] Places a rune on the cell ahead. */
export interface RuneSpell {
  readonly type: 'rune'
  readonly archetypeId: string
  /** Whether the caster names the spell that the rune casts. */
  readonly namesSpell?: true
}

/** [CF-22.8] Places the effect across the direction, with `sideCells` cells to either side. */
export interface WallSpell {
  readonly type: 'wall'
  readonly effectId: string
  /** Builds a machine part instead: its archetypes by direction, from 1. */
  readonly builds?: readonly string[]
  readonly seconds: number
  readonly sideCells: number
}
