// [CF-12.3] What things there are, as data: the world makes its things after these and keeps only what differs.
// Weights are grams, values copper coins, chances percent; names of faces and animations are those of made/faces/names.ts.

import type { Attack, Resistance } from './attack.ts'
import type { God } from './god.ts'
import type { Harm, Machine, Mood } from './machine.ts'
import type { Hook } from './script.ts'
import type { Given, Spell } from './spell.ts'

export interface Archetype {
  /** Unique among all archetypes; maps and stored worlds say it. */
  readonly id: string
  readonly name: Name
  readonly face: string
  /** What `facing` of pictures/animations.ts takes; the face is then its first picture. */
  readonly animation?: string
  /** Ticks from picture to picture of what moves by itself. Creatures change theirs when they step. */
  readonly animationTicks?: number
  readonly layer: Layer
  /** How today's client sorts an inventory; 0 for what nobody carries. */
  readonly type: number
  /** Of one. -1: too firm to be picked up. */
  readonly weight: number
  /** Of one, in copper coins, as a shop sells it; 0 or none: no shop wants it. */
  readonly value?: number
  /** Several alike become one pile. */
  readonly stacks?: boolean
  /** Nobody walks here; missiles end here. */
  readonly stops?: boolean
  /** Nobody sees past it. */
  readonly hides?: boolean
  /** Cells around it that are lit in the dark. */
  readonly light?: number
  /** Enchanted: shown as such, and what a search for magic finds. */
  readonly magic?: boolean
  /** What `examine` tells beside name and weight; of a sign or a book what is written there, if its map says nothing else. */
  readonly text?: string
  /** Nobody sees it, and nobody is told that it lies there. */
  readonly unseen?: boolean
  /** [CF-25.1] Nobody knows yet what it is: it is called, and valued, as any of its sort. */
  readonly unknown?: Unknown
  /** [CF-25.8] Who has put it to use cannot put it away. */
  readonly curse?: 'cursed' | 'damned'
  /** [CF-25.3] To who wears or wields it, beside what its role says. */
  readonly gives?: Given
  /** [CF-21.13] Somebody has built it: it is kept where it stands. */
  readonly built?: boolean
  readonly is: Role
  /** [CF-20.3] Of what a host brought: what its own ids name, and what it says itself, by keys of Crossfire's objects. */
  readonly kinds?: Kinds
  readonly object?: ReadonlyMap<string, string>
  /** [CF-20.12] What parts of a machine know it by. */
  readonly known?: Known
  /** [CF-23.1] Scripts that it calls. */
  readonly hooks?: readonly Hook[]
  /** [CF-20.5] Its pictures by number, of what has none of ours. */
  readonly look?: Look
}

/** [CF-25.7] What was found out about it by a spell or a skill: that it is magic, that it is cursed. */
export interface Unknown {
  readonly magic?: true
  readonly curse?: true
}

/** What a host's own rules know a thing by: the name of its archetype, its race, the word of its lock, its type's number. */
export interface Known {
  readonly archetype: string
  readonly type: number
  readonly race?: string
  readonly word?: string
}

/** Numbers of pictures. */
export interface Look {
  readonly face: number
  /** Its faces are those of each way that it may look, one after another. */
  readonly animation?: {
    readonly number: number
    readonly faces: readonly number[]
    readonly facings: number
  }
}

/** All kinds of things of one world. */
export interface Kinds {
  /** An unknown id is a fault of ours. */
  named(id: string): Archetype
  /** [CF-20.10] The same part of a machine in another state. */
  inState(kind: Archetype, state: number): Archetype
  /** [CF-22.1] A spell of a host's, by its id. */
  spell?(id: string): Spell | undefined
  /** [CF-22.7] A creature that serves who called it up; undefined: it is none. */
  tamed?(id: string): Archetype | undefined
  /** [CF-24.1] By the name of its archetype; undefined: there is no such god. */
  god?(name: string): God | undefined
  /** [CF-24.1] The names of all gods; none: there are none. */
  readonly gods?: readonly string[]
  /** [CF-20.19] The same creature in that mood. */
  inMood(kind: Archetype, mood: Mood): Archetype
  /** [CF-21.10] Its monsters are those of Crossfire's own, and so are the figures of who meets them. */
  readonly crossfires?: true
  /** [CF-24.4] The same weapon with one more plus; undefined: it has `most` already, or cannot be one. */
  blessed?(kind: Archetype, most: number): Archetype | undefined
  /** [CF-25.5] The same thing, known; [CF-25.7] that of it found out; [CF-25.8] without its curse. None: all is known. */
  known?(kind: Archetype): Archetype
  sensed?(kind: Archetype, what: keyof Unknown): Archetype
  freed?(kind: Archetype): Archetype
  /** [CF-21.11] The same thing, which says that of itself; undefined: it is none of a host's. */
  improved?(kind: Archetype, says: ReadonlyMap<string, string>): Archetype | undefined
  /** [CF-21.6] What is paid in, the smallest first, which is worth 1. */
  readonly coins: readonly Archetype[]
}

