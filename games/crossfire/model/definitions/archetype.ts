// [CF-12.3] Archetypes of things, as data. Things store only what differs from their archetype. Weights are grams,
// values copper coins, chances percentages. Names of faces and animations are those of builtin/faces/.

import type { Attacks, Resistances } from './attack-types.ts'
import type { Disease } from './disease.ts'
import type { God } from './god.ts'
import type { CreatureMood, DamageSpec, Machine } from './machine.ts'
import type { EventHook } from './script.ts'
import type { Servant, Spell, StatBonuses } from './spell.ts'

export interface Archetype {
  /** Unique among all archetypes; maps and stored worlds refer to it. */
  readonly id: string
  readonly name: ThingName
  readonly face: string
  /** Animation name for `facingAnimation` of builtin/pictures/animations.ts. `face` is then its first picture. */
  readonly animation?: string
  /** Ticks per picture of a self-running animation. Creatures change their picture when they step. */
  readonly animationTicks?: number
  readonly layer: Layer
  /** Sort key for inventories in current clients; 0 for things that cannot be carried. */
  readonly type: number
  /** Per piece. -1: cannot be picked up. */
  readonly weight: number
  /** Per piece, in copper coins, as a shop sells it; 0 or undefined: shops do not buy it. */
  readonly value?: number
  /** Whether identical things merge into one pile. */
  readonly stacks?: boolean
  /** Whether it blocks walking and missiles. */
  readonly blocksMovement?: boolean
  /** [CF-20.4] Whether walking is possible in its cell, whatever blocks it there: a bridge, a pier, a boat. */
  readonly allowsMovement?: boolean
  /** Whether it blocks the view. */
  readonly blocksView?: boolean
  /** Radius in cells that it lights. */
  readonly light?: number
  /** Whether it is magical: displayed as such, and found by detect magic. */
  readonly magic?: boolean
  /** Text that `examine` adds to name and weight; for a sign or book its content, unless the map overrides it. */
  readonly text?: string
  /** Whether it is invisible, and so not sent to clients. */
  readonly invisible?: boolean
  /**
   * [CF-25.1] Set for an unidentified thing, which is named and valued like any of its type: what has been revealed of
   * it.
   */
  readonly unidentified?: RevealedProperties
  /** [CF-25.8] Once applied, it cannot be unapplied. */
  readonly curse?: 'cursed' | 'damned'
  /** [CF-25.3] Bonuses when worn or wielded, in addition to the role's. */
  readonly bonuses?: StatBonuses
  /** [CF-7.15] The parts of the body that it takes, if its role does not decide. */
  readonly body?: BodyUse
  /** [CF-25.11] The sum over all applied things is at most the player's level. */
  readonly itemPower?: number
  /** [CF-21.13] Whether a player has built it, so that it stays in its cell. */
  readonly built?: boolean
  readonly traits: Traits
  /** [CF-20.3] For imported archetypes: all archetypes of the world. */
  readonly registry?: ArchetypeRegistry
  /** [CF-20.3] For imported archetypes: the attributes, by Crossfire's object keys. */
  readonly attributes?: ReadonlyMap<string, string>
  /** [CF-20.12] Properties that machine parts match. */
  readonly matchProperties?: MatchProperties
  /** [CF-23.1] Scripts that it calls. */
  readonly hooks?: readonly EventHook[]
  /** [CF-20.5] Picture numbers, for things without built-in pictures. */
  readonly appearance?: Appearance
}

/** [CF-25.7] Properties of an unidentified item that a spell or skill has revealed: magical, cursed. */
export interface RevealedProperties {
  readonly magic?: true
  readonly curse?: true
}

/** Properties that rules of imported worlds match: archetype name, race, word of the lock, type number. */
export interface MatchProperties {
  readonly archetype: string
  readonly type: number
  readonly race?: string
  readonly word?: string
}

/** Picture numbers. */
export interface Appearance {
  readonly face: number
  /** The faces of each direction, one direction after another. */
  readonly animation?: {
    readonly number: number
    readonly faces: readonly number[]
    readonly facings: number
  }
}

