// Downloads only the rooms that have changed since the last backup.
import { ExportError } from '../../wire/export/room-export.ts'
import {
  type BackedUpRoom,
  BackupError,
  type BackupFolder,
  type BackupManifest,
  type StoredManifest,
} from './backup-folder.ts'
import { readRoomFile } from './room-file.ts'
import type { SiteClient } from './site-client.ts'

export interface BackupResult {
  readonly manifest: BackupManifest
  readonly changedRooms: number
  readonly downloadedBytes: number
  /**
   * Problems that did not prevent this backup: newly quarantined lists, damaged or missing files, and old files that
   * could not be removed.
   */
  readonly problems: readonly BackupProblem[]
  /**
   * Names of damaged lists that earlier backups have quarantined. While they are in the folder, no room file is
   * removed.
   */
  readonly quarantinedLists: readonly string[]
}

/** Each backup verifies the contents of one in this many unchanged files. */
const verifyEveryNth = 7

/**
 * `keep`: the number of backups to keep, including this one; absent: all. A room that cannot be exported is listed as
 * failed, and keeps its last intact file. Throws, without completing a backup, if the rooms cannot be listed or the
 * folder cannot be written.
 */
export function createBackup(
  site: SiteClient,
  folder: BackupFolder,
  now: () => number,
  keep?: number,
): Promise<BackupResult> {
  return folder.withLock(async () => {
    const quarantinedLists = await folder.quarantinedLists()
    const { manifests, damaged } = await folder.readManifests()
    const problems: BackupProblem[] = damaged.map((file) => ({
      file,
      error: `damaged backup list; renamed to ${folder.quarantine(file)}`,
    }))
    const generation = (manifests.at(-1)?.manifest.generation ?? 0) + 1
    // Other sites may back up to the same folder. Rooms of another site are other rooms, even if they have the same
    // names.
    const own = manifests.filter(({ manifest }) => manifest.site === site.origin)
    const previousRooms = new Map(own.at(-1)?.manifest.rooms.map((room) => [room.name, room]))
    const takenAt = new Date(now()).toISOString()
    const rooms: BackedUpRoom[] = []
    const failed: { name: string; error: string }[] = []
    let [changedRooms, downloadedBytes] = [0, 0]
    const listed = await site.listRooms()
    const names = new Set(listed.map(({ name }) => name))
    // Rooms of the previous backup that the site does not list are requested too, because the site may have lost its
    // list. A room that is not listed counts as deleted only if its export returns 404.
    const unlisted = [...previousRooms.values()].filter(({ name }) => !names.has(name))
    for (const { name, title } of [...listed, ...unlisted]) {
      const known = await reusableRoom(folder, previousRooms.get(name), generation, problems)
      try {
        const download = await downloadRoom(site, folder, name, known)
        if (download === 'gone') {
          // A listed room without an export is probably damaged, so its previous file is kept.
          if (names.has(name) && (await isListed(site, name)))
            throw new BackupError('the site lists the room but has no export of it')
          continue
        }
        rooms.push(download === 'unchanged' ? known! : { name, title, takenAt, ...download })
        if (download === 'unchanged') continue
        changedRooms++
        downloadedBytes += download.bytes
      } catch (error) {
        if (site.abortSignal?.aborted) throw error
        failed.push({ name, error: backupErrorMessage(error) })
        const intact = await lastIntactRoom(folder, name, own)
        if (intact) rooms.push(intact)
      }
    }
    const list = await folder.writeManifest({
      ...{ packetboat: 'backup', format: 1, site: site.origin, generation, takenAt },
      ...{ rooms, failed },
    })
    if (keep !== undefined) await pruneOlder(folder, list.manifest, keep, problems)
    return { manifest: list.manifest, changedRooms, downloadedBytes, problems, quarantinedLists }
  })
}

/**
 * Removes older backups, unless a file of the new backup is damaged or missing. Adds errors to `problems` instead of
 * throwing them, because the new backup is already stored.
 */
