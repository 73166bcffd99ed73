// Players' files as records: `gather/file/ID` says what is in a file, `gather/text/ID` is its deflated text, and
// `gather/last` the highest id. They stay when the room starts.
import { deflateSync, inflateSync } from 'fflate'
import type { Json, RecordStore } from '../../game.ts'
import type { PlayerFile } from './player-file.ts'

/** A file that a player has submitted. */
export interface SubmittedFile extends PlayerFile {
  /** The player's own name for the file; '' if it was pasted. */
  readonly name: string
  /** The player's name; '' if not given. */
  readonly called: string
  /** A Discord user id; '' if not given. */
  readonly discord: string
  /** SHA-256 of the secret of the person who submitted it. */
  readonly owner: string
  /** Submitted with the host link: its owner is not the player. */
  readonly byHost: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
}

const filePrefix = 'gather/file/'
const textPrefix = 'gather/text/'
const lastKey = 'gather/last'

/** Ids in keys sort as numbers. */
const idDigits = 6

/** As in keys, and in the names of files in the download. */
export const paddedId = (id: number) => `${id}`.padStart(idDigits, '0')

/** The part of a room's records that reading needs. */
type Readable = Pick<RecordStore, 'get' | 'list'>

/** Whether files were ever submitted. */
export const hasGathered = (store: Readable): boolean => store.get(lastKey) !== undefined

/** By id, in the order of ids. */
export function readFileRecords(store: Readable): Map<number, SubmittedFile> {
  return new Map(
    Array.from(store.list(filePrefix), ([key, value]) => [
      Number(key.slice(filePrefix.length)),
      value as unknown as SubmittedFile,
    ]),
  )
}

export function readFileText(store: Readable, id: number): Uint8Array {
  return inflateSync(store.get(textPrefix + paddedId(id)) as Uint8Array)
}

/** A new id, never used before in the room. */
export function takeFileId(store: RecordStore): number {
  const id = Number(store.get(lastKey) ?? 0) + 1
  store.put(lastKey, id)
  return id
}

export function putFileRecord(store: RecordStore, id: number, file: SubmittedFile, text: Uint8Array): void {
  store.put(filePrefix + paddedId(id), file as unknown as Json)
  store.put(textPrefix + paddedId(id), deflateSync(text))
}

export function deleteFileRecord(store: RecordStore, id: number): void {
  store.delete(filePrefix + paddedId(id))
  store.delete(textPrefix + paddedId(id))
}
