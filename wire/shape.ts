// The static description of a packet, for its table in PROTOCOL.md and for tests.
import type { Inside } from './codec.ts'

export type Id = string | number

/**
 * The static description of a packet.
 * @example fromClient.shapes.move.max // bytes of the longest `move`
 */
export interface Shape {
  readonly type: string
  readonly id: Id
  readonly rule: string
  readonly about: string
  /** Bytes of the whole packet, including the envelope. */
  readonly min: number
  readonly max: number
  /** Its own fields, without those of the envelope. */
  readonly inside: readonly Inside[]
}
