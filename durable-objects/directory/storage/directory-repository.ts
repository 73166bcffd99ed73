// The Directory's tables, except those of series and rate limits. Callers decide what to store.
import type { Region } from '../../../wire/net/region.ts'
import type { PushKeys } from '../../model/push-subscription.ts'
import type { SharedContentEntry } from '../../rpc/directory-rpc.ts'
import type { RoomAnnouncement } from '../../rpc/rpc-types.ts'
import type { SqlStorage, SqlValue } from '../../storage/records.ts'
import type { ListenerState, RoomWithListeners } from '../placement/listeners.ts'
import { type Placement, type RoomToPlace, servingSidecarsOf } from '../placement/placement.ts'
import { RoomIndex } from './room-index.ts'

const maxListedContent = 2000

export interface RoomAssignment extends RoomToPlace {
  readonly assignments: readonly Placement[]
}

/** `at` in milliseconds since 1970. */
export interface StoredSidecar {
  readonly id: string
  readonly state: 'there' | 'left' | 'gone' | 'back' | 'away'
  readonly at: number
}

/** Parameters identify a room by its name, a sidecar by its id, and a listener by its key (see listeners.ts). */
export class DirectoryRepository {
  readonly #sql: SqlStorage
  #roomIndex: RoomIndex | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`
      CREATE TABLE IF NOT EXISTS room (name TEXT PRIMARY KEY, announcement TEXT NOT NULL, announced_at INTEGER)
        WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS reservation (
        name TEXT PRIMARY KEY, generation INTEGER NOT NULL, expires INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS removed (name TEXT PRIMARY KEY, generation INTEGER NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS listener (
        room TEXT NOT NULL, sidecar TEXT NOT NULL, key TEXT NOT NULL,
        port INTEGER, error TEXT, remembered_port INTEGER, lists TEXT,
        PRIMARY KEY (room, sidecar, key)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS listener_port ON listener (sidecar, remembered_port) WHERE remembered_port IS NOT NULL;
      CREATE TABLE IF NOT EXISTS assignment (room TEXT PRIMARY KEY, region TEXT, assignments TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS sidecar (id TEXT PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS public_id (id TEXT PRIMARY KEY, room TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS shared_content (
        kind TEXT NOT NULL, id TEXT NOT NULL, room TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (kind, id, room)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS shared_by ON shared_content (room);
      CREATE TABLE IF NOT EXISTS guesses (id INTEGER PRIMARY KEY, state TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS push_keys (id INTEGER PRIMARY KEY, keys TEXT NOT NULL);
    `)
  }

  /** Call after a rollback: drops the index, which is read again on its next use. */
  rolledBack(): void {
    this.#roomIndex = undefined
  }

  get roomCount(): number {
    return this.#value<number>('SELECT count(*) FROM room')!
  }

  room(name: string): RoomAnnouncement | undefined {
    const text = this.#value<string>('SELECT announcement FROM room WHERE name = ?', name)
    return text === undefined ? undefined : JSON.parse(text)
  }

  /**
   * Returns at most `limit` rooms whose names sort after `after`. Assignments are not read, because the addresses of
   * rooms follow from the sidecars' reports.
   */
  listRooms(after = '', limit = -1): RoomWithListeners[] {
    return roomsOf(
      this.#sql.exec<RoomListingRow>(
        `SELECT name, announcement, sidecar, key, port, error, remembered_port, lists
          FROM (SELECT name, announcement FROM room WHERE name > ? ORDER BY name LIMIT ?)
          LEFT JOIN listener ON listener.room = name ORDER BY name`,
        ...[after, limit],
      ),
    )
  }

  get roomIndex(): RoomIndex {
    this.#roomIndex ??= new RoomIndex(
      Array.from(
        this.#sql.exec<IndexedRoomRow>('SELECT name, announcement, announced_at FROM room'),
        ({ name, announcement, announced_at }) => [name, JSON.parse(announcement), announced_at ?? undefined],
      ),
    )
    return this.#roomIndex
  }

  /** Rooms that this sidecar serves, or whose listeners name it. */
  listRoomsOf(sidecar: string): RoomWithListeners[] {
    const query = withListeners(`SELECT name, announcement FROM room WHERE instr(announcement, ?)
      OR name IN (SELECT room FROM assignment WHERE instr(assignments, ?))`)
    const id = JSON.stringify(sidecar)
    return roomsOf(this.#sql.exec<RoomListingRow>(query, `"sidecar":${id}`, id))
  }

  roomWithListeners(name: string): RoomWithListeners | undefined {
    const query = withListeners('SELECT name, announcement FROM room WHERE name = ?')
    return roomsOf(this.#sql.exec<RoomListingRow>(query, name))[0]
  }

  /** When the room sent the stored announcement, in milliseconds since 1970. */
  announcedAt(name: string): number | undefined {
    return this.#value<number | null>('SELECT announced_at FROM room WHERE name = ?', name) ?? undefined
  }

  /**
   * `announcedAt`: when the room sent the announcement, if known. An unchanged announcement writes no row, so its time
   * is not stored.
   */
  putRoom(name: string, room: RoomAnnouncement, announcedAt: number | undefined): void {
    const text = JSON.stringify(room)
    const isWritten = this.#exists(
      `INSERT INTO room (name, announcement, announced_at) VALUES (?, ?, ?) ON CONFLICT (name)
        DO UPDATE SET announcement = excluded.announcement, announced_at = excluded.announced_at
        WHERE announcement != excluded.announcement RETURNING name`,
      ...[name, text, announcedAt ?? null],
    )
    if (isWritten) this.#roomIndex?.put(name, room, announcedAt)
    for (const [kind, id] of Object.entries(room.publicIds ?? {}))
      this.#sql.exec(
        `INSERT INTO public_id VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET room = excluded.room
          WHERE room != excluded.room`,
        ...[`${kind} ${id}`, name],
      )
  }

  findRoomById(kind: string, id: string): string | undefined {
    return this.#value(
      `SELECT room FROM public_id WHERE id = ?
        UNION ALL SELECT room FROM shared_content WHERE kind = ? AND id = ? LIMIT 1`,
      ...[`${kind} ${id}`, kind, id],
    )
  }

  hasSharedIds(room: string): boolean {
    return this.#exists('SELECT id FROM shared_content WHERE room = ? LIMIT 1', room)
  }

  putSharedIds(room: string, { kind, ids, names = [] }: NonNullable<RoomAnnouncement['sharedIds']>): void {
    this.#sql.exec('DELETE FROM shared_content WHERE room = ?', room)
    for (const [index, id] of ids.entries())
      this.#sql.exec(
        'INSERT OR IGNORE INTO shared_content VALUES (?, ?, ?, ?)',
        ...[kind, id, room, names[index] ?? ''],
      )
  }

  /**
   * Lists each name of shared content once. If several rooms have the same name of shared content, the id is that of
   * the alphabetically first room.
   */
  listSharedContent(kind: string): SharedContentEntry[] {
    // With `min`, SQLite takes `id` from the row of the minimum.
    return this.#rows(
      `SELECT name, id, min(room) AS room FROM shared_content WHERE kind = ? AND name != ''
        GROUP BY name ORDER BY name LIMIT ?`,
      ...[kind, maxListedContent],
    )
  }

  deleteIds(name: string): void {
    this.#sql.exec('DELETE FROM public_id WHERE room = ?', name)
    this.#sql.exec('DELETE FROM shared_content WHERE room = ?', name)
  }

  deleteRoom(name: string): void {
    this.#roomIndex?.delete(name)
    this.deleteIds(name)
    this.#sql.exec('DELETE FROM room WHERE name = ?', name)
    this.#sql.exec('DELETE FROM listener WHERE room = ?', name)
    this.#sql.exec('DELETE FROM assignment WHERE room = ?', name)
  }

  assignments(): RoomAssignment[] {
    return this.#rows<AssignmentRow>('SELECT room, region, assignments FROM assignment').map(toAssignment)
  }

  roomsPerSidecar(): Map<string, number> {
    const rows = this.#rows<{ assignments: string; rooms: number }>(
      'SELECT assignments, count(*) AS rooms FROM assignment GROUP BY assignments',
    )
    const loads = new Map<string, number>()
    for (const { assignments, rooms } of rows)
      for (const id of servingSidecarsOf(JSON.parse(assignments))) loads.set(id, (loads.get(id) ?? 0) + rooms)
    return loads
  }

  assignmentOf(room: string): RoomAssignment | undefined {
    const query = 'SELECT room, region, assignments FROM assignment WHERE room = ?'
    return this.#rows<AssignmentRow>(query, room).map(toAssignment)[0]
  }

  unassignedRooms(): RoomAnnouncement[] {
    const query = 'SELECT announcement FROM room WHERE name NOT IN (SELECT room FROM assignment)'
    return this.#rows<RoomRow>(query).map(({ announcement }) => JSON.parse(announcement))
  }

  putAssignment({ name, region, assignments }: RoomAssignment): void {
    const row = [name, region ?? null, JSON.stringify(assignments)]
    this.#sql.exec('INSERT OR REPLACE INTO assignment VALUES (?, ?, ?)', ...row)
  }

  deleteAssignment(room: string): void {
    this.#sql.exec('DELETE FROM assignment WHERE room = ?', room)
  }

  sidecars(): StoredSidecar[] {
    return this.#rows('SELECT id, state, at FROM sidecar')
  }

  putSidecar({ id, state, at }: StoredSidecar): void {
    this.#sql.exec('INSERT OR REPLACE INTO sidecar VALUES (?, ?, ?)', id, state, at)
  }

  deleteOldestGone(max: number): void {
    this.#sql.exec(
      `DELETE FROM sidecar WHERE id IN
        (SELECT id FROM sidecar WHERE state = 'gone' ORDER BY at DESC, id LIMIT -1 OFFSET ?)`,
      max,
    )
  }

  deleteSidecar(id: string): void {
    this.#sql.exec('DELETE FROM sidecar WHERE id = ?', id)
  }

  forgetSidecar(id: string): void {
    this.deleteSidecar(id)
    this.#sql.exec('DELETE FROM listener WHERE sidecar = ?', id)
  }

  isPortReserved(sidecar: string, port: number): boolean {
    const query = 'SELECT room FROM listener WHERE sidecar = ? AND remembered_port = ? LIMIT 1'
    return this.#exists(query, sidecar, port)
  }

  /** Withdraws the port from every other room of this sidecar. */
  assignPort(room: string, sidecar: string, port: number): void {
    this.#sql.exec(
      'UPDATE listener SET remembered_port = NULL WHERE sidecar = ? AND remembered_port = ? AND room != ?',
      ...[sidecar, port, room],
    )
  }

  /**
   * Returns false if the name is already reserved at `now`. A stored expiry after `expires` is from before the clock
   * was set back, so it is ignored.
   */
  reserve(name: string, generation: number, now: number, expires: number): boolean {
    this.#sql.exec('DELETE FROM reservation WHERE expires <= ? OR expires > ?', now, expires)
    const insert = 'INSERT OR IGNORE INTO reservation VALUES (?, ?, ?) RETURNING name'
    return this.#exists(insert, name, generation, expires)
  }

  extendReservation(name: string, generation: number, expires: number): void {
    const update = 'UPDATE reservation SET expires = ? WHERE name = ? AND generation = ?'
    this.#sql.exec(update, expires, name, generation)
  }

  reservedGeneration(name: string, now: number): number | undefined {
    return this.#value('SELECT generation FROM reservation WHERE name = ? AND expires > ?', name, now)
  }

  /** Releases reservations of this generation and earlier ones. */
  release(name: string, generation: number): void {
    this.#sql.exec('DELETE FROM reservation WHERE name = ? AND generation <= ?', name, generation)
  }

  removedGeneration(name: string): number | undefined {
    return this.#value('SELECT generation FROM removed WHERE name = ?', name)
  }

  /** Records a removal, and deletes removals older than `stale`. */
  putRemoved(name: string, generation: number, at: number, stale: number): void {
    this.#sql.exec('DELETE FROM removed WHERE at < ?', stale)
    this.#sql.exec('INSERT OR REPLACE INTO removed VALUES (?, ?, ?)', name, generation, at)
  }

  /** Rooms for which this sidecar has reported an open port or an error. */
  reportedRooms(sidecar: string): string[] {
    const query = 'SELECT DISTINCT room FROM listener WHERE sidecar = ? AND port IS NOT NULL'
    return this.#rows<{ room: string }>(query, sidecar).map(({ room }) => room)
  }

  putListener(room: string, sidecar: string, key: string, state: ListenerState): void {
    const { port = null, error = null, rememberedPort = null } = state
    const lists = state.lists ? JSON.stringify(state.lists) : null
    this.#sql.exec(
      `INSERT INTO listener VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (room, sidecar, key)
        DO UPDATE SET port = excluded.port, error = excluded.error, remembered_port = excluded.remembered_port,
          lists = excluded.lists
        WHERE port IS NOT excluded.port OR error IS NOT excluded.error
          OR remembered_port IS NOT excluded.remembered_port OR lists IS NOT excluded.lists`,
      ...[room, sidecar, key, port, error, rememberedPort, lists],
    )
  }

  deleteListener(room: string, sidecar: string, key: string): void {
    this.#sql.exec('DELETE FROM listener WHERE room = ? AND sidecar = ? AND key = ?', room, sidecar, key)
  }

  /** Forgets what this sidecar reported about the room, but not its remembered ports. */
  forgetReport(room: string, sidecar: string): void {
    const update =
      'UPDATE listener SET port = NULL, error = NULL, lists = NULL WHERE room = ? AND sidecar = ?'
    this.#sql.exec(update, room, sidecar)
  }

  /** The counts of wrong tokens, as GuessLimiter stores them. */
  get guesses(): string | undefined {
    return this.#value('SELECT state FROM guesses')
  }

  putGuesses(state: string | undefined): void {
    if (state === undefined) this.#sql.exec('DELETE FROM guesses')
    else this.#sql.exec('INSERT OR REPLACE INTO guesses VALUES (0, ?)', state)
  }

  get pushKeys(): PushKeys | undefined {
    const text = this.#value<string>('SELECT keys FROM push_keys')
    return text === undefined ? undefined : JSON.parse(text)
  }

  /** Stores the key pair, unless one is stored already. */
  addPushKeys(keys: PushKeys): void {
    this.#sql.exec('INSERT OR IGNORE INTO push_keys VALUES (0, ?)', JSON.stringify(keys))
  }

  #rows<Row extends object>(query: string, ...bindings: SqlValue[]): Row[] {
    return [...this.#sql.exec(query, ...bindings)] as Row[]
  }

  #value<T extends SqlValue>(query: string, ...bindings: SqlValue[]): T | undefined {
    const [row] = this.#rows(query, ...bindings)
    return row && Object.values(row)[0]
  }

  #exists(query: string, ...bindings: SqlValue[]): boolean {
    return this.#rows(query, ...bindings).length > 0
  }
}

type RoomRow = { announcement: string }
type IndexedRoomRow = RoomRow & { name: string; announced_at: number | null }
/**
 * `assignments` is null if the room is not assigned yet or has no listeners for any sidecar, and absent if not
 * selected.
 */
type RoomListingRow = RoomRow & {
  name: string
  assignments?: string | null
  sidecar: string | null
  key: string | null
  port: number | null
  error: string | null
  remembered_port: number | null
  lists: string | null
}
type AssignmentRow = { room: string; region: string | null; assignments: string }

/** `rooms`: a query of names and announcements. A room without listeners results in one row. */
const withListeners = (rooms: string) =>
  `SELECT name, announcement, assignments, sidecar, key, port, error, remembered_port, lists FROM (${rooms})
    LEFT JOIN assignment ON assignment.room = name LEFT JOIN listener ON listener.room = name ORDER BY name`

function roomsOf(rows: Iterable<RoomListingRow>): RoomWithListeners[] {
  const listing: { row: RoomListingRow; listeners: Map<string, Map<string, ListenerState>> }[] = []
  for (const row of rows) {
    if (row.name !== listing.at(-1)?.row.name) listing.push({ row, listeners: new Map() })
    const { sidecar, key, port, error, remembered_port: rememberedPort, lists } = row
    if (sidecar === null || key === null) continue
    const { listeners } = listing.at(-1)!
    const own = listeners.get(sidecar) ?? new Map<string, ListenerState>()
    own.set(key, {
      ...(port !== null && { port }),
      ...(error !== null && { error }),
      ...(rememberedPort !== null && { rememberedPort }),
      ...(lists !== null && { lists: JSON.parse(lists) as ListenerState['lists'] & object }),
    })
    listeners.set(sidecar, own)
  }
  return listing.map(({ row: { announcement, assignments }, listeners }) => ({
    room: JSON.parse(announcement),
    servingSidecars:
      assignments === undefined ? [...listeners.keys()] : servingSidecarsOf(JSON.parse(assignments ?? '[]')),
    listeners,
  }))
}

const toAssignment = ({ room, region, assignments }: AssignmentRow): RoomAssignment => ({
  name: room,
  region: (region as Region | null) ?? undefined,
  assignments: JSON.parse(assignments),
})
