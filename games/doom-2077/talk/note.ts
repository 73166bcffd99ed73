// Session state that survives restarts, in about a hundred bytes.
import { decode, encode, hasBits, LE, latin1, list, struct, u8, when, zstr } from '../../../wire/index.ts'
import type { Remembered } from '../scene/player.ts'

/** Progress of a conversation. */
export interface Conversation {
  /** The address is validated. */
  readonly proven: boolean
  /** The client has sent KATC or PING [DM-2.4]. */
  readonly keepsAlive: boolean
  /** The client has sent MOVE since it was accepted [DM-2.1]. */
  readonly moved: boolean
  /** ACPT has been sent [DM-2.1]. */
  readonly accepted: boolean
  /** The player's own JOIN has been sent or queued [DM-2.8]. */
  readonly introduced: boolean
  /** [DM-2.12] Players of whom the client certainly knows. Undefined, in notes from before 2026-11-22: all of them. */
  readonly told: readonly number[] | undefined
  /** Undefined if the address has no player. */
  readonly player: Remembered | undefined
}

const flags = {
  proven: 1,
  keepsAlive: 4,
  moved: 8,
  introduced: 16,
  entered: 32,
  accepted: 64,
  told: 128,
} as const

const layout = struct({
  flags: u8,
  /** A time in notes from before 2026-11-22; unused. */
  unused: LE.f64,
  player: list(
    struct({ id: LE.f64, name: zstr(latin1, 127), x: LE.f64, y: LE.f64, z: LE.f64, angle: LE.f64 }),
    u8,
    1,
  ),
  told: when('flags', hasBits(flags.told), list(LE.f64, u8)),
})

export function encodeNote(conversation: Conversation): Uint8Array {
  const { player, told } = conversation
  const set =
    (conversation.proven ? flags.proven : 0) |
    (conversation.keepsAlive ? flags.keepsAlive : 0) |
    (conversation.moved ? flags.moved : 0) |
    (conversation.accepted ? flags.accepted : 0) |
    (conversation.introduced ? flags.introduced : 0) |
    (player?.entered ? flags.entered : 0) |
    (told ? flags.told : 0)
  const fields = player ? [{ id: player.id, name: player.name, ...player.place }] : []
  return encode(layout, { flags: set, unused: 0, player: fields, told })
}

/** Throws WireError for bytes that `encodeNote` did not produce. */
export function decodeNote(note: Uint8Array): Conversation {
  const { flags: set, player, told } = note.length === 0 ? nothing : decode(layout, note)
  const [fields] = player
  return {
    proven: (set & flags.proven) !== 0,
    keepsAlive: (set & flags.keepsAlive) !== 0,
    moved: (set & flags.moved) !== 0,
    accepted: (set & flags.accepted) !== 0,
    introduced: (set & flags.introduced) !== 0,
    told,
    player: fields && remembered(fields, (set & flags.entered) !== 0),
  }
}

const nothing = { flags: 0, player: [], told: undefined } as const

type Fields = Omit<Remembered, 'place' | 'entered'> & Remembered['place']

function remembered({ id, name, x, y, z, angle }: Fields, entered: boolean): Remembered {
  return { id, name, entered, place: { x, y, z, angle } }
}
