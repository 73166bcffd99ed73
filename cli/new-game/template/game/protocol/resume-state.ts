// A session's state across restarts, in a few bytes: what its client has received, never world state.
import { BE, bool, decode, encode, str, struct, u8, utf8 } from '../../../wire/index.ts'
import { nameBytes } from '../lines/line.ts'

export interface ResumeState {
  /** Whether the client has sent HELO and was admitted. */
  readonly entered: boolean
  /** The number of the newest line that the client has for certain. */
  readonly received: number
  /** The player's name; empty before HELO. */
  readonly name: string
}

const layout = struct({ entered: bool(u8), received: BE.u32, name: str(u8, utf8, { limit: nameBytes }) })

export function encodeResumeState(state: ResumeState): Uint8Array {
  return encode(layout, state)
}

/** Throws WireError for bytes that `encodeResumeState` did not produce. */
export function decodeResumeState(bytes: Uint8Array): ResumeState {
  return decode(layout, bytes)
}
