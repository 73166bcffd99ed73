// The row by which a session goes on after a crash: wire/LINK.md, LINK-5.
import type { Frame } from '../games/game.ts'
import { decode, encode, type ValueOf } from '../wire/codec.ts'
import { WireError } from '../wire/error.ts'
import { constant } from '../wire/hidden.ts'
import { bytes, list } from '../wire/lists.ts'
import { BE, u8 } from '../wire/numbers.ts'
import { struct } from '../wire/struct.ts'
import { decodeUtf8, encodeUtf8 } from '../wire/utf8.ts'
import type { Records } from './store.ts'

export const sessionRowPrefix = 'session/'

/** A turn whose replies are under way. */
export interface KeptTurn {
  readonly seq: number
  readonly frames: readonly Frame[]
  readonly note: Uint8Array | undefined
}

export interface SessionRow {
  /** The last turn that is in the records. */
  readonly applied: number
  /** As it is after that turn. */
  readonly note: Uint8Array
  readonly kept: readonly KeptTurn[]
  /** Why the session ended, if it did: then its sidecar has yet to be told. */
  readonly ended: string | undefined
}

/** Of a row, in milliseconds since 1970; and where the next byte says what follows. */
const writtenAt = BE.f64
const formatAt = 8

const fields = {
  applied: BE.u32,
  note: bytes(BE.u32),
  kept: list(
    struct({
      seq: BE.u32,
      notes: list(bytes(BE.u32), u8, 1),
      frames: list(struct({ text: u8, bytes: bytes(BE.u32) }), BE.u32),
    }),
    BE.u32,
  ),
} as const
/** Rows of a build that remembered no ends. */
const endless = struct({ writtenAt, format: constant(u8, 1), ...fields })
const layout = struct({ writtenAt, format: constant(u8, 2), ...fields, ends: list(bytes(BE.u16), u8, 1) })

export function sessionRowKey(token: string): string {
  return sessionRowPrefix + token
}

/** The other way. */
export function tokenOf(key: string): string {
  return key.slice(sessionRowPrefix.length)
}

export function encodeSessionRow({ applied, note, kept, ended }: SessionRow, now: number): Uint8Array {
  return encode(layout, {
    writtenAt: now,
    applied,
    note,
    kept: kept.map((turn) => ({
      seq: turn.seq,
      notes: turn.note ? [turn.note] : [],
      frames: turn.frames.map((frame) =>
        typeof frame === 'string' ? { text: 1, bytes: encodeUtf8(frame) } : { text: 0, bytes: frame },
      ),
    })),
    ends: ended === undefined ? [] : [encodeUtf8(ended)],
  })
}

/** The session's row, if there is one that this build can read: else the sidecar's note says where to go on. */
export function readSessionRow(records: Records, token: string): SessionRow | undefined {
  const stored = records.get(sessionRowKey(token))
  const row = stored instanceof Uint8Array ? decodeRow(stored) : undefined
  if (!row) return undefined
  const { applied, note, kept, ends } = row
  return {
    applied,
    note,
    kept: kept.map((turn) => ({
      seq: turn.seq,
      note: turn.notes[0],
      frames: turn.frames.map((frame) => (frame.text ? decodeUtf8(frame.bytes) : frame.bytes)),
    })),
    ended: ends[0] && decodeUtf8(ends[0]),
  }
}

function decodeRow(stored: Uint8Array): Omit<ValueOf<typeof layout>, 'format'> | undefined {
  try {
    return stored[formatAt] === 1 ? { ...decode(endless, stored), ends: [] } : decode(layout, stored)
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}
