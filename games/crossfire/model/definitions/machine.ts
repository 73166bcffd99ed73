// [CF-20.10] Machines of a map. An action on one part reaches all parts of the map with the same connection number.

import type { AttackTypes, Resistances } from './attack-types.ts'

/** A part whose state changes gets another archetype, so the archetype includes the state. */
export interface Machine {
  readonly role: 'machine'
  /** 0 is the initial state. The part's type determines the meaning of other values. */
  readonly state: number
  /** Connection number on the map; undefined if the part is not connected. */
  readonly connected?: number
  /**
   * The signals to which the part reacts. `push`: signal 1, sent when a part is pressed. `release`: signal 0, sent when
   * a part is released.
   */
  readonly reactsTo: { readonly push: boolean; readonly release: boolean }
  /**
   * [CF-22.13] Set for a part that a player's spell made: the player's tag and the spell's skill. Such a part harms
   * only monsters.
   */
  readonly maker?: { readonly tag: number; readonly skill: string | undefined }
  /** Set for a part that is used up or broken, and so invisible. */
  readonly gone?: boolean
  /** Undefined if the archetype determines it. */
  readonly blocksMovement?: boolean
  /** Index of the animation's picture; undefined if the archetype determines the picture. */
  readonly frame?: number
  readonly part: MachinePart
}

/** The item that a part requires: an archetype name, an item name, or the word of a lock. */
export type RequiredItem = string

/**
 * The parts of machines by `type`. `ticks`: ticks until the part resets by itself. `perTick`: actions per tick; a part
 * with 0 acts only on a signal.
 */
export type MachinePart =
  /** States: 0 and 1. */
  | { readonly type: 'lever' }
  /** States of a trigger: 0 at rest, 1 from its activation to its reset. */
  | { readonly type: 'trigger'; readonly ticks: number }
  /**
   * A button that `weight` grams or more press. States: 0 released, 1 pressed. If the button has `ticks`, 2 is added to
   * the state until the button resets.
   */
  | { readonly type: 'button'; readonly weight: number; readonly ticks?: number }
  /**
   * A pedestal that is pressed by `item`, which is the name of a race, `player`, or the word of a key. A pedestal has
   * the same states as a button.
   */
  | { readonly type: 'pedestal'; readonly item: RequiredItem; readonly ticks?: number }
  /**
   * A detector is pressed while something that matches `item` is in its cell. With `inverse` the detector is pressed
   * while nothing in its cell matches.
   */
  | { readonly type: 'detector'; readonly item: RequiredItem; readonly inverse: boolean }
  | Altar
  /**
   * `reversed`: signal 1 closes the gate. `perTick`: how often the gate opens or closes by itself. States: 0 open, 1
   * closed, 2 blocked while closing.
   */
  | {
      readonly type: 'gate'
      readonly reversed: boolean
      readonly damage: number
      /** Ticks after which the gate reverts by itself; undefined if the gate does not revert. */
      readonly ticks?: number
      readonly perTick: number
    }
  /** `reversed`: signal 1 closes the hole. States: 0 open, 1 closed. */
  | { readonly type: 'hole'; readonly reversed: boolean }
  /** A trapdoor that opens under `weight` grams or more. */
  | { readonly type: 'trapdoor'; readonly weight: number }
  | { readonly type: 'teleporter'; readonly perTick: number }
  /** [CF-23.11] States: 0 waiting, 1 sailing, 2 landed. */
  | { readonly type: 'ship' }
  /** A shop's door mat: players who step on it pay, and move to another mat. */
  | { readonly type: 'mat' }
  /**
   * Pushes creatures in a `direction` from 1 to 8; 0 is a random direction. `holdTicks`: ticks for which a moved player
   * cannot act.
   */
  | {
      readonly type: 'mover'
      readonly direction: number
      readonly perTick: number
      readonly players: boolean
      readonly holdTicks: number
    }
  | InventoryChecker
  /** Marks players in its cell with the word `mark` for `ticks` (0: forever). */
  | { readonly type: 'marker'; readonly mark: string; readonly ticks: number; readonly perTick: number }
  /** Reacts to these words when players say them. The word `''` matches any speech. */
  | { readonly type: 'ear'; readonly words: readonly (readonly [word: string, answer: string])[] }
  /** Changes the direction of missiles. State: the number of eighths of a circle by which it is turned. */
  | { readonly type: 'director'; readonly direction: number; readonly rotates: boolean }
  | { readonly type: 'spinner'; readonly eighths: number }
  /** Creates `productId` in its cell. `maxUses`: undefined if unlimited. State: number of uses so far. */
  | {
      readonly type: 'creator'
      readonly productId: string | undefined
      readonly maxUses: number | undefined
      readonly perTick: number
      readonly productName?: string
    }
  /** Multiplies each pile of `item` in its cell by `factor`, which can be 0. */
  | { readonly type: 'duplicator'; readonly item: RequiredItem; readonly factor: number }
  /** Turns `count` pieces of `item` in its cell into `productCount` pieces of `productId`. */
  | {
      readonly type: 'converter'
      readonly item: RequiredItem
      readonly count: number
      readonly productId: string
      readonly productCount: number
    }
  /**
   * Casts the spell inside the part, or else `spell`. `direction`: 0 for a random direction. State: the number of
   * eighths of a circle by which it is turned.
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
  | { readonly type: 'mood'; readonly mood: CreatureMood; readonly perTick: number }
  | Breakable
  /**
   * [CF-20.24] Shows its text to players who apply it, or with `speaks` to players who step on it. State: number of
   * uses so far, at most `maxUses`.
   */
  | { readonly type: 'sign'; readonly speaks: boolean; readonly maxUses?: number }

