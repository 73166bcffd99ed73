// What a player's client is told. The world calls it; the session encodes and sends.

import type { Place } from '../land/terrain.ts'
import type { Pile } from '../things/ground.ts'
import type { Item } from '../things/items.ts'

/** Whoever can be met. */
export interface Mob {
  /** A player's own id (0-255), 2^32 + n for a monster, or 2^33 + n for one of the town. */
  readonly id: number
  readonly name: string
  readonly place: Place
  readonly gfx: '3d_mob_drow_f' | '3d_mob_drow_m'
}

export interface Vitals {
  readonly hp: number
  readonly hpMax: number
  readonly mana: number
  readonly manaMax: number
}

/** One client. What it is given is good only until the call returns. Texts are latin1, never empty. */
export interface Screen {
  /** POSI */
  position(place: Place, facing: number): void
  /** GRND: all that lies near, by rows; at most 121 piles. */
  ground(piles: readonly Pile[]): void
  /** MOBS: all who are near but the player himself, by rows; at most 255. */
  mobs(mobs: readonly Mob[]): void
  /** INFO; a name only when it is news. */
  vitals(vitals: Vitals, name?: string): void
  /** INVT: eight slots, the left hand, the right hand. */
  inventory(slots: readonly (Item | undefined)[]): void
  /** HLDI; undefined: nothing. */
  held(item: Item | undefined): void
  /** TEXT; bytes 0x0f to 0x1f are colours. */
  text(text: string): void
  /** SLCT; its id comes back in THIS. */
  select(id: number): void
  /** Ends the conversation. */
  close(reason: string): void
}