/** All archetypes of one world. */
export interface ArchetypeRegistry {
  /** Throws for an unknown id, which is a bug. */
  get(id: string): Archetype
  /** [CF-20.10] The same machine part in another state. */
  withState(kind: Archetype, state: number): Archetype
  /** [CF-22.1] An imported spell, by its id. */
  spell?(id: string): Spell | undefined
  /** [CF-22.15] A disease, by its id. */
  disease?(id: string): Disease | undefined
  /** [CF-22.7] The creature as its summoner's servant; undefined if it is not a creature. */
  tamed?(id: string): Archetype | undefined
  /** [CF-24.1] By archetype name; undefined if the god does not exist. */
  god?(name: string): God | undefined
  /** [CF-24.1] Names of all gods; undefined if the world has no gods. */
  readonly gods?: readonly string[]
  /** [CF-22.13] The thing as a player's spell makes it; undefined if it is not imported. */
  conjured?(id: string, by: Conjuring): Archetype | undefined
  /** [CF-20.19] The same creature in that mood. */
  withMood(kind: Archetype, mood: CreatureMood): Archetype
  /** [CF-24.4] The same weapon with one more plus; undefined if it already has `most`, or is not imported. */
  blessed?(kind: Archetype, most: number): Archetype | undefined
  /**
   * [CF-25.5] The same thing, identified. This function and the next two are undefined for the built-in world, where
   * all things are identified.
   */
  identified?(kind: Archetype): Archetype
  /** [CF-25.7] The same unidentified thing with that property revealed. */
  revealed?(kind: Archetype, what: keyof RevealedProperties): Archetype
  /** [CF-25.8] The same thing without its curse. */
  uncursed?(kind: Archetype): Archetype
  /** [CF-22.7] A god's creature as a player's servant; undefined if the god has none. `choice`: from 0, below 1. */
  servantOf?(god: string, rank: Servant, choice: number): Archetype | undefined
  /** [CF-22.7] Archetypes of the god's allied races, with their levels. */
  alliesOf?(god: string): readonly { readonly id: string; readonly level: number }[]
  /** [CF-22.17] The altar as one of that god; undefined if the world has no altar of the god. */
  altarOf?(altar: Archetype, god: string): Archetype | undefined
  /** [CF-21.11] The same thing with these attributes; undefined if it is not imported. */
  improved?(kind: Archetype, says: ReadonlyMap<string, string>): Archetype | undefined
  /** [CF-21.6] The coins, smallest first; the smallest is worth 1. */
  readonly coins: readonly Archetype[]
}

/** [CF-22.13] The player whose spell creates a thing. */
export interface Conjuring {
  /** The player's tag. */
  readonly tag: number
  readonly skill: string | undefined
  /** The caster's level above the spell's, which strengthens a rune. */
  readonly levelsAbove: number
  /** The spell that a rune casts, if its archetype does not say. */
  readonly spell?: string
}

/** [CF-12.2] Walls and roofs whose pictures join their neighbours. */
export type JoinedFaceSet = 'wall_stone' | 'wall_wood' | 'wall_dungeon' | 'roof_red' | 'roof_slate'

export interface ThingName {
  readonly one: string
  readonly many: string
}

/** From the bottom up; at most one floor and one wall per cell. */
export type Layer = 'floor' | 'decoration' | 'wall' | 'fixture' | 'item' | 'creature' | 'effect'

/** The behaviour of a thing; discriminated by `role`. */
export type Traits =
  | Ground
  | { readonly role: 'scenery' }
  /** `burns`: damages everybody in its cell. */
  | { readonly role: 'effect'; readonly burns?: DamageSpec & { readonly perTick: number } }
  /** `joins`: the face set from which `builtin/pictures/wall-joins.ts` picks by the neighbours. */
  | { readonly role: 'wall'; readonly joins?: JoinedFaceSet }
  /** `enters`: whether players enter it by stepping on it or by applying it. */
  | { readonly role: 'exit'; readonly enters: 'step' | 'apply' }
  | Door
  | Gate
  | { readonly role: 'lever'; readonly pulled: string }
  /** `wares`: lists what its shop has. */
  | { readonly role: 'sign' | 'book' | 'wares' }
  /**
   * `maxWeight`: of its contents, in grams, after the percentage that it takes off. `acceptedRace`: only things with that
   * `race` fit. `cauldron`: used for alchemy. [CF-24.7]
   */
  | {
      readonly role: 'container'
      readonly maxWeight: number
      readonly lighterPercent?: number
      readonly opened?: string
      readonly acceptedRole?: string
      readonly acceptedRace?: string
      /** [CF-20.23] Opens only for a player with a key of this word. */
      readonly lock?: string
      readonly cauldron?: true
    }
  | Weapon
  | Launcher
  | Missile
  | Armour
  | Jewellery
  /** `poisonous`: poisons the eater. */
  | { readonly role: 'food'; readonly food: number; readonly hp?: number; readonly poisonous?: true }
  /** `levelsAbove`: levels above the spell's own; default 0. [CF-25.9] `harmful`: burns the drinker and casts nothing. */
  | {
      readonly role: 'potion'
      readonly spell: string
      readonly food: number
      readonly levelsAbove?: number
      readonly harmful?: true
    }
  | { readonly role: 'scroll' | 'spellbook'; readonly spell: string; readonly level: number }
  /** `rechargeTicks`: ticks to regain a charge; undefined if the last charge uses it up. */
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
  /** `lesson`: reading it teaches the skill. */
  | { readonly role: 'tool' | 'lesson'; readonly skill: string }
  | Improvement
  /** [CF-21.14] `verb`: what it does to a marked thing. `uses`: until it is used up; undefined: without limit. */
  | { readonly role: 'transformer'; readonly verb: string; readonly uses?: number }
  /** [CF-21.13] */
  | { readonly role: 'builder'; readonly action: 'build' | 'destroy' }
  | BuildingMaterial
  /** [CF-21.12] Lights the thing that its owner has marked. */
  | { readonly role: 'lighter' }
  /** [CF-21.9] Stores up to `capacity` spell points; its charges are the points stored. */
  | { readonly role: 'crystal'; readonly capacity: number }
  /** [CF-24.2] Undefined if the altar belongs to no particular god. */
  | { readonly role: 'altar'; readonly god?: string }
  | { readonly role: 'bed' | 'fountain' | 'clock' }
  | Npc
  | Monster
  | Machine
  | Transport
  /** [CF-22.1] A spell of imported casters, which is never a thing on a map. */
  | { readonly role: 'spell'; readonly spell: Spell }
  /** [CF-22.15] A disease of creatures and players, which is never a thing on a map. */
  | { readonly role: 'disease'; readonly disease: Disease }

