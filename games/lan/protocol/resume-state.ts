// A session's state that survives restarts, in eight bytes: what its client has received, never world state.
import { bool, type Codec, decode, encode, struct, u8 } from '../../../wire/index.ts'
import type { NodeAddress } from '../addresses/node-address.ts'
import { nodeAddress } from '../packets.ts'

export interface ResumeState {
  /** The address of its registration; 0: it has none. */
  readonly address: NodeAddress
  /** Whether the client is a node. */
  readonly isIn: boolean
  /** Whether the client has received something at its address and port. */
  readonly isAddressValidated: boolean
}

const layout: Codec<ResumeState> = struct({
  address: nodeAddress,
  isIn: bool(u8),
  isAddressValidated: bool(u8),
})

export function encodeResumeState(state: ResumeState): Uint8Array {
  return encode(layout, state)
}

/** Throws WireError for bytes that `encodeResumeState` did not produce. */
export function decodeResumeState(bytes: Uint8Array): ResumeState {
  return decode(layout, bytes)
}
