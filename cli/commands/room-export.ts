// `packetboat room export` and `import`.
import { openAsBlob, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { ListenerRequest } from '../../durable-objects/rpc/rpc-types.ts'
import { type RoomFile, readRoomFile, writeRoomFile } from '../../sidecar/backup/room-file.ts'
import { ExportError } from '../../wire/export/room-export.ts'
import type { ApiClient, CreateRoomResponse } from '../api/api-client.ts'
import { describeInOneLine, Failure } from '../terminal/failure.ts'
import type { Output } from '../terminal/output.ts'
import { ownCommandLine } from '../terminal/own-command-line.ts'
import { type ApiFlags, apiClient, printCreatedRoom } from './room.ts'

export interface ImportFlags extends ApiFlags {
  readonly room?: string
}

/** Verifies the download before it replaces an existing file. */
export async function exportRoom(name: string, path: string, flags: ApiFlags, { out }: Output) {
  const absolutePath = resolve(path)
  // Only regular files are accepted, because the rename would replace a device such as /dev/full.
  if (statSync(absolutePath, { throwIfNoEntry: false })?.isFile() === false)
    throw new Failure(`${path} is not a file: choose another path`)
  const body = await apiClient(flags).export(name)
  const { bytes, parts, sha256 } = await withFileErrors(path, () =>
    writeRoomFile(body, dirname(absolutePath), () => absolutePath),
  )
  if (flags.json) return out(JSON.stringify({ room: name, file: path, bytes, parts, sha256 }))
  out(`${name} exported to ${path} (${bytes} bytes). The file contains the room’s secrets.`)
}

export async function importRoom(path: string, flags: ImportFlags, output: Output) {
  const client = apiClient(flags)
  const { name, addresses, listen } = await printCreatedRoom(
    client,
    await importRoomFile(client, path, flags.room),
    flags,
    output,
  )
  const inUse = addresses.filter(({ error }) => error === 'EADDRINUSE')
  if (inUse.length === 0) return
  const ports = [...new Set(inUse.map(({ port }) => port))].join(', ')
  const problem = `ports in use, for example by the original room: ${ports}`
  // `--listen` cannot name the sidecar of a listener.
  if (listen.some(({ sidecar }) => sidecar !== undefined)) return output.err(problem)
  const isInUse = (one: ListenerRequest) =>
    inUse.some(({ transport, port }) => one.transport === transport && one.port === port)
  // `--listen` replaces all listeners of the room, so the command names the others, too.
  const wanted = listen.map((one) => `--listen ${one.transport}:${isInUse(one) ? 0 : one.port}`)
  output.err(
    `${problem}. Choose other ports for this room (0: any free port): ` +
      `${ownCommandLine} room set ${name} ${wanted.join(' ')}`,
  )
}

/** Verifies the file before the upload. */
export async function importRoomFile(
  client: ApiClient,
  path: string,
  room: string | undefined,
): Promise<CreateRoomResponse> {
  await withFileErrors(path, () => readRoomFile(path))
  const form = new FormData()
  if (room !== undefined) form.set('room', room)
  form.set('file', new File([await openAsBlob(path)], basename(path)))
  return client.import(form)
}

async function withFileErrors(path: string, action: () => Promise<RoomFile>): Promise<RoomFile> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof ExportError) throw new Failure(`${path} ${error.message}`)
    throw new Failure(`${path}: ${describeInOneLine(error)}`)
  }
}
