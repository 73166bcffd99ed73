// [CF-20.10] What of a map moves, or moves others: levers, buttons, gates, holes, altars, teleporters … They are one
// machine: what is done to one reaches all parts of its map that have its number.

import type { Attack } from './attack.ts'

/** A part of a map's machine. What changes in it is its state alone, so that its kind tells all of it. */
export interface Machine {
  readonly role: 'machine'
  /** 0: as it is when nothing was done to it; what else it means is the part's. */
  readonly state: number
  /** What connects it to others of its map; undefined: nothing does. */
  readonly connected?: number
  /** Which of the two it hears: 1 of what was pressed, 0 of what was let go. */
  readonly hears: { readonly push: boolean; readonly release: boolean }
  /** It is used up or broken: nothing is seen of it. */
  readonly gone?: boolean
  /** Nobody walks there now; undefined: as its archetype says. */
  readonly stops?: boolean
  /** Which picture of its animation it shows; undefined: as its archetype says. */
  readonly frame?: number
  readonly part: Part
}

/** What something must be for a part to mind it: an archetype's name, a name, or the word of a lock. */
export type Wanted = string

/** `ticks`: after so many it lets go by itself. `perTick`: how often it acts, in a tick; 0: when it is told to. */
export type Part =
  /** States: 0 and 1. */
  | { readonly is: 'lever' }
  /** States: 0, 1 until it lets go. */
  | { readonly is: 'trigger'; readonly ticks: number }
  /** Pressed by `weight` grams on it. States: 0, 1 pressed; with `ticks` +2 until it lets go. */
  | { readonly is: 'button'; readonly weight: number; readonly ticks?: number }
  /** Pressed by one of a race, by a player (`player`), by a key. States as a button's. */
  | { readonly is: 'pedestal'; readonly wants: Wanted; readonly ticks?: number }
  /** Pressed while one of the name is there; `inverse`: while none is. */
  | { readonly is: 'detector'; readonly wants: Wanted; readonly inverse: boolean }
  | Altar
  /** `reversed`: pressing closes it. States: 0 open, 1 closed, 2 would close on somebody; `perTick`: it moves by itself. */
  | {
      readonly is: 'gate'
      readonly reversed: boolean
      readonly damage: number
      /** Of one that closes again by itself. */
      readonly ticks?: number
      readonly perTick: number
    }
  /** States: 0 open, 1 closed. */
  | { readonly is: 'hole'; readonly reversed: boolean }
  /** Opens under so many grams. */
  | { readonly is: 'trapdoor'; readonly weight: number }
  | { readonly is: 'teleporter'; readonly perTick: number }
  /** [CF-23.11] The handle of a ship. States: 0 she waits, 1 sails, 2 has landed. */
  | { readonly is: 'ship' }
  /** Of a shop's doors: whoever steps there pays, and goes on to another. */
  | { readonly is: 'mat' }
  /** Where to: 1 to 8, 0 any. `players`: it moves them too; `holds`: ticks that they cannot act then. */
  | {
      readonly is: 'mover'
      readonly way: number
      readonly perTick: number
      readonly players: boolean
      readonly holds: number
    }
  | Checker
  /** Marks who stands there with a word, for so many ticks (0: for good), and tells him so. */
  | { readonly is: 'marker'; readonly mark: string; readonly ticks: number; readonly perTick: number }
  /** Hears words; `''` is any. */
  | { readonly is: 'ear'; readonly words: readonly (readonly [word: string, answer: string])[] }
  /** What flies over it goes on that way. States: eighths that it was turned. */
  | { readonly is: 'director'; readonly way: number; readonly turns: boolean }
  | { readonly is: 'spinner'; readonly eighths: number }
  /** Makes `makes`, an id, where it is; `times`: how often, undefined always. States: times that it did. */
  | {
      readonly is: 'creator'
      readonly makes: string | undefined
      readonly times: number | undefined
      readonly perTick: number
      readonly named?: string
    }
  /** Of each pile of `wants` there makes `by` times as many; 0: none. */
  | { readonly is: 'duplicator'; readonly wants: Wanted; readonly by: number }
  /** Of `count` of `wants` that are laid there makes `many` of `makes`. */
  | {
      readonly is: 'converter'
      readonly wants: Wanted
      readonly count: number
      readonly makes: string
      readonly many: number
    }
  /** Shoots the spell that is in it, or `spell`, an id; that way, 0 any. States: eighths that it was turned. */
  | {
      readonly is: 'shooter'
      readonly way: number
      readonly turns: boolean
      readonly perTick: number
      readonly level: number
      readonly spell: string | undefined
    }
  | Trap
  /** Changes the mood of the creature that stands there. */
  | { readonly is: 'mood'; readonly mood: Mood; readonly perTick: number }
  /** Can be broken by blows. States: hp that it has lost. */
  | { readonly is: 'breakable'; readonly hp: number }

/** Of a creature: `angry` fights who came in peace, `calm` and `charmed` let him be, `asleep` notices nobody who is not beside it. */
export type Mood = 'angry' | 'calm' | 'asleep' | 'charmed'

/** Takes `count` of what it wants. `ticks`: it can be given to again after so many; `once`: it lets nothing go then. */
export interface Altar {
  readonly is: 'altar'
  readonly wants: Wanted
  readonly count: number
  readonly ticks?: number
  readonly once?: boolean
  /** [CF-25.6] It tells who gives what his things are, and takes for each. */
  readonly tells?: true
}

/** Minds what players have on them who step there. `has`: that they have it, else that they have it not. */
export interface Checker {
  readonly is: 'checker'
  readonly has: boolean
  readonly wants: { readonly word?: string; readonly archetype?: string; readonly type?: number }
  readonly takes: boolean
  /** Who does not do stays out, and nothing is pressed. */
  readonly bars: boolean
}

/** How something hurts: at most so much. */
export interface Harm {
  readonly damage: number
  readonly attack: Attack
}

/** Goes off under who steps there, `times` times. States: times; 1000 more when it has been found. */
export interface Trap {
  readonly is: 'trap'
  readonly does?: Harm
  /** [CF-22.9] The id of what it casts; what is in it counts before that. */
  readonly spell?: string
  readonly times: number
  readonly level: number
}

/** [CF-20.15] How a marker's word is called among a player's effects. */
export function markOf(word: string): string {
  return `mark ${word}`
}

/** In the state of a trap: somebody has found it. */
export const found = 1000
