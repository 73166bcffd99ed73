// The files of one request's form: each is passed on as it comes, and gone when the request is answered.
import type { Env } from '../durable-objects/env.ts'
import type { PreviewCall, UploadsCalls } from '../durable-objects/rooms.ts'
import type { Preview, Refused } from '../games/game.ts'
import { previewToItsEnd } from './in-parts.ts'
import { uploadsOf } from './objects.ts'

/** A file of a form, of which nothing is here: it lies in Uploads under `id`. */
export class HandedFile extends File {
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

/** A file on its way. */
interface Coming {
  readonly id: string
  write(piece: Uint8Array): Promise<void>
  /** Back when all of it is kept. */
  close(): Promise<void>
  /** Back when the other end has heard of it. */
  abort(error: unknown): Promise<void>
}

/** Why it was not kept; `other`: if it was. */
async function reasonOf(kept: Promise<unknown>, other: unknown): Promise<unknown> {
  return kept.then(
    () => other,
    (error: unknown) => error,
  )
}

export class FormFiles {
  readonly #uploads: UploadsCalls
  readonly #ids: string[] = []

  constructor(env: Env) {
    this.#uploads = uploadsOf(env)
  }

  /** Back when all of it has come. Throws what `pieces` throws. */
  async keep(pieces: AsyncIterable<Uint8Array>, name: string): Promise<HandedFile> {
    let coming: Coming | undefined
    let size = 0
    try {
      for await (const piece of pieces) {
        if (piece.length === 0) continue
        coming ??= this.#begin()
        await coming.write(piece)
        size += piece.length
      }
    } catch (error) {
      await coming?.abort(error)
      throw error
    }
    await coming?.close()
    return new HandedFile(coming?.id ?? '', size, name)
  }

  /** Nothing is asked for a file of which nothing comes: a form in a browser sends one for each that was not chosen. */
  #begin(): Coming {
    const id = crypto.randomUUID()
    this.#ids.push(id)
    const { readable, writable } = new IdentityTransformStream()
    const kept = this.#uploads.keep(id, readable)
    const writer = writable.getWriter()
    const aborted = (error: unknown) => writer.abort(error).catch(() => {}) // it may have failed for that already
    kept.catch(aborted)
    return {
      id,
      // What fails at the other end fails here with its own error, and not with that of the stream between.
      write: (piece) =>
        writer.write(piece).catch(async (error) => Promise.reject(await reasonOf(kept, error))),
      async close() {
        await writer.close().catch(async (error) => Promise.reject(await reasonOf(kept, error)))
        await kept
      },
      async abort(error) {
        await aborted(error)
        await reasonOf(kept, error)
      },
    }
  }

  async read({ id, size }: HandedFile): Promise<ReadableStream<Uint8Array>> {
    return size === 0 ? new Blob([]).stream() : this.#uploads.read(id)
  }

  preview(call: PreviewCall): Promise<Preview | Refused> {
    return previewToItsEnd(this.#uploads, call)
  }

  /** Back when nothing of them is left. */
  async forget(): Promise<void> {
    if (this.#ids.length > 0) await this.#uploads.forget(this.#ids.splice(0))
  }
}