/** [CF-12.2] Walls and roofs that go on in their neighbours. */
export type JoinedSet = 'wall_stone' | 'wall_wood' | 'wall_dungeon' | 'roof_red' | 'roof_slate'

export interface Name {
  readonly one: string
  readonly many: string
}

/** From below: at most one floor and one wall a cell; what lies, what stands, what flies. */
export type Layer = 'floor' | 'decoration' | 'wall' | 'fixture' | 'item' | 'creature' | 'effect'

/** What it can do. `role` tells them apart. */
export type Role =
  | Ground
  | { readonly role: 'scenery' }
  /** `burns`: hurts who stands there, so often a tick. */
  | { readonly role: 'effect'; readonly burns?: Harm & { readonly perTick: number } }
  /** `joins`: a set of faces, of which `pictures/joins.ts` picks by the neighbours. */
  | { readonly role: 'wall'; readonly joins?: JoinedSet }
  /** `enters`: whether one steps on it to be taken away, or applies it. */
  | { readonly role: 'exit'; readonly enters: 'step' | 'apply' }
  | Door
  | Gate
  | { readonly role: 'lever'; readonly pulled: string }
  /** `wares`: it tells what its shop has. */
  | { readonly role: 'sign' | 'book' | 'wares' }
  /** `cauldron`: things are made in it. [CF-24.7] */
  | {
      readonly role: 'container'
      readonly holds: number
      readonly opened?: string
      readonly only?: string
      readonly cauldron?: true
    }
  | Weapon
  | Launcher
  | Missile
  | Armour
  | Jewel
  /** `poisons`: who eats it is poisoned. */
  | { readonly role: 'food'; readonly food: number; readonly hp?: number; readonly poisons?: true }
  /** `above`: levels above the spell's own; none: 0. [CF-25.9] `spoilt`: it burns who drinks it, and casts nothing. */
  | {
      readonly role: 'potion'
      readonly spell: string
      readonly food: number
      readonly above?: number
      readonly spoilt?: true
    }
  | { readonly role: 'scroll' | 'spellbook'; readonly spell: string; readonly level: number }
  /** `rests`: ticks in which a charge comes back; none: it is used up. */
  | {
      readonly role: 'wand'
      readonly spell: string
      readonly level: number
      readonly charges: Range
      readonly rests?: number
    }
  | { readonly role: 'money' | 'gem' | 'trophy' }
  | { readonly role: 'key'; readonly opens: string }
  | { readonly role: 'torch'; readonly burns: number }
  /** `lesson`: who reads it has the skill from then on. */
  | { readonly role: 'tool' | 'lesson'; readonly skill: string }
  | Improvement
  /** [CF-21.13] */
  | { readonly role: 'builder'; readonly does: 'build' | 'destroy' }
  | Material
  /** [CF-21.12] Lights what its owner has marked. */
  | { readonly role: 'lighter' }
  /** [CF-21.9] Keeps so many spell points for later; those that it has are its charges. */
  | { readonly role: 'crystal'; readonly holds: number }
  /** [CF-24.2] Of a god; none: of whichever one prays to. */
  | { readonly role: 'altar'; readonly god?: string }
  | { readonly role: 'bed' | 'fountain' | 'clock' }
  | Person
  | Monster
  | Machine
  /** [CF-22.1] No thing that lies anywhere: what a host's casters cast. */
  | { readonly role: 'spell'; readonly spell: Spell }

/**
 * [CF-21.11] Makes what is marked better: a piece of armour, or a weapon, which must have been made ready. `takes`: what it
 * wants for that, an archetype.
 */
export interface Improvement {
  readonly role: 'improvement'
  readonly of: 'armour' | 'weapon'
  readonly what:
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
  readonly takes?: string
}

/** [CF-21.13] What is built of it, an archetype, and how. */
export interface Material {
  readonly role: 'material'
  readonly as: 'floor' | 'wall' | 'thing' | 'window'
  readonly builds: string
}

/** [CF-20.11] `battle`: who would die there wakes there instead, and loses nothing. `sinks`: who lingers goes under. */
export interface Ground {
  readonly role: 'ground'
  readonly shop?: boolean
  readonly holy?: boolean
  readonly swims?: boolean
  readonly battle?: { readonly x: number; readonly y: number }
  readonly sinks?: boolean
  /** Hurts who stands there, so often a tick. */
  readonly burns?: Harm & { readonly perTick: number }
}

/**
 * Opens to who walks into it, and is then what `opened` says. `lock`: only with the key that `opens` it. `secret`: looks
 * like a wall and stops everybody, until a search beside it makes it what `opened` says.
 */
