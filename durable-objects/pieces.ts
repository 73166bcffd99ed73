// A stream's bytes in pieces that are not too small, and always in the same place: a stream read as it comes gives 4 KiB at
// a time, each in a place of its own, which costs ten times as much and is garbage.

const pieceBytes = 64 * 1024

/** Each piece is good until the next one is asked for. Who stops reading leaves the rest to be read by others. */
export async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: 'byob' })
  let buffer = new ArrayBuffer(pieceBytes)
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer))
      if (done) return
      yield value
      buffer = value.buffer
    }
  } finally {
    reader.releaseLock()
  }
}
