// A segment of a room's film: about a minute of the messages that spectators receive, with their times. It starts with a
// snapshot, so that it plays without those before it. Chunks of some ten seconds are appended to it, each compressed by
// itself.
import { decode, encode } from '../codec/codec.ts'
import { constant } from '../codec/fields/derived-fields.ts'
import { bytes, toEnd } from '../codec/fields/lists.ts'
import { BE, u8 } from '../codec/fields/numbers.ts'
import { struct } from '../codec/fields/struct.ts'
import { decodeSpectatorFrames, encodeSpectatorFrames } from '../link/spectator-frames.ts'
import { concatBytes } from '../util/concat-bytes.ts'
import { decodeUtf8, encodeUtf8 } from '../util/utf8.ts'
import { WireError } from '../util/wire-error.ts'

/** One message of a spectator stream: all frames of a moment. */
export interface FilmMessage {
  /** Milliseconds since 1970. */
  readonly at: number
  /** It holds the whole state, not changes. */
  readonly isSnapshot: boolean
  readonly message: string | Uint8Array
}

/** The times that a segment covers, in milliseconds since 1970: nothing else happened between its messages. */
export interface FilmSpan {
  readonly start: number
  readonly end: number
}

export interface FilmSegment extends FilmSpan {
  readonly messages: readonly FilmMessage[]
}

type Frames = readonly (string | Uint8Array)[]

/** Raw DEFLATE (RFC 1951) of the platform. `inflate` may throw anything, and must not return more than `length` bytes. */
export interface FilmCompression {
  deflate(plain: Uint8Array): Uint8Array
  inflate(packed: Uint8Array, length: number): Uint8Array
}

/** Bytes of a chunk before compression. A writer ends a chunk long before; one message may be that large. */
const maxChunkBytes = 16 * 1024 * 1024
/** The largest time of a Date. */
const maxDateMs = 8.64e15

const head = struct({ format: constant(u8, 1), start: BE.f64, end: BE.f64 })
/** Bytes at the start of a segment that `decodeFilmSpan` needs. */
export const filmHeadBytes = 17
/** `length`: of the messages before compression. */
const chunks = toEnd(struct({ length: BE.u32, packed: bytes(BE.u32) }))
/** `after`: milliseconds since the start of the segment. */
const messagesLayout = toEnd(struct({ after: BE.u32, kind: u8, message: bytes(BE.u32) }))
const kinds = { text: 0, bytes: 1, textSnapshot: 2, byteSnapshot: 3 } as const

export function encodeFilmSpan({ start, end }: FilmSpan): Uint8Array {
  return encode(head, { start, end })
}

/** Throws WireError if the bytes do not start as a segment does. */
export function decodeFilmSpan(segment: Uint8Array): FilmSpan {
  const { start, end } = decode(head, segment.subarray(0, filmHeadBytes))
  if (
    !Number.isSafeInteger(start) ||
    !Number.isSafeInteger(end) ||
    start < 0 ||
    start > end ||
    end > maxDateMs
  )
    throw new WireError('a segment of a film has impossible times')
  return { start, end }
}

/** `start`: of its segment. */
export function encodeFilmChunk(
  start: number,
  messages: readonly FilmMessage[],
  { deflate }: Pick<FilmCompression, 'deflate'>,
): Uint8Array {
  const plain = encode(
    messagesLayout,
    messages.map(({ at, isSnapshot, message }) => ({
      after: at - start,
      kind: (typeof message === 'string' ? kinds.text : kinds.bytes) + (isSnapshot ? kinds.textSnapshot : 0),
      message: typeof message === 'string' ? encodeUtf8(message) : message,
    })),
  )
  return encode(chunks, [{ length: plain.length, packed: deflate(plain) }])
}

/** Throws WireError if the segment is damaged. */
export function decodeFilmSegment(
  segment: Uint8Array,
  compression: Pick<FilmCompression, 'inflate'>,
): FilmSegment {
  const { start, end } = decodeFilmSpan(segment)
  const messages = decode(chunks, segment.subarray(filmHeadBytes)).flatMap(({ length, packed }) =>
    decode(messagesLayout, inflated(packed, length, compression)).map(
      ({ after, kind, message }): FilmMessage => {
        if (kind > kinds.byteSnapshot) throw new WireError('a film has a message of an unknown kind')
        const isText = kind === kinds.text || kind === kinds.textSnapshot
        return {
          at: start + after,
          isSnapshot: kind >= kinds.textSnapshot,
          message: isText ? decodeUtf8(message) : message.slice(),
        }
      },
    ),
  )
  if (messages[0]?.isSnapshot !== true) throw new WireError('a segment of a film starts without a snapshot')
  return { start, end, messages }
}

/** Checks the outer structure of a segment, in time that depends on its length only. Throws WireError. */
export function checkFilmSegment(segment: Uint8Array): FilmSpan {
  const all = decode(chunks, segment.subarray(filmHeadBytes))
  if (all.length === 0 || all.some(({ length }) => length > maxChunkBytes))
    throw new WireError('a segment of a film is empty, or unpacks to too much')
  return decodeFilmSpan(segment)
}

/** The segment with other frames; `rewrite` must keep some of each snapshot. Throws WireError if it is damaged. */
export function rewriteFilmSegment(
  segment: Uint8Array,
  rewrite: (frames: Frames) => Frames,
  compression: FilmCompression,
): Uint8Array {
  const { start, end, messages } = decodeFilmSegment(segment, compression)
  const rewritten = messages.flatMap((one) => {
    const message = encodeSpectatorFrames(rewrite(framesOf(one.message)))
    return message === undefined ? [] : [{ ...one, message }]
  })
  return concatBytes([encodeFilmSpan({ start, end }), encodeFilmChunk(start, rewritten, compression)])
}

/** The frames of one message. Throws WireError. */
function framesOf(message: string | Uint8Array): Frames {
  return typeof message === 'string' ? [message] : decodeSpectatorFrames(message)
}

function inflated(
  packed: Uint8Array,
  length: number,
  { inflate }: Pick<FilmCompression, 'inflate'>,
): Uint8Array {
  if (length > maxChunkBytes) throw new WireError('a chunk of a film unpacks to too much')
  try {
    return inflate(packed, length)
  } catch {
    throw new WireError('a chunk of a film cannot be unpacked')
  }
}