export interface Door {
  readonly role: 'door'
  readonly opened: string
  readonly lock?: string
  readonly secret?: boolean
  readonly joins?: JoinedSet
}
/** Moved by levers of the same map: it becomes `other`. */
export interface Gate {
  readonly role: 'gate'
  readonly other: string
}

/** Where it is worn or wielded. There are two of `ring`, one of each other. `range`: what `fire` uses. */
export type Slot =
  | 'weapon'
  | 'range'
  | 'shield'
  | 'body'
  | 'cloak'
  | 'head'
  | 'hands'
  | 'feet'
  | 'neck'
  | 'waist'
  | 'ring'

/** From least to most, both included. */
export type Range = readonly [least: number, most: number]

/**
 * `damage`: most of one blow. `wc`: taken off the wielder's, for less is better. `slows`: percent that a blow takes
 * longer than with bare hands.
 */
export interface Weapon {
  readonly role: 'weapon'
  readonly damage: number
  readonly wc: number
  readonly slows: number
  readonly skill: string
  readonly attack?: Attack
  /** Takes the shield's place too. */
  readonly twoHanded?: boolean
}
export interface Launcher {
  readonly role: 'launcher'
  readonly shoots: string
  readonly damage: number
  readonly wc: number
  readonly slows: number
  readonly reach: number
  readonly skill: string
}
/** Shot by a launcher, or thrown weakly. `breaks`: percent of shots after which it is gone. */
export interface Missile {
  readonly role: 'missile'
  readonly damage: number
  readonly wc: number
  readonly breaks: number
  /** The face in flight, before `_north` and so on. */
  readonly flies: string
}
/** `ac`: taken off the wearer's, for less is better. `armour`: percent off every physical blow; those of all pieces add up in turn. */
export interface Armour {
  readonly role: 'armour'
  readonly slot: Slot
  readonly ac: number
  readonly armour: number
  readonly resists?: Resistance
  /** Percent that spells cost more while it is worn. */
  readonly hampers?: number
}
/** What is added while it is worn. */
export interface Jewel {
  readonly role: 'jewel'
  readonly slot: 'ring' | 'neck' | 'waist'
  readonly adds: { readonly [stat in 'Str' | 'Dex' | 'Con' | 'Int' | 'Wis' | 'Pow' | 'Cha']?: number }
  readonly resists?: Resistance
  readonly ac?: number
  /** What it makes come back faster. [CF-15.3] */
  readonly regains?: 'hp' | 'sp'
}

/** Talks, and takes no harm. `says`: by a word in what it hears; `''`: to anything else. */
export interface Person {
  readonly role: 'person'
  readonly says: readonly (readonly [word: string, answer: string])[]
  /** Buys and sells what lies on the shop's floor of its map. */
  readonly keeps?: Shop
  /** Steps once in so many ticks on average; none: stands. */
  readonly strolls?: number
  /** [CF-13.17] Fights the monsters that come near. */
  readonly guards?: Guarding
}
/** How a guard fights; numbers as a Monster's. */
export interface Guarding {
  readonly wc: number
  readonly damage: number
  readonly speed: number
  readonly sees: number
}
export interface Shop {
  /** Roles it deals in; none: everything. */
  readonly deals?: readonly Role['role'][]
  /** Percent of the value it pays for what is brought. */
  readonly pays: number
}

/**
 * `hp`, `ac`, `wc`, `damage` as a player's: a blow hits when a die of twenty is at least its `wc` less the other's `ac`.
 * `speed`: acts a tick, 1 is one every 120 ms. `sees`: cells at which it wakes. `experience`: for who kills it.
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
  readonly sees: number
  readonly experience: number
  readonly attack: Attack
  readonly resists?: Resistance
  readonly undead?: boolean
  /** Percent of its hp under which it runs. */
  readonly flees?: number
  /** Hp that come back in a hundred ticks, a point at a time; none: it does not heal. */
  readonly hpPer100Ticks?: number
  /** Percent of its acts in which it casts instead, seeing its victim in a line. */
  readonly casts?: {
    /** Undefined: those that its birth gives it. [CF-22.9] */
    readonly spell: string | undefined
    readonly chance: number
  }
  /** [CF-20.21] Has others come: in one of `oneIn` acts, while there are fewer of them on its map, for each of its kind or in all. */
  readonly breeds?: {
    readonly id: string
    readonly oneIn: number
    readonly most: { readonly each: number } | { readonly all: number }
  }
  readonly drops: readonly Drop[]
  /** Leaves this behind, if nothing lies there as decoration yet. */
  readonly remains?: string
  /** How it moves when nobody is near. */
  readonly roams: 'never' | 'seldom' | 'often'
}
export interface Drop {
  readonly id: string
  readonly chance: number
  readonly count?: Range
}
