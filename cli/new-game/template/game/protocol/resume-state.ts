// The resume state of a session, with which it continues after a restart. It is a few bytes: it says which lines the
// client has received, and contains no state of the world.
import { BE, bool, decode, encode, str, struct, u8, utf8 } from '../../../wire/index.ts'
import { nameBytes } from '../lines/line.ts'

export interface ResumeState {
  /** Whether the client has entered with HELO. */
  readonly entered: boolean
  /** The number of the newest line that the client has certainly received. */
  readonly received: number
  /** The player's name, which is empty before HELO. */
  readonly name: string
}

const layout = struct({ entered: bool(u8), received: BE.u32, name: str(u8, utf8, { limit: nameBytes }) })

export function encodeResumeState(state: ResumeState): Uint8Array {
  return encode(layout, state)
}

/** Throws WireError for bytes that `encodeResumeState` did not create. */
export function decodeResumeState(bytes: Uint8Array): ResumeState {
  return decode(layout, bytes)
}
