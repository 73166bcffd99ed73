// A session's state that survives restarts: what its client has sent and received, never world state.
import { bytes, type Codec, decode, encode, enumeration, struct, u8 } from '../../../wire/index.ts'
import { idBytes } from '../sessions/relay-id.ts'

export interface ResumeState {
  /** `new`: no complete first message yet. `host`: has a session. `connected`: a guest or its link. */
  readonly role: 'new' | 'host' | 'connected'
  /** Id of a host's session; zeros for others. */
  readonly id: Uint8Array
  /** The beginning of a message. */
  readonly incomplete: Uint8Array
}

/** The longest message of a client. */
const maxMessageBytes = 16

const layout: Codec<ResumeState> = struct({
  role: enumeration(u8, { new: 0, host: 1, connected: 2 }),
  id: bytes(idBytes),
  incomplete: bytes(u8, maxMessageBytes),
})

export function encodeResumeState(state: ResumeState): Uint8Array {
  return encode(layout, state)
}

/** Throws WireError for bytes that `encodeResumeState` did not produce. */
export function decodeResumeState(encoded: Uint8Array): ResumeState {
  return decode(layout, encoded)
}