async function pruneOlder(
  folder: BackupFolder,
  { site, rooms, takenAt }: BackupManifest,
  keep: number,
  problems: BackupProblem[],
): Promise<void> {
  const problemsBefore = problems.length
  for (const room of rooms) {
    const error =
      room.takenAt === takenAt
        ? await findRoomProblem(folder, room)
        : (await folder.hasFile(room))
          ? undefined
          : 'the file is missing'
    if (error !== undefined) problems.push({ file: room.file, error })
  }
  if (problems.length > problemsBefore) return
  try {
    await folder.prune(site, keep)
  } catch (error) {
    problems.push({
      file: folder.path,
      error: `not all older backups could be removed: ${backupErrorMessage(error)}`,
    })
  }
}

/**
 * The room's entry in the previous backup, to be used again; undefined if its file is missing or was found damaged.
 * Every seventh backup verifies the contents of the file.
 */
async function reusableRoom(
  folder: BackupFolder,
  room: BackedUpRoom | undefined,
  generation: number,
  problems: BackupProblem[],
): Promise<BackedUpRoom | undefined> {
  if (!room || !(await folder.hasFile(room))) return undefined
  if (Number.parseInt(room.sha256.slice(0, 8), 16) % verifyEveryNth !== generation % verifyEveryNth)
    return room
  const error = await findRoomProblem(folder, room)
  if (error === undefined) return room
  problems.push({ file: room.file, error: `${error}; the room is downloaded again` })
  return undefined
}

/**
 * The room's entry in the latest list for which the room's file is intact. This file may be the only copy of a room
 * that cannot be exported.
 */
async function lastIntactRoom(
  folder: BackupFolder,
  name: string,
  lists: readonly StoredManifest[],
): Promise<BackedUpRoom | undefined> {
  const damagedFiles = new Set<string>()
  for (const { manifest } of lists.toReversed()) {
    const room = manifest.rooms.find((one) => one.name === name)
    if (!room || damagedFiles.has(room.file)) continue
    if ((await findRoomProblem(folder, room)) === undefined) return room
    damagedFiles.add(room.file)
  }
  return undefined
}

async function isListed(site: SiteClient, name: string): Promise<boolean> {
  return (await site.listRooms()).some((room) => room.name === name)
}

async function downloadRoom(
  site: SiteClient,
  folder: BackupFolder,
  name: string,
  known: BackedUpRoom | undefined,
): Promise<Pick<BackedUpRoom, 'file' | 'bytes' | 'sha256' | 'etag'> | 'unchanged' | 'gone'> {
  const download = await site.downloadRoom(name, known?.etag || undefined)
  if (typeof download === 'string') return download
  const { file, bytes, sha256 } = await folder.storeRoomFile(name, download.body)
  return { file, bytes, sha256, etag: download.etag }
}

export interface BackupProblem {
  /** The damaged file, as a path in the folder. */
  readonly file: string
  readonly error: string
}

/** Verifies all backups of the folder. If `problems` is empty, all of them are intact. */
export async function verifyBackups(folder: BackupFolder): Promise<{
  readonly backups: number
  readonly files: number
  readonly problems: readonly BackupProblem[]
}> {
  const rooms = new Map<string, BackedUpRoom>()
  const { manifests, damaged } = await folder.readManifests()
  for (const { manifest } of manifests) for (const room of manifest.rooms) rooms.set(room.file, room)
  const problems: BackupProblem[] = [...damaged, ...(await folder.quarantinedLists())].map((file) => ({
    file,
    error: 'not a backup list, or damaged',
  }))
  for (const room of rooms.values()) {
    const error = await findRoomProblem(folder, room)
    if (error !== undefined) problems.push({ file: room.file, error })
  }
  return { backups: manifests.length + damaged.length, files: rooms.size, problems }
}

export async function findRoomProblem(folder: BackupFolder, room: BackedUpRoom): Promise<string | undefined> {
  try {
    const { sha256, head } = await readRoomFile(folder.pathOf(room))
    if (sha256 !== room.sha256) return 'the file has changed since the backup'
    return `${head.game}/${head.room}` === room.name
      ? undefined
      : `the file contains ${head.game}/${head.room}`
  } catch (error) {
    return backupErrorMessage(error)
  }
}

export function backupErrorMessage(error: unknown): string {
  if (error instanceof ExportError) return `the file ${error.message}`
  if (error instanceof BackupError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const line = error.message.split('\n')[0] ?? error.name
  return cause instanceof Error ? `${line}: ${cause.message.split('\n')[0]}` : line
}
