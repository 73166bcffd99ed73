import { blake2s } from '@noble/hashes/blake2.js'
import type { Options } from '../../games/game.ts'
import { seriesOf } from '../../games/shared/options/series-option.ts'
import { encodeUtf8 } from '../../wire/util/utf8.ts'
import { base64url } from '../platform/secrets.ts'
import type { BoardRow } from './story.ts'

export interface SeriesEntry {
  /** Identifies the room's stories. It stays the same when the room is deleted and restored. */
  readonly id: string
  readonly name: string
  /** A digest of the key of the series; empty if the series has no key. */
  readonly key: string
  /**
   * A digest of the rows of the board that the room would send. Absent: the room cannot read its rows now, and the
   * Directory keeps its copy of them.
   */
  readonly digest?: string
  /**
   * The room's rows of the board. The room sends them only when the Directory asks for them. A private room sends no
   * rows.
   */
  readonly rows?: readonly BoardRow[]
}

/**
 * `other-key`: the series has another key or no key. `full`: the series has too many rooms. `copy`: another room has
 * the same stories.
 */
export type SeriesRefusal = 'other-key' | 'full' | 'copy'

/** `rooms`: the rooms that have rows, including deleted ones. `board`: the players of all these rooms. */
export interface SeriesBoard {
  readonly rooms: readonly {
    /** `game/room`. */
    readonly name: string
    /** Absent if the room was deleted. */
    readonly title?: string
    /** The room's stored rows are damaged, so `board` leaves them out. */
    readonly isDamaged?: true
  }[]
  readonly board: readonly BoardRow[]
}

/** Maximum rows that a room adds to a series: the first players on its own board. */
const maxRoomRows = 50

export const seriesRefusalDescriptions: { readonly [refusal in SeriesRefusal]: string } = {
  'other-key': 'the series belongs to another room: set seriesKey to the key of that room',
  full: 'the series has 50 rooms: start another series',
  copy: 'another room of the series has the same stories: this room is a copy of it',
}

/** The digest of a series key, as announced; empty for an empty key. */
export function seriesKeyDigest(key: string): string {
  return key === '' ? '' : digestOf(`series key ${key}`)
}

/**
 * The room's entry in a series; undefined if the room's options name no series. The entry does not contain the rows.
 * `readBoard` returns undefined if the board cannot be read.
 */
export function seriesEntryOf(
  { seed, options }: { readonly seed: string; readonly options: Options },
  readBoard: () => readonly BoardRow[] | undefined,
): { readonly entry: SeriesEntry; readonly rows: readonly BoardRow[] } | undefined {
  const series = seriesOf(options)
  if (!series) return undefined
  const board = readBoard()
  const rows = board?.slice(0, maxRoomRows) ?? []
  return {
    entry: {
      ...{ id: digestOf(`series of ${seed}`), name: series.name, key: seriesKeyDigest(series.key) },
      ...(board && { digest: digestOf(JSON.stringify(rows)) }),
    },
    rows,
  }
}

const digestOf = (text: string) => base64url(blake2s(encodeUtf8(text), { dkLen: 16 }))
