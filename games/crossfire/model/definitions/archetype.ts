// [CF-12.3] Archetypes of things, as data. A thing stores only its differences from its archetype. Weights are in
// grams, values in copper coins, and chances in percent.

import type { AttackTypes, Resistances } from './attack-types.ts'
import type { Ability } from './character.ts'
import type { Disease } from './disease.ts'
import type { God } from './god.ts'
import type { CreatureMood, DamageSpec, Machine } from './machine.ts'
import type { EventHook } from './script.ts'
import type { GodServant, Spell, StatBonuses } from './spell.ts'

export interface Archetype {
  /** Maps and stored worlds refer to this id. */
  readonly id: string
  readonly name: ThingName
  readonly face: string
  /**
   * Name of the animation that begins with `face`. `facingAnimation` in builtin/pictures/animations.ts takes this name.
   */
  readonly animation?: string
  /** Ticks per picture of a self-running animation. Creatures change their picture when they step. */
  readonly animationTicks?: number
  readonly layer: Layer
  /** The number by which current clients sort inventories. 0 for things that cannot be carried. */
  readonly type: number
  /** Weight of one piece in grams. -1: players cannot pick the thing up. */
  readonly weight: number
  /** Price of one piece in a shop, in copper coins. Shops do not buy a thing whose value is 0 or undefined. */
  readonly value?: number
  readonly stacks?: boolean
  readonly blocksMovement?: boolean
  /** [CF-20.4] Like a bridge, the thing makes its cell walkable even if other things in the cell block walking. */
  readonly allowsMovement?: boolean
  readonly blocksView?: boolean
  /** Radius in cells of the thing's light. */
  readonly light?: number
  readonly magic?: boolean
  /** Shown by `examine`. For a sign or book, this text is the content, unless the map sets another text. */
  readonly text?: string
  /** The room does not send invisible things to clients. */
  readonly invisible?: boolean
  /**
   * [CF-25.1] Set for an unidentified thing, which has the same name and value as any other unidentified thing of its
   * type.
   */
  readonly unidentified?: RevealedProperties
  /** [CF-25.8] Players cannot unapply a cursed or damned thing after they have applied it. */
  readonly curse?: 'cursed' | 'damned'
  /** [CF-25.3] */
  readonly bonuses?: StatBonuses
  /** [CF-7.15] The parts of the body that the thing occupies. If undefined, the thing's role determines the parts. */
  readonly body?: BodyPartCounts
  /** [CF-25.11] A player can apply things whose powers sum up to at most the player's level. */
  readonly itemPower?: number
  /** [CF-21.13] A built thing stays in its cell. */
  readonly built?: boolean
  readonly traits: Traits
  /** [CF-20.3] Set for imported archetypes only. */
  readonly registry?: ArchetypeRegistry
  /** [CF-20.3] Attributes by Crossfire's object keys. Set for imported archetypes only. */
  readonly attributes?: ReadonlyMap<string, string>
  /** [CF-20.12] */
  readonly matchProperties?: MatchProperties
  /** [CF-23.1] */
  readonly hooks?: readonly EventHook[]
  /** [CF-20.5] Picture numbers, for things without built-in pictures. */
  readonly appearance?: Appearance
}

/** [CF-25.7] Set for the properties of an unidentified thing that players have detected. */
export interface RevealedProperties {
  readonly magic?: true
  readonly curse?: true
}

/** `type`: Crossfire's type number. `word`: the word of the thing's lock. */
export interface MatchProperties {
  readonly archetype: string
  readonly type: number
  readonly race?: string
  readonly word?: string
}

export interface Appearance {
  readonly face: number
  /**
   * `faces`: the faces of the first direction, followed by the faces of the second direction, and so on. `facings`:
   * number of directions.
   */
  readonly animation?: {
    readonly number: number
    readonly faces: readonly number[]
    readonly facings: number
  }
}