/** [CF-20.22] Carries players over cells that do not block `moveType`, a word of `move_block`. */
export interface Transport {
  readonly role: 'transport'
  readonly moveType: string
  readonly maxPassengers: number
  readonly cellsPerTick: number
}

/** [CF-21.11] Improves marked armour, or a marked weapon once prepared. `consumedArchetype`: used up by it. */
export interface Improvement {
  readonly role: 'improvement'
  readonly targetRole: 'armour' | 'weapon'
  readonly improves:
    | 'ready'
    | 'damage'
    | 'weight'
    | 'magic'
    | 'Str'
    | 'Dex'
    | 'Con'
    | 'Wis'
    | 'Cha'
    | 'Int'
    | 'Pow'
  readonly consumedArchetype?: string
}

/** [CF-21.13] Building material: the archetype to build, and how. */
export interface BuildingMaterial {
  readonly role: 'material'
  readonly buildsAs: 'floor' | 'wall' | 'thing' | 'window'
  readonly archetypeId: string
}

/**
 * [CF-20.11] `battle`: where those who would die there respawn without a loss. `drowns`: drowns players who stay in the
 * cell.
 */
export interface Ground {
  readonly role: 'ground'
  readonly shop?: boolean
  readonly holy?: boolean
  readonly swims?: boolean
  readonly battle?: { readonly x: number; readonly y: number }
  readonly drowns?: boolean
  /** Damages everybody in its cell; `perTick` is the frequency. */
  readonly burns?: DamageSpec & { readonly perTick: number }
}

/**
 * Opens when a player walks into it, and becomes `openArchetype`. `lock`: needs a key with the same `lock`. `secret`: looks
 * and blocks like a wall until a search next to it turns it into `openArchetype`.
 */
export interface Door {
  readonly role: 'door'
  readonly openArchetype: string
  readonly lock?: string
  readonly secret?: boolean
  readonly joins?: JoinedFaceSet
}
/** Levers of the same map toggle it to `otherArchetype`. */
interface Gate {
  readonly role: 'gate'
  readonly otherArchetype: string
}

/**
 * [CF-7.15] Parts of a body, by the names of Crossfire's `body_` keys. `range`: what `fire` uses. `skill`: the tool of a
 * skill.
 */
export const bodyParts = [
  ...(['arm', 'torso', 'head', 'neck', 'finger', 'shoulder'] as const),
  ...(['foot', 'hand', 'wrist', 'waist', 'leg', 'range', 'skill'] as const),
] as const
export type BodyPart = (typeof bodyParts)[number]
/** How many of each part a thing takes, or a body has. */
export type BodyUse = { readonly [part in BodyPart]?: number }

/** Where a piece of armour or jewellery is worn. */
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
 * `damage`: maximum per attack. `wc`: subtracted from the wielder's, because lower is better. `slowdownPercent`: by
 * how much an attack takes longer than with bare hands.
 */
