// The Directory's rows: rooms, reservations, the lately removed, doors, and how fast an address may create. Knows SQL, no rule.
import type { DoorState } from './doors.ts'
import type { Announcement } from './rooms.ts'
import type { SqlStorage } from './store.ts'

/** How many rooms an address has in hand to create, and when that was so (milliseconds since 1970). */
export interface Allowance {
  readonly rooms: number
  readonly at: number
}

/** By sidecar's id and door's key. */
type DoorsBySidecar = Map<string, Map<string, DoorState>>

export interface RoomWithDoors {
  readonly room: Announcement
  readonly doors: DoorsBySidecar
}

/** The Directory's SQLite. Rooms, sidecars and doors by name, id and key (see doors.ts). */
export class Register {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`
      CREATE TABLE IF NOT EXISTS room (name TEXT PRIMARY KEY, announcement TEXT NOT NULL) WITHOUT ROWID;
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
      CREATE TABLE IF NOT EXISTS public_id (id TEXT PRIMARY KEY, room TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS allowance (address TEXT PRIMARY KEY, rooms REAL NOT NULL, at INTEGER NOT NULL)
        WITHOUT ROWID;
    `)
  }

  room(name: string): Announcement | undefined {
    const row = [...this.#sql.exec<RoomRow>('SELECT announcement FROM room WHERE name = ?', name)][0]
    return row && JSON.parse(row.announcement)
  }

  /** By name, at most `limit` behind `after`: rooms with what their sidecars said of their doors, in one query. */
  listing(after = '', limit = -1): RoomWithDoors[] {
    const rows = this.#sql.exec<ListingRow>(
      `SELECT name, announcement, sidecar, key, port, error, remembered
        FROM (SELECT name, announcement FROM room WHERE name > ? ORDER BY name LIMIT ?)
        LEFT JOIN door ON door.room = name ORDER BY name`,
      after,
      limit,
    )
    const listing: RoomWithDoors[] = []
    let last: string | undefined
    for (const row of rows) {
      if (row.name !== last) listing.push({ room: JSON.parse(row.announcement), doors: new Map() })
      last = row.name
      addDoor(listing.at(-1)!.doors, row)
    }
    return listing
  }

  /** What every sidecar said of the doors of one room. */
  allDoors(room: string): DoorsBySidecar {
    const doors: DoorsBySidecar = new Map()
    const rows = this.#sql.exec<DoorRow>(
      'SELECT sidecar, key, port, error, remembered FROM door WHERE room = ?',
      room,
    )
    for (const row of rows) addDoor(doors, row)
    return doors
  }

  putRoom(name: string, room: Announcement): void {
    const text = JSON.stringify(room)
    this.#sql.exec(
      `INSERT INTO room VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET announcement = excluded.announcement
        WHERE announcement != excluded.announcement`,
      name,
      text,
    )
    for (const [kind, id] of Object.entries(room.publicIds ?? {}))
      this.#sql.exec(
        `INSERT INTO public_id VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET room = excluded.room
          WHERE room != excluded.room`,
        `${kind} ${id}`,
        name,
      )
  }

  /** The room that has this public id of this kind. */
  roomOf(kind: string, id: string): string | undefined {
    const key = `${kind} ${id}`
    const rows = this.#sql.exec<{ room: string }>('SELECT room FROM public_id WHERE id = ?', key)
    return [...rows][0]?.room
  }

  /** The room, its ids, and all that is remembered of its doors. */
  deleteRoom(name: string): void {
    this.#sql.exec('DELETE FROM public_id WHERE room = ?', name)
    this.#sql.exec('DELETE FROM room WHERE name = ?', name)
    this.#sql.exec('DELETE FROM door WHERE room = ?', name)
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

  doors(room: string, sidecar: string): Map<string, DoorState> {
    const rows = this.#sql.exec<Omit<DoorRow, 'key'> & { key: string }>(
      'SELECT sidecar, key, port, error, remembered FROM door WHERE room = ? AND sidecar = ?',
      room,
      sidecar,
    )
    return new Map([...rows].map((row) => [row.key, doorState(row)]))
  }

  /** The rooms of which this sidecar has said where a door is open, or why it is not. */
  carriedBy(sidecar: string): string[] {
    const rows = this.#sql.exec<{ room: string }>(
      'SELECT DISTINCT room FROM door WHERE sidecar = ? AND port IS NOT NULL',
      sidecar,
    )
    return [...rows].map(({ room }) => room)
  }

  /** Every sidecar that a row of this room names, connected or not. */
  sidecarsOf(room: string): string[] {
    const rows = this.#sql.exec<{ sidecar: string }>('SELECT DISTINCT sidecar FROM door WHERE room = ?', room)
    return [...rows].map(({ sidecar }) => sidecar)
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
}

type RoomRow = { announcement: string }
type DoorRow = {
  sidecar: string | null
  key: string | null
  port: number | null
  error: string | null
  remembered: number | null
}
type ListingRow = RoomRow & DoorRow & { name: string }

/** A room that has no door yet is a row without one. */
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
