// The row from which a session resumes after a crash: wire/LINK.md, LINK-5.
import type { Frame } from '../../../games/game.ts'
import { decode, encode } from '../../../wire/codec/codec.ts'
import { constant } from '../../../wire/codec/fields/derived-fields.ts'
import { bytes, list } from '../../../wire/codec/fields/lists.ts'
import { BE, u8 } from '../../../wire/codec/fields/numbers.ts'
import { struct } from '../../../wire/codec/fields/struct.ts'
import { decodeUtf8, encodeUtf8 } from '../../../wire/util/utf8.ts'
import { undefinedIfMalformed } from '../../../wire/util/wire-error.ts'
import type { Records } from '../../storage/records.ts'
import type { TransactionResult } from './client-session.ts'

export const checkpointKeyPrefix = 'session/'

/** A transaction with unacknowledged replies. `frames`: the replies, including those to all parts of the frame. */
export interface UnackedTransaction {
  readonly seq: number
  readonly frames: readonly Frame[]
  readonly resumeState: Uint8Array | undefined
}

/** The state of a session, in memory and in the session's row. */
export interface SessionCheckpoint {
  /** Number of the last committed transaction, or -1. */
  readonly lastAppliedSeq: number
  /** The resume state after that transaction; undefined if the session has not been greeted. */
  readonly resumeState: Uint8Array | undefined
  readonly unacked: readonly UnackedTransaction[]
  /** Number of processed parts of the frame after `lastAppliedSeq`, as `Session.receive` counts them; 0: none. */
  readonly framePart: number
  /**
   * Output to the session since the frame after `lastAppliedSeq` started: the replies to its finished parts, and other
   * output, which is appended. It is sent together with the replies to the last part.
   */
  readonly partialReplies: Frame[]
  /** Why the session ended, if it did, until the sidecar has received the reason. */
  readonly endReason: string | undefined
}

export const newCheckpoint = (): SessionCheckpoint => ({
  lastAppliedSeq: -1,
  resumeState: undefined,
  unacked: [],
  framePart: 0,
  partialReplies: [],
  endReason: undefined,
})

/** `sent`: the output for the sidecar; undefined between two parts of a frame. */
export function checkpointAfter(
  before: SessionCheckpoint,
  { seq, part, replies, resumeState }: TransactionResult,
): SessionCheckpoint & { readonly sent: UnackedTransaction | undefined } {
  const frames = [...before.partialReplies, ...replies]
  const known = before.resumeState
  const next = { ...before, resumeState: resumeState ?? known ?? empty, framePart: part }
  if (part > 0) return { ...next, partialReplies: frames, sent: undefined }
  // The first resume state is sent even if it is empty, because it shows that the greeting was sent. A resume state
  // that changed in an earlier part of the frame is sent after the last part.
  const changed = resumeState ?? (before.framePart > 0 ? known : undefined) ?? (known ? undefined : empty)
  const sent = { seq, frames, resumeState: changed }
  return { ...next, lastAppliedSeq: seq, partialReplies: [], sent }
}

const empty = new Uint8Array(0)
const frames = list(struct({ text: u8, bytes: bytes(BE.u32) }), BE.u32)
const layout = struct({
  /** Milliseconds since 1970. */
  writtenAt: BE.f64,
  format: constant(u8, 1),
  lastAppliedSeq: BE.u32,
  resumeState: bytes(BE.u32),
  unacked: list(
    struct({
      seq: BE.u32,
      resumeStates: list(bytes(BE.u32), u8, 1),
      frames,
    }),
    BE.u32,
  ),
  endReasons: list(bytes(BE.u16), u8, 1),
  framePart: BE.f64,
  partialReplies: frames,
})

export function checkpointKey(token: string): string {
  return checkpointKeyPrefix + token
}

export function tokenOfCheckpoint(key: string): string {
  return key.slice(checkpointKeyPrefix.length)
}

export function encodeCheckpoint(checkpoint: SessionCheckpoint, now: number): Uint8Array {
  const { lastAppliedSeq, resumeState, unacked, framePart, partialReplies, endReason } = checkpoint
  return encode(layout, {
    writtenAt: now,
    lastAppliedSeq,
    resumeState: resumeState ?? empty,
    unacked: unacked.map((transaction) => ({
      seq: transaction.seq,
      resumeStates: transaction.resumeState ? [transaction.resumeState] : [],
      frames: transaction.frames.map(toStoredFrame),
    })),
    endReasons: endReason === undefined ? [] : [encodeUtf8(endReason)],
    framePart,
    partialReplies: partialReplies.map(toStoredFrame),
  })
}

function toStoredFrame(frame: Frame): { readonly text: number; readonly bytes: Uint8Array } {
  return typeof frame === 'string' ? { text: 1, bytes: encodeUtf8(frame) } : { text: 0, bytes: frame }
}

function frameFrom({ text, bytes }: { readonly text: number; readonly bytes: Uint8Array }): Frame {
  return text ? decodeUtf8(bytes) : bytes
}

/** Undefined if there is no row or this build cannot read it: the session then resumes from the sidecar's state. */
export function readCheckpoint(records: Records, token: string): SessionCheckpoint | undefined {
  const record = records.get(checkpointKey(token))
  const stored = record instanceof Uint8Array ? undefinedIfMalformed(() => decode(layout, record)) : undefined
  if (!stored) return undefined
  const { lastAppliedSeq, resumeState, unacked, framePart, partialReplies, endReasons } = stored
  return {
    lastAppliedSeq,
    resumeState,
    unacked: unacked.map(({ seq, resumeStates, frames }) => ({
      seq,
      resumeState: resumeStates[0],
      frames: frames.map(frameFrom),
    })),
    framePart,
    partialReplies: partialReplies.map(frameFrom),
    endReason: endReasons[0] && decodeUtf8(endReasons[0]),
  }
}
