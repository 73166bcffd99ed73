// The boards of series, each made of the rows that the rooms of the series have announced. A series exists while a room
// is in it. The first room of a series determines its key.
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import type { SeriesBoard, SeriesRefusal } from '../../model/series.ts'
import { type BoardRow, mergeBoards, parseBoardRows } from '../../model/story.ts'
import { constantTimeEqual } from '../../platform/secrets.ts'
import type { SeriesErasure } from '../../rpc/directory-rpc.ts'
import type { RoomAnnouncement } from '../../rpc/rpc-types.ts'
import type { SqlStorage, SqlValue } from '../../storage/records.ts'

/** Maximum number of rooms in a series, including deleted ones. */
const maxRooms = 50
/** Milliseconds for which the rows of a deleted room are kept after their last change. */
const deletedRetentionMs = 2 * 365 * 24 * 60 * 60 * 1000
export const maxDeletedRooms = 5000

const noRows = '[]'

/** `name`: the room as `game/room`, like all names in the Directory. */
export type AnnouncedRoom = Pick<RoomAnnouncement, 'generation' | 'series'> & { readonly name: string }

interface Member {
  readonly id: string
  readonly room: string
  readonly generation: number
  readonly key: string
  readonly digest: string
  readonly joined_at: number
}

interface ReadRow {
  readonly id: string
  readonly room: string
  readonly rows: string
  /** Title of the room; null if the room does not exist any more. */
  readonly title: string | null
}

/** Joins each row of `series_board` with its room. Without a room, the columns of `room` are null. */
const joinRoom = `LEFT JOIN room ON room.name = series_board.room
  AND json_extract(room.announcement, '$.generation') = series_board.generation`

export class SeriesBoards {
  readonly #sql: SqlStorage

