// A file of a form, in the pieces that it came in. An isolate has 128 MB for all that it does, and an upload may be half of
// that: it is held once, and handed on piece by piece, each of which is let go.

/** Bytes that are handed on at once. */
const atOnce = 256 * 1024

export class HandedFile extends File {
  #pieces: Uint8Array<ArrayBuffer>[] | undefined
  readonly #length: number

  constructor(pieces: Uint8Array<ArrayBuffer>[], name: string) {
    super([], name)
    this.#pieces = pieces.filter(({ length }) => length > 0)
    this.#length = pieces.reduce((length, piece) => length + piece.length, 0)
  }

  override get size(): number {
    return this.#length
  }

  /** All of it, once. */
  override stream(): ReturnType<File['stream']> {
    const pieces = this.#taken()
    pieces.reverse() // to be taken from the end
    return new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (pieces.length === 0) return controller.close()
        // Many small pieces take longer than a few large ones; and a stream of bytes takes the buffer of what it is given.
        const joined = new Uint8Array(Math.max(atOnce, pieces.at(-1)!.length))
        let length = 0
        while (pieces.length > 0 && length + pieces.at(-1)!.length <= joined.length) {
          const piece = pieces.pop()!
          joined.set(piece, length)
          length += piece.length
        }
        controller.enqueue(joined.subarray(0, length))
      },
    })
  }

  /** Likewise. */
  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.#length)
    let at = 0
    for (const piece of this.#taken()) {
      bytes.set(piece, at)
      at += piece.length
    }
    return bytes.buffer
  }

  #taken(): Uint8Array<ArrayBuffer>[] {
    const pieces = this.#pieces
    if (!pieces) throw new Error('this file was handed on already')
    this.#pieces = undefined
    return pieces
  }
}
