import type { Pile } from '../items/ground.ts'
import type { Item } from '../items/items.ts'
import type { Place } from '../terrain/terrain.ts'

/** [AS-1.6] The lowest ids of monsters and of townspeople. Players have lower ids. */
export const firstMonsterId = 2 ** 32
export const firstTownspersonId = 2 ** 33

/** `id`: as in MOBS. */
export function mobKindOf({ id }: { readonly id: bigint }): 'player' | 'monster' | 'townsperson' {
  if (id < firstMonsterId) return 'player'
  return id < firstTownspersonId ? 'monster' : 'townsperson'
}

export interface Mob {
  /** A player's id (0-255), `firstMonsterId` + n, or `firstTownspersonId` + n. */
  readonly id: number
  readonly name: string
  readonly place: Place
  readonly pictureName: '3d_mob_drow_f' | '3d_mob_drow_m'
}

export interface Vitals {
  readonly hp: number
  readonly hpMax: number
  readonly mana: number
  readonly manaMax: number
}

/**
 * The packets that one client receives. The arguments are valid only during the call. Texts are Latin-1 and never
 * empty.
 */
export interface Screen {
  /** Sends POSI. */
  position(place: Place, facing: number): void
  /** Sends GRND: all visible items, at most 121 piles by rows. */
  ground(piles: readonly Pile[]): void
  /** Sends MOBS: all visible mobs except the player, at most 255, by rows. */
  mobs(mobs: readonly Mob[]): void
  /** Sends INFO. `name`: sent only at the login. */
  vitals(vitals: Vitals, name?: string): void
  /** Sends INVT: the eight slots, the left hand and the right hand. */
  inventory(slots: readonly (Item | undefined)[]): void
  /** Sends HLDI. */
  held(item: Item | undefined): void
  /** Sends TEXT. The bytes 0x0f to 0x1f set colours. */
  text(text: string): void
  /** Sends the speech of another player as TEXT. */
  speech(speaker: string, said: string): void
  /** Sends SLCT. The THIS that answers it has the same id. */
  select(id: number): void
  /** Closes the connection. */
  close(reason: string): void
}
