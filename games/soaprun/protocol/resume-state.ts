// The resume state of a session has at most 64 bytes.
import { decode, encode, LE, limited, list, struct, u8 } from '../../../wire/index.ts'
import {
  colourCount,
  itemBits,
  type PlayerResumeData,
  type Status,
  slotCount,
  statusNumbers,
} from '../players/player.ts'

export interface SessionState {
  /** Number of received Test packets, which is limited per session. */
  readonly tests: number
  /** Undefined before a valid login. */
  readonly player: PlayerResumeData | undefined
}

const layout = struct({
  tests: u8,
  player: list(
    struct({
      slot: limited(u8, { max: slotCount - 1 }),
      generation: u8,
      color: limited(u8, { max: colourCount - 1 }),
      status: limited(u8, { max: statusNumbers.ghost }),
      items: limited(u8, { max: itemBits.sword | itemBits.crown | itemBits.shield }),
      kills: LE.u16,
      x: LE.i16,
      y: LE.i16,
      flags: u8,
      swordSince: LE.f64,
      tilesSeen: LE.u32,
    }),
    u8,
    1,
  ),
})
const entered = 1
const corpseMade = 2

export function encodeResumeState({ tests, player }: SessionState): Uint8Array {
  if (!player) return encode(layout, { tests, player: [] })
  const flags = (player.entered ? entered : 0) | (player.corpseMade ? corpseMade : 0)
  return encode(layout, { tests, player: [{ ...player, flags }] })
}

/** Throws WireError for bytes that `encodeResumeState` did not produce. */
export function decodeResumeState(bytes: Uint8Array): SessionState {
  if (bytes.length === 0) return { tests: 0, player: undefined }
  const { tests, player } = decode(layout, bytes)
  const remembered = player[0]
  if (!remembered) return { tests, player: undefined }
  const { flags, status, ...rest } = remembered
  return {
    tests,
    player: {
      ...rest,
      status: status as Status,
      entered: (flags & entered) !== 0,
      corpseMade: (flags & corpseMade) !== 0,
    },
  }
}
