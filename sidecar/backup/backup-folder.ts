// A backup folder contains room files, named by their digest, and for each backup a list that names the backup's files.
// Stored files are never changed, so an interrupted backup leaves earlier backups intact.

import { rmSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { acquireLockFile, identifyThisProcess, quarantineFile } from '../lock/lock-file.ts'
import type { ProcessIdentity } from '../lock/processes.ts'
import { createPartialPath, partialSuffix } from '../util/partial-file.ts'
import { systemErrorCode } from '../util/system-error-code.ts'
import { makeFolder } from './make-folder.ts'
import { fsyncFolder, type RoomFile, writeRoomFile } from './room-file.ts'

/** `message` is one line. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Not thrown for a list in a later format, which a later version can read. */
class DamagedManifest extends BackupError {}

export interface BackedUpRoom {
  /** `game/room`. */
  readonly name: string
  readonly title: string
  /** Path of the file in the folder, with `/` as separator. */
  readonly file: string
  readonly bytes: number
  /** Digest of the file, in hexadecimal. */
  readonly sha256: string
  /** The site compares this ETag with the current one to detect whether the room has changed. */
  readonly etag: string
  /** ISO 8601, UTC. */
  readonly takenAt: string
}

export interface BackupManifest {
  readonly packetboat: 'backup'
  readonly format: 1
  readonly site: string
  /** Increases by one with each backup, whatever the clock shows. */
  readonly generation: number
  /** When the backup started, by the local clock. ISO 8601, UTC. */
  readonly takenAt: string
  readonly rooms: readonly BackedUpRoom[]
  /**
   * For a room that could not be exported, `rooms` contains its entry of an earlier backup if that file is intact.
   */
  readonly failed: readonly { readonly name: string; readonly error: string }[]
}

const manifestPattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/
/** The names of rooms, `game/room`, which become folders of the backup. */
export const roomNamePattern = /^[a-z0-9-]+\/[a-z0-9][a-z0-9-]{0,62}$/
const roomFilePattern = /^[a-z0-9-]+\/[a-z0-9-]+\/[0-9a-f]{64}\.packetboat$/
const quarantinedPattern = /^\d{4}-[^/]*\.json\.damaged\d*$/
const lockName = 'lock'

export interface StoredManifest {
  readonly fileName: string
  readonly manifest: BackupManifest
}

export interface StoredManifests {
  /** Readable lists, the oldest first. */
  readonly manifests: readonly StoredManifest[]
  readonly damaged: readonly string[]
}

export class BackupFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** Reads all lists except quarantined ones. Returns no lists if the folder has no backup. */
  async readManifests(): Promise<StoredManifests> {
    const lists: StoredManifest[] = []
    const damaged: string[] = []
    for (const name of (await this.#names()).filter((one) => manifestPattern.test(one))) {
      const manifest = await this.readManifest(name).catch(ignoreDamaged)
      if (manifest) lists.push({ fileName: name, manifest })
      else damaged.push(name)
    }
    return { manifests: lists.sort(byAge), damaged }
  }

  /** Throws BackupError if the list is invalid. */
  async readManifest(name: string): Promise<BackupManifest> {
    const text = await readFile(join(this.path, name), 'utf8')
    try {
      const parsed: unknown = JSON.parse(text)
      if (isManifest(parsed)) return parsed
      if (isLaterFormat(parsed))
        throw new BackupError(`${name} was written by a later version; use that version to read it`)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
    throw new DamagedManifest(`${name} is not a backup list, or is damaged`)
  }

  /** The newest list of the site with this origin, or of any site if `site` is undefined. */
  async newestManifest(site?: string): Promise<BackupManifest | undefined> {
    const { manifests } = await this.readManifests()
    return manifests.findLast(({ manifest }) => site === undefined || manifest.site === site)?.manifest
  }

  /** Renames a damaged list, so that later reads ignore it. Returns the new name. */
  quarantine(name: string): string {
    return quarantineFile(join(this.path, name)).slice(this.path.length + 1)
  }

  async quarantinedLists(): Promise<readonly string[]> {
    return (await this.#names()).filter((name) => quarantinedPattern.test(name))
  }

  pathOf({ file }: Pick<BackedUpRoom, 'file'>): string {
    return join(this.path, file)
  }

  /** Whether the room's file exists and has the size that the entry states. `findRoomProblem` verifies the contents. */
  async hasFile(room: BackedUpRoom): Promise<boolean> {
    const stats = await stat(this.pathOf(room)).catch(ignoreMissing)
    return stats?.isFile() === true && stats.size === room.bytes
  }

  async storeRoomFile(
    name: string,
    source: AsyncIterable<Uint8Array>,
  ): Promise<RoomFile & { readonly file: string }> {
    const fileOf = (sha256: string) => `${name}/${sha256}.packetboat`
    const file = await writeRoomFile(source, join(this.path, name), ({ sha256 }) =>
      this.pathOf({ file: fileOf(sha256) }),
    )
    return { ...file, file: fileOf(file.sha256) }
  }

  /** Stores a file that belongs to no backup and is never pruned. Returns its path. */
  async storeReplacedFile(name: string, source: AsyncIterable<Uint8Array>): Promise<string> {
    const folder = join(this.path, name)
    const pathOf = ({ sha256 }: RoomFile) => join(folder, `replaced-${sha256}.packetboat`)
    return pathOf(await writeRoomFile(source, folder, pathOf))
  }

  /**
   * Writes the list of a backup, which completes the backup. Returns the list as read back from the disk. Throws
   * BackupError if the list cannot be read back.
   */
  async writeManifest(manifest: BackupManifest): Promise<StoredManifest> {
    const name = await this.#unusedName(manifest.takenAt)
    const partialPath = await createPartialPath(this.path)
    const handle = await open(partialPath, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(manifest, undefined, 1)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partialPath, join(this.path, name))
    await fsyncFolder(this.path)
    return { fileName: name, manifest: await this.readManifest(name) }
  }

  /**
   * Removes all backups of this site except the last `keep`. Also removes partial files, and room files that no list
   * names. While the folder contains a damaged list, keeps all room files, because that list may name them.
   */
  async prune(site: string, keep: number): Promise<void> {
    // The lists are read again, because another machine may have finished a backup in this folder.
    const { manifests, damaged } = await this.readManifests()
    const old = new Set(manifests.filter(({ manifest }) => manifest.site === site).slice(0, -keep))
    const kept = manifests.filter((list) => !old.has(list))
    const wanted = new Set(kept.flatMap(({ manifest }) => manifest.rooms.map(({ file }) => file)))
    for (const { fileName } of old) await rm(join(this.path, fileName), { force: true })
    const mayBeReferenced = damaged.length > 0 || (await this.quarantinedLists()).length > 0
    for (const file of await this.#files())
      if (!roomFilePattern.test(file) || (!mayBeReferenced && !wanted.has(file)))
        await rm(join(this.path, file), { force: true })
  }

  /**
   * Runs `work` under a lock, so that only one backup runs at a time. The lock of a killed process is ignored. Throws
   * BackupError.
   */
  async withLock<T>(work: () => Promise<T>): Promise<T> {
    const path = join(this.path, lockName)
    try {
      await makeFolder(this.path)
      acquireLockFile({ path, parseOwner: parseLockOwner, lockedError }, identifyThisProcess())
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      throw new BackupError(
        `cannot use ${this.path} as backup folder: ${error.message}. Choose another folder`,
      )
    }
    try {
      return await work()
    } finally {
      rmSync(path, { force: true })
    }
  }

  /**
   * Returns a name that no list of the folder has, so that none is overwritten. The time alone is not unique: it
   * repeats if the clock was set back or has not advanced.
   */
  async #unusedName(takenAt: string): Promise<string> {
    const names = new Set(await this.#names())
    for (let at = Date.parse(takenAt); ; at++) {
      const name = `${new Date(at).toISOString().replaceAll(':', '-')}.json`
      if (!names.has(name)) return name
    }
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.path).catch(emptyIfMissing)).sort()
  }

  async #files(): Promise<string[]> {
    const entries = await readdir(this.path, { recursive: true }).catch(emptyIfMissing)
    return entries
      .map((entry) => entry.replaceAll('\\', '/'))
      .filter((entry) => roomFilePattern.test(entry) || entry.endsWith(partialSuffix))
  }
}

function byAge({ manifest: one }: StoredManifest, { manifest: other }: StoredManifest): number {
  return one.generation - other.generation || Date.parse(one.takenAt) - Date.parse(other.takenAt)
}

function parseLockOwner(contents: unknown): ProcessIdentity | undefined {
  const { pid, startTime } = (contents ?? {}) as Partial<ProcessIdentity>
  return Number.isSafeInteger(pid) && pid! > 0 && typeof startTime === 'string'
    ? { pid: pid!, startTime }
    : undefined
}

const lockedError = ({ pid }: ProcessIdentity) =>
  new BackupError(`another backup is running in this folder (process ${pid})`)

/**
 * The entry of the room `name`, or all entries if `name` is undefined. Throws BackupError if the backup does not
 * contain the room.
 */
export function roomsInBackup({ rooms }: BackupManifest, name: string | undefined): readonly BackedUpRoom[] {
  const found = name === undefined ? rooms : rooms.filter((room) => room.name === name)
  if (name !== undefined && found.length === 0) throw new BackupError(`the backup does not contain ${name}`)
  return found
}

function isManifest(value: unknown): value is BackupManifest {
  if (typeof value !== 'object' || value === null) return false
  const { packetboat, format, site, generation, takenAt, rooms, failed } = value as Partial<
    Record<keyof BackupManifest, unknown>
  >
  const isHeaded = packetboat === 'backup' && format === 1 && typeof site === 'string'
  const isNumbered = Number.isSafeInteger(generation) && Number(generation) >= 0
  const isDated = typeof takenAt === 'string' && !Number.isNaN(Date.parse(takenAt))
  return (
    isHeaded &&
    isNumbered &&
    isDated &&
    Array.isArray(failed) &&
    Array.isArray(rooms) &&
    rooms.every(isBackedUpRoom)
  )
}

function isLaterFormat(value: unknown): boolean {
  const { packetboat, format } = (value ?? {}) as Partial<Record<keyof BackupManifest, unknown>>
  return packetboat === 'backup' && Number(format) > 1
}

/** Whether `value` is an entry whose file is inside the folder: the list may come from an untrusted source. */
function isBackedUpRoom(value: unknown): value is BackedUpRoom {
  if (typeof value !== 'object' || value === null) return false
  const { name, title, file, bytes, sha256, etag, takenAt } = value as Partial<
    Record<keyof BackedUpRoom, unknown>
  >
  const texts = [name, title, file, sha256, etag, takenAt]
  if (!texts.every((text) => typeof text === 'string') || typeof bytes !== 'number') return false
  return (
    roomNamePattern.test(String(name)) && roomFilePattern.test(String(file)) && dirname(String(file)) === name
  )
}

function ignoreMissing(error: unknown): undefined {
  if (systemErrorCode(error) !== 'ENOENT') throw error
}

function emptyIfMissing(error: unknown): string[] {
  ignoreMissing(error)
  return []
}

/** Ignores the error if the list is damaged or on unreadable disk sectors (EIO), and throws any other error. */
function ignoreDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedManifest) && systemErrorCode(error) !== 'EIO') throw error
}
