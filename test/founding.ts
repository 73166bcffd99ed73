// What games are founded of and what they give, in memory.
import type { CreateRoomResult, CreateRoomInput, Game, ByteChunks, Refusal, RecordValue } from '../games/game.ts'
import { isRefusal } from '../games/refused.ts'
import { uploadedFile } from '../games/shared/handed-in.ts'
import { isInProgress } from '../games/underway.ts'

/** Files by their fields, as a host hands them in. */
export function handed(files: { readonly [field: string]: Uint8Array }): CreateRoomInput['files'] {
  return new Map(Object.entries(files).map(([field, bytes]) => [field, uploadedFile(field, bytes)]))
}

/** The records of a founding, each whole. */
export function* whole({ records }: Pick<CreateRoomResult, 'records'>): Generator<[key: string, value: RecordValue]> {
  for (const [key, value] of records)
    yield [
      key,
      typeof value === 'function'
        ? new Uint8Array(Buffer.concat(Array.from(value(), (piece) => piece.slice())))
        : value,
    ]
}

/** All parts of a founding, one after another, with the records of all. */
export async function foundWhole(
  part: (input: CreateRoomInput) => ReturnType<Game['createRoom']>,
  input: CreateRoomInput,
): Promise<CreateRoomResult | Refusal> {
  const records: [string, RecordValue | ByteChunks][] = []
  for (let since = input.continuation; ; ) {
    const founded = await part({ ...input, ...(since !== undefined && { continuation: since }) })
    if (isRefusal(founded)) return founded
    // Bytes are good until the next record is asked for.
    for (const [key, value] of founded.records)
      records.push([key, value instanceof Uint8Array ? value.slice() : value])
    if (!isInProgress(founded)) return { ...founded, records }
    since = founded.inProgress.continuation
  }
}
