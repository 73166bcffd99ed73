// [CF-20.10] Machines of a map: levers, buttons, gates, holes, altars, teleporters … An action on one part reaches
// all parts of the map with the same connection number.

import type { Attacks, Resistances } from './attack-types.ts'

/** A part of a map's machine. Only its state changes, so the archetype describes it completely. */
export interface Machine {
  readonly role: 'machine'
  /** 0: initial; other values depend on the part. */
  readonly state: number
  /** Connection number on its map; undefined if it is not connected. */
  readonly connected?: number
  /** Which signals it reacts to: 1 when something was pressed, 0 when it was released. */
  readonly reactsTo: { readonly push: boolean; readonly release: boolean }
  /** [CF-22.13] The tag of the player whose spell made it, and the skill of the spell. It harms monsters only. */
  readonly maker?: { readonly tag: number; readonly skill: string | undefined }
  /** Whether it is used up or broken, and therefore invisible. */
  readonly gone?: boolean
  /** Whether it blocks walking now; undefined if as its archetype. */
  readonly blocksMovement?: boolean
  /** Current picture of its animation; undefined if as its archetype. */
  readonly frame?: number
  readonly part: MachinePart
}

/** An item that a part requires: an archetype name, an item name, or the word of a lock. */
export type ItemMatcher = string

/** `ticks`: ticks until it resets by itself. `perTick`: actions per tick; 0: only on a signal. */
export type MachinePart =
  /** States: 0 and 1. */
  | { readonly type: 'lever' }
  /** States: 0; 1 until it resets. */
  | { readonly type: 'trigger'; readonly ticks: number }
  /** Pressed by at least `weight` grams. States: 0; 1 pressed; with `ticks`, +2 until it resets. */
  | { readonly type: 'button'; readonly weight: number; readonly ticks?: number }
  /** Pressed by a creature of a race, a player (`player`) or a key. States as a button's. */
  | { readonly type: 'pedestal'; readonly item: ItemMatcher; readonly ticks?: number }
  /** Pressed while an item of that name is there; `inverse`: while none is. */
  | { readonly type: 'detector'; readonly item: ItemMatcher; readonly inverse: boolean }
  | Altar
  /** `reversed`: pressing closes it. States: 0 open, 1 closed, 2 blocked while closing; `perTick`: moves by itself. */
  | {
      readonly type: 'gate'
      readonly reversed: boolean
      readonly damage: number
      /** Ticks after which the gate reverts by itself; undefined if it does not. */
      readonly ticks?: number
      readonly perTick: number
    }
  /** States: 0 open, 1 closed. */
  | { readonly type: 'hole'; readonly reversed: boolean }
  /** Opens under this many grams. */
  | { readonly type: 'trapdoor'; readonly weight: number }
  | { readonly type: 'teleporter'; readonly perTick: number }
  /** [CF-23.11] The helm of a ship. States: 0 waiting, 1 sailing, 2 landed. */
  | { readonly type: 'ship' }
  /** A shop's door mat: players who step on it pay, and move to another mat. */
  | { readonly type: 'mat' }
  /**
   * `direction`: 1 to 8, 0 random. `players`: also moves players; `holdTicks`: ticks in which a moved player cannot
   * act.
   */
  | {
      readonly type: 'mover'
      readonly direction: number
      readonly perTick: number
      readonly players: boolean
      readonly holdTicks: number
    }
  | Checker
  /** Marks players there with a word, for `ticks` (0: forever), and informs them. */
  | { readonly type: 'marker'; readonly mark: string; readonly ticks: number; readonly perTick: number }
  /** Listens to speech; `''` matches anything. */
  | { readonly type: 'ear'; readonly words: readonly (readonly [word: string, answer: string])[] }
  /** Redirects missiles. States: eighths that it was turned. */
  | { readonly type: 'director'; readonly direction: number; readonly rotates: boolean }
  | { readonly type: 'spinner'; readonly eighths: number }
  /** Creates `productId` in its cell; `maxUses`: undefined: unlimited. States: uses so far. */
  | {
      readonly type: 'creator'
      readonly productId: string | undefined
      readonly maxUses: number | undefined
      readonly perTick: number
      readonly productName?: string
    }
  /** Multiplies each pile of `item` there by `factor`; 0: removes it. */
  | { readonly type: 'duplicator'; readonly item: ItemMatcher; readonly factor: number }
  /** Converts `count` of `item` that are put there into `productCount` of `productId`. */
  | {
      readonly type: 'converter'
      readonly item: ItemMatcher
      readonly count: number
      readonly productId: string
      readonly productCount: number
    }
  /**
   * Casts the spell inside it, or `spell`, an id, in `direction`; 0: random. States: eighths that it was turned.
   */
  | {
      readonly type: 'shooter'
      readonly direction: number
      readonly rotates: boolean
      readonly perTick: number
      readonly level: number
      readonly spell: string | undefined
    }
  | Trap
  /** Sets the mood of a creature there. */
  | { readonly type: 'mood'; readonly mood: CreatureMood; readonly perTick: number }
  | Breakable
  /** [CF-20.24] Shows its text. `speaks`: to players who step on it. States: times so far, up to `maxUses`. */
  | { readonly type: 'sign'; readonly speaks: boolean; readonly maxUses?: number }

/** Destroyed by attacks. States: hp lost. */
export interface Breakable {
  readonly type: 'breakable'
  readonly hp: number
  readonly armour: number
  readonly resists: Resistances
  /** [CF-20.23] The lock of a breakable door. `solid`: only a key opens the door. */
  readonly lock?: { readonly words: readonly string[]; readonly solid: boolean }
}

/**
 * Of a creature: `angry` fights even if it was peaceful, `calm` and `charmed` ignore players, `asleep` notices only
 * players next to it.
 */
export type CreatureMood = 'angry' | 'calm' | 'asleep' | 'charmed'

/**
 * Accepts `count` of `item`. `ticks`: ticks until it accepts again; `alternates`: offerings alternately send 1 and 0,
 * and the reset sends nothing.
 */
export interface Altar {
  readonly type: 'altar'
  readonly item: ItemMatcher
  readonly count: number
  readonly ticks?: number
  readonly alternates?: boolean
  /** [CF-25.6] Identifies the giver's items, for a payment each. */
  readonly identifies?: true
}

/** Checks what arriving players carry. `requiresItem`: triggers if they have it, otherwise if they lack it. */
export interface Checker {
  readonly type: 'checker'
  readonly requiresItem: boolean
  readonly wants: { readonly word?: string; readonly archetype?: string; readonly type?: number }
  readonly consumesItem: boolean
  /** Whether it blocks players who do not meet the condition, and sends no signal. */
  readonly blocksEntry: boolean
}

/** Maximum damage, and its type. */
export interface DamageSpec {
  readonly damage: number
  readonly attack: Attacks
}

/** Triggers when somebody steps there, up to `maxUses`. States: times so far, plus 1000 once found. */
export interface Trap {
  readonly type: 'trap'
  readonly damageSpec?: DamageSpec
  /** [CF-22.9] The id of the spell that it casts; a spell inside it takes precedence. */
  readonly spell?: string
  /** [CF-22.15] Ids of diseases, one of which it causes. */
  readonly diseases?: readonly string[]
  readonly maxUses: number
  readonly level: number
}

/** [CF-20.15] Name of a marker's word among a player's effects. */
export function markerEffectName(word: string): string {
  return `mark ${word}`
}

/** Added to a trap's state once somebody has found it. */
export const discoveredTrapOffset = 1000
