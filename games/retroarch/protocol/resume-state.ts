// The connection's role and its incomplete message, but no state of the world.
import { bytes, type Codec, decode, encode, enumeration, struct, u8 } from '../../../wire/index.ts'
import { idBytes } from '../sessions/relay-id.ts'

export interface ResumeState {
  /**
   * `new`: the first message is not complete yet. `host`: the connection has opened a session. `connected`: a guest or
   * the link of a guest.
   */
  readonly role: 'new' | 'host' | 'connected'
  /** The id of a host's session. Zeros for other connections. */
  readonly id: Uint8Array
  /** The bytes of an incomplete message. */
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
