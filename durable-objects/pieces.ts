// A stream's bytes in pieces that are not too small, and always in the same place: a stream read as it comes gives 4 KiB at
// a time, each in a place of its own, which costs ten times as much and is garbage.

const mostBytes = 64 * 1024
/** A sender gets more memory as bytes arrive: connections that say nothing are many. */
const firstBytes = 4 * 1024

/**
 * Each piece is good until the next one is asked for. Readers that stop leave the rest to be read by others. `stopped`: ends
 * the body where it is.
 */
export async function* piecesOf(
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

/** What is read into after this piece: the same memory, or four times as much if the piece filled it. */
function nextBuffer({ buffer, length }: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const isFull = length === buffer.byteLength && length < mostBytes
  return isFull ? new ArrayBuffer(4 * length) : buffer
}
