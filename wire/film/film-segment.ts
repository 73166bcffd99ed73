// A segment of a room's film contains about a minute of the messages that spectators receive, with their times. It
// starts with a snapshot, so that it can be played without earlier segments. Each chunk of about ten seconds is
// compressed separately.

import { decodeSpectatorFrames, encodeSpectatorFrames } from '../link/spectator-frames.ts'
import { maxDateMs } from '../util/clock.ts'
import { concatBytes } from '../util/concat-bytes.ts'
import { decodeUtf8, encodeUtf8 } from '../util/utf8.ts'
import { WireError } from '../util/wire-error.ts'

/** A message to spectators, which contains all frames of one update. */
export interface FilmMessage {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Whether the message contains the whole state, not only changes. */
  readonly isSnapshot: boolean
  readonly message: string | Uint8Array
}

/** The time that a segment covers, in milliseconds since 1970. */
export interface FilmSpan {
  readonly start: number
  readonly end: number
}

export interface FilmSegment extends FilmSpan {
  readonly messages: readonly FilmMessage[]
}

type Frames = readonly (string | Uint8Array)[]

/**
 * Raw DEFLATE (RFC 1951), which the caller provides. `inflate` must not return more than `length` bytes. It may throw
 * any error.
 */
export interface FilmCompression {
  deflate(plain: Uint8Array): Uint8Array
  inflate(packed: Uint8Array, length: number): Uint8Array
}

/**
 * Maximum bytes of a chunk before compression. Writers end a chunk much earlier, but a single message may be this
 * large.
 */
const maxChunkBytes = 16 * 1024 * 1024
/**
 * Maximum bytes of all chunks of a segment together, before compression, because a decoded segment is in memory at
 * once. Writers end a segment much earlier.
 */
const maxPlainBytes = 48 * 1024 * 1024
/** Maximum number of messages of a segment, because a decoded message takes more memory than its bytes. */
const maxMessages = 100_000

const format = 1
/** Bytes at the start of a segment that `decodeFilmSpan` needs. They contain the format (u8) and both times (f64be). */
export const filmHeadBytes = 17
/** Bytes at the start of a chunk: its length before compression and its compressed length (each u32be). */
const chunkHeadBytes = 8
/**
 * Bytes at the start of a message: the milliseconds since the start of its segment (u32be), its kind (u8) and its
 * length (u32be).
 */
const messageHeadBytes = 9
const kinds = { text: 0, bytes: 1, textSnapshot: 2, byteSnapshot: 3 } as const

export function encodeFilmSpan({ start, end }: FilmSpan): Uint8Array {
  const head = new Uint8Array(filmHeadBytes)
  const view = bytesToDataView(head)
  view.setUint8(0, format)
  view.setFloat64(1, start)
  view.setFloat64(9, end)
  return head
}

export function decodeFilmSpan(segment: Uint8Array): FilmSpan {
  if (segment.length < filmHeadBytes || segment[0] !== format)
    throw new WireError('this is not a segment of a film')
  const view = bytesToDataView(segment)
  const [start, end] = [view.getFloat64(1), view.getFloat64(9)]
  if (!isFilmTime(start) || !isFilmTime(end) || start > end)
    throw new WireError('a segment of a film has invalid times')
  return { start, end }
}

/** Encodes messages without compressing them. `start`: the start of the segment. */
export function encodeFilmMessages(start: number, messages: readonly FilmMessage[]): Uint8Array {
  return concatBytes(
    messages.flatMap(({ at, isSnapshot, message }) => {
      const body = typeof message === 'string' ? encodeUtf8(message) : message
      const head = new Uint8Array(messageHeadBytes)
      const view = bytesToDataView(head)
      view.setUint32(0, at - start)
      const kind = typeof message === 'string' ? kinds.text : kinds.bytes
      view.setUint8(4, kind + (isSnapshot ? kinds.textSnapshot : 0))
      view.setUint32(5, body.length)
      return [head, body]
    }),
  )
}

/** `packed`: the compressed messages. `length`: their length before compression. */
export function encodeFilmChunk(packed: Uint8Array, length: number): Uint8Array {
  const head = new Uint8Array(chunkHeadBytes)
  bytesToDataView(head).setUint32(0, length)
  bytesToDataView(head).setUint32(4, packed.length)
  return concatBytes([head, packed])
}

/** Throws WireError for a damaged segment. */
export function decodeFilmSegment(
  segment: Uint8Array,
  compression: Pick<FilmCompression, 'inflate'>,
): FilmSegment {
  const { chunks, ...span } = decodeChunks(segment, compression)
  return { ...span, messages: chunks.flat() }
}

function decodeChunks(
  segment: Uint8Array,
  compression: Pick<FilmCompression, 'inflate'>,
): FilmSpan & { readonly chunks: readonly (readonly FilmMessage[])[] } {
  const { start, end } = decodeFilmSpan(segment)
  let left = maxMessages
  const chunks = chunksOf(segment).map(({ length, packed }) => {
    const messages = messagesOf(inflated(packed, length, compression), start, left)
    left -= messages.length
    return messages
  })
  if (chunks.flat()[0]?.isSnapshot !== true)
    throw new WireError('a segment of a film starts without a snapshot')
  return { start, end, chunks }
}

