// Re-chunks a stream into a reused buffer: a plain read returns 4 KiB at a time in a new buffer, which costs ten times
// as much and is garbage.

const maxBytes = 64 * 1024
/** Buffers grow as bytes arrive, because there may be many silent connections. */
const firstBytes = 4 * 1024

/**
 * Each piece is valid until the next one is read. If the reader stops early, others can read the rest. `stopped`: cancels
 * the body.
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

/** The next buffer: the same one, or four times as large if the piece filled it. */
function nextBuffer({ buffer, length }: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const isFull = length === buffer.byteLength && length < maxBytes
  return isFull ? new ArrayBuffer(4 * length) : buffer
}
