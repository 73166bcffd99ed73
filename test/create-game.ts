// What games are founded of and what they give, in memory.
import type {
  ByteChunks,
  CreateRoomInput,
  CreateRoomResult,
  Game,
  RecordValue,
  Refusal,
} from '../games/game.ts'
import { isInProgress } from '../games/in-progress.ts'
import { isRefusal } from '../games/refusal.ts'
import { uploadedFile } from '../games/shared/uploaded-file.ts'

/** Files by their fields, as a host hands them in. */
export function uploadedFiles(files: { readonly [field: string]: Uint8Array }): CreateRoomInput['files'] {
  return new Map(Object.entries(files).map(([field, bytes]) => [field, uploadedFile(field, bytes)]))
}

/** The records of a founding, each whole. */
export function* wholeRecords({
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

/** All parts of a founding, one after another, with the records of all. */
export async function createToEnd(
  part: (input: CreateRoomInput) => ReturnType<Game['createRoom']>,
  input: CreateRoomInput,
): Promise<CreateRoomResult | Refusal> {
  const records: [string, RecordValue | ByteChunks][] = []
  for (let since = input.continuation; ; ) {
    const created = await part({ ...input, ...(since !== undefined && { continuation: since }) })
    if (isRefusal(created)) return created
    // Bytes are good until the next record is asked for.
    for (const [key, value] of created.records)
      records.push([key, value instanceof Uint8Array ? value.slice() : value])
    if (!isInProgress(created)) return { ...created, records }
    since = created.inProgress.continuation
  }
}
