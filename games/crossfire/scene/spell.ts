// [CF-14.5] [CF-22.1] What spells are, as data: ours are in magic/spells.ts, a host's are made of his archetypes.
import type { Attack, Resistance } from './attack.ts'

export interface Spell {
  /** As things, monsters and records name it. */
  readonly id: string
  /** What clients call it by, from 1; the same for ever. */
  readonly tag: number
  readonly name: string
  /** What it does, in a sentence. */
  readonly about: string
  /** Undefined: nobody can learn it. */
  readonly skill: string | undefined
  /** That the skill must have. */
  readonly level: number
  /** What casting takes of him. */
  readonly mana: number
  readonly grace: number
  /** That casting takes, of 120 ms. */
  readonly ticks: number
  /** The bits of its paths; 0: none. */
  readonly path: number
  readonly face: string
  /** The number of its picture, of what has none of ours. */
  readonly picture?: number
  /** Whether words may follow its name. */
  readonly words?: boolean
  readonly does: Deed
}

/** What it does; `grows`: more of it for every level of the skill above the spell's; a part of one is rounded down. */
export type Deed =
  | Bolt
  | Wave
  | Bomb
  | Smite
  | Heal
  | { readonly deed: 'power'; readonly sp: Range }
  | Spellbound
  | Boon
  | Raise
  | { readonly deed: 'cure' | 'food' }
  | Summons
  | Wall
  /** Gives who stands that way spell points, or takes them. */
  | { readonly deed: 'mana'; readonly sp: number; readonly grows: number }
  /** Makes the whole map so much darker, or lighter. */
  | { readonly deed: 'daylight'; readonly darker: number }
  /** Carries its caster so many cells that way, as far as nothing stops him. */
  | { readonly deed: 'leap'; readonly reach: number }
  | { readonly deed: 'map' | 'self' | 'disarm' }
  /** Shows where it is, at most so many cells away. */
  | { readonly deed: 'detect'; readonly what: Detected; readonly reach: number; readonly shows: string }
  | { readonly deed: 'make'; readonly makes: string; readonly count: number; readonly grows: number }
  /** Breaks walls of earth so many cells around. */
  | { readonly deed: 'dust'; readonly reach: number }
  /** Gives a wand more charges. */
  | { readonly deed: 'charge'; readonly charges: number; readonly grows: number }
  | { readonly deed: 'probe'; readonly reach: number }
  /** [CF-25.7] Tells what so many things are. */
  | { readonly deed: 'identify'; readonly things: number; readonly grows: number }
  /** [CF-25.8] Frees who casts it of what is cursed, or damned, too. */
  | { readonly deed: 'uncurse'; readonly damned: boolean }

type Range = readonly [least: number, most: number]
export type Detected = 'magic' | 'curse' | 'monster' | 'unseen'

/** [CF-13.7] What flies. `pierces`: on through whom it hits; `wanders`: any way, each tick; `count`: so many at once. */
export interface Bolt {
  readonly deed: 'bolt'
  readonly attack: Attack
  /** Most that it hurts. */
  readonly damage: number
  readonly grows: number
  /** Cells. */
  readonly reach: number
  /** An archetype; one of ours is a name that `flying` of pictures/animations.ts takes. */
  readonly flies: string
  /** Where it ends: an effect, and the most that it hurts those around. */
  readonly bursts?: Burst
  readonly pierces?: true
  readonly wanders?: true
  readonly count?: number
}

/** `radius`: cells around; none: 1. */
export interface Burst {
  readonly into: string
  readonly damage: number
  readonly radius?: number
}

/** [CF-22.3] Reaches all in a cone before its caster, or all around him. */
export interface Wave {
  readonly deed: 'wave'
  readonly attack: Attack
  /** 0: it does not hurt. */
  readonly damage: number
  readonly grows: number
  readonly reach: number
  /** An archetype. */
  readonly shows: string
  readonly around?: true
  readonly ails?: Ailing
  /** Only those who are undead; `holy`: and whom the god of who says it hates. [CF-24.5] */
  readonly undead?: true
  readonly holy?: true
}

/** [CF-22.5] What comes over whom it reaches, and for how long. */
export interface Ailing {
  readonly ail: Ail
  readonly ms: number
}
export type Ail = 'held' | 'slow' | 'afraid' | 'confused' | 'blind' | 'calm'

/** Lies there for a while and bursts. */
export interface Bomb {
  readonly deed: 'bomb'
  readonly ticks: number
  readonly shows: string
  readonly attack: Attack
  readonly grows: number
  readonly bursts: Burst
}

/** [CF-22.4] Hits the nearest that its caster sees that way, wherever he stands, and who is beside him. */
export interface Smite {
  readonly deed: 'smite'
  readonly attack: Attack
  readonly damage: number
  readonly grows: number
  readonly radius: number
  readonly shows: string
}

export interface Heal {
  readonly deed: 'heal'
  readonly hp: Range
  readonly grows: number
  readonly sp?: number
  readonly food?: number
  readonly cures?: readonly Lasting[]
}

/** [CF-14.12] What can go on for a while in a player. */
export type Lasting =
  | 'light'
  | 'protection'
  | 'poison'
  | 'way_home'
  | 'unseen'
  | 'slow'
  | 'confused'
  | 'afraid'
  | 'blind'

/** Something that goes on for a while, in seconds. */
export interface Spellbound {
  readonly deed: 'lasting'
  readonly name: Lasting
  readonly seconds: number
  readonly longer: number
  readonly strength: number
  readonly grows: number
  readonly mostStrength: number
}

/** [CF-22.6] Changes what he is for a while. */
export interface Boon {
  readonly deed: 'boon'
  readonly gives: Given
  readonly seconds: number
  readonly longer: number
}

/** [CF-24.11] Adds to his abilities for good, or takes off them. */
export interface Raise {
  readonly deed: 'raise'
  readonly abilities: NonNullable<Given['abilities']>
}

/** What is added. `wc` and `ac` are taken off his, for less is better; `speed` is acts a tick. */
export interface Given {
  readonly abilities?: { readonly [name in 'Str' | 'Int' | 'Wis' | 'Dex' | 'Con' | 'Cha' | 'Pow']?: number }
  readonly resists?: Resistance
  readonly armour?: number
  readonly ac?: number
  readonly wc?: number
  readonly damage?: number
  readonly speed?: number
}

/** [CF-22.7] Calls up one of these archetypes, for so long. */
export interface Summons {
  readonly deed: 'summon'
  readonly calls: readonly string[]
  readonly seconds: number
  readonly count: number
}

/** [CF-22.8] Lays it across the way, so many cells to either side. */
export interface Wall {
  readonly deed: 'wall'
  readonly lays: string
  readonly seconds: number
  readonly reach: number
}
