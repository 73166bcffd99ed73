// `packetboat backup`: backs up all rooms of a site to a folder, verifies the backup, and restores it.
import { backUp, findProblem, describeError, verifyBackups } from '../sidecar/backup/backup.ts'
import { BackupError, BackupFolder, type BackedUpRoom, roomsIn } from '../sidecar/backup/folder.ts'
import { SiteError, createSiteClient } from '../sidecar/backup/site.ts'
import { type Api, ApiFailure } from './api/api.ts'
import { bring } from './leaving.ts'
import { api, type RoomAccess, tokenOf, workerUrl } from './room.ts'
import { Failure, oneLine, systemCode } from './terminal/failure.ts'
import { type Output, plain } from './terminal/output.ts'

export interface BackupRequest extends RoomAccess {
  /** Number of backups to keep; default: all. */
  readonly keep?: number
}

export interface RestoreRequest extends RoomAccess {
  /** Deletes an existing room of that name first. */
  readonly replace?: true
}

export async function backup(path: string, asked: BackupRequest, { out, err }: Output) {
  const token = tokenOf(asked)
  if (!token) throw new Failure("the site's token is wanted: ADMIN_TOKEN, or --token")
  const site = createSiteClient(workerUrl(asked.url), token)
  const { manifest, changedRooms, downloadedBytes, problems, quarantinedLists } = await told(() =>
    backUp(site, new BackupFolder(path), () => Date.now(), asked.keep),
  )
  const { rooms, failed, takenAt } = manifest
  if (asked.json) out(JSON.stringify({ takenAt, rooms: rooms.length, changed: changedRooms, bytes: downloadedBytes, failed, flaws: problems, aside: quarantinedLists }))
  else out(`${rooms.length} rooms, ${changedRooms} of them changed since the last backup: ${downloadedBytes} bytes came`)
  for (const { name, error } of failed) err(`${name}: ${plain(error)}`)
  for (const { file, error } of problems) err(`${file}: ${plain(error)}`)
  for (const name of quarantinedLists)
    err(
      `${name}: a damaged list. As long as it is there no room's file is removed; delete it when you do not need it`,
    )
  if (failed.length > 0) throw new Failure(`${failed.length} of the rooms could not be taken`)
  if (problems.length > 0) throw new Failure('the backup is there, but the folder was not as it should be')
}

export async function verifyBackup(
  path: string,
  { json }: { readonly json?: boolean },
  { out, err }: Output,
) {
  const folder = new BackupFolder(path)
  const { backups, files, problems } = await told(() => verifyBackups(folder))
  if (backups === 0) throw new Failure(`there is no backup in ${path}`)
  if (json) out(JSON.stringify({ backups, files, flaws: problems }))
  else if (problems.length === 0) out(`${backups} backups of ${files} files: all as they were written`)
  for (const { file, error } of problems) err(`${file}: ${plain(error)}`)
  if (problems.length > 0) throw new Failure(`${problems.length} files are damaged`)
}

interface Restored {
  readonly name: string
  readonly url?: string
  readonly host?: string
  readonly adminToken?: string
  /** The file of the room that was there before, which is in no backup. */
  readonly replaced?: string
  readonly error?: string
}

/** Restores each room separately: a failure does not stop the others. */
export async function restoreBackup(
  path: string,
  name: string | undefined,
  asked: RestoreRequest,
  output: Output,
) {
  const folder = new BackupFolder(path)
  const manifest = await told(() => folder.newestManifest())
  if (!manifest) throw new Failure(`there is no backup in ${path}`)
  const worker = api(asked)
  const restored: Restored[] = []
  for (const room of await told(async () => roomsIn(manifest, name))) {
    const one = await restore(worker, folder, room, asked)
    restored.push(one)
    if (!asked.json) tell(one, output)
  }
  if (asked.json) output.out(JSON.stringify({ takenAt: manifest.takenAt, restored }))
  const failed = restored.filter(({ error }) => error !== undefined)
  if (failed.length > 0) throw new Failure(`${failed.length} of ${restored.length} rooms are not restored`)
}

async function restore(
  worker: Api,
  folder: BackupFolder,
  room: BackedUpRoom,
  { replace }: RestoreRequest,
): Promise<Restored> {
  const { name } = room
  // Checks the file before the existing room is deleted.
  const flaw = await findProblem(folder, room)
  if (flaw !== undefined) return { name, error: flaw }
  let replaced: string | undefined
  const told = () => (replaced === undefined ? {} : { replaced })
  try {
    if (replace) {
      replaced = await kept(worker, folder, name)
      await removed(worker, name)
    }
    const { url, host, adminToken } = await bring(worker, folder.pathOf(room), undefined)
    return { name, url, ...(host !== undefined && { host }), adminToken, ...told() }
  } catch (error) {
    if (error instanceof ApiFailure && error.error === 'taken')
      return { name, error: 'there is a room of that name: delete it, or say --replace', ...told() }
    if (error instanceof Failure) return { name, error: error.message, ...told() }
    throw error
  }
}

/** Exports what is about to be replaced: the site may refuse the file that comes. Undefined: there is nothing, or it is damaged. */
async function kept(worker: Api, folder: BackupFolder, name: string): Promise<string | undefined> {
  try {
    return await folder.storeReplacedFile(name, await worker.export(name))
  } catch (error) {
    const isBusy = error instanceof ApiFailure && error.error === 'slow-down'
    if (isBusy || systemCode(error))
      throw new Failure(`not replaced, it cannot be exported: ${oneLine(error)}`)
    return undefined
  }
}

async function removed(worker: Api, name: string): Promise<void> {
  try {
    await worker.remove(name)
  } catch (error) {
    if (!(error instanceof ApiFailure && error.status === 404)) throw error
  }
}

function tell({ name, host, adminToken, replaced, error }: Restored, { out, err }: Output): void {
  if (replaced !== undefined) err(`${name}: the replaced room is kept in ${plain(replaced)}`)
  if (error !== undefined) err(`${name}: ${plain(error)}`)
  else out(`${name} is there; its host link is ${plain(host ?? adminToken ?? '')}`)
}

async function told<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof BackupError || error instanceof SiteError) throw new Failure(error.message)
    throw new Failure(describeError(error))
  }
}
