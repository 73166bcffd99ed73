import type { NestedCodec } from '../codec/codec.ts'

export type PacketId = string | number

/**
 * The static description of a packet.
 * @example fromClient.shapes.move.max // bytes of the longest `move`
 */
export interface PacketShape {
  readonly type: string
  readonly id: PacketId
  readonly rule: string
  readonly about: string
  /** Range of the packet's size in bytes, including the envelope. */
  readonly min: number
  readonly max: number
  /** The packet's own fields, without those of the envelope. */
  readonly nested: readonly NestedCodec[]
}
