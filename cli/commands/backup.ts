// `packetboat backup`: backs up all rooms of a site to a folder, verifies the backup, and restores it.

import {
  backupErrorMessage,
  createBackup,
  findRoomProblem,
  verifyBackups,
} from '../../sidecar/backup/backup.ts'
import {
  type BackedUpRoom,
  BackupError,
  BackupFolder,
  type BackupManifest,
  roomsInBackup,
} from '../../sidecar/backup/backup-folder.ts'
import { createSiteClient, SiteError } from '../../sidecar/backup/site-client.ts'
import { systemErrorCode } from '../../sidecar/util/system-error-code.ts'
import { type ApiClient, ApiFailure } from '../api/api-client.ts'
import { requireConfirmation } from '../terminal/confirm.ts'
import { Failure } from '../terminal/failure.ts'
import { formatCount, type Output } from '../terminal/output.ts'
import { type ApiFlags, apiClient, type ConfirmationFlags, parseWorkerUrl, resolveToken } from './room.ts'
import { importRoomFile } from './room-export.ts'

export interface BackupFlags extends ApiFlags {
  /** The number of backups to keep. Default: all backups. */
  readonly keep?: number
}

export interface RestoreFlags extends ConfirmationFlags {
  readonly replace?: true
  /** The site whose newest backup is restored. Required only if the folder has backups of several sites. */
  readonly from?: string
}

export async function backup(path: string, flags: BackupFlags, { out, err }: Output) {
  const token = resolveToken(flags)
  if (!token) throw new Failure('the site token is missing: pass --token, or set PACKETBOAT_TOKEN')
  const site = createSiteClient(parseWorkerUrl(flags.url), token)
  const { manifest, changedRooms, downloadedBytes, problems, quarantinedLists } = await withBackupErrors(() =>
    createBackup(site, new BackupFolder(path), () => Date.now(), flags.keep),
  )
  const { rooms, failed, takenAt } = manifest
  if (flags.json)
    out(
      JSON.stringify({
        takenAt,
        rooms: rooms.length,
        changed: changedRooms,
        bytes: downloadedBytes,
        failed,
        flaws: problems,
        aside: quarantinedLists,
      }),
    )
  else
    out(
      `${formatCount(rooms.length, 'room')} backed up; ${changedRooms} had changed; downloaded ${downloadedBytes} bytes`,
    )
  for (const { name, error } of failed) err(`${name}: ${error}`)
  for (const { file, error } of problems) err(`${file}: ${error}`)
  for (const name of quarantinedLists)
    err(
      `${name}: this list of rooms is damaged. While it exists, no room file is removed. Delete it when you no longer need it`,
    )
  if (failed.length > 0)
    throw new Failure(`${formatCount(failed.length, 'room')} could not be backed up, see above`)
  if (problems.length > 0) throw new Failure('the backup is complete, but the folder has the problems above')
}

export async function verifyBackup(
  path: string,
  { json }: { readonly json?: boolean },
  { out, err }: Output,
) {
  const folder = new BackupFolder(path)
  const { backups, files, problems } = await withBackupErrors(() => verifyBackups(folder))
  if (backups === 0) throw new Failure(`${path} contains no backup`)
  if (json) out(JSON.stringify({ backups, files, flaws: problems }))
  else if (problems.length === 0)
    out(`${formatCount(backups, 'backup')} with ${formatCount(files, 'file')}: all OK`)
  for (const { file, error } of problems) err(`${file}: ${error}`)
  if (problems.length > 0)
    throw new Failure(problems.length === 1 ? '1 file is damaged' : `${problems.length} files are damaged`)
}

interface RestoreResult {
  readonly name: string
  readonly url?: string
  readonly host?: string
  readonly adminToken?: string
  /** The path of the export of the room that was replaced. The replaced room may be newer than its last backup. */
  readonly replaced?: string
  readonly error?: string
}

