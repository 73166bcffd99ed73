/** An attacker's position, in the units of the game's packets. */
export interface AttackerPosition {
  readonly x: number
  readonly y: number
}

export interface AttackRow<P> {
  readonly description: string
  /** `nth`: from 0. Only games whose frames can contain several packets return more than one packet. */
  messages(nth: number, at: AttackerPosition): readonly P[]
}

export type AttackRows<P> = { readonly [variant: string]: AttackRow<P> }

export const cyclePackets =
  <P>(...packets: readonly P[]) =>
  (nth: number): readonly P[] => [packets[nth % packets.length]!]
