// A form may send its file before the room's name, so the Worker does not yet know which room gets the file, and it has
// no disk and little memory. One of a few objects of this class keeps the file until the room is created.
import type { Game, UploadedFile } from '../../games/game.ts'
import { refusal } from '../../games/refusal.ts'
import type { ObjectClass } from '../env.ts'
import { systemClock } from '../platform/clock.ts'
import { systemSecrets } from '../platform/secrets.ts'
import { previewUploads } from '../room/create/game-creation.ts'
import { rpcObject } from '../rpc/rpc-object.ts'
import type { PreviewUploadsCall, UploadsRpc } from '../rpc/uploads-rpc.ts'
import { openBlob, putBlob, readBlobRows } from '../storage/blob-store.ts'
import {
  createRecordTable,
  hasRecordTable,
  type RecordTable,
  type SqlStorage,
  sqlRecords,
} from '../storage/records.ts'
import { streamChunks } from '../storage/stream-chunks.ts'

/** A file whose request was lost is deleted this long after it was stored. */
const uploadTtlMs = 15 * 60_000

const fileKey = (id: string) => `file/${id}`
/** Key of the record with an upload's time, in milliseconds since 1970. */
const uploadTimeKey = (id: string) => `uploaded-at/${id}`

export abstract class UploadsObject extends rpcObject<UploadsRpc>() {
  protected abstract readonly games: readonly Game[]
  #clearing: Promise<void> | undefined
  /**
   * The number of running calls that store or read each file. A file with running calls is not deleted, however long
   * they take.
   */
  readonly #users = new Map<string, number>()

  override async storeFile(id: string, body: ReadableStream<Uint8Array>): Promise<number> {
    await this.#clearing
    if (!hasRecordTable(this.#sql)) createRecordTable(this.#sql)
    this.#table.write(new Map([[uploadTimeKey(id), String(systemClock.now())]]))
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(systemClock.now() + uploadTtlMs)
    const isWanted = () => hasRecordTable(this.#sql) && this.#table.get(uploadTimeKey(id)) !== undefined
    return this.#use(id, async () => {
      const size = await putBlob(this.#table, fileKey(id), streamChunks(body), isWanted)
      if (isWanted()) this.#table.write(new Map([[uploadTimeKey(id), String(systemClock.now())]]))
      return size
    })
  }

  override async readFile(id: string): Promise<ReadableStream<Uint8Array>> {
    // An empty stream would create a room from an empty file.
    if (!hasRecordTable(this.#sql) || this.#table.get(uploadTimeKey(id)) === undefined)
      throw new Error('the file is deleted, because its request took too long')
    const { readable, writable } = new IdentityTransformStream()
    const rows = readBlobRows(this.#table, fileKey(id))
    this.ctx.waitUntil(this.#use(id, () => pipeRows(rows, writable.getWriter())))
    return readable
  }

  async #use<T>(id: string, act: () => Promise<T>): Promise<T> {
    this.#users.set(id, (this.#users.get(id) ?? 0) + 1)
    try {
      return await act()
    } finally {
      const left = this.#users.get(id)! - 1
      if (left > 0) this.#users.set(id, left)
      else this.#users.delete(id)
    }
  }

  override async preview({
    game: slug,
    files,
    ...request
  }: PreviewUploadsCall): ReturnType<UploadsRpc['preview']> {
    const game = this.games.find((known) => known.slug === slug)
    if (!game) return refusal('game', `there is no game ${slug}`)
    const uploaded = files.map(({ field, name, id, size }): [string, UploadedFile] => [
      field,
      openBlob(this.#table, fileKey(id), name, size),
    ])
    const on = { clock: systemClock, secrets: systemSecrets }
    return previewUploads(game, { ...request, files: new Map(uploaded) }, on)
  }

  override async deleteFiles(ids: readonly string[]): Promise<void> {
    if (!hasRecordTable(this.#sql)) return
    for (const id of ids) {
      this.#sql.exec(
        'DELETE FROM record WHERE key >= ? AND key < ?',
        `${fileKey(id)}/`,
        `${fileKey(id)}/\u007f`,
      )
      this.#sql.exec('DELETE FROM record WHERE key = ?', uploadTimeKey(id))
    }
    // When no upload is left, everything is deleted: only then does SQLite free the space of deleted rows.
    if (this.#uploadTimes().length === 0) await this.#clear()
  }

  override async alarm(): Promise<void> {
    if (!hasRecordTable(this.#sql)) return
    const isLost = ({ id, at }: { readonly id: string; readonly at: number }) =>
      at <= systemClock.now() - uploadTtlMs && !this.#users.has(id)
    const lost = this.#uploadTimes().filter(isLost)
    const left = this.#uploadTimes().length - lost.length
    if (left > 0) await this.ctx.storage.setAlarm(systemClock.now() + uploadTtlMs)
    await this.deleteFiles(lost.map(({ id }) => id))
  }

  #uploadTimes(): { id: string; at: number }[] {
    return Array.from(this.#table.list(uploadTimeKey('')), ([key, at]) => ({
      id: key.slice(uploadTimeKey('').length),
      at: Number(at),
    }))
  }

  async #clear(): Promise<void> {
    this.#clearing = this.ctx.storage.deleteAll().finally(() => {
      this.#clearing = undefined
    })
    await this.ctx.storage.deleteAlarm()
    await this.#clearing
  }

  get #sql(): SqlStorage {
    return this.ctx.storage.sql as unknown as SqlStorage
  }

  get #table(): RecordTable {
    return sqlRecords(this.#sql, (body) => this.ctx.storage.transactionSync(body))
  }
}

/**
 * Writes rows to a stream, each when the reader has taken the previous one. Errors are passed to the reader. Writing
 * ends if the reader cancels the stream.
 */
async function pipeRows(rows: Iterable<Uint8Array>, writer: WritableStreamDefaultWriter): Promise<void> {
  try {
    for (const row of rows) await writer.write(row)
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {}) // the stream may already have failed with this error
  }
}

export function uploadsClass(games: readonly Game[]): ObjectClass<UploadsObject> {
  return class extends UploadsObject {
    protected override readonly games = games
  }
}
