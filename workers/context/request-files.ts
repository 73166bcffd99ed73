// The files of a request are streamed to Uploads as they arrive, and deleted when the request is answered.
import type { Env } from '../../durable-objects/env.ts'
import type { PreviewUploadsCall, UploadsRpc } from '../../durable-objects/rpc/uploads-rpc.ts'
import type { Refusal, UploadPreview } from '../../games/game.ts'
import { runPreview } from '../platform/resumable-calls.ts'
import { pickUploadsStub } from '../platform/stubs.ts'

/** The bytes are in Uploads under `id`. An empty file has an empty `id`. */
export class RequestFile extends File {
  readonly id: string
  readonly #size: number

  constructor(id: string, size: number, name: string) {
    super([], name)
    this.id = id
    this.#size = size
  }

  override get size(): number {
    return this.#size
  }
}

interface UploadStream {
  readonly id: string
  write(piece: Uint8Array): Promise<void>
  close(): Promise<void>
  /** Resolves when Uploads has handled the abort. */
  abort(error: unknown): Promise<void>
}

async function uploadErrorOr(stored: Promise<unknown>, other: unknown): Promise<unknown> {
  return stored.then(
    () => other,
    (error: unknown) => error,
  )
}

export class RequestFiles {
  readonly #uploads: UploadsRpc
  readonly #ids: string[] = []

  constructor(env: Env) {
    this.#uploads = pickUploadsStub(env)
  }

  /** Resolves when the file is stored completely. Rethrows errors of `pieces`. */
  async store(pieces: AsyncIterable<Uint8Array>, name: string): Promise<RequestFile> {
    let upload: UploadStream | undefined
    let size = 0
    try {
      for await (const piece of pieces) {
        if (piece.length === 0) continue
        upload ??= this.#startUpload()
        await upload.write(piece)
        size += piece.length
      }
    } catch (error) {
      await upload?.abort(error)
      throw error
    }
    await upload?.close()
    return new RequestFile(upload?.id ?? '', size, name)
  }

  /**
   * An upload starts at the first byte, because browsers send an empty file for each empty file field, and empty files
   * need no upload.
   */
  #startUpload(): UploadStream {
    const id = crypto.randomUUID()
    this.#ids.push(id)
    const { readable, writable } = new IdentityTransformStream()
    const stored = this.#uploads.storeFile(id, readable)
    const writer = writable.getWriter()
    const abortWriter = (error: unknown) => writer.abort(error).catch(() => {}) // the writer may have failed already
    stored.catch(abortWriter)
    return {
      id,
      // If Uploads fails, throws the error of Uploads, which is the cause of the stream's error.
      write: (piece) =>
        writer.write(piece).catch(async (error) => Promise.reject(await uploadErrorOr(stored, error))),
      async close() {
        await writer.close().catch(async (error) => Promise.reject(await uploadErrorOr(stored, error)))
        await stored
      },
      async abort(error) {
        await abortWriter(error)
        await uploadErrorOr(stored, error)
      },
    }
  }

  async read({ id, size }: RequestFile): Promise<ReadableStream<Uint8Array>> {
    return size === 0 ? new Blob([]).stream() : this.#uploads.readFile(id)
  }

  preview(call: PreviewUploadsCall): Promise<UploadPreview | Refusal> {
    return runPreview(this.#uploads, call)
  }

  async deleteAll(): Promise<void> {
    if (this.#ids.length > 0) await this.#uploads.deleteFiles(this.#ids.splice(0))
  }
}
