// A backup's folder: files of rooms, each named by what is in it, and for every backup a list that names them. What is
// there is never written over: a backup that is lost half-way leaves those before it as they were.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { self, setAside, takeLockFile } from '../lock/lock-file.ts'
import type { Known } from '../lock/processes.ts'
import { partial, type RoomFile, syncFolder, writeRoomFile } from './room-file.ts'

/** A folder that is not as a backup leaves it. `message` is one line. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** A list that cannot be read. One of a later format can, by a later version: it is none of these. */
class DamagedList extends BackupError {}

/** A room as a backup has it. */
export interface KeptRoom {
  /** `game/room`. */
  readonly name: string
  readonly title: string
  /** In the folder, with `/`. */
  readonly file: string
  readonly bytes: number
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string
  /** By which the site knows whether it has changed since. */
  readonly etag: string
  /** ISO 8601, UTC. */
  readonly takenAt: string
}

/** One backup: every room of a site, as of then. */
export interface Manifest {
  readonly packetboat: 'backup'
  readonly format: 1
  readonly site: string
  /** Grows by one with each backup of the folder, whatever its clock says. Absent in lists of builds before 2026-12: 0. */
  readonly generation?: number
  /** By the clock of that machine. ISO 8601, UTC. */
  readonly takenAt: string
  readonly rooms: readonly KeptRoom[]
  /** Rooms that could not be taken; those of them that were taken before are in `rooms`, as they were. */
  readonly failed: readonly { readonly name: string; readonly error: string }[]
}

const manifestName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/
const roomName = /^[a-z0-9-]+\/[a-z0-9][a-z0-9-]{0,62}$/
const fileName = /^[a-z0-9-]+\/[a-z0-9-]+\/[0-9a-f]{64}\.packetboat$/
const damagedName = /^\d{4}-[^/]*\.json\.damaged\d*$/
const lockName = 'lock'

/** A list by its name in the folder. */
export interface List {
  readonly name: string
  readonly manifest: Manifest
}

/** What lies in a folder. */
export interface Lists {
  /** Those that can be read, the oldest backup first. */
  readonly lists: readonly List[]
  /** Names of those that cannot. */
  readonly damaged: readonly string[]
}

export class BackupFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** Every list that lies here under its own name. None at all: there is no backup here. */
  async lists(): Promise<Lists> {
    const lists: List[] = []
    const damaged: string[] = []
    for (const name of (await this.#names()).filter((one) => manifestName.test(one))) {
      const manifest = await this.manifest(name).catch(ifDamaged)
      if (manifest) lists.push({ name, manifest })
      else damaged.push(name)
    }
    return { lists: lists.sort(byAge), damaged }
  }

  /** Throws BackupError for what is none. */
  async manifest(name: string): Promise<Manifest> {
    const text = await readFile(join(this.path, name), 'utf8')
    try {
      const said: unknown = JSON.parse(text)
      if (isManifest(said)) return said
      if (isLater(said)) throw new BackupError(`${name} is of a later version: use that one`)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
    throw new DamagedList(`${name} is not the list of a backup, or is damaged`)
  }

  /** The last one that can be read; undefined: there is none. */
  async newest(): Promise<Manifest | undefined> {
    return (await this.lists()).lists.at(-1)?.manifest
  }

  /** Gives a damaged list another name, under which it is nobody's list. Gives that name. */
  setAside(name: string): string {
    return setAside(join(this.path, name)).slice(this.path.length + 1)
  }

  /** Names of the lists that were set aside, this time or before. */
  async asideLists(): Promise<readonly string[]> {
    return (await this.#names()).filter((name) => damagedName.test(name))
  }

  pathOf({ file }: Pick<KeptRoom, 'file'>): string {
    return join(this.path, file)
  }

  /** Whether a room's file is there, as long as it was. What is in it `flawOf` says. */
  async has(room: KeptRoom): Promise<boolean> {
    const found = await stat(this.pathOf(room)).catch(nothing)
    return found?.isFile() === true && found.size === room.bytes
  }

  /** Takes in a room's file as it comes. */
  async put(name: string, source: AsyncIterable<Uint8Array>): Promise<RoomFile & { readonly file: string }> {
    const fileOf = (sha256: string) => `${name}/${sha256}.packetboat`
    const file = await writeRoomFile(source, join(this.path, name), ({ sha256 }) =>
      this.pathOf({ file: fileOf(sha256) }),
    )
    return { ...file, file: fileOf(file.sha256) }
  }

  /** Takes in a file that belongs to no backup: it stays until somebody deletes it. Gives its path. */
  async keep(name: string, source: AsyncIterable<Uint8Array>): Promise<string> {
    const folder = join(this.path, name)
    const pathOf = ({ sha256 }: RoomFile) => join(folder, `replaced-${sha256}.packetboat`)
    return pathOf(await writeRoomFile(source, folder, pathOf))
  }

  /** From here on the backup is there. Gives its list as it can be read again; throws BackupError if it cannot. */
  async finish(manifest: Manifest): Promise<List> {
    const name = await this.#freeName(manifest.takenAt)
    const begun = join(this.path, `${randomUUID()}${partial}`)
    const handle = await open(begun, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(manifest, undefined, 1)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(begun, join(this.path, name))
    await syncFolder(this.path)
    return { name, manifest: await this.manifest(name) }
  }

  /**
   * Keeps the last `keep` backups of this site, and all of others that share the folder; removes the rest, and what somebody began to
   * write and was killed. While a damaged list lies here no file of a room goes: it may be named there.
   */
  async prune(site: string, keep: number): Promise<void> {
    // Read anew: another machine may have finished a backup here meanwhile.
    const { lists, damaged } = await this.lists()
    const old = new Set(lists.filter(({ manifest }) => manifest.site === site).slice(0, -keep))
    const kept = lists.filter((list) => !old.has(list))
    const wanted = new Set(kept.flatMap(({ manifest }) => manifest.rooms.map(({ file }) => file)))
    for (const { name } of old) await rm(join(this.path, name), { force: true })
    const mayBeNamed = damaged.length > 0 || (await this.asideLists()).length > 0
    for (const file of await this.#files())
      if (fileName.test(file) ? !mayBeNamed && !wanted.has(file) : true)
        await rm(join(this.path, file), { force: true })
  }

  /** One backup at a time in a folder; one that was killed has not let go of it. Throws BackupError. */
  async locked<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(this.path, { recursive: true })
    const path = join(this.path, lockName)
    takeLockFile({ path, ownerIn: ownerOf, inUse }, self())
    try {
      return await work()
    } finally {
      rmSync(path, { force: true })
    }
  }

  /** A clock that was put back, or stands still, gives a name that is taken: nothing is written over. */
  async #freeName(takenAt: string): Promise<string> {
    const names = new Set(await this.#names())
    for (let at = Date.parse(takenAt); ; at++) {
      const name = `${new Date(at).toISOString().replaceAll(':', '-')}.json`
      if (!names.has(name)) return name
    }
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.path).catch(nothingThere)).sort()
  }

  /** Those of rooms, and those that are not whole. */
  async #files(): Promise<string[]> {
    const entries = await readdir(this.path, { recursive: true }).catch(nothingThere)
    return entries
      .map((entry) => entry.replaceAll('\\', '/'))
      .filter((entry) => fileName.test(entry) || entry.endsWith(partial))
  }
}

