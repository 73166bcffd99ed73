// Creates rooms in memory, for tests of games.
import type {
  ByteChunks,
  CreateRoomInput,
  CreateRoomResult,
  Game,
  RecordValue,
  Refusal,
} from '../games/game.ts'
import { isRefusal } from '../games/refusal.ts'
import { isInProgress } from '../games/room-creation.ts'
import { uploadedFile } from '../games/shared/uploaded-file.ts'

/** Uploaded files by the form field that contains them. */
export function uploadedFiles(files: { readonly [field: string]: Uint8Array }): CreateRoomInput['files'] {
  return new Map(Object.entries(files).map(([field, bytes]) => [field, uploadedFile(field, bytes)]))
}

/** The records of a new room. The chunks of a large record are joined. */
export function* joinRecordChunks({
  records,
}: Pick<CreateRoomResult, 'records'>): Generator<[key: string, value: RecordValue]> {
  for (const [key, value] of records)
    yield [
      key,
      typeof value === 'function'
        ? new Uint8Array(Buffer.concat(Array.from(value(), (piece) => piece.slice())))
        : value,
    ]
}

/** Runs all parts of a room creation, and returns the records of all parts. */
export async function createToEnd(
  part: (input: CreateRoomInput) => ReturnType<Game['createRoom']>,
  input: CreateRoomInput,
): Promise<CreateRoomResult | Refusal> {
  const records: [string, RecordValue | ByteChunks][] = []
  for (let since = input.continuation; ; ) {
    const created = await part({ ...input, ...(since !== undefined && { continuation: since }) })
    if (isRefusal(created)) return created
    // Bytes are copied, because a record's bytes are valid only until the next record is requested.
    for (const [key, value] of created.records)
      records.push([key, value instanceof Uint8Array ? value.slice() : value])
    if (!isInProgress(created)) return { ...created, records }
    since = created.inProgress.continuation
  }
}