/** Checks the structure of a segment without decompressing it. Throws WireError. */
export function checkFilmSegment(segment: Uint8Array): FilmSpan {
  const span = decodeFilmSpan(segment)
  if (chunksOf(segment).length === 0) throw new WireError('a segment of a film is empty')
  return span
}

/** `length`: the length before compression. */
function chunksOf(segment: Uint8Array): { readonly length: number; readonly packed: Uint8Array }[] {
  const view = bytesToDataView(segment)
  const chunks: { readonly length: number; readonly packed: Uint8Array }[] = []
  let plainBytes = 0
  for (let at = filmHeadBytes; at < segment.length; ) {
    const from = at + chunkHeadBytes
    const to = from <= segment.length ? from + view.getUint32(at + 4) : Number.POSITIVE_INFINITY
    if (to > segment.length) throw new WireError('a segment of a film ends within a chunk')
    const length = view.getUint32(at)
    plainBytes += length
    if (length > maxChunkBytes || plainBytes > maxPlainBytes)
      throw new WireError('a segment of a film is too long when it is decompressed')
    chunks.push({ length, packed: segment.subarray(from, to) })
    at = to
  }
  return chunks
}

function messagesOf(plain: Uint8Array, start: number, most: number): FilmMessage[] {
  const view = bytesToDataView(plain)
  const messages: FilmMessage[] = []
  for (let at = 0; at < plain.length; ) {
    const from = at + messageHeadBytes
    const to = from <= plain.length ? from + view.getUint32(at + 5) : Number.POSITIVE_INFINITY
    if (to > plain.length) throw new WireError('a chunk of a film ends within a message')
    if (messages.length === most) throw new WireError('a segment of a film has too many messages')
    const kind = view.getUint8(at + 4)
    if (kind > kinds.byteSnapshot) throw new WireError('a film has a message of an unknown kind')
    const body = plain.slice(from, to)
    messages.push({
      at: start + view.getUint32(at),
      isSnapshot: kind >= kinds.textSnapshot,
      message: kind === kinds.text || kind === kinds.textSnapshot ? decodeUtf8(body) : body,
    })
    at = to
  }
  return messages
}

/** Whether this is a time of a Date from 1970 on, in milliseconds. */
export function isFilmTime(ms: number): boolean {
  return Number.isSafeInteger(ms) && ms >= 0 && ms <= maxDateMs
}

export function bytesToDataView({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length)
}

/** Returns the segment without the messages after `end`, except snapshots. Throws WireError if it is damaged. */
export function trimFilmSegment(segment: Uint8Array, end: number, compression: FilmCompression): Uint8Array {
  const whole = decodeChunks(segment, compression)
  if (whole.end <= end) return segment
  const chunks = whole.chunks.map((all) => all.filter(({ at, isSnapshot }) => isSnapshot || at <= end))
  return encodeFilmSegment({ start: whole.start, end: Math.max(end, whole.start) }, chunks, compression)
}

/**
 * Returns the segment with its frames replaced by those that `rewrite` returns, or the same segment if none changed.
 * `rewrite` must keep at least one frame of each snapshot. Throws WireError if the segment is damaged, and every error
 * of `rewrite`.
 */
export function rewriteFilmSegment(
  segment: Uint8Array,
  rewrite: (frames: Frames) => Frames,
  compression: FilmCompression,
): Uint8Array {
  const { chunks, ...span } = decodeChunks(segment, compression)
  let hasChanged = false
  const rewritten = chunks.map((messages) =>
    messages.flatMap((one) => {
      const frames = filmFramesOf(one.message)
      const others = rewrite(frames)
      if (others === frames) return [one]
      hasChanged = true
      const message = encodeSpectatorFrames(others)
      return message === undefined ? [] : [{ ...one, message }]
    }),
  )
  return hasChanged ? encodeFilmSegment(span, rewritten, compression) : segment
}

/** Keeps the chunks apart, because all chunks together may exceed the limit of one chunk. */
function encodeFilmSegment(
  span: FilmSpan,
  chunks: readonly (readonly FilmMessage[])[],
  { deflate }: FilmCompression,
): Uint8Array {
  const encoded = chunks.flatMap((messages) => {
    const plain = encodeFilmMessages(span.start, messages)
    return plain.length === 0 ? [] : [encodeFilmChunk(deflate(plain), plain.length)]
  })
  return concatBytes([encodeFilmSpan(span), ...encoded])
}

/** Throws WireError. */
export function filmFramesOf(message: string | Uint8Array): Frames {
  return typeof message === 'string' ? [message] : decodeSpectatorFrames(message)
}

function inflated(
  packed: Uint8Array,
  length: number,
  { inflate }: Pick<FilmCompression, 'inflate'>,
): Uint8Array {
  try {
    return inflate(packed, length)
  } catch {
    throw new WireError('a chunk of a film cannot be decompressed')
  }
}
