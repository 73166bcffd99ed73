// What a player's view is drawn of: what he sees, has and was told, as plain data. It names no packet, but what it holds
// is what packets tell: ids, pictures and names are those of the wire.

import type { Place } from '../../land/terrain.ts'
import type { Land } from '../above/land.ts'

export interface Outlook {
  /** The whole map as `map.data` has it, insides too. */
  readonly land: Land
  readonly eye: Eye
  /** GRND: what lies and stands about; of a tile in the order in which it came. */
  readonly piles: readonly Pile[]
  /** MOBS: everybody else. */
  readonly mobs: readonly Mob[]
  readonly vitals: Vitals
  /** Of the portraits that there are; a number beyond them is taken round. */
  readonly portrait: number
  /** INVT: eight slots, the left hand, the right hand. What is not there is empty. */
  readonly slots: readonly (Thing | undefined)[]
  /** The spell so far, a byte a rune, while runes are shown in place of the slots; without it the slots are. */
  readonly runes?: readonly number[]
  /** What was told and said, the oldest first. */
  readonly lines: readonly Line[]
  /** What the player is writing, while he is. */
  readonly typed?: string
  /** Where the mouse is, in pixels of the picture: what is there is named. */
  readonly mouse?: Point
  /** Milliseconds of any clock that goes on: water moves by it. Without it everything stands still. */
  readonly moment?: number
}

/** Whose eye it is: his tile and facing, as POSI has them, and where it still is on its way there. */
export interface Eye extends Place {
  /** 0 to 3: north, south, west, east. */
  readonly facing: number
  /** How many tiles ahead of its place the eye still is, -1 to 1: -1 at the beginning of a step forward. */
  readonly ahead?: number
  /** The same to the right: -1 at the beginning of a step to the right. */
  readonly right?: number
  /** Quarters, -1 to 1, that are still to be turned to this facing: 1 at the beginning of a turn to the right. */
  readonly turn?: number
}

/** An item: a u64 of the wire, the name of its picture, and what it is called. */
export interface Thing {
  readonly id: bigint
  readonly gfxId: string
  readonly name: string
}

export interface Pile extends Place {
  readonly items: readonly Thing[]
}

/** What he looks like is told by his id, picture and name. */
export interface Mob extends Place {
  readonly id: bigint
  readonly gfxId: string
  readonly name: string
}

export interface Vitals {
  readonly hp: number
  readonly hpMax: number
  readonly mana: number
  readonly manaMax: number
}

/** A TEXT with its bytes for colours and runes, a character each [AS-1.7], and how many milliseconds ago it came. */
export interface Line {
  readonly text: string
  readonly age: number
}

/** A pixel of the picture, from its left upper corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** What is at a pixel of the picture that was drawn last. */
export type Picked =
  /** Something that lies or stands on a tile. */
  | { readonly on: 'item'; readonly id: bigint }
  | { readonly on: 'mob'; readonly id: bigint }
  /** The world, and nothing in it that could be named. */
  | { readonly on: 'ground' }
  /** 0 to 7, 8 the left hand, 9 the right hand, as DROP and THIS have them; full or empty. */
  | { readonly on: 'slot'; readonly slot: number }
  /** 0x40 to 0x7f, one of those to be chosen. */
  | { readonly on: 'rune'; readonly rune: number }
  /** What says the spell that was written. */
  | { readonly on: 'cast' }
  /** What shows runes in place of slots, and slots in place of runes. */
  | { readonly on: 'mode' }
  /** The frame of the picture. */
  | { readonly on: 'frame' }
