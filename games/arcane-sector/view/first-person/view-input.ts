// The input of a player's view as plain data: everything that the player sees, carries and was sent. It uses no packet
// types, but its ids, pictures and names are those of the wire.

import type { Place } from '../../terrain/terrain.ts'
import type { MapTiles } from '../map/landscape.ts'

export interface ViewInput {
  /** The whole map as in `map.data`, interiors included. */
  readonly land: MapTiles
  readonly eye: Viewpoint
  /** GRND: the items nearby; on a tile in their order in the packet. */
  readonly piles: readonly VisiblePile[]
  /** MOBS: everybody else nearby. */
  readonly mobs: readonly VisibleMob[]
  readonly vitals: VisibleVitals
  /** Index of a portrait. Numbers beyond the last wrap around. */
  readonly portrait: number
  /** INVT: eight slots, the left hand, the right hand. Undefined: empty. */
  readonly slots: readonly (VisibleItem | undefined)[]
  /** The spell so far, one byte per rune, while runes replace the slots. Absent: the slots are shown. */
  readonly runes?: readonly number[]
  /** Messages and speech, oldest first. */
  readonly lines: readonly TextLine[]
  /** The text being typed, if any. */
  readonly typed?: string
  /** Position of the mouse in pixels of the picture. The view shows the name of what is there. */
  readonly mouse?: Point
  /** Milliseconds of any monotonic clock, for the water animation. Absent: nothing moves. */
  readonly moment?: number
}

/** The viewer: tile and facing as in POSI, and the remaining offset of a movement. */
export interface Viewpoint extends Place {
  /** 0 to 3: north, south, west, east. */
  readonly facing: number
  /** Tiles by which the eye is still ahead of its place, -1 to 1: -1 at the start of a step forward. */
  readonly ahead?: number
  /** Like `ahead`, to the right: -1 at the start of a step to the right. */
  readonly right?: number
  /** Remaining quarter turns, -1 to 1: 1 at the start of a turn to the right. */
  readonly turn?: number
}

/** An item: a u64 of the wire, the name of its picture, and its own name. */
export interface VisibleItem {
  readonly id: bigint
  readonly gfxId: string
  readonly name: string
}

export interface VisiblePile extends Place {
  readonly items: readonly VisibleItem[]
}

/** A mob in view. Its look depends on its id, picture and name. */
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

/** A TEXT with its bytes for colours and runes, one character each [AS-1.7], and its age in milliseconds. */
export interface TextLine {
  readonly text: string
  readonly age: number
}

/** A pixel of the picture, from the upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The object at a pixel of the last picture. */
export type PickTarget =
  /** An item on a tile. */
  | { readonly on: 'item'; readonly id: bigint }
  | { readonly on: 'mob'; readonly id: bigint }
  /** The world, without anything that has a name. */
  | { readonly on: 'ground' }
  /** 0 to 7, 8 the left hand, 9 the right hand, as in DROP and THIS; full or empty. */
  | { readonly on: 'slot'; readonly slot: number }
  /** 0x40 to 0x7f, one of the runes to choose from. */
  | { readonly on: 'rune'; readonly rune: number }
  /** The button that casts the spell. */
  | { readonly on: 'cast' }
  /** The button that switches between runes and slots. */
  | { readonly on: 'mode' }
  /** The frame of the picture. */
  | { readonly on: 'frame' }