/** A wall or door that attacks can destroy. State: the number of hp lost. */
export interface Breakable {
  readonly type: 'breakable'
  readonly hp: number
  readonly armour: number
  readonly resists: Resistances
  /** [CF-20.23] The lock of a breakable door. `solid`: only a key opens the door. */
  readonly lock?: { readonly words: readonly string[]; readonly solid: boolean }
}

/**
 * An `angry` creature fights even if it was peaceful. A `calm` or `charmed` creature ignores players. An `asleep`
 * creature notices only players next to it.
 */
export type CreatureMood = 'angry' | 'calm' | 'asleep' | 'charmed'

/**
 * Accepts `count` pieces of `item`. `ticks`: time until the part accepts the next offering. `alternates`: offerings
 * send the signals 1 and 0 in turn, and the reset sends no signal.
 */
export interface Altar {
  readonly type: 'altar'
  readonly item: RequiredItem
  readonly count: number
  readonly ticks?: number
  readonly alternates?: boolean
  /** [CF-25.6] Whether the altar identifies one item of the giver for each offering. */
  readonly identifies?: true
}

/** Checks the items of players who step on it. If `requiresItem` is false, those who lack the item trigger it. */
export interface InventoryChecker {
  readonly type: 'checker'
  readonly requiresItem: boolean
  readonly wants: { readonly word?: string; readonly archetype?: string; readonly type?: number }
  readonly consumesItem: boolean
  /** A checker that blocks players sends no signal. */
  readonly blocksEntry: boolean
}

/** `damage`: the maximum. */
export interface DamageSpec {
  readonly damage: number
  readonly attack: AttackTypes
}

/**
 * A trap triggers when a player steps on it, at most `maxUses` times. A player's rune triggers on monsters instead.
 * State: the number of times so far, plus `discoveredTrapStateOffset` once a player has found the trap.
 */
export interface Trap {
  readonly type: 'trap'
  readonly damageSpec?: DamageSpec
  /** [CF-22.9] The id of the spell that the trap casts if there is no spell inside the trap. */
  readonly spell?: string
  /** [CF-22.15] The trap causes one of these diseases. */
  readonly diseases?: readonly string[]
  readonly maxUses: number
  readonly level: number
  /** How well the trap is hidden. */
  readonly concealment: number
}

/** [CF-20.15] The name of the player's effect that records a marker's word. */
export function markerEffectName(word: string): string {
  return `mark ${word}`
}

export const discoveredTrapStateOffset = 1000
