// The resume state has eight bytes: facts about the client's connection, and no state of the world.
import { bool, type Codec, decode, encode, struct, u8 } from '../../../wire/index.ts'
import type { NodeAddress } from '../addresses/node-address.ts'
import { nodeAddress } from '../packets.ts'

export interface ResumeState {
  /** 0 if the client has received no address. */
  readonly address: NodeAddress
  /** Whether the client has proved that it received its address. */
  readonly isNode: boolean
  /** Whether the client's IP address and port are validated. */
  readonly isAddressValidated: boolean
}

const layout: Codec<ResumeState> = struct({
  address: nodeAddress,
  isNode: bool(u8),
  isAddressValidated: bool(u8),
})

export function encodeResumeState(state: ResumeState): Uint8Array {
  return encode(layout, state)
}

/** Throws WireError for bytes that `encodeResumeState` did not produce. */
export function decodeResumeState(bytes: Uint8Array): ResumeState {
  return decode(layout, bytes)
}
