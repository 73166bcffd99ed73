// A clip stays when the film is deleted.
import {
  type ClipTimes,
  clipHeadBytes,
  decodeClip,
  decodeClipTimes,
  encodeClip,
  type FilmClip,
} from '../../wire/film/film-clip.ts'
import { rewriteFilmSegment } from '../../wire/film/film-segment.ts'
import { undefinedIfMalformed } from '../../wire/util/wire-error.ts'
import { filmCompression } from './film-store.ts'
import type { RecordTable, StoredValue } from './records.ts'

const clipPrefix = 'clip/'

export const clipLimits = { maxClips: 20, maxBytes: 4 * 1024 * 1024 } as const

/** Base64url. Everybody who has a clip's id can watch the clip. */
export const clipIdLength = 16
const idPattern = /^[\w-]{16}$/

export interface StoredClip extends ClipTimes {
  readonly id: string
}

type ClipTable = Pick<RecordTable, 'get' | 'heads' | 'write'>

export class ClipStore {
  readonly #table: ClipTable

  constructor(table: ClipTable) {
    this.#table = table
  }

  get all(): StoredClip[] {
    return this.#table
      .heads(clipPrefix, clipHeadBytes)
      .map(({ key, head }) => ({ id: key.slice(clipPrefix.length), ...decodeClipTimes(head as Uint8Array) }))
      .sort((a, b) => b.createdAt - a.createdAt)
  }

  get(id: string): Uint8Array | undefined {
    const value = idPattern.test(id) ? this.#table.get(clipPrefix + id) : undefined
    return value instanceof Uint8Array ? value : undefined
  }

  /** Stores a clip; returns false, and stores nothing, if it is too long. */
  add(id: string, clip: FilmClip): boolean {
    const value = encodeClip(clip)
    if (value.length > clipLimits.maxBytes) return false
    this.#table.write(new Map([[clipPrefix + id, value]]))
    return true
  }

  delete(id: string): boolean {
    if (!this.get(id)) return false
    this.#table.write(new Map([[clipPrefix + id, undefined]]))
    return true
  }

  /** Each step rewrites one clip. A clip that cannot be read is deleted. */
  *rewriteFrames(rewrite: Parameters<typeof rewriteFilmSegment>[1]): Generator<void> {
    for (const { id } of this.all) {
      const value = this.get(id)!
      const other = rewritten(value, rewrite)
      if (other !== value) this.#table.write(new Map([[clipPrefix + id, other]]))
      yield
    }
  }
}

/** The key of the first record that is not a clip, or exceeds the limits. Undefined if all records are valid. */
export function findInvalidClip(table: ClipTable): string | undefined {
  const heads = table.heads(clipPrefix, 0)
  if (heads.length > clipLimits.maxClips) return heads[clipLimits.maxClips]!.key
  return heads.find(({ key, size }) => size > clipLimits.maxBytes || !isClip(table.get(key), key))?.key
}

function isClip(value: StoredValue | undefined, key: string): boolean {
  if (!(value instanceof Uint8Array) || !idPattern.test(key.slice(clipPrefix.length))) return false
  return undefinedIfMalformed(() => decodeClip(value)) !== undefined
}

function rewritten(
  value: Uint8Array,
  rewrite: Parameters<typeof rewriteFilmSegment>[1],
): Uint8Array | undefined {
  return undefinedIfMalformed(() => {
    const clip = decodeClip(value)
    const segments = clip.segments.map((one) => rewriteFilmSegment(one, rewrite, filmCompression))
    return segments.every((one, at) => one === clip.segments[at]) ? value : encodeClip({ ...clip, segments })
  })
}