  /** Call after the table of rooms has been created. */
  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`
      CREATE TABLE IF NOT EXISTS series_board (
        id TEXT PRIMARY KEY, series TEXT NOT NULL, room TEXT NOT NULL, generation INTEGER NOT NULL,
        key TEXT NOT NULL, digest TEXT NOT NULL, rows TEXT NOT NULL, joined_at INTEGER NOT NULL, at INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS series_rooms ON series_board (series);
      CREATE INDEX IF NOT EXISTS series_of_room ON series_board (room);
    `)
  }

  /**
   * Call after the room's announcement is stored. Returns `rows` if the room must send its announcement again with its
   * rows.
   */
  announced(
    { name, generation, series }: AnnouncedRoom,
    game: string,
    now: number,
  ): SeriesRefusal | 'rows' | undefined {
    if (!series) {
      this.#sql.exec('DELETE FROM series_board WHERE room = ? AND generation = ?', name, generation)
      return undefined
    }
    const { id, key, digest, rows } = series
    const fullName = `${game}/${series.name}`
    if (this.#hasImportedCopy(id, name, generation)) return 'copy'
    const members = this.#rows<Member>(
      'SELECT id, room, generation, key, digest, joined_at FROM series_board WHERE series = ? ORDER BY joined_at',
      fullName,
    )
    const member = members.find((one) => one.id === id)
    const refused = refusalOf(members, id, key)
    if (refused) {
      this.#sql.exec('DELETE FROM series_board WHERE id = ?', id)
      return refused
    }
    const first = members[0]
    if (first?.id === id && first.key !== key) this.#changeKey(fullName, first.key, key)
    if (!member) {
      this.prune(now)
      // The first room of a series determines its key. So each new room gets a later time than the others, even if the
      // clock was set back.
      const joinedAt = Math.max(now, (members.at(-1)?.joined_at ?? 0) + 1)
      this.#sql.exec(
        'INSERT OR REPLACE INTO series_board VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        ...[id, fullName, name, generation, key, '', noRows, joinedAt, now],
      )
    } else if (member.room !== name || member.generation !== generation)
      this.#sql.exec('UPDATE series_board SET room = ?, generation = ? WHERE id = ?', name, generation, id)
    if (digest === undefined || digest === member?.digest) return undefined
    if (!rows) return 'rows'
    this.#sql.exec(
      'UPDATE series_board SET digest = ?, rows = ?, at = ? WHERE id = ?',
      ...[digest, JSON.stringify(rows), now, id],
    )
    return undefined
  }

  /**
   * `reportDamage`: gets the name of each room whose rows are damaged. The room sends its rows again with its next
   * announcement.
   */
  read(series: string, reportDamage: (room: string) => void): SeriesBoard | undefined {
    const stored = this.#rows<ReadRow>(
      `SELECT id, series_board.room, rows, json_extract(announcement, '$.title') AS title
        FROM series_board ${joinRoom} WHERE series = ? ORDER BY joined_at`,
      series,
    )
    if (stored.length === 0) return undefined
    const boards: (readonly BoardRow[])[] = []
    const rooms = stored.flatMap(({ id, room, rows, title }) => {
      const board = parseBoardRows(rows)
      if (board?.length === 0) return []
      if (board) boards.push(board)
      else {
        reportDamage(room)
        this.#sql.exec("UPDATE series_board SET digest = '' WHERE id = ? AND digest != ''", id)
      }
      return { name: room, ...(title !== null && { title }), ...(!board && { isDamaged: true as const }) }
    })
    return { rooms, board: mergeBoards(boards) }
  }

  exists(series: string): boolean {
    return this.#rows('SELECT id FROM series_board WHERE series = ? LIMIT 1', series).length > 0
  }

  hasKey(series: string, key: string): boolean {
    const query = 'SELECT key FROM series_board WHERE series = ? ORDER BY joined_at LIMIT 1'
    const [first] = this.#rows<{ key: string }>(query, series)
    return first !== undefined && isKey(key, first.key)
  }

  /** Erases rows of deleted rooms, and returns the number of these rooms. Existing rooms announce their own rows. */
  eraseDeleted(series: string, what: SeriesErasure): number {
    const deleted = this.#rows<ReadRow>(
      `SELECT id, series_board.room, rows, NULL AS title FROM series_board ${joinRoom}
        WHERE series = ? AND room.name IS NULL`,
      series,
    )
    let erased = 0
    for (const { id, room, rows } of deleted) {
      const board = parseBoardRows(rows)
      // Damaged rows may contain the name of any player.
      const rest =
        'room' in what
          ? room === what.room
            ? []
            : board
          : board?.filter(({ player }) => player !== what.player)
      if (rest && rest.length === board?.length) continue
      erased++
      if (!rest || rest.length === 0) this.#sql.exec('DELETE FROM series_board WHERE id = ?', id)
      else this.#sql.exec('UPDATE series_board SET rows = ? WHERE id = ?', JSON.stringify(rest), id)
    }
    return erased
  }

  /** Whether another existing room has the same stories, because one of the two is an imported copy. */
  #hasImportedCopy(id: string, name: string, generation: number): boolean {
    const query = `SELECT id FROM series_board ${joinRoom}
      WHERE id = ? AND room.name IS NOT NULL AND (series_board.room != ? OR series_board.generation != ?)`
    return this.#rows(query, id, name, generation).length > 0
  }

  /**
   * Deleted rooms that had the previous key get the new one, so that they stay in the series. Existing rooms stay only
   * if they announce the new key.
   */
  #changeKey(series: string, before: string, key: string): void {
    this.#sql.exec('UPDATE series_board SET key = ? WHERE series = ? AND key = ?', key, series, before)
  }

  /** Call when a room was deleted. Deletes boards of deleted rooms that are empty, too old, or beyond the limit. */
  prune(now: number): void {
    this.#sql.exec(
      `DELETE FROM series_board WHERE id IN (
        SELECT id FROM series_board ${joinRoom} WHERE room.name IS NULL AND (rows = ? OR series_board.at < ?))`,
      ...[noRows, now - deletedRetentionMs],
    )
    this.#sql.exec(
      `DELETE FROM series_board WHERE id IN (
        SELECT id FROM series_board ${joinRoom} WHERE room.name IS NULL
        ORDER BY series_board.at DESC, id LIMIT -1 OFFSET ?)`,
      maxDeletedRooms,
    )
  }

  #rows<Row extends object>(query: string, ...bindings: SqlValue[]): Row[] {
    return [...this.#sql.exec(query, ...bindings)] as Row[]
  }
}

function refusalOf(members: readonly Member[], id: string, key: string): SeriesRefusal | undefined {
  const first = members[0]
  if (!first || first.id === id) return undefined
  if (!isKey(key, first.key)) return 'other-key'
  return members.length >= maxRooms && !members.some((one) => one.id === id) ? 'full' : undefined
}

const isKey = (given: string, key: string) =>
  given !== '' && constantTimeEqual(encodeUtf8(given), encodeUtf8(key))
