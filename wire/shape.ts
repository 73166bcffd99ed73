// What is known of a packet without having one: for its table in PROTOCOL.md, and for tests.
import type { Inside } from './codec.ts'

export type Id = string | number

export interface Shape {
  readonly type: string
  readonly id: Id
  readonly rule: string
  readonly about: string
  /** Bytes of the whole packet, envelope included. */
  readonly min: number
  readonly max: number
  /** Its own fields, without the envelope's. */
  readonly inside: readonly Inside[]
}
