// One backup of all rooms of a site: only of rooms that have changed since the last one does a file come.
import { ExportError } from '../../wire/exported.ts'
import { BackupError, type BackupFolder, type KeptRoom, type Manifest } from './folder.ts'
import { readRoomFile } from './room-file.ts'
import type { BackedSite } from './site.ts'

/** What a backup came to. */
export interface BackedUp {
  readonly manifest: Manifest
  /** Of the rooms, those that came anew. */
  readonly changed: number
  /** That came. */
  readonly bytes: number
}

/**
 * `keep`: so many backups stay, this one included; absent: all. A room that cannot be taken is told of in the list, and stays in
 * it as it was. Throws when the rooms cannot be listed, or the folder not be written: then there is no backup.
 */
export function backUp(
  site: BackedSite,
  folder: BackupFolder,
  now: () => number,
  keep?: number,
): Promise<BackedUp> {
  return folder.locked(async () => {
    const before = new Map((await folder.newest())?.rooms.map((room) => [room.name, room]))
    const takenAt = new Date(now()).toISOString()
    const rooms: KeptRoom[] = []
    const failed: { name: string; error: string }[] = []
    let [changed, bytes] = [0, 0]
    for (const { name, title } of await site.rooms()) {
      const known = await keptBefore(folder, before.get(name))
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
    const manifest: Manifest = {
      ...{ packetboat: 'backup', format: 1, site: site.origin, takenAt },
      ...{ rooms, failed },
    }
    await folder.finish(manifest)
    if (keep !== undefined) await folder.prune(keep, now())
    return { manifest, changed, bytes }
  })
}

async function keptBefore(folder: BackupFolder, room: KeptRoom | undefined): Promise<KeptRoom | undefined> {
  return room && (await folder.has(room)) ? room : undefined
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

/** What is wrong with a backup. */
export interface Flaw {
  /** In the folder. */
  readonly file: string
  readonly error: string
}

/** Reads every list and every file that one names. None: all is as it was written. */
export async function verify(
  folder: BackupFolder,
): Promise<{ readonly files: number; readonly flaws: readonly Flaw[] }> {
  const flaws: Flaw[] = []
  const rooms = new Map<string, KeptRoom>()
  for (const name of await folder.manifests()) {
    try {
      for (const room of (await folder.manifest(name)).rooms) rooms.set(room.file, room)
    } catch (error) {
      flaws.push({ file: name, error: reasonOf(error) })
    }
  }
  for (const room of rooms.values()) {
    const error = await flawOf(folder, room)
    if (error !== undefined) flaws.push({ file: room.file, error })
  }
  return { files: rooms.size, flaws }
}

/** What is wrong with the file of a room; undefined: nothing. */
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

/** In one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof ExportError) return `it ${error.message}`
  if (error instanceof BackupError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const line = error.message.split('\n')[0] ?? error.name
  return cause instanceof Error ? `${line}: ${cause.message.split('\n')[0]}` : line
}
