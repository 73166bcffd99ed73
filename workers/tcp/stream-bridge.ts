// Relays frames between a client's byte stream and the WebSocket of its session.
import { systemClock, withTimeout } from '../../durable-objects/platform/clock.ts'
import { streamChunks } from '../../durable-objects/storage/stream-chunks.ts'
import {
  addLengthField,
  FrameSplitter,
  type Framing,
  fitsLengthField,
  stripLengthField,
} from '../../wire/net/framing.ts'
import type { Timer } from '../../wire/util/clock.ts'
import { encodeUtf8 } from '../../wire/util/utf8.ts'
import { WireError } from '../../wire/util/wire-error.ts'

/** Maximum milliseconds from the first byte of a frame to its last byte. */
const frameTimeoutMs = 60_000
/**
 * The Worker disconnects a client that leaves more bytes unread. The room cannot measure this, because the Worker reads
 * everything that the room sends.
 */
const maxUnreadBytes = 1_048_576
/** Maximum milliseconds in which a disconnected client must read its last output. */
const lastOutputTimeoutMs = 10_000
/** The codes with which the Worker closes the room's WebSocket. */
const closeCodes = { normal: 1000, policy: 1008 } as const

export interface ByteStream {
  readonly readable: ReadableStream<Uint8Array>
  readonly writable: WritableStream<Uint8Array>
  close(): Promise<void>
}

/** The room's WebSocket, on which `accept` has not been called yet. */
export type RoomSocket = Pick<WebSocket, 'accept' | 'send' | 'close' | 'addEventListener' | 'binaryType'>

/** Resolves when both sides are closed. An invalid frame, a slow client, or the end of one side closes both sides. */
export async function bridgeStream(stream: ByteStream, room: RoomSocket, framing: Framing): Promise<void> {
  const stopped = new AbortController()
  const writer = stream.writable.getWriter()
  const closeRoom = (code: number, reason: string) => {
    if (stopped.signal.aborted) return
    stopped.abort()
    room.close(code, reason)
  }
  let unread = 0
  room.binaryType = 'arraybuffer'
  room.addEventListener('message', ({ data }) => {
    if (stopped.signal.aborted) return
    const frame = typeof data === 'string' ? encodeUtf8(data) : new Uint8Array(data as ArrayBuffer)
    if (!fitsLengthField(framing, frame))
      return closeRoom(closeCodes.policy, 'frame too long for this client')
    const bytes = addLengthField(framing, frame)
    unread += bytes.length
    if (unread > maxUnreadBytes) return closeRoom(closeCodes.policy, 'too slow')
    writer
      .write(bytes)
      .then(() => {
        unread -= bytes.length
      })
      .catch(() => closeRoom(closeCodes.normal, 'goodbye')) // the client has disconnected
  })
  // The Worker must answer the room's close frame itself. The answer does not repeat the received code, because some
  // codes, such as 1006, must not be sent.
  room.addEventListener('close', () => closeRoom(closeCodes.normal, 'goodbye'))
  room.addEventListener('error', () => stopped.abort())
  room.accept()
  try {
    await readFrames(stream.readable, framing, stopped, (frame) =>
      // Copies the frame, because the platform may send the frame after the buffer was reused.
      room.send(frame.slice()),
    )
    closeRoom(closeCodes.normal, 'goodbye')
  } catch (error) {
    closeRoom(closeCodes.policy, error instanceof WireError ? error.message : 'connection lost')
  }
  // Delivers the output that the room sent before the close, unless the client is too slow.
  if (unread <= maxUnreadBytes) {
    const delivered = withTimeout(writer.close(), lastOutputTimeoutMs, 'the client is too slow')
    await delivered.catch(() => {}) // the client is too slow, or has disconnected
  }
  await stream.close().catch(() => {}) // the client has disconnected
}

/** Returns when the stream ends or `stopped` aborts. Throws WireError for an invalid or unfinished frame. */
async function readFrames(
  readable: ReadableStream<Uint8Array>,
  framing: Framing,
  stopped: AbortController,
  receive: (frame: Uint8Array) => void,
): Promise<void> {
  const splitter = new FrameSplitter(framing)
  const late = new AbortController()
  let timeout: Timer | undefined
  try {
    for await (const chunk of streamChunks(readable, AbortSignal.any([stopped.signal, late.signal]))) {
      for (const frame of splitter.push(chunk)) {
        receive(stripLengthField(framing, frame))
        timeout?.cancel()
        timeout = undefined
      }
      if (splitter.bufferedBytes > 0) timeout ??= systemClock.after(frameTimeoutMs, () => late.abort())
    }
    if (late.signal.aborted) throw new WireError('unfinished frame')
  } finally {
    timeout?.cancel()
  }
}