export interface Weapon {
  readonly role: 'weapon'
  readonly damage: number
  readonly wc: number
  readonly slowdownPercent: number
  readonly skill: string
  readonly attack?: Attacks
  /** [CF-13.18] Races and archetypes, in lower case, against which it does three times the damage. */
  readonly slaying?: readonly string[]
  /** Whether it also takes the shield slot. */
  readonly twoHanded?: boolean
}
export interface Launcher {
  readonly role: 'launcher'
  readonly ammunition: string
  readonly damage: number
  readonly wc: number
  readonly slowdownPercent: number
  readonly range: number
  readonly skill: string
}
/** Shot by a launcher, or thrown with less force. `breakPercent`: percentage of shots that destroy it. */
export interface Missile {
  readonly role: 'missile'
  readonly damage: number
  readonly wc: number
  readonly breakPercent: number
  /** The kind of ammunition that launchers name. */
  readonly kind: string
  readonly attack?: Attacks
  readonly slaying?: readonly string[]
}
/** `ac`: subtracted, because lower is better. `armour`: percentage off physical attacks; several apply in sequence. */
export interface Armour {
  readonly role: 'armour'
  readonly slot: EquipmentSlot
  readonly ac: number
  readonly armour: number
  /** Percentage that spells cost more while it is worn. */
  readonly spellCostPercent?: number
  /** Maximum actions per tick while it is worn. */
  readonly maxSpeed?: number
}
/** `abilityBonuses`: added while it is worn. */
export interface Jewellery {
  readonly role: 'jewel'
  readonly slot: 'ring' | 'neck' | 'waist'
  readonly abilityBonuses: {
    readonly [stat in 'Str' | 'Dex' | 'Con' | 'Int' | 'Wis' | 'Pow' | 'Cha']?: number
  }
  readonly ac?: number
  /** The points that regenerate faster. [CF-15.3] */
  readonly regenerates?: 'hp' | 'sp'
}

/** A character who talks and cannot be harmed. `replies`: by keyword; `''` matches anything. */
interface Npc {
  readonly role: 'person'
  readonly replies: readonly (readonly [word: string, answer: string])[]
  /** Trades the items on the shop floor of its map. */
  readonly shop?: ShopTerms
  /** Average ticks per step; undefined if it does not move. */
  readonly ticksPerStep?: number
  /** [CF-13.17] Fights monsters that come near. */
  readonly guardStats?: GuardStats
  /** [CF-22.11] Serves a player, and fights like this monster. */
  readonly pet?: Monster
}
/** How a guard fights, in the units of Monster. */
export interface GuardStats {
  readonly wc: number
  readonly damage: number
  readonly speed: number
  readonly sightRange: number
}
export interface ShopTerms {
  /** Roles of the things that it trades; undefined for all. */
  readonly tradedRoles?: readonly Traits['role'][]
  /** Percentage of the value that it pays when buying. */
  readonly payPercent: number
}

/**
 * `hp`, `ac`, `wc`, `damage` as a player's: an attack hits if a d20 is at least its `wc` minus the target's `ac`.
 * `speed`: actions per tick of 120 ms. `sightRange`: distance in cells at which it notices players. `experience`: reward for the
 * killer.
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
  readonly attack: Attacks
  readonly resists?: Resistances
  readonly slaying?: readonly string[]
  readonly undead?: boolean
  /** Percentage of its hp below which it flees. */
  readonly fleeBelowPercent?: number
  /** Hp regained in 100 ticks, one point at a time; undefined if it does not regenerate. */
  readonly hpPer100Ticks?: number
  /** Percentage of its actions in which it casts, if its target is in line. */
  readonly casts?: {
    /** Undefined if it uses the spells that it is created with. [CF-22.9] */
    readonly spell: string | undefined
    readonly chance: number
  }
  /** [CF-20.21] Breeds in one of `oneIn` actions, while its map has fewer children than `most`: per nest or in all. */
  readonly breeds?: {
    readonly id: string
    readonly oneIn: number
    readonly most: { readonly each: number } | { readonly all: number }
  }
  readonly drops: readonly MonsterDrop[]
  /** Decoration that it leaves when it dies, unless the cell already has one. */
  readonly remainsId?: string
  /** How often it moves without a target. */
  readonly roaming: 'never' | 'seldom' | 'often'
}
/** The stats of a creature that can be hurt: a monster or a pet; undefined for others. */
export function fighterOf({ traits }: Pick<Archetype, 'traits'>): Monster | undefined {
  return traits.role === 'monster' ? traits : traits.role === 'person' ? traits.pet : undefined
}

export interface MonsterDrop {
  readonly id: string
  readonly chance: number
  readonly count?: NumberRange
}