export interface ArchetypeRegistry {
  /** Throws for an unknown id, which is a bug. */
  get(id: string): Archetype
  has(id: string): boolean
  /** [CF-20.10] The machine part's archetype in another state. */
  withState(kind: Archetype, state: number): Archetype
  /** [CF-22.1] */
  spell?(id: string): Spell | undefined
  /** [CF-22.15] */
  disease?(id: string): Disease | undefined
  /** [CF-22.7] The archetype that the creature gets when a player summons it. */
  tamed?(id: string): Archetype | undefined
  /** [CF-24.1] */
  god?(name: string): God | undefined
  /** [CF-24.1] Undefined if the world has no gods. */
  readonly gods?: readonly string[]
  /** [CF-22.13] The archetype of the thing when a player's spell has created it. */
  conjured?(id: string, by: SpellObjectState): Archetype | undefined
  /** [CF-20.19] */
  withMood(kind: Archetype, mood: CreatureMood): Archetype
  /**
   * [CF-24.4] The weapon with its magic bonus raised by one. Undefined if the bonus is already `most` or the weapon is
   * not imported.
   */
  blessed?(kind: Archetype, most: number): Archetype | undefined
  /**
   * [CF-25.5] `identified`, `revealed` and `uncursed` are undefined for the built-in world, where all things are
   * identified.
   */
  identified?(kind: Archetype): Archetype
  /** [CF-25.7] */
  revealed?(kind: Archetype, what: keyof RevealedProperties): Archetype
  /** [CF-25.8] */
  uncursed?(kind: Archetype): Archetype
  /**
   * [CF-22.7] The archetype of a creature that the god lets serve a player; undefined if the god has no such creature.
   * `choice`: a random number from 0 to below 1.
   */
  servantOf?(god: string, rank: GodServant, choice: number): Archetype | undefined
  /** [CF-22.7] The creatures of the god's allied races: archetype ids and levels. */
  alliesOf?(god: string): readonly { readonly id: string; readonly level: number }[]
  /** [CF-22.17] The altar's archetype after it is consecrated to that god. */
  altarOf?(altar: Archetype, god: string): Archetype | undefined
  /** [CF-21.11] The archetype with these attributes changed. Undefined if the thing is not imported. */
  improved?(kind: Archetype, attributes: ReadonlyMap<string, string>): Archetype | undefined
  /** [CF-21.6] The coins from the smallest to the largest. The smallest has the value 1. */
  readonly coins: readonly Archetype[]
}

/** [CF-22.13] `tag`: of the caster. `skill`: gains the experience for the thing's kills. */
export interface SpellObjectState {
  readonly tag: number
  readonly skill: string | undefined
  /** The levels by which the caster exceeds the spell's level. These levels strengthen a rune. */
  readonly levelsAbove: number
  /** The spell that a rune casts if its archetype names none. */
  readonly spell?: string
}

/** [CF-12.2] Sets of faces for walls and roofs whose pictures join those of the neighbouring cells. */
export type JoinedFaceSet = 'wall_stone' | 'wall_wood' | 'wall_dungeon' | 'roof_red' | 'roof_slate'

export interface ThingName {
  readonly one: string
  readonly many: string
}

export type Layer = 'floor' | 'decoration' | 'wall' | 'fixture' | 'item' | 'creature' | 'effect'

