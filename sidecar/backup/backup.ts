// Backs up all rooms of a site. Downloads only the rooms that have changed since the last backup.
import { ExportError } from '../../wire/exported.ts'
import { BackupError, type BackupFolder, type KeptRoom, type List, type Manifest } from './folder.ts'
import { readRoomFile } from './room-file.ts'
import type { BackedSite } from './site.ts'

/** The result of a backup. */
export interface BackedUp {
  readonly manifest: Manifest
  /** How many rooms were downloaded. */
  readonly changed: number
  /** How many bytes were downloaded. */
  readonly bytes: number
  /**
   * Problems in the folder: lists that were set aside, damaged files that were downloaded again, files that could not
   * be removed. The backup is complete all the same.
   */
  readonly flaws: readonly Flaw[]
  /** Damaged lists that earlier backups set aside. While they are in the folder, no room file is removed. */
  readonly aside: readonly string[]
}

/** Each backup verifies one in this many of the unchanged files. */
const digestShare = 7

/**
 * `keep`: the number of backups to keep, including this one; absent: all. A room that cannot be exported is listed in
 * `failed` and keeps its previous file. Throws if the rooms cannot be listed or the folder cannot be written.
 */
export function backUp(
  site: BackedSite,
  folder: BackupFolder,
  now: () => number,
  keep?: number,
): Promise<BackedUp> {
  return folder.locked(async () => {
    const aside = await folder.asideLists()
    const { lists, damaged } = await folder.lists()
    const flaws: Flaw[] = damaged.map((file) => ({
      file,
      error: `the list is damaged, and is kept as ${folder.setAside(file)}`,
    }))
    const last = lists.at(-1)?.manifest
    const generation = (last?.generation ?? 0) + 1
    const before = new Map(last?.rooms.map((room) => [room.name, room]))
    const takenAt = new Date(now()).toISOString()
    const rooms: KeptRoom[] = []
    const failed: { name: string; error: string }[] = []
    let [changed, bytes] = [0, 0]
    for (const { name, title } of await site.rooms()) {
      const known = await keptBefore(folder, before.get(name), generation, flaws)
      try {
        const taken = await take(site, folder, name, known)
        if (taken === 'gone') continue
        rooms.push(taken === 'unchanged' ? known! : { name, title, takenAt, ...taken })
        if (taken === 'unchanged') continue
        changed++
        bytes += taken.bytes
      } catch (error) {
        if (site.stopped?.aborted) throw error
        failed.push({ name, error: reasonOf(error) })
        if (known) rooms.push(known)
      }
    }
    const list = await folder.finish({
      ...{ packetboat: 'backup', format: 1, site: site.origin, generation, takenAt },
      ...{ rooms, failed },
    })
    if (keep !== undefined) await prune(folder, [...lists, list], keep, flaws)
    return { manifest: list.manifest, changed, bytes, flaws, aside }
  })
}

/** Removes older backups if the new one is intact. Reports errors as flaws, because the new one is complete. */
async function prune(
  folder: BackupFolder,
  lists: readonly List[],
  keep: number,
  flaws: Flaw[],
): Promise<void> {
  const { rooms, takenAt } = lists.at(-1)!.manifest
  const before = flaws.length
  for (const room of rooms) {
    const error =
      room.takenAt === takenAt
        ? await flawOf(folder, room)
        : (await folder.has(room))
          ? undefined
          : 'it is gone'
    if (error !== undefined) flaws.push({ file: room.file, error })
  }
  if (flaws.length > before) return
  try {
    await folder.prune(lists, keep)
  } catch (error) {
    flaws.push({ file: folder.path, error: `older backups were not all removed: ${reasonOf(error)}` })
  }
}

/** The room of the last backup if its file exists. Every seventh backup also verifies the contents. */
async function keptBefore(
  folder: BackupFolder,
  room: KeptRoom | undefined,
  generation: number,
  flaws: Flaw[],
): Promise<KeptRoom | undefined> {
  if (!room || !(await folder.has(room))) return undefined
  if (Number.parseInt(room.sha256.slice(0, 8), 16) % digestShare !== generation % digestShare) return room
  const error = await flawOf(folder, room)
  if (error === undefined) return room
  flaws.push({ file: room.file, error: `${error}; the room is taken anew` })
  return undefined
}

async function take(
  site: BackedSite,
  folder: BackupFolder,
  name: string,
  known: KeptRoom | undefined,
): Promise<Pick<KeptRoom, 'file' | 'bytes' | 'sha256' | 'etag'> | 'unchanged' | 'gone'> {
  const coming = await site.take(name, known?.etag || undefined)
  if (typeof coming === 'string') return coming
  const { file, bytes, sha256 } = await folder.put(name, coming.body)
  return { file, bytes, sha256, etag: coming.etag }
}

/** A problem in a backup. */
export interface Flaw {
  /** A path in the folder. */
  readonly file: string
  readonly error: string
}

/** Reads all lists and all files that they name. Without flaws, all are intact. */
export async function verify(
  folder: BackupFolder,
): Promise<{ readonly backups: number; readonly files: number; readonly flaws: readonly Flaw[] }> {
  const rooms = new Map<string, KeptRoom>()
  const { lists, damaged } = await folder.lists()
  for (const { manifest } of lists) for (const room of manifest.rooms) rooms.set(room.file, room)
  const flaws: Flaw[] = [...damaged, ...(await folder.asideLists())].map((file) => ({
    file,
    error: 'it is not the list of a backup, or is damaged',
  }))
  for (const room of rooms.values()) {
    const error = await flawOf(folder, room)
    if (error !== undefined) flaws.push({ file: room.file, error })
  }
  return { backups: lists.length + damaged.length, files: rooms.size, flaws }
}

/** The problem of a room's file; undefined: none. */
export async function flawOf(folder: BackupFolder, room: KeptRoom): Promise<string | undefined> {
  try {
    const { sha256, head } = await readRoomFile(folder.pathOf(room))
    if (sha256 !== room.sha256) return 'it is another file than the one that was written'
    return `${head.game}/${head.room}` === room.name
      ? undefined
      : `it is the file of ${head.game}/${head.room}`
  } catch (error) {
    return reasonOf(error)
  }
}

/** The error in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof ExportError) return `it ${error.message}`
  if (error instanceof BackupError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const line = error.message.split('\n')[0] ?? error.name
  return cause instanceof Error ? `${line}: ${cause.message.split('\n')[0]}` : line
}
