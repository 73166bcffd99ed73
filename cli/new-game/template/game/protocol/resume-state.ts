// A session's state across restarts, in five bytes: what its client knows, never world state.
import { BE, bool, decode, encode, struct, u8 } from '../../../wire/index.ts'

export interface ResumeState {
  /** Whether the client has sent HELO and was admitted. */
  readonly entered: boolean
  /** The number of the newest line that the client has for certain. */
  readonly received: number
}

const layout = struct({ entered: bool(u8), received: BE.u32 })

export function encodeResumeState(state: ResumeState): Uint8Array {
  return encode(layout, state)
}

/** Throws WireError for bytes that `encodeResumeState` did not produce. */
export function decodeResumeState(bytes: Uint8Array): ResumeState {
  return decode(layout, bytes)
}