export type Traits =
  | Ground
  | { readonly role: 'scenery' }
  /** `burns`: the damage to every player and creature in the effect's cell, and how often it occurs. */
  | { readonly role: 'effect'; readonly burns?: DamageSpec & { readonly perTick: number } }
  /** `builtin/pictures/wall-joins.ts` selects a face of the set `joins` by the neighbouring cells. */
  | { readonly role: 'wall'; readonly joins?: JoinedFaceSet }
  /** `enters`: whether players use the exit by stepping on it or by applying it. */
  | { readonly role: 'exit'; readonly enters: 'step' | 'apply' }
  | Door
  | Gate
  | { readonly role: 'lever'; readonly pulled: string }
  /** `wares`: a sign that lists the wares of its shop. */
  | { readonly role: 'sign' | 'book' | 'wares' }
  /**
   * `maxWeight`: in grams, after the reduction by `lighterPercent`. `acceptedRace`: the container accepts only things
   * with that `race`. [CF-24.7] `cauldron`: the container is used for alchemy.
   */
  | {
      readonly role: 'container'
      readonly maxWeight: number
      readonly lighterPercent?: number
      readonly opened?: string
      readonly acceptedRole?: string
      readonly acceptedRace?: string
      /** [CF-20.23] The word of the key that opens the container. */
      readonly lock?: string
      readonly cauldron?: true
    }
  | Weapon
  | Launcher
  | Missile
  | Armour
  | Jewellery
  | { readonly role: 'food'; readonly food: number; readonly hp?: number; readonly poisonous?: true }
  /**
   * `levelsAbove`: levels by which the potion exceeds the spell's level; default 0. [CF-25.9] `harmful`: the potion
   * burns the drinker and casts nothing.
   */
  | {
      readonly role: 'potion'
      readonly spell: string
      readonly food: number
      readonly levelsAbove?: number
      readonly harmful?: true
    }
  | { readonly role: 'scroll' | 'spellbook'; readonly spell: string; readonly level: number }
  /** `rechargeTicks`: ticks until the wand regains a charge. Undefined if the wand is used up with its last charge. */
  | {
      readonly role: 'wand'
      readonly spell: string
      readonly level: number
      readonly charges: NumberRange
      readonly rechargeTicks?: number
    }
  | { readonly role: 'money' | 'gem' | 'trophy' }
  | { readonly role: 'key'; readonly lock: string }
  | { readonly role: 'torch'; readonly burnTicks: number }
  /** `lesson`: a thing that teaches the skill when it is read. */
  | { readonly role: 'tool' | 'lesson'; readonly skill: string }
  | Improvement
  /** [CF-21.14] `verb`: the action on the marked thing. `uses`: number of uses; undefined: unlimited. */
  | { readonly role: 'transformer'; readonly verb: string; readonly uses?: number }
  /** [CF-21.13] */
  | { readonly role: 'builder'; readonly action: 'build' | 'destroy' }
  | BuildingMaterial
  /** [CF-21.12] A lighter lights the thing that its owner has marked. */
  | { readonly role: 'lighter' }
  /** [CF-21.9] The crystal's charges are the stored spell points, at most `capacity`. */
  | { readonly role: 'crystal'; readonly capacity: number }
  /** [CF-24.2] `god`: the god of the altar; undefined for an altar of no particular god. */
  | { readonly role: 'altar'; readonly god?: string }
  | { readonly role: 'bed' | 'fountain' | 'clock' }
  | Npc
  | Monster
  | Machine
  | Transport
  /** [CF-20.26] Players can push the boulder. */
  | { readonly role: 'boulder'; readonly grams: number }
  /** [CF-22.1] Never a thing on a map. */
  | { readonly role: 'spell'; readonly spell: Spell }
  /** [CF-22.15] Never a thing on a map. */
  | { readonly role: 'disease'; readonly disease: Disease }

/** [CF-20.22] Carries players over all cells that do not block `moveType`, a word of Crossfire's `move_block`. */
export interface Transport {
  readonly role: 'transport'
  readonly moveType: string
  readonly maxPassengers: number
  readonly cellsPerTick: number
}

/**
 * [CF-21.11] Improves marked armour or a marked weapon. `ready`: prepares the weapon for further improvements.
 * `consumedArchetype`: the things that the improvement uses up.
 */
export interface Improvement {
  readonly role: 'improvement'
  readonly targetRole: 'armour' | 'weapon'
  readonly improves: 'ready' | 'damage' | 'weight' | 'magic' | Ability
  readonly consumedArchetype?: string
}

