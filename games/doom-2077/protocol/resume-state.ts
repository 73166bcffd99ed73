// A resume state has about a hundred bytes.
import { decode, encode, LE, latin1, list, struct, u8, zstr } from '../../../wire/index.ts'
import type { PlayerResumeState } from '../state/player.ts'

export interface ResumeState {
  readonly addressValidated: boolean
  /** Whether the client has sent KATC or PING [DM-2.4]. */
  readonly sendsKeepAlive: boolean
  /** Whether the client has sent a MOVE since it was accepted [DM-2.1]. */
  readonly hasMoved: boolean
  /** [DM-2.1] */
  readonly isAccepted: boolean
  /** Whether the player's own JOIN has been sent or queued [DM-2.8]. */
  readonly isIntroduced: boolean
  /** [DM-2.12] */
  readonly knownPlayerIds: readonly number[]
  /** Undefined if the address has no player. */
  readonly player: PlayerResumeState | undefined
}

const flags = {
  addressValidated: 1,
  keepsAlive: 4,
  moved: 8,
  introduced: 16,
  entered: 32,
  accepted: 64,
} as const

const layout = struct({
  flags: u8,
  player: list(
    struct({ id: LE.f64, name: zstr(latin1, 127), x: LE.f64, y: LE.f64, z: LE.f64, angle: LE.f64 }),
    u8,
    1,
  ),
  knownPlayerIds: list(LE.f64, u8),
})

export function encodeResumeState(state: ResumeState): Uint8Array {
  const { player, knownPlayerIds } = state
  const set =
    (state.addressValidated ? flags.addressValidated : 0) |
    (state.sendsKeepAlive ? flags.keepsAlive : 0) |
    (state.hasMoved ? flags.moved : 0) |
    (state.isAccepted ? flags.accepted : 0) |
    (state.isIntroduced ? flags.introduced : 0) |
    (player?.hasEntered ? flags.entered : 0)
  const fields = player ? [{ id: player.id, name: player.name, ...player.position }] : []
  return encode(layout, { flags: set, player: fields, knownPlayerIds })
}

/** Throws WireError for bytes that `encodeResumeState` did not produce. */
export function decodeResumeState(bytes: Uint8Array): ResumeState {
  const { flags: set, player, knownPlayerIds } = bytes.length === 0 ? emptyState : decode(layout, bytes)
  const [fields] = player
  return {
    addressValidated: (set & flags.addressValidated) !== 0,
    sendsKeepAlive: (set & flags.keepsAlive) !== 0,
    hasMoved: (set & flags.moved) !== 0,
    isAccepted: (set & flags.accepted) !== 0,
    isIntroduced: (set & flags.introduced) !== 0,
    knownPlayerIds,
    player: fields && toPlayerResumeState(fields, (set & flags.entered) !== 0),
  }
}

const emptyState = { flags: 0, player: [], knownPlayerIds: [] } as const

type Fields = Omit<PlayerResumeState, 'position' | 'hasEntered'> & PlayerResumeState['position']

function toPlayerResumeState({ id, name, x, y, z, angle }: Fields, entered: boolean): PlayerResumeState {
  return { id, name, hasEntered: entered, position: { x, y, z, angle } }
}
