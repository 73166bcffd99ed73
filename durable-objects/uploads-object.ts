// Stores the files of a form until their purpose is known: the Worker has no disk, its memory is shared by all
// requests, and a form may send the file before the room's name. A few objects of this class share all uploads.
import { DurableObject } from 'cloudflare:workers'
import type { Game, UploadedFile } from '../games/game.ts'
import { isInProgress } from '../games/underway.ts'
import { type Called, callerOf, callVersion } from './calls.ts'
import { systemClock } from './clock.ts'
import type { Env } from './env.ts'
import { previewing } from './founding.ts'
import { keepFile, keptFile, keptRows } from './kept-files.ts'
import { piecesOf } from './pieces.ts'
import type { PreviewCall, UploadsCalls } from './rooms.ts'
import { systemSecrets } from './secrets.ts'
import { createRecords, hasRecords, type SqlStorage, sqlRecords, type Table } from './store.ts'

/** Milliseconds after which a file is deleted, because its request was lost. */
const keptMs = 15 * 60_000

const fileKey = (id: string) => `file/${id}`
/** Upload time, in milliseconds since 1970. */
const cameKey = (id: string) => `came/${id}`

export abstract class UploadsObject extends DurableObject<Env> implements UploadsCalls {
  protected abstract readonly games: readonly Game[]
  #clearing: Promise<void> | undefined

  async version(): Promise<number> {
    return callVersion
  }

  async keep(id: string, body: ReadableStream<Uint8Array>): Promise<number> {
    await this.#clearing
    if (!hasRecords(this.#sql)) createRecords(this.#sql)
    this.#table.write(new Map([[cameKey(id), String(systemClock.now())]]))
    if ((await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(systemClock.now() + keptMs)
    const isWanted = () => hasRecords(this.#sql) && this.#table.get(cameKey(id)) !== undefined
    return keepFile(this.#table, fileKey(id), piecesOf(body), isWanted)
  }

  async read(id: string): Promise<ReadableStream<Uint8Array>> {
    const { readable, writable } = new IdentityTransformStream()
    this.ctx.waitUntil(written(keptRows(this.#table, fileKey(id)), writable.getWriter()))
    return readable
  }

  async preview(...args: Called<[PreviewCall]>): ReturnType<UploadsCalls['preview']> {
    const [call] = args
    let answer = await this.#part(call)
    // Callers of version 0 do not know parts, and would read the first as the preview.
    while (callerOf(args) < 1 && isInProgress(answer))
      answer = await this.#part({ ...call, since: answer.inProgress.continuation })
    return answer
  }

  async #part({ game: slug, files, ...asked }: PreviewCall): ReturnType<UploadsCalls['preview']> {
    const game = this.games.find((known) => known.slug === slug)
    if (!game) return { refused: { field: 'game', detail: `there is no game ${slug}` } }
    const handed = files.map(({ field, name, id, size }): [string, UploadedFile] => [
      field,
      keptFile(this.#table, fileKey(id), name, size),
    ])
    const on = { clock: systemClock, secrets: systemSecrets }
    return previewing(game, { ...asked, files: new Map(handed) }, on)
  }

  async forget(ids: readonly string[]): Promise<void> {
    if (!hasRecords(this.#sql)) return
    for (const id of ids) {
      this.#sql.exec(
        'DELETE FROM record WHERE key >= ? AND key < ?',
        `${fileKey(id)}/`,
        `${fileKey(id)}/\u007f`,
      )
      this.#sql.exec('DELETE FROM record WHERE key = ?', cameKey(id))
    }
    // SQLite reuses the space of deleted rows, and returns it only when everything is deleted.
    if (this.#came().length === 0) await this.#clear()
  }

  override async alarm(): Promise<void> {
    if (!hasRecords(this.#sql)) return
    const lost = this.#came().filter(({ at }) => at <= systemClock.now() - keptMs)
    const left = this.#came().length - lost.length
    if (left > 0) await this.ctx.storage.setAlarm(systemClock.now() + keptMs)
    await this.forget(lost.map(({ id }) => id))
  }

  #came(): { id: string; at: number }[] {
    return Array.from(this.#table.list(cameKey('')), ([key, at]) => ({
      id: key.slice(cameKey('').length),
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

  get #table(): Table {
    return sqlRecords(this.#sql, (body) => this.ctx.storage.transactionSync(body))
  }
}

/** Writes a row when the previous one is read. Errors reach the reader, and a cancelled reader ends it. */
async function written(rows: Iterable<Uint8Array>, writer: WritableStreamDefaultWriter): Promise<void> {
  try {
    for (const row of rows) await writer.write(row)
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {}) // the stream may already have failed with this error
  }
}

/** The Uploads class of these games, for a Worker to export. */
export function createUploads(
  games: readonly Game[],
): new (
  ctx: DurableObjectState,
  env: Env,
) => UploadsObject {
  return class extends UploadsObject {
    protected override readonly games = games
  }
}
