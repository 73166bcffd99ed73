/** An attacker's position, in the units of the game's packets. */
export interface AttackerPosition {
  readonly x: number
  readonly y: number
}

export interface AttackVariant<P> {
  readonly description: string
  /**
   * Returns the packets of the nth frame, from 0: more than one only for games whose frames can contain several
   * packets.
   */
  messages(nth: number, at: AttackerPosition): readonly P[]
}

export type AttackVariants<P> = { readonly [variant: string]: AttackVariant<P> }

export const cyclePackets =
  <P>(...packets: readonly P[]) =>
  (nth: number): readonly P[] => [packets[nth % packets.length]!]