/** [CF-21.13] */
export interface BuildingMaterial {
  readonly role: 'material'
  readonly buildsAs: 'floor' | 'wall' | 'thing' | 'window'
  readonly archetypeId: string
}

/**
 * [CF-20.11] `battle`: the cell where players who die on this ground respawn without losses. `drowns`: players who stay
 * in the cell drown.
 */
export interface Ground {
  readonly role: 'ground'
  readonly shop?: boolean
  readonly holy?: boolean
  readonly swims?: boolean
  readonly battle?: { readonly x: number; readonly y: number }
  readonly drowns?: boolean
  /** Damage to every player and creature in the cell. `perTick`: how often the damage occurs. */
  readonly burns?: DamageSpec & { readonly perTick: number }
}

/**
 * A door that becomes `openArchetype` when a player walks into it. `lock`: the player needs a key with the same `lock`.
 * `secret`: the door looks and blocks like a wall until a search next to it turns it into `openArchetype`.
 */
export interface Door {
  readonly role: 'door'
  readonly openArchetype: string
  readonly lock?: string
  readonly secret?: boolean
  readonly joins?: JoinedFaceSet
}
/** A gate that levers of the same map open and close. Each pull of a lever changes the gate to `otherArchetype`. */
interface Gate {
  readonly role: 'gate'
  readonly otherArchetype: string
}

/**
 * [CF-7.15] The parts of a body, as Crossfire's `body_` keys name them. `range` is the slot for the thing that the
 * command `fire` uses, and `skill` is the slot for the tool of a skill.
 */
export const bodyParts = [
  ...(['arm', 'torso', 'head', 'neck', 'finger', 'shoulder'] as const),
  ...(['foot', 'hand', 'wrist', 'waist', 'leg', 'range', 'skill'] as const),
] as const
export type BodyPart = (typeof bodyParts)[number]
export type BodyPartCounts = { readonly [part in BodyPart]?: number }

export type EquipmentSlot =
  | 'shield'
  | 'body'
  | 'cloak'
  | 'head'
  | 'hands'
  | 'wrists'
  | 'feet'
  | 'neck'
  | 'waist'
  | 'ring'

/** Minimum and maximum, inclusive. */
export type NumberRange = readonly [least: number, most: number]

/**
 * `damage`: maximum damage of an attack. `wc`: subtracted from the wielder's `wc`, because lower is better.
 * `slowdownPercent`: how much longer an attack takes than with bare hands.
 */
export interface Weapon {
  readonly role: 'weapon'
  readonly damage: number
  readonly wc: number
  readonly slowdownPercent: number
  readonly skill: string
  readonly attack?: AttackTypes
  /** [CF-13.18] Races and archetypes, in lower case, to which the weapon does three times the damage. */
  readonly slaying?: readonly string[]
  readonly twoHanded?: boolean
}
export interface Launcher {
  readonly role: 'launcher'
  readonly ammunition: string
  readonly damage: number
  readonly wc: number
  readonly slowdownPercent: number
  /** Ticks per shot; if undefined, the duration depends on Dex, skill and slowdown. */
  readonly ticksPerShot?: number
  readonly ignoresStrength?: true
  readonly range: number
  readonly skill: string
}
/**
 * A launcher shoots the missile; a player can also throw it, with less force. `breakPercent`: percentage of shots in
 * which the missile breaks.
 */
export interface Missile {
  readonly role: 'missile'
  readonly damage: number
  readonly wc: number
  readonly breakPercent: number
  /** The kind that a launcher's `ammunition` names. */
  readonly kind: string
  readonly attack?: AttackTypes
  readonly slaying?: readonly string[]
}
/**
 * `ac`: subtracted from the wearer's `ac`, because lower is better. `armour`: percentage by which physical attacks are
 * reduced.
 */
