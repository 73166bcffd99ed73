// [CF-20.10] Machines of a map: levers, buttons, gates, holes, altars, teleporters … An action on one part reaches
// all parts of the map with the same connection number.

import type { AttackType } from './attack-types.ts'

/** A part of a map's machine. Only its state changes, so the kind describes it completely. */
export interface Machine {
  readonly role: 'machine'
  /** 0: initial; other values depend on the part. */
  readonly state: number
  /** Connection number on its map; undefined: not connected. */
  readonly connected?: number
  /** Which signals it reacts to: 1 when something was pressed, 0 when it was released. */
  readonly reactsTo: { readonly push: boolean; readonly release: boolean }
  /** Used up or broken, and invisible. */
  readonly gone?: boolean
  /** Whether it blocks walking now; undefined: as its archetype. */
  readonly stops?: boolean
  /** Current picture of its animation; undefined: as its archetype. */
  readonly frame?: number
  readonly part: MachinePart
}

/** What a part requires: an archetype name, an item name, or the word of a lock. */
export type ItemMatcher = string

/** `ticks`: resets by itself after so many. `perTick`: actions per tick; 0: only on a signal. */
export type MachinePart =
  /** States: 0 and 1. */
  | { readonly is: 'lever' }
  /** States: 0; 1 until it resets. */
  | { readonly is: 'trigger'; readonly ticks: number }
  /** Pressed by `weight` grams. States: 0; 1 pressed; with `ticks`, +2 until it resets. */
  | { readonly is: 'button'; readonly weight: number; readonly ticks?: number }
  /** Pressed by a creature of a race, a player (`player`) or a key. States as a button's. */
  | { readonly is: 'pedestal'; readonly wants: ItemMatcher; readonly ticks?: number }
  /** Pressed while an item of that name is there; `inverse`: while none is. */
  | { readonly is: 'detector'; readonly wants: ItemMatcher; readonly inverse: boolean }
  | Altar
  /** `reversed`: pressing closes it. States: 0 open, 1 closed, 2 blocked while closing; `perTick`: moves by itself. */
  | {
      readonly is: 'gate'
      readonly reversed: boolean
      readonly damage: number
      /** For a gate that reverts by itself. */
      readonly ticks?: number
      readonly perTick: number
    }
  /** States: 0 open, 1 closed. */
  | { readonly is: 'hole'; readonly reversed: boolean }
  /** Opens under so many grams. */
  | { readonly is: 'trapdoor'; readonly weight: number }
  | { readonly is: 'teleporter'; readonly perTick: number }
  /** [CF-23.11] The helm of a ship. States: 0 waiting, 1 sailing, 2 landed. */
  | { readonly is: 'ship' }
  /** A shop's door mat: players who step on it pay, and move to another mat. */
  | { readonly is: 'mat' }
  /** `way`: 1 to 8, 0 random. `players`: also moves players; `holds`: ticks in which they then cannot act. */
  | {
      readonly is: 'mover'
      readonly way: number
      readonly perTick: number
      readonly players: boolean
      readonly holds: number
    }
  | Checker
  /** Marks players there with a word, for so many ticks (0: forever), and informs them. */
  | { readonly is: 'marker'; readonly mark: string; readonly ticks: number; readonly perTick: number }
  /** Listens to speech; `''` matches anything. */
  | { readonly is: 'ear'; readonly words: readonly (readonly [word: string, answer: string])[] }
  /** Redirects missiles. States: eighths that it was turned. */
  | { readonly is: 'director'; readonly way: number; readonly turns: boolean }
  | { readonly is: 'spinner'; readonly eighths: number }
  /** Creates `makes`, an id, in its cell; `times`: maximum, undefined: unlimited. States: times so far. */
  | {
      readonly is: 'creator'
      readonly makes: string | undefined
      readonly times: number | undefined
      readonly perTick: number
      readonly named?: string
    }
  /** Multiplies each pile of `wants` there by `by`; 0: removes it. */
  | { readonly is: 'duplicator'; readonly wants: ItemMatcher; readonly by: number }
  /** Converts `count` of `wants` that are put there into `many` of `makes`. */
  | {
      readonly is: 'converter'
      readonly wants: ItemMatcher
      readonly count: number
      readonly makes: string
      readonly many: number
    }
  /**
   * Casts the spell inside it, or `spell`, an id, in direction `way`; 0: random. States: eighths that it was turned.
   */
  | {
      readonly is: 'shooter'
      readonly way: number
      readonly turns: boolean
      readonly perTick: number
      readonly level: number
      readonly spell: string | undefined
    }
  | Trap
  /** Sets the mood of a creature there. */
  | { readonly is: 'mood'; readonly mood: CreatureMood; readonly perTick: number }
  /** Destroyed by attacks. States: hp lost. */
  | { readonly is: 'breakable'; readonly hp: number }

/**
 * Of a creature: `angry` fights even if it was peaceful, `calm` and `charmed` ignore players, `asleep` notices only
 * players next to it.
 */
export type CreatureMood = 'angry' | 'calm' | 'asleep' | 'charmed'

/**
 * Accepts `count` of `wants`. `ticks`: accepts again after so many; `once`: gifts alternately send 1 and 0, and the
 * reset sends nothing.
 */
export interface Altar {
  readonly is: 'altar'
  readonly wants: ItemMatcher
  readonly count: number
  readonly ticks?: number
  readonly once?: boolean
  /** [CF-25.6] Identifies the giver's items, for a payment each. */
  readonly tells?: true
}

/** Checks what arriving players carry. `has`: triggers if they have it, otherwise if they lack it. */
export interface Checker {
  readonly is: 'checker'
  readonly requiresItem: boolean
  readonly wants: { readonly word?: string; readonly archetype?: string; readonly type?: number }
  readonly consumesItem: boolean
  /** Blocks players who do not meet the condition, and sends no signal. */
  readonly blocksEntry: boolean
}

/** Maximum damage, and its type. */
export interface DamageSpec {
  readonly damage: number
  readonly attack: AttackType
}

/** Triggers when somebody steps there, up to `times`. States: times so far, plus 1000 once found. */
export interface Trap {
  readonly is: 'trap'
  readonly does?: DamageSpec
  /** [CF-22.9] The id of the spell that it casts; a spell inside it takes precedence. */
  readonly spell?: string
  readonly maxUses: number
  readonly level: number
}

/** [CF-20.15] Name of a marker's word among a player's effects. */
export function markerEffectName(word: string): string {
  return `mark ${word}`
}

/** Added to a trap's state once somebody has found it. */
export const discoveredState = 1000
