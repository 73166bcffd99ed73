// The input of a player's view as plain data: the surroundings, the items and the messages of the player. The input
// does not use the TypeScript types of packets, but its ids and names are those on the wire.

import type { Place } from '../../terrain/terrain.ts'
import type { MapTiles } from '../map/landscape.ts'

export interface ViewInput {
  /** The tiles of the whole map, as in `map.data`, including the interiors. */
  readonly land: MapTiles
  readonly eye: Viewpoint
  /** The visible items, from GRND, in the packet's order on each tile. */
  readonly piles: readonly VisiblePile[]
  /** The visible mobs, from MOBS, without the player. */
  readonly mobs: readonly VisibleMob[]
  readonly vitals: VisibleVitals
  /** Index of the portrait. Larger numbers start again with the first portrait. */
  readonly portrait: number
  /** The items in the eight slots, the left hand and the right hand, from INVT. Undefined for an empty one. */
  readonly slots: readonly (VisibleItem | undefined)[]
  /** The entered runes, one byte each, while runes replace the slots. Absent while the slots are shown. */
  readonly runes?: readonly number[]
  /** The shown messages and speech, the oldest first. */
  readonly lines: readonly TextLine[]
  /** The text being typed, if any. */
  readonly typed?: string
  /** Position of the mouse in the picture. The view shows the name of the object at this position. */
  readonly mouse?: Point
  /** The time of the water animation, in milliseconds of a monotonic clock. Absent: the water does not move. */
  readonly moment?: number
}

/** The viewer's tile and facing, as in POSI, and the remaining offset of a movement. */
export interface Viewpoint extends Place {
  /** The facing, 0 to 3: north, south, west, east. */
  readonly facing: number
  /** Offset of the eye ahead of its tile, in tiles, -1 to 1. The offset is -1 at the start of a step forward. */
  readonly ahead?: number
  /**
   * Offset of the eye to the right of its tile, in tiles, -1 to 1. The offset is -1 at the start of a step to the
   * right.
   */
  readonly right?: number
  /** Remaining part of a quarter turn to the right, -1 to 1. The part is 1 at the start of such a turn. */
  readonly turn?: number
}

/** An item, with its id on the wire, the name of its picture, and its own name. */
export interface VisibleItem {
  readonly id: bigint
  readonly gfxId: string
  readonly name: string
}

export interface VisiblePile extends Place {
  readonly items: readonly VisibleItem[]
}

/** A mob in view. The look of a mob depends on its id, picture and name. */
export interface VisibleMob extends Place {
  readonly id: bigint
  readonly gfxId: string
  readonly name: string
}

export interface VisibleVitals {
  readonly hp: number
  readonly hpMax: number
  readonly mana: number
  readonly manaMax: number
}

/** A received TEXT and its age in milliseconds. `text` has one character for each byte, including colours [AS-1.7]. */
export interface TextLine {
  readonly text: string
  readonly age: number
}

/** A position in the picture, in pixels from the upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The object at a pixel of the last picture. */
export type PickTarget =
  /** An item on a tile. */
  | { readonly on: 'item'; readonly id: bigint }
  | { readonly on: 'mob'; readonly id: bigint }
  /** A part of the world without an item or mob. */
  | { readonly on: 'ground' }
  /** A slot, full or empty. Numbered as in DROP: 0 to 7, 8 for the left hand, 9 for the right hand. */
  | { readonly on: 'slot'; readonly slot: number }
  /** A rune on the board, 0x40 to 0x7f. */
  | { readonly on: 'rune'; readonly rune: number }
  /** The button that casts the spell. */
  | { readonly on: 'cast' }
  /** The button that switches between runes and slots. */
  | { readonly on: 'mode' }
  /** Another part of the frame. */
  | { readonly on: 'frame' }
