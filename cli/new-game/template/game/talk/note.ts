// A session's state across restarts, in five bytes: what its client knows, never what the world knows.
import { BE, bool, decode, encode, struct, u8 } from '../../../wire/index.ts'

export interface Conversation {
  /** It has sent HELO and was admitted. */
  readonly entered: boolean
  /** The number of the newest line in its last reply, which the client has for certain. */
  readonly heard: number
}

const layout = struct({ entered: bool(u8), heard: BE.u32 })

export function encodeNote(conversation: Conversation): Uint8Array {
  return encode(layout, conversation)
}

/** Throws WireError for bytes that `encodeNote` did not make. */
export function decodeNote(note: Uint8Array): Conversation {
  return decode(layout, note)
}
