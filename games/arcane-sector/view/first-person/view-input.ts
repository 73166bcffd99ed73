// The input of a player's view as plain data. Its ids and names are those on the wire.

import type { Place } from '../../terrain/terrain.ts'
import type { MapTiles } from '../map/landscape.ts'

export interface ViewInput {
  /** All tiles of `map.data`, including the interiors. */
  readonly land: MapTiles
  readonly eye: Viewpoint
  /** Items from GRND, in the packet's order on each tile. */
  readonly piles: readonly VisiblePile[]
  /** Mobs from MOBS, without the player. */
  readonly mobs: readonly VisibleMob[]
  readonly vitals: VisibleVitals
  /** Number of the portrait. Numbers beyond the last portrait start again with the first one. */
  readonly portrait: number
  /** The eight slots, the left hand and the right hand, from INVT. */
  readonly slots: readonly (VisibleItem | undefined)[]
  /** The entered runes, one byte each. Absent while the slots are shown. */
  readonly runes?: readonly number[]
  /** Texts over the world, the oldest first. */
  readonly lines: readonly TextLine[]
  /** The text being typed. */
  readonly typed?: string
  /** The view shows the name of the object at this position. */
  readonly mouse?: Point
  /** The time of the water animation, in milliseconds of a monotonic clock. Absent: the water does not move. */
  readonly moment?: number
}

/** The place and facing from POSI, and the remaining offset of a movement. */
export interface Viewpoint extends Place {
  /** A direction: 0 north, 1 south, 2 west, 3 east. */
  readonly facing: number
  /** Offset forwards in tiles, -1 to 1. It is -1 at the start of a step forward. */
  readonly ahead?: number
  /** Offset to the right in tiles, -1 to 1. It is -1 at the start of a step to the right. */
  readonly right?: number
  /** Remaining part of a quarter turn to the right, -1 to 1. It is 1 at the start of such a turn. */
  readonly turn?: number
}

/** `id` and `gfxId`, the name of the picture, are those on the wire. */
export interface VisibleItem {
  readonly id: bigint
  readonly gfxId: string
  readonly name: string
}

export interface VisiblePile extends Place {
  readonly items: readonly VisibleItem[]
}

/** The look of a mob depends on its id, picture and name. */
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

/** `age`: milliseconds. `text` has one character for each byte, including colours [AS-1.7]. */
export interface TextLine {
  readonly text: string
  readonly age: number
}

/** Pixels from the upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The object at a pixel of the last picture. */
export type PickTarget =
  | { readonly on: 'item'; readonly id: bigint }
  | { readonly on: 'mob'; readonly id: bigint }
  /** A part of the world without an item or mob. */
  | { readonly on: 'ground' }
  /** A full or empty slot, numbered as in DROP: 0 to 7, 8 for the left hand, 9 for the right hand. */
  | { readonly on: 'slot'; readonly slot: number }
  /** A rune of the rune panel, 0x40 to 0x7f. */
  | { readonly on: 'rune'; readonly rune: number }
  /** The button that casts the spell. */
  | { readonly on: 'cast' }
  /** The button that switches between runes and slots. */
  | { readonly on: 'mode' }
  /** A part of the frame that has no function. */
  | { readonly on: 'frame' }
