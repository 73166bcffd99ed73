// `packetboat room export` and `import`: a room as one file.
import { openAsBlob } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { type RoomFile, readRoomFile, writeRoomFile } from '../sidecar/backup/room-file.ts'
import { ExportError } from '../wire/exported.ts'
import type { Api, CreatedRoom } from './api/api.ts'
import { api, type RoomAccess, tellOfNew } from './room.ts'
import { Failure, oneLine } from './terminal/failure.ts'
import { type Output, plain } from './terminal/output.ts'

export interface ImportRequest extends RoomAccess {
  readonly room?: string
}

/** Verifies the download before it replaces an existing file. */
export async function exportRoom(name: string, path: string, asked: RoomAccess, { out }: Output) {
  const body = await api(asked).export(name)
  const whole = resolve(path)
  const { bytes, parts, sha256 } = await told(path, () => writeRoomFile(body, dirname(whole), () => whole))
  if (asked.json) return out(JSON.stringify({ room: name, file: path, bytes, parts, sha256 }))
  out(`${name} is in ${plain(path)}: ${bytes} bytes. Whoever has it has what is secret in the room.`)
}

export async function importRoom(path: string, asked: ImportRequest, output: Output) {
  const worker = api(asked)
  await tellOfNew(worker, await bring(worker, path, asked.room), asked, output)
}

/** Verifies the file before it is sent. */
export async function bring(worker: Api, path: string, room: string | undefined): Promise<CreatedRoom> {
  await told(path, () => readRoomFile(path))
  const parts = new FormData()
  if (room !== undefined) parts.set('room', room)
  parts.set('file', new File([await openAsBlob(path)], basename(path)))
  return worker.import(parts)
}

/** Turns errors about a file into one line. */
async function told(path: string, act: () => Promise<RoomFile>): Promise<RoomFile> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ExportError) throw new Failure(`${path} ${error.message}`)
    throw new Failure(`${path}: ${oneLine(error)}`)
  }
}
