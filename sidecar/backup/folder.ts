// A backup's folder: files of rooms, each named by what is in it, and for every backup a list that names them. What is
// there is never written over: a backup that is lost half-way leaves those before it as they were.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { partial, type RoomFile, syncFolder, writeRoomFile } from './room-file.ts'

/** A folder that is not as a backup leaves it. `message` is one line. */
export class BackupError extends Error {
  override name = 'BackupError'
}

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
  /** ISO 8601, UTC. */
  readonly takenAt: string
  readonly rooms: readonly KeptRoom[]
  /** Rooms that could not be taken; those of them that were taken before are in `rooms`, as they were. */
  readonly failed: readonly { readonly name: string; readonly error: string }[]
}

const manifestName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/
const roomName = /^[a-z0-9-]+\/[a-z0-9][a-z0-9-]{0,62}$/
const fileName = /^[a-z0-9-]+\/[a-z0-9-]+\/[0-9a-f]{64}\.packetboat$/
const lockName = 'lock'
/** Milliseconds after which what somebody began to write is taken for lost. */
const partialMs = 24 * 60 * 60_000

export class BackupFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** Names of its lists, the oldest first. None: there is no backup here. */
  async manifests(): Promise<readonly string[]> {
    const names = await readdir(this.path).catch(nothingThere)
    return names.filter((name) => manifestName.test(name)).sort()
  }

  /** Throws BackupError for what is none. */
  async manifest(name: string): Promise<Manifest> {
    const text = await readFile(join(this.path, name), 'utf8')
    try {
      const said: unknown = JSON.parse(text)
      if (isManifest(said)) return said
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
    throw new BackupError(`${name} is not the list of a backup, or is damaged`)
  }

  /** The last one that can be read; undefined: there is none. */
  async newest(): Promise<Manifest | undefined> {
    for (const name of (await this.manifests()).toReversed()) {
      try {
        return await this.manifest(name)
      } catch (error) {
        if (!(error instanceof BackupError)) throw error
      }
    }
    return undefined
  }

  pathOf({ file }: Pick<KeptRoom, 'file'>): string {
    return join(this.path, file)
  }

  /** Whether a room's file is there, as long as it was. What is in it `verify` says. */
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

  /** From here on the backup is there. */
  async finish(manifest: Manifest): Promise<void> {
    const path = join(this.path, `${manifest.takenAt.replaceAll(':', '-')}.json`)
    const begun = join(this.path, `${randomUUID()}${partial}`)
    const handle = await open(begun, 'wx', 0o600)
    try {
      await handle.writeFile(`${JSON.stringify(manifest, undefined, 1)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(begun, path)
    await syncFolder(this.path)
  }

  /** Leaves the newest backups, so many, and what is in them. Where a list cannot be read nothing goes: it may name anything. */
  async prune(keep: number, now: number): Promise<void> {
    const names = await this.manifests()
    const left = await Promise.all(names.slice(-keep).map((name) => this.manifest(name)))
    const wanted = new Set(left.flatMap(({ rooms }) => rooms.map(({ file }) => file)))
    for (const name of names.slice(0, -keep)) await rm(join(this.path, name), { force: true })
    for (const file of await this.#files())
      if (fileName.test(file) ? !wanted.has(file) : await this.#isLost(file, now))
        await rm(join(this.path, file), { force: true })
  }

  /** One backup at a time in a folder; who was killed has not let go of it. Throws BackupError. */
  async locked<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(this.path, { recursive: true })
    const path = join(this.path, lockName)
    const mine = String(process.pid)
    const write = () => writeFile(path, mine, { flag: 'wx', mode: 0o600 })
    await write().catch(async (error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
      const owner = Number(await readFile(path, 'utf8').catch(() => '0'))
      if (owner !== process.pid && isAlive(owner))
        throw new BackupError(`another backup is under way here, by process ${owner}`)
      await rm(path, { force: true })
      await write()
    })
    try {
      return await work()
    } finally {
      await rm(path, { force: true })
    }
  }

  async #files(): Promise<string[]> {
    const entries = await readdir(this.path, { recursive: true }).catch(nothingThere)
    return entries
      .map((entry) => entry.replaceAll('\\', '/'))
      .filter((entry) => fileName.test(entry) || entry.endsWith(partial))
  }

  async #isLost(file: string, now: number): Promise<boolean> {
    const found = await stat(join(this.path, file)).catch(nothing)
    return found !== undefined && now - found.mtimeMs > partialMs
  }
}

/** The room of this name, or all. Throws BackupError if it is not there. */
export function roomsIn({ rooms }: Manifest, name: string | undefined): readonly KeptRoom[] {
  const found = name === undefined ? rooms : rooms.filter((room) => room.name === name)
  if (name !== undefined && found.length === 0) throw new BackupError(`there is no ${name} in the backup`)
  return found
}

function isManifest(said: unknown): said is Manifest {
  if (typeof said !== 'object' || said === null) return false
  const { packetboat, format, site, takenAt, rooms, failed } = said as Partial<
    Record<keyof Manifest, unknown>
  >
  const isHeaded = packetboat === 'backup' && format === 1 && typeof site === 'string'
  const isDated = typeof takenAt === 'string' && !Number.isNaN(Date.parse(takenAt))
  return isHeaded && isDated && Array.isArray(failed) && Array.isArray(rooms) && rooms.every(isKeptRoom)
}

/** Its file lies in the folder, whoever has written the list. */
function isKeptRoom(said: unknown): said is KeptRoom {
  if (typeof said !== 'object' || said === null) return false
  const { name, title, file, bytes, sha256, etag, takenAt } = said as Partial<Record<keyof KeptRoom, unknown>>
  const texts = [name, title, file, sha256, etag, takenAt]
  if (!texts.every((text) => typeof text === 'string') || typeof bytes !== 'number') return false
  return roomName.test(String(name)) && fileName.test(String(file)) && dirname(String(file)) === name
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
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
