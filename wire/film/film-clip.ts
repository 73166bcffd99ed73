// A clip of a room's film is a part of at most a minute that is kept when the film is deleted. Its first segment is not
// cut at its start, because playback needs the snapshot there.
import { concatBytes } from '../util/concat-bytes.ts'
import { WireError } from '../util/wire-error.ts'
import { bytesToDataView, checkFilmSegment, isFilmTime } from './film-segment.ts'

export const maxClipMs = 60_000

const format = 1
/** Bytes at the start of a clip that `decodeClipTimes` needs. They contain the format (u8) and three times (f64be). */
export const clipHeadBytes = 25
/** Bytes of the length before each segment, which is a u32be. */
const lengthBytes = 4

/** The times of a clip, in milliseconds since 1970. */
export interface ClipTimes {
  readonly from: number
  readonly to: number
  readonly createdAt: number
}

export interface FilmClip extends ClipTimes {
  /** The segments in the format of film-segment.ts, oldest first. */
  readonly segments: readonly Uint8Array[]
}

export function encodeClip({ from, to, createdAt, segments }: FilmClip): Uint8Array {
  const head = new Uint8Array(clipHeadBytes)
  const view = bytesToDataView(head)
  view.setUint8(0, format)
  view.setFloat64(1, from)
  view.setFloat64(9, to)
  view.setFloat64(17, createdAt)
  const parts = segments.flatMap((segment) => {
    const length = new Uint8Array(lengthBytes)
    bytesToDataView(length).setUint32(0, segment.length)
    return [length, segment]
  })
  return concatBytes([head, ...parts])
}

/** Throws WireError. */
export function decodeClipTimes(value: Uint8Array): ClipTimes {
  if (value.length < clipHeadBytes || value[0] !== format) throw new WireError('this is not a clip')
  const view = bytesToDataView(value)
  const [from, to, createdAt] = [view.getFloat64(1), view.getFloat64(9), view.getFloat64(17)]
  if (![from, to, createdAt].every(isFilmTime) || to <= from || to - from > maxClipMs)
    throw new WireError('a clip has invalid times')
  return { from, to, createdAt }
}

/** Checks only the outer structure of the segments (`checkFilmSegment`). Throws WireError. */
export function decodeClip(value: Uint8Array): FilmClip {
  const times = decodeClipTimes(value)
  const view = bytesToDataView(value)
  const segments: Uint8Array[] = []
  for (let at = clipHeadBytes; at < value.length; ) {
    const start = at + lengthBytes
    const end = start <= value.length ? start + view.getUint32(at) : Number.POSITIVE_INFINITY
    if (end > value.length) throw new WireError('a clip ends within a segment')
    segments.push(value.slice(start, end))
    checkFilmSegment(segments.at(-1)!)
    at = end
  }
  if (segments.length === 0) throw new WireError('a clip is empty')
  return { ...times, segments }
}
