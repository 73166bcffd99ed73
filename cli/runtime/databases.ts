// Handles the databases of a state folder while no runtime uses them: checkpoints after a stop, and checks before a
// start.

import { createHash, createHmac } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readStoredRoom } from '../../durable-objects/room/create/creation-files.ts'
import { hasRecordTable, type SqlStorage, sqlRecords } from '../../durable-objects/storage/records.ts'
import { quarantineFile } from '../../sidecar/lock/lock-file.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'
import { ownCommandLine } from '../terminal/own-command-line.ts'

/** The suffixes of the files that SQLite keeps beside a database until a checkpoint. */
const walSuffixes = ['-wal', '-shm']

/** The runtime's own database, which is in the same folder as the databases of a Durable Object class. */
const metadataFile = 'metadata.sqlite'

export function checkpointDatabases(worlds: string): string[] {
  const warnings: string[] = []
  for (const file of filesUnder(worlds)) {
    if (!file.endsWith('.sqlite') || !existsSync(`${file}-wal`)) continue
    try {
      withDatabase(file, (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    } catch (error) {
      warnings.push(`${file} is complete only together with its -wal file: ${describeInOneLine(error)}`)
    }
  }
  return warnings
}

export interface DatabaseCheck {
  /** The names (`game/room`) of rooms that have a database but are not listed by the Directory. */
  readonly unlisted: readonly string[]
  /** The names of listed rooms that have no readable database. */
  readonly missing: readonly string[]
  /**
   * The names of rooms whose alarms were lost with the runtime's metadata. A room sets its alarm again when it is
   * called.
   */
  readonly withoutAlarm: readonly string[]
  /** A message for each damaged file, with the action that was taken. */
  readonly warnings: readonly string[]
}

/**
 * Renames damaged files of the runtime itself under `worlds`, because the runtime does not start with such a file. The
 * runtime's files contain caches, and the alarms of a class's objects, which the objects set again when they are
 * called.
 */
export function quarantineDamagedRuntimeFiles(worlds: string): string[] {
  return filesUnder(worlds)
    .filter((file) => basename(file) === metadataFile)
    .flatMap((file) => {
      const wrong = integrityError(file)
      if (wrong === undefined) return []
      const ofClass = basename(dirname(file))
      return [
        `the runtime’s metadata of ${ofClass} is damaged (${describeInOneLine(wrong)}) and will be recreated: ${quarantine(file)}`,
      ]
    })
}

/**
 * Finds rooms that the Directory does not list, and listed rooms without data. Deletes the empty databases that
 * requests for unknown names have created. Renames damaged files of the Directory and of rooms.
 */
export function repairDatabases(folders: {
  readonly directory: string
  readonly rooms: string
}): DatabaseCheck {
  const warnings: string[] = []
  const listed = listedRooms(folders.directory, warnings)
  const known = new Set(listed.map((name) => objectIdOf(folders.rooms, name)))
  const unlisted = databasesIn(folders.rooms)
    .filter((file) => !known.has(basename(file, '.sqlite')))
    .flatMap((file) => unlistedRoom(folders.rooms, file, warnings))
  const missing = listed.filter((name) => isRoomUnreadable(folders.rooms, name, warnings))
  const hasAlarms = existsSync(join(folders.rooms, metadataFile))
  const withoutAlarm = hasAlarms ? [] : listed.filter((name) => !missing.includes(name))
  return { unlisted, missing, withoutAlarm, warnings }
}

/** Renames a damaged database, but not a database that cannot be opened because of the disk or a permission. */
function isRoomUnreadable(folder: string, name: string, warnings: string[]): boolean {
  const file = join(folder, `${objectIdOf(folder, name)}.sqlite`)
  const restore = `restore ${name} from a backup (${ownCommandLine} backup restore … ${name} --replace), or delete it`
  try {
    if (isEmptyWithWal(file)) throw emptyWithWalError()
    const hasRoom = existsSync(file) && withDatabase(file, hasData)
    if (!hasRoom)
      warnings.push(
        `the database of ${name} is ${existsSync(file) ? 'empty' : 'missing'} (${file}): ${restore}`,
      )
    return !hasRoom
  } catch (error) {
    warnings.push(
      isCorrupt(error)
        ? `the database of ${name} is damaged (${describeInOneLine(error)}): ${quarantine(file)}. Next: ${restore}`
        : `the database of ${name} cannot be opened (${describeInOneLine(error)}): ${file}`,
    )
    return true
  }
}

const hasData = (database: DatabaseSync) => hasRecordTable(asSqlStorage(database))

function integrityError(file: string): unknown {
  try {
    return withDatabase(file, quickCheck)
  } catch (error) {
    if (isCorrupt(error)) return error
    throw cannotOpen(file, error)
  }
}

function quickCheck(database: DatabaseSync): unknown {
  const [check] = database.prepare('PRAGMA quick_check(1)').all()
  return check?.quick_check === 'ok' ? undefined : new Error(String(check?.quick_check))
}

/** Renames a damaged Directory database. */
function listedRooms(folder: string, warnings: string[]): string[] {
  const file = join(folder, `${objectIdOf(folder, 'directory')}.sqlite`)
  if (!existsSync(file)) return []
  const wrong = integrityError(file)
  if (wrong !== undefined) {
    warnings.push(
      `the room list is damaged (${describeInOneLine(wrong)}) and will be rebuilt: ${quarantine(file)}`,
    )
    return []
  }
  return withDatabase(file, (database) => {
    const rooms = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'room'"
    if (database.prepare(rooms).all().length === 0) return []
    return database
      .prepare('SELECT name FROM room')
      .all()
      .map(({ name }) => String(name))
  })
}

/**
 * The name of the room in a database, or none. Deletes a database without a room, and renames a corrupt one. A file
 * with the file name of another room only causes a warning.
 */
function unlistedRoom(folder: string, file: string, warnings: string[]): string[] {
  try {
    if (isEmptyWithWal(file)) throw emptyWithWalError()
    const name = withDatabase(file, readRoomName)
    if (name === undefined) {
      removeDatabase(file)
      return []
    }
    if (objectIdOf(folder, name) === basename(file, '.sqlite')) return [name]
    warnings.push(`${file} contains ${name}, but has the file name of another room`)
  } catch (error) {
    if (isCorrupt(error))
      warnings.push(`a room's database is damaged (${describeInOneLine(error)}): ${quarantine(file)}`)
    else warnings.push(`the records of a room are damaged (${describeInOneLine(error)}): ${file}`)
  }
  return []
}

/**
 * The name (`game/room`) of the room in a database. Undefined if the database contains no room, or a room whose
 * creation did not finish.
 */
function readRoomName(database: DatabaseSync): string | undefined {
  const sql = asSqlStorage(database)
  const { meta } = readStoredRoom(
    sql,
    sqlRecords(sql, (body) => body()),
  )
  return meta && `${meta.game}/${meta.room}`
}

const asSqlStorage = (database: DatabaseSync): SqlStorage => ({
  exec: (query, ...bindings) =>
    database.prepare(query).all(...(bindings as (string | number | null)[])) as never,
})

/** Milliseconds. A runtime that is ending may still lock the database. */
const lockTimeoutMs = 5000

function withDatabase<R>(file: string, use: (database: DatabaseSync) => R): R {
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/** Whether a database file is empty but has a WAL file. SQLite would delete the WAL file when it opens the database. */
function isEmptyWithWal(file: string): boolean {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return sizeOf(file) === 0 && sizeOf(`${file}-wal`) > 0
}

const emptyWithWalError = () => new Error('file is not a database: it is empty, with a -wal file beside it')

/** The error if a permission, the disk or a lock prevents access. The file is not damaged, so it is not renamed. */
const cannotOpen = (file: string, error: unknown) =>
  new Failure(`cannot open ${file}: ${describeInOneLine(error)}`)

const isCorrupt = (error: unknown) => error instanceof Error && /not a database|malformed/.test(error.message)

/** Returns a message with the new path. */
function quarantine(file: string): string {
  // If the database file is missing, creates it, so that the WAL file does not get a name that a different database
  // will use.
  if (!existsSync(file)) writeFileSync(file, '')
  const path = quarantineFile(file)
  for (const end of walSuffixes) if (existsSync(file + end)) renameSync(file + end, path + end)
  return `renamed to ${path}`
}

function removeDatabase(file: string): void {
  for (const end of ['', ...walSuffixes]) rmSync(file + end, { force: true })
}

function databasesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .map((name) => join(folder, name))
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
}

/** Derives the id of an object from its name, like workerd. */
function objectIdOf(folder: string, name: string): string {
  const key = createHash('sha256').update(basename(folder)).digest()
  const signed = (data: Buffer | string) => createHmac('sha256', key).update(data).digest().subarray(0, 16)
  const first = signed(name)
  return Buffer.concat([first, signed(first)]).toString('hex')
}
