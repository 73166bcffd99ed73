// [CF-20.10] Machines of a map: levers, buttons, gates, holes, altars, teleporters … An action on one part reaches
// all parts of the map with the same connection number.

import type { Attacks, Resistances } from './attack-types.ts'

/** A part of a map's machine. Only its state changes, so the archetype describes it completely. */
export interface Machine {
  readonly role: 'machine'
  /** The state of the part. 0 is the initial state. The part's type determines the meaning of other values. */
  readonly state: number
  /** The part's connection number on its map; undefined if the part is not connected. */
  readonly connected?: number
  /**
   * The signals to which the part reacts. `push`: signal 1, sent when a part is pressed. `release`: signal 0, sent when
   * a part is released.
   */
  readonly reactsTo: { readonly push: boolean; readonly release: boolean }
  /**
   * [CF-22.13] Set for a part that a player's spell made: the player's tag and the spell's skill. A part that a
   * player's spell made harms only monsters.
   */
  readonly maker?: { readonly tag: number; readonly skill: string | undefined }
  /** Whether the part is used up or broken, which makes it invisible. */
  readonly gone?: boolean
  /**
   * Whether the part blocks walking in this state. If undefined, the archetype determines whether the part blocks
   * walking.
   */
  readonly blocksMovement?: boolean
  /**
   * Index of the picture that the animation shows in this state. If undefined, the archetype determines the picture.
   */
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
  /** States of a lever: 0 and 1. Each pull toggles the lever. */
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
   * A gate. `reversed`: signal 1 closes the gate. `perTick`: how often the gate opens or closes by itself. States: 0
   * open, 1 closed, 2 blocked while closing.
   */
  | {
      readonly type: 'gate'
      readonly reversed: boolean
      readonly damage: number
      /** Ticks after which the gate reverts by itself; undefined if it does not. */
      readonly ticks?: number
      readonly perTick: number
    }
  /** A hole that signals open and close. `reversed`: signal 1 closes the hole. States: 0 open, 1 closed. */
  | { readonly type: 'hole'; readonly reversed: boolean }
  /** A trapdoor that opens under `weight` grams or more. */
  | { readonly type: 'trapdoor'; readonly weight: number }
  | { readonly type: 'teleporter'; readonly perTick: number }
  /** [CF-23.11] The helm of a ship. States: 0 waiting, 1 sailing, 2 landed. */
  | { readonly type: 'ship' }
  /** A shop's door mat: players who step on it pay, and move to another mat. */
  | { readonly type: 'mat' }
  /**
   * A mover pushes creatures in a `direction` from 1 to 8; 0 is a random direction. `players`: whether the mover also
   * moves players. `holdTicks`: ticks for which a moved player cannot act.
   */
  | {
      readonly type: 'mover'
      readonly direction: number
      readonly perTick: number
      readonly players: boolean
      readonly holdTicks: number
    }
  | Checker
  /** A marker marks players in its cell with the word `mark` for `ticks` (0: forever), and sends them a message. */
  | { readonly type: 'marker'; readonly mark: string; readonly ticks: number; readonly perTick: number }
  /** A magic ear, which reacts to these words when players say them. The word `''` matches any speech. */
  | { readonly type: 'ear'; readonly words: readonly (readonly [word: string, answer: string])[] }
  /** A director changes the direction of missiles. State: the number of eighths of a circle by which it is turned. */
  | { readonly type: 'director'; readonly direction: number; readonly rotates: boolean }
  | { readonly type: 'spinner'; readonly eighths: number }
  /** A creator creates `productId` in its cell. `maxUses`: undefined if unlimited. State: number of uses so far. */
  | {
      readonly type: 'creator'
      readonly productId: string | undefined
      readonly maxUses: number | undefined
      readonly perTick: number
      readonly productName?: string
    }
  /** A duplicator multiplies each pile of `item` in its cell by `factor`. The factor 0 removes the pile. */
  | { readonly type: 'duplicator'; readonly item: RequiredItem; readonly factor: number }
  /** A converter turns `count` pieces of `item` in its cell into `productCount` pieces of `productId`. */
  | {
      readonly type: 'converter'
      readonly item: RequiredItem
      readonly count: number
      readonly productId: string
      readonly productCount: number
    }
  /**
   * A shooter casts the spell inside it, or else the spell with the id `spell`. `direction`: 0 for a random direction.
   * State: the number of eighths of a circle by which it is turned.
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
  /** Sets the mood of the creature in its cell. */
  | { readonly type: 'mood'; readonly mood: CreatureMood; readonly perTick: number }
  | Breakable
  /**
   * [CF-20.24] A sign shows its text to players who apply it. A sign with `speaks` shows its text to players who step
   * on it. State: number of uses so far, at most `maxUses`.
   */
  | { readonly type: 'sign'; readonly speaks: boolean; readonly maxUses?: number }

/** A wall or door that attacks can destroy. State: the number of hp that the wall or door has lost. */
export interface Breakable {
  readonly type: 'breakable'
  readonly hp: number
  readonly armour: number
  readonly resists: Resistances
  /** [CF-20.23] The lock of a breakable door. `solid`: only a key opens the door. */
  readonly lock?: { readonly words: readonly string[]; readonly solid: boolean }
}

/**
 * The mood of a creature. An `angry` creature fights even if it was peaceful. A `calm` or `charmed` creature ignores
 * players. An `asleep` creature notices only players next to it.
 */
export type CreatureMood = 'angry' | 'calm' | 'asleep' | 'charmed'

/**
 * An altar that accepts `count` pieces of `item`. `ticks`: ticks until the altar accepts the next offering.
 * `alternates`: offerings send the signals 1 and 0 in turn, and the reset sends no signal.
 */
export interface Altar {
  readonly type: 'altar'
  readonly item: RequiredItem
  readonly count: number
  readonly ticks?: number
  readonly alternates?: boolean
  /**
   * [CF-25.6] Whether the altar identifies items of the player who makes the offering. Each item costs one offering.
   */
  readonly identifies?: true
}

/**
 * A checker checks the items of players who step on it. `requiresItem`: true if the checker triggers for players who
 * have the item, false if for players who lack it.
 */
export interface Checker {
  readonly type: 'checker'
  readonly requiresItem: boolean
  readonly wants: { readonly word?: string; readonly archetype?: string; readonly type?: number }
  readonly consumesItem: boolean
  /**
   * Whether the checker blocks players who do not meet the condition. A checker that blocks players sends no signal.
   */
  readonly blocksEntry: boolean
}

/** The maximum damage, and the types of the attack. */
export interface DamageSpec {
  readonly damage: number
  readonly attack: Attacks
}

/**
 * A trap triggers when a player steps on it, at most `maxUses` times. A player's rune triggers on monsters instead.
 * State: the number of times so far, plus `discoveredTrapStateOffset` once a player has found the trap.
 */
export interface Trap {
  readonly type: 'trap'
  readonly damageSpec?: DamageSpec
  /** [CF-22.9] The id of the spell that the trap casts, unless it contains a spell. */
  readonly spell?: string
  /** [CF-22.15] Ids of diseases. The trap causes one of these diseases. */
  readonly diseases?: readonly string[]
  readonly maxUses: number
  readonly level: number
}

/** [CF-20.15] The name of the player's effect that records a marker's word. */
export function markerEffectName(word: string): string {
  return `mark ${word}`
}

/** The number that is added to a trap's state once a player has found it. */
export const discoveredTrapStateOffset = 1000