export interface Armour {
  readonly role: 'armour'
  readonly slot: EquipmentSlot
  readonly ac: number
  readonly armour: number
  /** Percentage by which spells cost more while the armour is worn. */
  readonly spellCostPercent?: number
  /** Maximum actions per tick while the armour is worn. */
  readonly maxSpeed?: number
}
export interface Jewellery {
  readonly role: 'jewel'
  readonly slot: 'ring' | 'neck' | 'waist'
  readonly abilityBonuses: { readonly [name in Ability]?: number }
  readonly ac?: number
  /** [CF-15.3] Whether the wearer regenerates hp or spell points faster. */
  readonly regenerates?: 'hp' | 'sp'
}

/** A character who talks and cannot be harmed. In `replies` the keyword `''` matches any speech. */
interface Npc {
  readonly role: 'person'
  readonly replies: readonly (readonly [word: string, answer: string])[]
  /** Set for a shopkeeper, who sells the items on the map's shop floor. */
  readonly shop?: ShopTerms
  /** Average ticks per step; undefined if the person does not move. */
  readonly ticksPerStep?: number
  /** [CF-13.17] Set for a guard, who fights monsters that come near. */
  readonly guardStats?: GuardStats
  /** [CF-22.11] Set for a pet, which serves a player and fights like this monster. */
  readonly pet?: Monster
}
/** Stats of a guard, in the units of `Monster`. */
export interface GuardStats {
  readonly wc: number
  readonly damage: number
  readonly speed: number
  readonly sightRange: number
}
export interface ShopTerms {
  /** Roles of the things that the shop trades; undefined for all. */
  readonly tradedRoles?: readonly Traits['role'][]
  /** Percentage of a thing's value that the shop pays for it. */
  readonly payPercent: number
}

/**
 * `hp`, `ac`, `wc` and `damage` are like a player's: an attack hits if the roll of a d20 is at least the attacker's
 * `wc` minus the target's `ac`. `speed`: actions per tick of 120 ms. `sightRange`: distance in cells at which the
 * monster notices players.
 */
export interface Monster {
  readonly role: 'monster'
  readonly level: number
  readonly hp: number
  readonly ac: number
  readonly wc: number
  readonly damage: number
  readonly armour: number
  readonly speed: number
  readonly sightRange: number
  readonly experience: number
  readonly attack: AttackTypes
  readonly resists?: Resistances
  readonly slaying?: readonly string[]
  readonly undead?: boolean
  /** The monster flees if its hp are below this percentage of its maximum. */
  readonly fleeBelowPercent?: number
  /** Number of hp that the monster regains in 100 ticks. */
  readonly hpPer100Ticks?: number
  /** `chance`: percentage of the monster's actions in which the monster casts, if its target is in a straight line. */
  readonly casts?: {
    /** [CF-22.9] Id of the spell; undefined if the monster casts the spells that it was created with. */
    readonly spell: string | undefined
    readonly chance: number
  }
  /**
   * [CF-20.21] On average one of `oneIn` actions creates a creature `id`. None are created while the map has `most` of
   * them, in total (`all`) or for each breeding monster of this kind (`each`).
   */
  readonly breeds?: {
    readonly id: string
    readonly oneIn: number
    readonly most: { readonly each: number } | { readonly all: number }
  }
  readonly drops: readonly MonsterDrop[]
  /** Decoration that the monster leaves when it dies, unless the cell already has a decoration. */
  readonly remainsId?: string
  /** How often the monster moves while it has no target. */
  readonly roaming: 'never' | 'seldom' | 'often'
}
/** The stats of a monster or pet; undefined for all other things. */
export function combatStatsOf({ traits }: Pick<Archetype, 'traits'>): Monster | undefined {
  return traits.role === 'monster' ? traits : traits.role === 'person' ? traits.pet : undefined
}

export interface MonsterDrop {
  readonly id: string
  readonly chance: number
  readonly count?: NumberRange
}
