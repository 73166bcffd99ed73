// The Directory's rows: rooms, reservations, the lately removed, sidecars, who carries what, doors, and how fast an address
// may create. Knows SQL, no rule.
import type { Region } from '../wire/region.ts'
import type { DoorState, RoomWithDoors } from './doors.ts'
import { carriersOf, type Place, type Placed } from './places.ts'
import { Roll } from './roll.ts'
import type { Announcement } from './rooms.ts'
import type { SqlStorage } from './store.ts'

/** How many rooms an address has in hand to create, and when that was so (milliseconds since 1970). */
export interface Allowance {
  readonly rooms: number
  readonly at: number
}

/** A room that has doors for anybody, and who has its places. */
export interface Carried extends Placed {
  readonly places: readonly Place[]
}

/** What is remembered of a sidecar's coming and going; `at` in milliseconds since 1970. */
export interface Known {
  readonly id: string
  readonly state: 'there' | 'left' | 'gone' | 'back' | 'away'
  readonly at: number
}

/** The Directory's SQLite. Rooms, sidecars and doors by name, id and key (see doors.ts). */
export class Register {
  readonly #sql: SqlStorage
  /** Undefined: nobody has looked yet. */
  #roll: Roll | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`
      CREATE TABLE IF NOT EXISTS room (name TEXT PRIMARY KEY, announcement TEXT NOT NULL, said INTEGER)
        WITHOUT ROWID;
      DROP TABLE IF EXISTS reservation;
      CREATE TABLE IF NOT EXISTS reserved (
        name TEXT PRIMARY KEY, generation INTEGER NOT NULL, expires INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS removed (name TEXT PRIMARY KEY, generation INTEGER NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS door (
        room TEXT NOT NULL, sidecar TEXT NOT NULL, key TEXT NOT NULL,
        port INTEGER, error TEXT, remembered INTEGER,
        PRIMARY KEY (room, sidecar, key)
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS door_port ON door (sidecar, remembered) WHERE remembered IS NOT NULL;
      CREATE TABLE IF NOT EXISTS carried (room TEXT PRIMARY KEY, region TEXT, places TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS sidecar (id TEXT PRIMARY KEY, state TEXT NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS public_id (id TEXT PRIMARY KEY, room TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS shared_id (id TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY (id, room)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS shared_by ON shared_id (room);
      CREATE TABLE IF NOT EXISTS allowance (address TEXT PRIMARY KEY, rooms REAL NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS guesses (id INTEGER PRIMARY KEY, state TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS hook_target (target TEXT PRIMARY KEY, held REAL NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
    `)
    // Of a build before 2026-11-23.
    const made = [...sql.exec<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'room'")][0]
    if (!made?.sql.includes('said')) sql.exec('ALTER TABLE room ADD COLUMN said INTEGER')
  }

  /** How many rooms there are. */
  get rooms(): number {
    return [...this.#sql.exec<{ n: number }>('SELECT count(*) AS n FROM room')][0]!.n
  }

  room(name: string): Announcement | undefined {
    const row = [...this.#sql.exec<RoomRow>('SELECT announcement FROM room WHERE name = ?', name)][0]
    return row && JSON.parse(row.announcement)
  }

  /**
   * By name, at most `limit` behind `after`: rooms with what their sidecars said of their doors, in one query. Whoever has
   * said something of a room is taken to carry it: to show where it is open nobody needs to read more.
   */
  listing(after = '', limit = -1): RoomWithDoors[] {
    const rows = this.#sql.exec<ListingRow>(
      `SELECT name, announcement, sidecar, key, port, error, remembered
        FROM (SELECT name, announcement FROM room WHERE name > ? ORDER BY name LIMIT ?)
        LEFT JOIN door ON door.room = name ORDER BY name`,
      after,
      limit,
    )
    return roomsOf(rows)
  }

  /** All rooms, for whoever looks after the site. */
  get roll(): Roll {
    this.#roll ??= new Roll(
      Array.from(
        this.#sql.exec<EnrolledRow>('SELECT name, announcement, said FROM room'),
        ({ name, announcement, said }) => [name, JSON.parse(announcement), said ?? undefined],
      ),
    )
    return this.#roll
  }

  /** Those that this sidecar carries, or that name it. */
  listingOf(sidecar: string): RoomWithDoors[] {
    const rows = this.#sql.exec<ListingRow>(
      withDoors(`SELECT name, announcement FROM room WHERE instr(announcement, ?)
        OR name IN (SELECT room FROM carried WHERE instr(places, ?))`),
      `"sidecar":${JSON.stringify(sidecar)}`,
      JSON.stringify(sidecar),
    )
    return roomsOf(rows)
  }

  withDoors(name: string): RoomWithDoors | undefined {
    const query = withDoors('SELECT name, announcement FROM room WHERE name = ?')
    return roomsOf(this.#sql.exec<ListingRow>(query, name))[0]
  }

  /** When the room said what is known of it, in milliseconds since 1970. */
  saidAt(name: string): number | undefined {
    const rows = this.#sql.exec<{ said: number | null }>('SELECT said FROM room WHERE name = ?', name)
    return [...rows][0]?.said ?? undefined
  }

  /** `said`: when the room did, as far as that is known. What is as it was writes nothing, not even that. */
  putRoom(name: string, room: Announcement, said: number | undefined): void {
    const text = JSON.stringify(room)
    const written = this.#sql.exec(
      `INSERT INTO room (name, announcement, said) VALUES (?, ?, ?) ON CONFLICT (name)
        DO UPDATE SET announcement = excluded.announcement, said = excluded.said
        WHERE announcement != excluded.announcement RETURNING name`,
      name,
      text,
      said ?? null,
    )
    if ([...written].length > 0) this.#roll?.put(name, room, said)
    for (const [kind, id] of Object.entries(room.publicIds ?? {}))
      this.#sql.exec(
        `INSERT INTO public_id VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET room = excluded.room
          WHERE room != excluded.room`,
        `${kind} ${id}`,
        name,
      )
  }

  /** The room that has this public id of this kind, or one that shares it. */
  roomOf(kind: string, id: string): string | undefined {
    const key = `${kind} ${id}`
    const rows = this.#sql.exec<{ room: string }>(
      'SELECT room FROM public_id WHERE id = ? UNION ALL SELECT room FROM shared_id WHERE id = ? LIMIT 1',
      key,
      key,
    )
    return [...rows][0]?.room
  }

  sharesIds(room: string): boolean {
    return [...this.#sql.exec('SELECT id FROM shared_id WHERE room = ? LIMIT 1', room)].length > 0
  }

  putSharedIds(room: string, { kind, ids }: NonNullable<Announcement['sharedIds']>): void {
    this.#sql.exec('DELETE FROM shared_id WHERE room = ?', room)
    for (const id of ids)
      this.#sql.exec('INSERT OR IGNORE INTO shared_id VALUES (?, ?)', `${kind} ${id}`, room)
  }

  /** The ids of the room that had the name before the one that has it now, and was never removed as far as is known here. */
  deleteIds(name: string): void {
    this.#sql.exec('DELETE FROM public_id WHERE room = ?', name)
    this.#sql.exec('DELETE FROM shared_id WHERE room = ?', name)
  }

  /** The room, its ids, and all that is remembered of its doors. */
  deleteRoom(name: string): void {
    this.#roll?.delete(name)
    this.deleteIds(name)
    this.#sql.exec('DELETE FROM room WHERE name = ?', name)
    this.#sql.exec('DELETE FROM door WHERE room = ?', name)
    this.#sql.exec('DELETE FROM carried WHERE room = ?', name)
  }

  /** Every room that has doors for anybody. */
  carried(): Carried[] {
    const rows = this.#sql.exec<CarriedRow>('SELECT room, region, places FROM carried')
    return Array.from(rows, carriedOf)
  }

  /** How many rooms each sidecar carries, by its id. */
  loads(): Map<string, number> {
    const rows = this.#sql.exec<{ places: string; rooms: number }>(
      'SELECT places, count(*) AS rooms FROM carried GROUP BY places',
    )
    const loads = new Map<string, number>()
    for (const { places, rooms } of rows)
      for (const id of carriersOf(JSON.parse(places))) loads.set(id, (loads.get(id) ?? 0) + rooms)
    return loads
  }

  carriedNamed(room: string): Carried | undefined {
    const rows = this.#sql.exec<CarriedRow>('SELECT room, region, places FROM carried WHERE room = ?', room)
    return Array.from(rows, carriedOf)[0]
  }

  /** Those of which nobody has looked yet who is to carry them: an older build knew nothing of it. */
  unplaced(): Announcement[] {
    const rows = this.#sql.exec<RoomRow>(
      'SELECT announcement FROM room WHERE name NOT IN (SELECT room FROM carried)',
    )
    return Array.from(rows, ({ announcement }) => JSON.parse(announcement))
  }

  putCarried({ name, region, places }: Carried): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO carried VALUES (?, ?, ?)',
      name,
      region ?? null,
      JSON.stringify(places),
    )
  }

  deleteCarried(room: string): void {
    this.#sql.exec('DELETE FROM carried WHERE room = ?', room)
  }

  sidecars(): Known[] {
    return [...this.#sql.exec<{ [field in keyof Known]: Known[field] }>('SELECT id, state, at FROM sidecar')]
  }

  putSidecar({ id, state, at }: Known): void {
    this.#sql.exec('INSERT OR REPLACE INTO sidecar VALUES (?, ?, ?)', id, state, at)
  }

  /** Of those that are gone, and of more than `most`, the ones that went first. */
  forgetGone(most: number): void {
    this.#sql.exec(
      `DELETE FROM sidecar WHERE id IN
        (SELECT id FROM sidecar WHERE state = 'gone' ORDER BY at DESC, id LIMIT -1 OFFSET ?)`,
      most,
    )
  }

  deleteSidecar(id: string): void {
    this.#sql.exec('DELETE FROM sidecar WHERE id = ?', id)
  }

  /** Does this sidecar keep the port for some room? */
  isKept(sidecar: string, port: number): boolean {
    const query = 'SELECT room FROM door WHERE sidecar = ? AND remembered = ? LIMIT 1'
    return [...this.#sql.exec(query, sidecar, port)].length > 0
  }

  /** A room has it: no other of this sidecar keeps it any more. */
  takePort(room: string, sidecar: string, port: number): void {
    this.#sql.exec(
      'UPDATE door SET remembered = NULL WHERE sidecar = ? AND remembered = ? AND room != ?',
      sidecar,
      port,
      room,
    )
  }

  /** False: somebody holds the name at `now`. */
  reserve(name: string, generation: number, now: number, expires: number): boolean {
    this.#sql.exec('DELETE FROM reserved WHERE expires <= ?', now)
    const made = this.#sql.exec(
      'INSERT OR IGNORE INTO reserved VALUES (?, ?, ?) RETURNING name',
      name,
      generation,
      expires,
    )
    return [...made].length > 0
  }

  /** What is not reserved stays so. */
  hold(name: string, generation: number, expires: number): void {
    this.#sql.exec(
      'UPDATE reserved SET expires = ? WHERE name = ? AND generation = ?',
      expires,
      name,
      generation,
    )
  }

  /** The generation that the name is held for at `now`. */
  held(name: string, now: number): number | undefined {
    const rows = this.#sql.exec<{ generation: number }>(
      'SELECT generation FROM reserved WHERE name = ? AND expires > ?',
      name,
      now,
    )
    return [...rows][0]?.generation
  }

  /** Of this generation, and of those before it. */
  release(name: string, generation: number): void {
    this.#sql.exec('DELETE FROM reserved WHERE name = ? AND generation <= ?', name, generation)
  }

  /** The last generation of the name that was removed lately. */
  removed(name: string): number | undefined {
    const rows = this.#sql.exec<{ generation: number }>('SELECT generation FROM removed WHERE name = ?', name)
    return [...rows][0]?.generation
  }

  /** Those removed before `stale` are forgotten. */
  putRemoved(name: string, generation: number, at: number, stale: number): void {
    this.#sql.exec('DELETE FROM removed WHERE at < ?', stale)
    this.#sql.exec('INSERT OR REPLACE INTO removed VALUES (?, ?, ?)', name, generation, at)
  }

  /** The rooms of which this sidecar has said where a door is open, or why it is not. */
  carriedBy(sidecar: string): string[] {
    const rows = this.#sql.exec<{ room: string }>(
      'SELECT DISTINCT room FROM door WHERE sidecar = ? AND port IS NOT NULL',
      sidecar,
    )
    return [...rows].map(({ room }) => room)
  }

  putDoor(room: string, sidecar: string, key: string, { port, error, remembered }: DoorState): void {
    this.#sql.exec(
      `INSERT INTO door VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (room, sidecar, key)
        DO UPDATE SET port = excluded.port, error = excluded.error, remembered = excluded.remembered
        WHERE port IS NOT excluded.port OR error IS NOT excluded.error OR remembered IS NOT excluded.remembered`,
      room,
      sidecar,
      key,
      port ?? null,
      error ?? null,
      remembered ?? null,
    )
  }

  deleteDoor(room: string, sidecar: string, key: string): void {
    this.#sql.exec('DELETE FROM door WHERE room = ? AND sidecar = ? AND key = ?', room, sidecar, key)
  }

  /** What a sidecar said of the doors of one room no longer holds; the ports it had are still remembered. */
  forgetReport(room: string, sidecar: string): void {
    this.#sql.exec('UPDATE door SET port = NULL, error = NULL WHERE room = ? AND sidecar = ?', room, sidecar)
  }

  /** Wrong tokens, as GuessLimiter writes them; undefined: none. */
  get guesses(): string | undefined {
    return [...this.#sql.exec<{ state: string }>('SELECT state FROM guesses')][0]?.state
  }

  putGuesses(state: string | undefined): void {
    if (state === undefined) this.#sql.exec('DELETE FROM guesses')
    else this.#sql.exec('INSERT OR REPLACE INTO guesses VALUES (0, ?)', state)
  }

  allowance(address: string): Allowance | undefined {
    const rows = this.#sql.exec<{ rooms: number; at: number }>(
      'SELECT rooms, at FROM allowance WHERE address = ?',
      address,
    )
    return [...rows][0]
  }

  /** Rows older than `stale` say nothing any more and go. */
  putAllowance(address: string, { rooms, at }: Allowance, stale: number): void {
    this.#sql.exec('DELETE FROM allowance WHERE at < ?', stale)
    this.#sql.exec('INSERT OR REPLACE INTO allowance VALUES (?, ?, ?)', address, rooms, at)
  }

  /** What hook-targets.ts has in hand for it; `at`: when that was so. */
  target(target: string): { readonly held: number; readonly at: number } | undefined {
    const rows = this.#sql.exec<{ held: number; at: number }>(
      'SELECT held, at FROM hook_target WHERE target = ?',
      target,
    )
    return [...rows][0]
  }

  putTarget(target: string, { held, at }: { readonly held: number; readonly at: number }): void {
    this.#sql.exec('INSERT OR REPLACE INTO hook_target VALUES (?, ?, ?)', target, held, at)
  }

  /** Those older than `stale`, and of more than `most` the oldest. */
  forgetTargets(stale: number, most: number): void {
    this.#sql.exec('DELETE FROM hook_target WHERE at < ?', stale)
    this.#sql.exec(
      `DELETE FROM hook_target WHERE target IN
        (SELECT target FROM hook_target ORDER BY at DESC, target LIMIT -1 OFFSET ?)`,
      most,
    )
  }
}

type RoomRow = { announcement: string }
type EnrolledRow = RoomRow & { name: string; said: number | null }
type DoorRow = {
  sidecar: string | null
  key: string | null
  port: number | null
  error: string | null
  remembered: number | null
}
/** `places` null: nobody has looked yet, or it has no doors for anybody; absent: not asked. */
type ListingRow = RoomRow & DoorRow & { name: string; places?: string | null }
type CarriedRow = { room: string; region: string | null; places: string }

/** `rooms`: a query of names and announcements. A room that has no door yet is a row without one. */
const withDoors = (rooms: string) =>
  `SELECT name, announcement, places, sidecar, key, port, error, remembered FROM (${rooms})
    LEFT JOIN carried ON carried.room = name LEFT JOIN door ON door.room = name ORDER BY name`

/** By sidecar's id and door's key. */
type DoorsBySidecar = Map<string, Map<string, DoorState>>

function roomsOf(rows: Iterable<ListingRow>): RoomWithDoors[] {
  const listing: { readonly row: ListingRow; readonly doors: DoorsBySidecar }[] = []
  for (const row of rows) {
    if (row.name !== listing.at(-1)?.row.name) listing.push({ row, doors: new Map() })
    addDoor(listing.at(-1)!.doors, row)
  }
  return listing.map(({ row: { announcement, places }, doors }) => ({
    room: JSON.parse(announcement),
    carriers: places === undefined ? [...doors.keys()] : carriersOf(JSON.parse(places ?? '[]')),
    doors,
  }))
}

const carriedOf = ({ room, region, places }: CarriedRow): Carried => ({
  name: room,
  region: (region as Region | null) ?? undefined,
  places: JSON.parse(places),
})

function addDoor(doors: DoorsBySidecar, row: DoorRow): void {
  const { sidecar, key } = row
  if (sidecar === null || key === null) return
  const own = doors.get(sidecar) ?? new Map<string, DoorState>()
  doors.set(sidecar, own.set(key, doorState(row)))
}

const doorState = ({
  port,
  error,
  remembered,
}: Pick<DoorRow, 'port' | 'error' | 'remembered'>): DoorState => ({
  ...(port !== null && { port }),
  ...(error !== null && { error }),
  ...(remembered !== null && { remembered }),
})
