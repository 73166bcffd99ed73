// An attack as data: its description and the packets that the attacker sends.

/** An attacker's position, in the units of the game's packets. */
export interface AttackerPosition {
  readonly x: number
  readonly y: number
}

export interface AttackRow<P> {
  readonly description: string
  /**
   * The packets of the `nth` frame, from 0. Only games whose frames can contain several packets return more than one
   * packet.
   */
  messages(nth: number, at: AttackerPosition): readonly P[]
}

/** The attacks on one game, by variant. */
export type AttackRows<P> = { readonly [variant: string]: AttackRow<P> }

/** Sends these packets in turn. */
export const repeatPackets =
  <P>(...packets: readonly P[]) =>
  (nth: number): readonly P[] => [packets[nth % packets.length]!]
