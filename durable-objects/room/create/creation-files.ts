// The uploaded files of a creation are stored in the room's records until the creation ends. If the creation fails, all
// records are deleted. If the instance is lost, the record `creation` shows its successor that no room was created.
import type { CreateRoomInput, InProgress } from '../../../games/game.ts'
import type { CreateRoomRequest } from '../../rpc/rpc-types.ts'
import { blobDeletions, deleteBlob, openBlob, putBlob } from '../../storage/blob-store.ts'
import { createRecordTable, hasRecordTable, type Records, type SqlStorage } from '../../storage/records.ts'
import { type RoomMetadata, readRoomMetadata } from '../context/room-metadata.ts'

const creationKey = 'creation'
const filePrefix = (field: string) => `${creationKey}/${field}`

/** The stored state of a creation in parts, from which the next part continues. */
export interface PendingCreation {
  readonly request: Omit<CreateRoomRequest, 'files'>
  readonly files: readonly StoredFile[]
  readonly inProgress: InProgress['inProgress']
  /** When the last part ended, in milliseconds since 1970. */
  readonly at: number
}

interface StoredFile {
  readonly field: string
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/**
 * `isUnfinished`: the disk has an unfinished creation instead of the room's own record. If the room does not exist, the
 * disk has neither. Throws if the record is unreadable.
 */
export function readStoredRoom(
  sql: SqlStorage,
  records: Records,
): { readonly meta?: RoomMetadata; readonly isUnfinished: boolean } {
  if (!hasRecordTable(sql)) return { isUnfinished: false }
  const meta = readRoomMetadata(records)
  if (meta) return { meta, isUnfinished: false }
  if (records.get(creationKey) !== undefined) return { isUnfinished: true }
  throw new TypeError('a room without its own record')
}

export function readPendingCreation(records: Records): PendingCreation | undefined {
  const stored = records.get(creationKey)
  const pending = typeof stored === 'string' ? (JSON.parse(stored) as Partial<PendingCreation>) : {}
  return pending.inProgress && (pending as PendingCreation)
}

export class CreationFiles {
  readonly #sql: SqlStorage
  readonly #records: Records
  #files: readonly StoredFile[]
  #hasStarted: boolean

  /** `started`: a pending creation, whose files are already stored. */
  constructor(sql: SqlStorage, records: Records, started?: PendingCreation) {
    this.#sql = sql
    this.#records = records
    this.#files = started?.files ?? []
    this.#hasStarted = started !== undefined
  }

  /** The files for creating the world of an existing room. Deletes what a lost instance has left of these fields. */
  static inExistingRoom(sql: SqlStorage, records: Records, fields: Iterable<string>): CreationFiles {
    const files = new CreationFiles(sql, records)
    files.#hasStarted = true
    for (const field of fields) files.deleteFile(field)
    return files
  }

  get hasStarted(): boolean {
    return this.#hasStarted
  }

  get uploadedFiles(): CreateRoomInput['files'] {
    return new Map(
      this.#files.map(({ field, name, size }) => [
        field,
        openBlob(this.#records, filePrefix(field), name, size),
      ]),
    )
  }

  async storeAll(files: CreateRoomRequest['files']): Promise<void> {
    for (const { field, name, body } of files) {
      if (!this.#hasStarted) this.start()
      const size = await putBlob(this.#records, filePrefix(field), body)
      this.#files = [...this.#files, { field, name, size }]
    }
  }

  /** Writes the record `creation`, which shows that no room exists yet. */
  start(): void {
    createRecordTable(this.#sql)
    this.#records.write(new Map([[creationKey, '{}']]))
    this.#hasStarted = true
  }

  pendingCreationChange(
    request: PendingCreation['request'],
    inProgress: PendingCreation['inProgress'],
    at: number,
  ): ReadonlyMap<string, string> {
    const pending: PendingCreation = { request, files: this.#files, inProgress, at }
    return new Map([[creationKey, JSON.stringify(pending)]])
  }

  deleteFile(field: string): void {
    deleteBlob(this.#records, filePrefix(field))
  }

  /** Changes that delete the record of the creation and its files. */
  *deletions(): Generator<[key: string, value: undefined]> {
    if (this.#hasStarted) yield [creationKey, undefined]
    for (const { field, size } of this.#files) yield* blobDeletions(filePrefix(field), size)
  }
}
