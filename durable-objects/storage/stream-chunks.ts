// Reads a stream into a reused buffer. A plain read returns a new buffer of 4 KiB at a time, which takes ten times as
// long.

const maxBytes = 64 * 1024
/** Buffers start small and grow as bytes arrive, because there may be many silent connections. */
const firstBytes = 4 * 1024

/**
 * Reads `body` in pieces, each of which is valid until the next is read. If the caller stops early, the rest of `body`
 * can still be read. `stopped`: aborting it cancels `body`.
 */
export async function* streamChunks(
  body: ReadableStream<Uint8Array>,
  stopped?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: 'byob' })
  const stop = () => void reader.cancel()
  stopped?.addEventListener('abort', stop)
  let buffer = new ArrayBuffer(firstBytes)
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer))
      if (done) return
      yield value
      buffer = nextBuffer(value)
    }
  } finally {
    stopped?.removeEventListener('abort', stop)
    reader.releaseLock()
  }
}

/** The buffer for the next piece, four times as large if the last piece filled it. */
function nextBuffer({ buffer, length }: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const isFull = length === buffer.byteLength && length < maxBytes
  return isFull ? new ArrayBuffer(4 * length) : buffer
}
