// The records of submitted files. `gather/file/ID` describes a file, `gather/text/ID` is its compressed text, and
// `gather/last` is the highest id. The records are kept when the game starts.
import { deflateSync, inflateSync } from 'fflate'
import type { Json, RecordStore } from '../../game.ts'
import type { PlayerFile } from './player-file.ts'

export interface SubmittedFile extends PlayerFile {
  /** '' if the player pasted the text. */
  readonly name: string
  /** The name of the player, or ''. */
  readonly called: string
  /** A Discord user id, or ''. */
  readonly discord: string
  /** The SHA-256 of the file's secret. */
  readonly owner: string
  /** Whether the host submitted the file. The secret then does not belong to the player. */
  readonly byHost: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
}

/** The prefix of a key. The file's id follows. */
export const fileKeyPrefix = 'gather/file/'
const textPrefix = 'gather/text/'
const lastKey = 'gather/last'

/** Ids in keys are padded to this length, so that keys sort like numbers. */
const idDigits = 6

export const formatFileId = (id: number) => `${id}`.padStart(idDigits, '0')

type Readable = Pick<RecordStore, 'get' | 'list'>

export const hadGatheringStage = (store: Readable): boolean => store.get(lastKey) !== undefined

/** The submitted files by id, in the order of ids. */
export function readFileRecords(store: Readable): Map<number, SubmittedFile> {
  return new Map(
    Array.from(store.list(fileKeyPrefix), ([key, value]) => [
      Number(key.slice(fileKeyPrefix.length)),
      value as unknown as SubmittedFile,
    ]),
  )
}

export function readFileText(store: Readable, id: number): Uint8Array {
  return inflateSync(store.get(textPrefix + formatFileId(id)) as Uint8Array)
}

/** Returns an id that no earlier file of the room had. */
export function allocateFileId(store: RecordStore): number {
  const id = Number(store.get(lastKey) ?? 0) + 1
  store.put(lastKey, id)
  return id
}

export function putFileRecord(store: RecordStore, id: number, file: SubmittedFile, text: Uint8Array): void {
  store.put(fileKeyPrefix + formatFileId(id), file as unknown as Json)
  store.put(textPrefix + formatFileId(id), deflateSync(text))
}

export function deleteFileRecord(store: RecordStore, id: number): void {
  store.delete(fileKeyPrefix + formatFileId(id))
  store.delete(textPrefix + formatFileId(id))
}
