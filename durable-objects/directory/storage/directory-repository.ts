// The Directory's tables: rooms, reservations, recent removals, sidecars, assignments, listeners, and rate limits. Only
// SQL, no rules.
import type { Region } from '../../../wire/net/region.ts'
import type { Announcement, SharedContentEntry } from '../../rpc/rpc-types.ts'
import type { SqlStorage } from '../../storage/records.ts'
import type { ListenerState, RoomWithListeners } from '../placement/listeners.ts'
import { type Placement, type RoomToPlace, servingSidecarsOf } from '../placement/placement.ts'
import { RoomIndex } from './room-index.ts'

const maxListedContent = 2000

/** Rooms that an address may create at once, as of `at` (milliseconds since 1970). */
export interface CreationAllowance {
  readonly rooms: number
  readonly at: number
}

/** A room with listeners for any sidecar, and its assignments. */
export interface RoomAssignment extends RoomToPlace {
  readonly assignments: readonly Placement[]
}

/** The stored state of a sidecar; `at` in milliseconds since 1970. */
export interface StoredSidecar {
  readonly id: string
  readonly state: 'there' | 'left' | 'gone' | 'back' | 'away'
  readonly at: number
}

/** The Directory's SQLite. Rooms, sidecars and listeners by name, id and key (see listeners.ts). */
export class DirectoryRepository {
  readonly #sql: SqlStorage
  /** Undefined until it is needed. */
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
        port INTEGER, error TEXT, remembered_port INTEGER,
        PRIMARY KEY (room, sidecar, key)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS listener_port ON listener (sidecar, remembered_port) WHERE remembered_port IS NOT NULL;
      CREATE TABLE IF NOT EXISTS assignment (room TEXT PRIMARY KEY, region TEXT, assignments TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS sidecar (id TEXT PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS public_id (id TEXT PRIMARY KEY, room TEXT NOT NULL) WITHOUT ROWID;
      DROP TABLE IF EXISTS shared_id;
      CREATE TABLE IF NOT EXISTS shared_content (
        kind TEXT NOT NULL, id TEXT NOT NULL, room TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (kind, id, room)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS shared_by ON shared_content (room);
      CREATE TABLE IF NOT EXISTS allowance (address TEXT PRIMARY KEY, rooms REAL NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS guesses (id INTEGER PRIMARY KEY, state TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS webhook_target (target TEXT PRIMARY KEY, tokens REAL NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
    `)
  }

  /** The number of rooms. */
  get roomCount(): number {
    return [...this.#sql.exec<{ n: number }>('SELECT count(*) AS n FROM room')][0]!.n
  }

  room(name: string): Announcement | undefined {
    const row = [...this.#sql.exec<RoomRow>('SELECT announcement FROM room WHERE name = ?', name)][0]
    return row && JSON.parse(row.announcement)
  }

  /**
   * Rooms by name, at most `limit` after `after`, with the listener states that sidecars reported, in one query.
   * Sidecars with a report count as serving a room: showing open addresses needs no other rows.
   */
  listRooms(after = '', limit = -1): RoomWithListeners[] {
    const rows = this.#sql.exec<RoomListingRow>(
      `SELECT name, announcement, sidecar, key, port, error, remembered_port
        FROM (SELECT name, announcement FROM room WHERE name > ? ORDER BY name LIMIT ?)
        LEFT JOIN listener ON listener.room = name ORDER BY name`,
      after,
      limit,
    )
    return roomsOf(rows)
  }

  /** The index of all rooms, for site statistics. */
  get roomIndex(): RoomIndex {
    this.#roomIndex ??= new RoomIndex(
      Array.from(
        this.#sql.exec<IndexedRoomRow>('SELECT name, announcement, announced_at FROM room'),
        ({ name, announcement, announced_at }) => [name, JSON.parse(announcement), announced_at ?? undefined],
      ),
    )
    return this.#roomIndex
  }

  /** Rooms that this sidecar serves, or that name it. */
  listRoomsOf(sidecar: string): RoomWithListeners[] {
    const rows = this.#sql.exec<RoomListingRow>(
      withListeners(`SELECT name, announcement FROM room WHERE instr(announcement, ?)
        OR name IN (SELECT room FROM assignment WHERE instr(assignments, ?))`),
      `"sidecar":${JSON.stringify(sidecar)}`,
      JSON.stringify(sidecar),
    )
    return roomsOf(rows)
  }

  roomWithListeners(name: string): RoomWithListeners | undefined {
    const query = withListeners('SELECT name, announcement FROM room WHERE name = ?')
    return roomsOf(this.#sql.exec<RoomListingRow>(query, name))[0]
  }

  /** When the room sent the stored announcement, in milliseconds since 1970. */
  announcedAt(name: string): number | undefined {
    const rows = this.#sql.exec<{ announced_at: number | null }>(
      'SELECT announced_at FROM room WHERE name = ?',
      name,
    )
    return [...rows][0]?.announced_at ?? undefined
  }

  /**
   * `announced_at`: when the room sent it, if known. An unchanged announcement writes no row, so its time is not
   * stored.
   */
  putRoom(name: string, room: Announcement, announcedAt: number | undefined): void {
    const text = JSON.stringify(room)
    const written = this.#sql.exec(
      `INSERT INTO room (name, announcement, announced_at) VALUES (?, ?, ?) ON CONFLICT (name)
        DO UPDATE SET announcement = excluded.announcement, announced_at = excluded.announced_at
        WHERE announcement != excluded.announcement RETURNING name`,
      name,
      text,
      announcedAt ?? null,
    )
    if ([...written].length > 0) this.#roomIndex?.put(name, room, announcedAt)
    for (const [kind, id] of Object.entries(room.publicIds ?? {}))
      this.#sql.exec(
        `INSERT INTO public_id VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET room = excluded.room
          WHERE room != excluded.room`,
        `${kind} ${id}`,
        name,
      )
  }

  /** A room with this public or shared id of this kind. */
  findRoomById(kind: string, id: string): string | undefined {
    const rows = this.#sql.exec<{ room: string }>(
      `SELECT room FROM public_id WHERE id = ?
        UNION ALL SELECT room FROM shared_content WHERE kind = ? AND id = ? LIMIT 1`,
      `${kind} ${id}`,
      kind,
      id,
    )
    return [...rows][0]?.room
  }

  hasSharedIds(room: string): boolean {
    return [...this.#sql.exec('SELECT id FROM shared_content WHERE room = ? LIMIT 1', room)].length > 0
  }

  putSharedIds(room: string, { kind, ids, names = [] }: NonNullable<Announcement['sharedIds']>): void {
    this.#sql.exec('DELETE FROM shared_content WHERE room = ?', room)
    for (const [index, id] of ids.entries())
      this.#sql.exec(
        'INSERT OR IGNORE INTO shared_content VALUES (?, ?, ?, ?)',
        kind,
        id,
        room,
        names[index] ?? '',
      )
  }

  /** Shared ids by name, from the first room that has the name. */
  listSharedContent(kind: string): SharedContentEntry[] {
    // SQLite takes the bare columns from the row with the minimum.
    const rows = this.#sql.exec<{ [field in keyof SharedContentEntry]: string }>(
      `SELECT name, id, min(room) AS room FROM shared_content WHERE kind = ? AND name != ''
        GROUP BY name ORDER BY name LIMIT ?`,
      kind,
      maxListedContent,
    )
    return [...rows]
  }

  /** Deletes the ids of an earlier room of this name whose removal is not known here. */
  deleteIds(name: string): void {
    this.#sql.exec('DELETE FROM public_id WHERE room = ?', name)
    this.#sql.exec('DELETE FROM shared_content WHERE room = ?', name)
  }

  /** Deletes the room, its ids, and its listeners. */
  deleteRoom(name: string): void {
    this.#roomIndex?.delete(name)
    this.deleteIds(name)
    this.#sql.exec('DELETE FROM room WHERE name = ?', name)
    this.#sql.exec('DELETE FROM listener WHERE room = ?', name)
    this.#sql.exec('DELETE FROM assignment WHERE room = ?', name)
  }

  /** Every room with listeners for any sidecar. */
  assignments(): RoomAssignment[] {
    const rows = this.#sql.exec<AssignmentRow>('SELECT room, region, assignments FROM assignment')
    return Array.from(rows, toAssignment)
  }

  /** Number of rooms per sidecar id. */
  roomsPerSidecar(): Map<string, number> {
    const rows = this.#sql.exec<{ assignments: string; rooms: number }>(
      'SELECT assignments, count(*) AS rooms FROM assignment GROUP BY assignments',
    )
    const loads = new Map<string, number>()
    for (const { assignments, rooms } of rows)
      for (const id of servingSidecarsOf(JSON.parse(assignments))) loads.set(id, (loads.get(id) ?? 0) + rooms)
    return loads
  }

  assignmentOf(room: string): RoomAssignment | undefined {
    const rows = this.#sql.exec<AssignmentRow>(
      'SELECT room, region, assignments FROM assignment WHERE room = ?',
      room,
    )
    return Array.from(rows, toAssignment)[0]
  }

  /** Rooms without an `assignment` row. */
  unassignedRooms(): Announcement[] {
    const rows = this.#sql.exec<RoomRow>(
      'SELECT announcement FROM room WHERE name NOT IN (SELECT room FROM assignment)',
    )
    return Array.from(rows, ({ announcement }) => JSON.parse(announcement))
  }

  putAssignment({ name, region, assignments }: RoomAssignment): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO assignment VALUES (?, ?, ?)',
      name,
      region ?? null,
      JSON.stringify(assignments),
    )
  }

  deleteAssignment(room: string): void {
    this.#sql.exec('DELETE FROM assignment WHERE room = ?', room)
  }

  sidecars(): StoredSidecar[] {
    return [
      ...this.#sql.exec<{ [field in keyof StoredSidecar]: StoredSidecar[field] }>(
        'SELECT id, state, at FROM sidecar',
      ),
    ]
  }

  putSidecar({ id, state, at }: StoredSidecar): void {
    this.#sql.exec('INSERT OR REPLACE INTO sidecar VALUES (?, ?, ?)', id, state, at)
  }

  /** Keeps the latest `most` sidecars that are gone. */
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

  /** Also deletes its reports and the ports that it keeps. */
  forgetSidecar(id: string): void {
    this.deleteSidecar(id)
    this.#sql.exec('DELETE FROM listener WHERE sidecar = ?', id)
  }

  /** Whether the port is reserved on this sidecar. */
  isPortReserved(sidecar: string, port: number): boolean {
    const query = 'SELECT room FROM listener WHERE sidecar = ? AND remembered_port = ? LIMIT 1'
    return [...this.#sql.exec(query, sidecar, port)].length > 0
  }

  /** Reserves the port for a room, and for no other room of this sidecar. */
  assignPort(room: string, sidecar: string, port: number): void {
    this.#sql.exec(
      'UPDATE listener SET remembered_port = NULL WHERE sidecar = ? AND remembered_port = ? AND room != ?',
      sidecar,
      port,
      room,
    )
  }

  /** Returns false if the name is already reserved at `now`. */
  reserve(name: string, generation: number, now: number, expires: number): boolean {
    this.#sql.exec('DELETE FROM reservation WHERE expires <= ?', now)
    const made = this.#sql.exec(
      'INSERT OR IGNORE INTO reservation VALUES (?, ?, ?) RETURNING name',
      name,
      generation,
      expires,
    )
    return [...made].length > 0
  }

  /** Extends a reservation, if it exists. */
  extendReservation(name: string, generation: number, expires: number): void {
    this.#sql.exec(
      'UPDATE reservation SET expires = ? WHERE name = ? AND generation = ?',
      expires,
      name,
      generation,
    )
  }

  /** The generation that the name is reserved for at `now`. */
  reservedGeneration(name: string, now: number): number | undefined {
    const rows = this.#sql.exec<{ generation: number }>(
      'SELECT generation FROM reservation WHERE name = ? AND expires > ?',
      name,
      now,
    )
    return [...rows][0]?.generation
  }

  /** Releases reservations of this generation and earlier ones. */
  release(name: string, generation: number): void {
    this.#sql.exec('DELETE FROM reservation WHERE name = ? AND generation <= ?', name, generation)
  }

  /** The latest recently removed generation of the name. */
  removedGeneration(name: string): number | undefined {
    const rows = this.#sql.exec<{ generation: number }>('SELECT generation FROM removed WHERE name = ?', name)
    return [...rows][0]?.generation
  }

  /** Also deletes removals older than `stale`. */
  putRemoved(name: string, generation: number, at: number, stale: number): void {
    this.#sql.exec('DELETE FROM removed WHERE at < ?', stale)
    this.#sql.exec('INSERT OR REPLACE INTO removed VALUES (?, ?, ?)', name, generation, at)
  }

  /** Rooms for which this sidecar has reported an open port or an error. */
  reportedRooms(sidecar: string): string[] {
    const rows = this.#sql.exec<{ room: string }>(
      'SELECT DISTINCT room FROM listener WHERE sidecar = ? AND port IS NOT NULL',
      sidecar,
    )
    return [...rows].map(({ room }) => room)
  }

  putListener(
    room: string,
    sidecar: string,
    key: string,
    { port, error, rememberedPort }: ListenerState,
  ): void {
    this.#sql.exec(
      `INSERT INTO listener VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (room, sidecar, key)
        DO UPDATE SET port = excluded.port, error = excluded.error, remembered_port = excluded.remembered_port
        WHERE port IS NOT excluded.port OR error IS NOT excluded.error OR remembered_port IS NOT excluded.remembered_port`,
      room,
      sidecar,
      key,
      port ?? null,
      error ?? null,
      rememberedPort ?? null,
    )
  }

  deleteListener(room: string, sidecar: string, key: string): void {
    this.#sql.exec('DELETE FROM listener WHERE room = ? AND sidecar = ? AND key = ?', room, sidecar, key)
  }

  /** Drops a sidecar's report of a room, but keeps its remembered ports. */
  forgetReport(room: string, sidecar: string): void {
    this.#sql.exec(
      'UPDATE listener SET port = NULL, error = NULL WHERE room = ? AND sidecar = ?',
      room,
      sidecar,
    )
  }

  /** Wrong tokens, in GuessLimiter's format, if any. */
  get guesses(): string | undefined {
    return [...this.#sql.exec<{ state: string }>('SELECT state FROM guesses')][0]?.state
  }

  putGuesses(state: string | undefined): void {
    if (state === undefined) this.#sql.exec('DELETE FROM guesses')
    else this.#sql.exec('INSERT OR REPLACE INTO guesses VALUES (0, ?)', state)
  }

  allowance(address: string): CreationAllowance | undefined {
    const rows = this.#sql.exec<{ rooms: number; at: number }>(
      'SELECT rooms, at FROM allowance WHERE address = ?',
      address,
    )
    return [...rows][0]
  }

  /** Deletes rows older than `stale`, which have no effect any more. */
  putAllowance(address: string, { rooms, at }: CreationAllowance, stale: number): void {
    this.#sql.exec('DELETE FROM allowance WHERE at < ?', stale)
    this.#sql.exec('INSERT OR REPLACE INTO allowance VALUES (?, ?, ?)', address, rooms, at)
  }

  /** The rate of webhook-target-limiter.ts for this target, as of `at`. */
  webhookTarget(target: string): { readonly tokens: number; readonly at: number } | undefined {
    const rows = this.#sql.exec<{ tokens: number; at: number }>(
      'SELECT tokens, at FROM webhook_target WHERE target = ?',
      target,
    )
    return [...rows][0]
  }

  putWebhookTarget(target: string, { tokens, at }: { readonly tokens: number; readonly at: number }): void {
    this.#sql.exec('INSERT OR REPLACE INTO webhook_target VALUES (?, ?, ?)', target, tokens, at)
  }

  /** Deletes rows older than `stale`, and keeps the latest `most`. */
  evictWebhookTargets(stale: number, most: number): void {
    this.#sql.exec('DELETE FROM webhook_target WHERE at < ?', stale)
    this.#sql.exec(
      `DELETE FROM webhook_target WHERE target IN
        (SELECT target FROM webhook_target ORDER BY at DESC, target LIMIT -1 OFFSET ?)`,
      most,
    )
  }
}

type RoomRow = { announcement: string }
type IndexedRoomRow = RoomRow & { name: string; announced_at: number | null }
type ListenerRow = {
  sidecar: string | null
  key: string | null
  port: number | null
  error: string | null
  remembered_port: number | null
}
/**
 * `assignments` is null if the room is not assigned yet or has no listeners for any sidecar, and absent if not
 * selected.
 */
type RoomListingRow = RoomRow & ListenerRow & { name: string; assignments?: string | null }
type AssignmentRow = { room: string; region: string | null; assignments: string }

/** `rooms`: a query of names and announcements. A room without listeners is one row. */
const withListeners = (rooms: string) =>
  `SELECT name, announcement, assignments, sidecar, key, port, error, remembered_port FROM (${rooms})
    LEFT JOIN assignment ON assignment.room = name LEFT JOIN listener ON listener.room = name ORDER BY name`

/** By sidecar id and listener key. */
type ListenersBySidecar = Map<string, Map<string, ListenerState>>

function roomsOf(rows: Iterable<RoomListingRow>): RoomWithListeners[] {
  const listing: { readonly row: RoomListingRow; readonly listeners: ListenersBySidecar }[] = []
  for (const row of rows) {
    if (row.name !== listing.at(-1)?.row.name) listing.push({ row, listeners: new Map() })
    addListener(listing.at(-1)!.listeners, row)
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

function addListener(doors: ListenersBySidecar, row: ListenerRow): void {
  const { sidecar, key } = row
  if (sidecar === null || key === null) return
  const own = doors.get(sidecar) ?? new Map<string, ListenerState>()
  doors.set(sidecar, own.set(key, toListenerState(row)))
}

const toListenerState = ({
  port,
  error,
  remembered_port: rememberedPort,
}: Pick<ListenerRow, 'port' | 'error' | 'remembered_port'>): ListenerState => ({
  ...(port !== null && { port }),
  ...(error !== null && { error }),
  ...(rememberedPort !== null && { rememberedPort }),
})
