// The views of one player's client. The world calls it; the session encodes and sends.

import type { Pile } from '../items/ground.ts'
import type { Item } from '../items/items.ts'
import type { Place } from '../terrain/terrain.ts'

/** A player, monster or townsperson. */
export interface Mob {
  /** A player's id (0-255), 2^32 + n for a monster, or 2^33 + n for a townsperson. */
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

/** One client. Arguments are valid only during the call. Texts are latin1 and never empty. */
export interface Screen {
  /** Sends POSI: the player's position and facing. */
  position(place: Place, facing: number): void
  /** GRND: all items nearby, by rows; at most 121 piles. */
  ground(piles: readonly Pile[]): void
  /** MOBS: everybody nearby except the player, by rows; at most 255. */
  mobs(mobs: readonly Mob[]): void
  /** INFO. The name is included only if the client does not know it. */
  vitals(vitals: Vitals, name?: string): void
  /** INVT: eight slots, the left hand, the right hand. */
  inventory(slots: readonly (Item | undefined)[]): void
  /** HLDI. Undefined: nothing held. */
  held(item: Item | undefined): void
  /** TEXT. Bytes 0x0f to 0x1f are colours. */
  text(text: string): void
  /** TEXT: what another player says. */
  speech(speaker: string, said: string): void
  /** SLCT. THIS returns its id. */
  select(id: number): void
  /** Ends the session. */
  close(reason: string): void
}
