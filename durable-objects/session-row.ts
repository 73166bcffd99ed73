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

/** A row that nobody came back for. */
const rowMs = 24 * 60 * 60 * 1000
const rowPrefix = 'session/'

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
}

const layout = struct({
  writtenAt: BE.f64,
  format: constant(u8, 1),
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
})

export function sessionRowKey(token: string): string {
  return rowPrefix + token
}

export function encodeSessionRow({ applied, note, kept }: SessionRow, now: number): Uint8Array {
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
  })
}

/** The session's row, unless there is none or it is older than a day. */
export function readSessionRow(records: Records, token: string, now: number): SessionRow | undefined {
  const stored = records.get(sessionRowKey(token))
  if (!(stored instanceof Uint8Array)) return undefined
  const row = decodeRow(stored)
  if (!row || now - row.writtenAt > rowMs) return undefined
  const { applied, note, kept } = row
  return {
    applied,
    note,
    kept: kept.map((turn) => ({
      seq: turn.seq,
      note: turn.notes[0],
      frames: turn.frames.map((frame) => (frame.text ? decodeUtf8(frame.bytes) : frame.bytes)),
    })),
  }
}

/** Undefined for a row of another build: the sidecar's note then says where to go on. */
function decodeRow(stored: Uint8Array): ValueOf<typeof layout> | undefined {
  try {
    return decode(layout, stored)
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

/** The rows that nobody came back for in a day, as changes that delete them. */
export function oldSessionRows(records: Records, now: number): Map<string, undefined> {
  const old = new Map<string, undefined>()
  for (const [key, stored] of records.list(rowPrefix)) {
    const writtenAt =
      stored instanceof Uint8Array ? new DataView(stored.buffer, stored.byteOffset).getFloat64(0) : 0
    if (now - writtenAt > rowMs) old.set(key, undefined)
  }
  return old
}