/** If a room fails, the other rooms are still restored. */
export async function restoreBackup(
  path: string,
  name: string | undefined,
  flags: RestoreFlags,
  output: Output,
) {
  const folder = new BackupFolder(path)
  const { manifests } = await withBackupErrors(() => folder.readManifests())
  const manifest = chooseManifest(
    manifests.map((one) => one.manifest),
    flags,
  )
  if (!manifest) throw new Failure(`${path} contains no backup`)
  if (flags.replace)
    await requireConfirmation(
      `This replaces existing rooms with the backup of ${manifest.site} from ${manifest.takenAt}.`,
      flags.yes,
      output,
    )
  const client = apiClient(flags)
  const results: RestoreResult[] = []
  for (const room of await withBackupErrors(async () => roomsInBackup(manifest, name))) {
    const result = await restoreRoom(client, folder, room, flags, output)
    results.push(result)
    if (!flags.json) printResult(result, output)
  }
  if (flags.json) output.out(JSON.stringify({ takenAt: manifest.takenAt, restored: results }))
  const failed = results.filter(({ error }) => error !== undefined)
  if (failed.length > 0) throw new Failure(`${failed.length} of ${results.length} rooms were not restored`)
}

/**
 * Returns the newest backup of the site `from`, or without `from` the newest backup in the folder. Without `from`,
 * throws Failure if the folder has backups of several sites and the newest is not of the site at `url`, because the
 * user may mean a different backup.
 */
function chooseManifest(
  manifests: readonly BackupManifest[],
  { url, from }: RestoreFlags,
): BackupManifest | undefined {
  // The oldest manifest is first, so the newest of each site remains in the map.
  const newestOf = new Map(manifests.map((one) => [one.site, one]))
  const newest = from === undefined ? manifests.at(-1) : newestOf.get(parseWorkerUrl(from, '--from').origin)
  const isClear = from !== undefined || newestOf.size < 2 || newest?.site === parseWorkerUrl(url).origin
  if (manifests.length === 0 || (newest && isClear)) return newest
  const sites = Array.from(newestOf.values(), ({ site, takenAt }) => `${site} (${takenAt})`)
  throw new Failure(`choose the site of the backup with --from: ${sites.join(', ')}`)
}

async function restoreRoom(
  client: ApiClient,
  folder: BackupFolder,
  room: BackedUpRoom,
  { replace }: RestoreFlags,
  { err }: Output,
): Promise<RestoreResult> {
  const { name } = room
  // The file is checked before the existing room is deleted.
  const flaw = await findRoomProblem(folder, room)
  if (flaw !== undefined) return { name, error: flaw }
  let replaced: string | undefined
  const replacedField = () => (replaced === undefined ? {} : { replaced })
  try {
    if (replace) {
      replaced = await exportReplaced(client, folder, name)
      // Printed before the room is deleted, because the user may end the command before it prints anything else.
      if (replaced !== undefined) err(`${name}: the replaced room was saved to ${replaced}`)
      await deleteIfPresent(client, name)
    }
    const { url, host, adminToken } = await importRoomFile(client, folder.pathOf(room), undefined)
    return { name, url, ...(host !== undefined && { host }), adminToken, ...replacedField() }
  } catch (error) {
    if (error instanceof ApiFailure && error.error === 'taken')
      return { name, error: 'a room of this name exists: delete it, or pass --replace', ...replacedField() }
    if (error instanceof Failure) return { name, error: error.message, ...replacedField() }
    throw error
  }
}

/**
 * Exports the room before it is replaced, because the site may reject the backup. Returns undefined if the room does
 * not exist or is damaged. Throws Failure if the export fails for another reason.
 */
async function exportReplaced(
  client: ApiClient,
  folder: BackupFolder,
  name: string,
): Promise<string | undefined> {
  try {
    return await folder.storeReplacedFile(name, await client.export(name))
  } catch (error) {
    if (!systemErrorCode(error) && (await isMissingOrDamaged(client, name))) return undefined
    throw new Failure(
      `not replaced, because the existing room cannot be exported: ${backupErrorMessage(error)}`,
    )
  }
}

async function isMissingOrDamaged(client: ApiClient, name: string): Promise<boolean> {
  try {
    return (await client.room(name)).status === 'damaged'
  } catch (error) {
    if (error instanceof ApiFailure && error.error === 'not-found') return true
    throw error
  }
}

async function deleteIfPresent(client: ApiClient, name: string): Promise<void> {
  try {
    await client.deleteRoom(name)
  } catch (error) {
    if (!(error instanceof ApiFailure && error.error === 'not-found')) throw error
  }
}

function printResult({ name, host, adminToken, error }: RestoreResult, { out, err }: Output): void {
  if (error !== undefined) err(`${name}: ${error}`)
  else out(`${name} restored; host link: ${host ?? adminToken ?? ''}`)
}

async function withBackupErrors<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof BackupError || error instanceof SiteError) throw new Failure(error.message)
    throw new Failure(backupErrorMessage(error))
  }
}
