// An attack as data: the packets of one attacker.

/** An attacker's position, in the units of the game's own packets. */
export interface AttackerPosition {
  readonly x: number
  readonly y: number
}

export interface AttackRow<P> {
  readonly about: string
  /** The `nth` (from 0) message; several packets share a frame if the game's frames hold several. */
  messages(nth: number, at: AttackerPosition): readonly P[]
}

/** By the second part of the attack's name. */
export type AttackRows<P> = { readonly [how: string]: AttackRow<P> }

/** Repeats these packets in order. */
export const repeatPackets =
  <P>(...packets: readonly P[]) =>
  (nth: number): readonly P[] => [packets[nth % packets.length]!]
