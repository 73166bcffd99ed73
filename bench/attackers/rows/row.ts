// An attack as data: what one attacker says, packet after packet.

/** Where an attacker stands: in the units of the game's own packets. */
export interface Standing {
  readonly x: number
  readonly y: number
}

export interface Row<P> {
  readonly about: string
  /** The `nth` (from 0) thing to say; several packets go in one frame, where the game's frames hold several. */
  says(nth: number, at: Standing): readonly P[]
}

/** By the second part of the attack's name. */
export type Rows<P> = { readonly [how: string]: Row<P> }

/** These, one after the other, again and again. */
export const inTurn =
  <P>(...packets: readonly P[]) =>
  (nth: number): readonly P[] => [packets[nth % packets.length]!]