function byAge({ manifest: one }: List, { manifest: other }: List): number {
  const generations = (one.generation ?? 0) - (other.generation ?? 0)
  return generations || Date.parse(one.takenAt) - Date.parse(other.takenAt)
}

/** Builds before 2026-12 wrote the id of their process alone. */
function ownerOf(said: unknown): Known | undefined {
  const { pid, born } = typeof said === 'number' ? { pid: said, born: '' } : ((said ?? {}) as Partial<Known>)
  return Number.isSafeInteger(pid) && pid! > 0 && typeof born === 'string' ? { pid: pid!, born } : undefined
}

const inUse = ({ pid }: Known) => new BackupError(`another backup is under way here, by process ${pid}`)

/** The room of this name, or all. Throws BackupError if it is not there. */
export function roomsIn({ rooms }: Manifest, name: string | undefined): readonly KeptRoom[] {
  const found = name === undefined ? rooms : rooms.filter((room) => room.name === name)
  if (name !== undefined && found.length === 0) throw new BackupError(`there is no ${name} in the backup`)
  return found
}

function isManifest(said: unknown): said is Manifest {
  if (typeof said !== 'object' || said === null) return false
  const {
    packetboat,
    format,
    site,
    generation = 0,
    takenAt,
    rooms,
    failed,
  } = said as Partial<Record<keyof Manifest, unknown>>
  const isHeaded = packetboat === 'backup' && format === 1 && typeof site === 'string'
  const isNumbered = Number.isSafeInteger(generation) && Number(generation) >= 0
  const isDated = typeof takenAt === 'string' && !Number.isNaN(Date.parse(takenAt))
  return (
    isHeaded &&
    isNumbered &&
    isDated &&
    Array.isArray(failed) &&
    Array.isArray(rooms) &&
    rooms.every(isKeptRoom)
  )
}

function isLater(said: unknown): boolean {
  const { packetboat, format } = (said ?? {}) as Partial<Record<keyof Manifest, unknown>>
  return packetboat === 'backup' && Number(format) > 1
}

/** Its file lies in the folder, whoever has written the list. */
function isKeptRoom(said: unknown): said is KeptRoom {
  if (typeof said !== 'object' || said === null) return false
  const { name, title, file, bytes, sha256, etag, takenAt } = said as Partial<Record<keyof KeptRoom, unknown>>
  const texts = [name, title, file, sha256, etag, takenAt]
  if (!texts.every((text) => typeof text === 'string') || typeof bytes !== 'number') return false
  return roomName.test(String(name)) && fileName.test(String(file)) && dirname(String(file)) === name
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function nothing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

function nothingThere(error: unknown): string[] {
  nothing(error)
  return []
}

/** A list whose bytes cannot be read at all is as damaged as one that says nothing. */
function ifDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedList) && codeOf(error) !== 'EIO') throw error
}
