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
 * `keep`: so many backups stay, this one included; absent: all. A room that cannot be taken is told of in the list, and stays in
 * it as it last was whole. Throws when the rooms cannot be listed, or the folder not be written: then there is no backup.
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
    const listed = await site.rooms()
    const names = new Set(listed.map(({ name }) => name))
    // A site that has lost its list has its rooms still: a room is gone only if it is not there when asked for by name.
    const unlisted = [...before.values()].filter(({ name }) => !names.has(name))
    for (const { name, title } of [...listed, ...unlisted]) {
      const known = await keptBefore(folder, before.get(name), generation, flaws)
      try {
        const taken = await take(site, folder, name, known)
        if (taken === 'gone') {
          // Damaged, most of all: then the file from before is all that there is of the room.
          if (names.has(name) && (await isListed(site, name)))
            throw new BackupError('the site lists the room, but has nothing of it')
          continue
        }
        rooms.push(taken === 'unchanged' ? known! : { name, title, takenAt, ...taken })
        if (taken === 'unchanged') continue
        changed++
        bytes += taken.bytes
      } catch (error) {
        if (site.stopped?.aborted) throw error
        failed.push({ name, error: reasonOf(error) })
        const whole = await wholeBefore(folder, name, lists)
        if (whole) rooms.push(whole)
      }
    }
    const list = await folder.finish({
      ...{ packetboat: 'backup', format: 1, site: site.origin, generation, takenAt },
      ...{ rooms, failed },
    })
    if (keep !== undefined) await prune(folder, list.manifest, keep, flaws)
    return { manifest: list.manifest, changed, bytes, flaws, aside }
  })
}

/** Removes older backups if the new one is intact. Reports errors as flaws, because the new one is complete. */
async function prune(
  folder: BackupFolder,
  { site, rooms, takenAt }: Manifest,
  keep: number,
  flaws: Flaw[],
): Promise<void> {
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
    await folder.prune(site, keep)
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

/** The newest file of a room that is as it was written. A room that cannot be exported now may never be again. */
async function wholeBefore(
  folder: BackupFolder,
  name: string,
  lists: readonly List[],
): Promise<KeptRoom | undefined> {
  const flawed = new Set<string>()
  for (const { manifest } of lists.toReversed()) {
    const room = manifest.rooms.find((one) => one.name === name)
    if (!room || flawed.has(room.file)) continue
    if ((await flawOf(folder, room)) === undefined) return room
    flawed.add(room.file)
  }
  return undefined
}

async function isListed(site: BackedSite, name: string): Promise<boolean> {
  return (await site.rooms()).some((room) => room.name === name)
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
