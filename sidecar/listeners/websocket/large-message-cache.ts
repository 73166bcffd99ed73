// Caches large messages that several clients get one after another, such as data packages. A message with the same
// content is framed and deflated only once.
import { crc32 } from 'node:zlib'
import type { RoomFrame } from '../../sessions/room-frame.ts'
import { WebSocketMessage } from './websocket-message.ts'

/** Messages from this size on are cached; deflating a smaller one takes less than a millisecond. */
const minBytes = 16_384
/** Limit of the bytes of all cached messages. The framed and deflated forms take about as many bytes in addition. */
const maxTotalBytes = 8 * 1024 * 1024

/** All listeners of a sidecar share one cache, because different rooms send the same data packages. */
export class LargeMessageCache {
  /** Keyed by length, type and checksum; least recently sent first. */
  readonly #messages = new Map<string, WebSocketMessage>()
  #totalBytes = 0

  messageOf({ bytes, isText }: RoomFrame): WebSocketMessage {
    if (bytes.length < minBytes || bytes.length > maxTotalBytes) return new WebSocketMessage(bytes, isText)
    const key = `${bytes.length} ${isText} ${crc32(bytes)}`
    const known = this.#messages.get(key)
    if (known) this.#delete(key, known)
    // The frame is copied, because it may be a view into a larger message of the link.
    const message =
      known && Buffer.compare(known.bytes, bytes) === 0
        ? known
        : new WebSocketMessage(new Uint8Array(bytes), isText)
    this.#messages.set(key, message)
    this.#totalBytes += message.bytes.length
    for (const [oldest, other] of this.#messages)
      if (this.#totalBytes > maxTotalBytes) this.#delete(oldest, other)
      else break
    return message
  }

  #delete(key: string, message: WebSocketMessage): void {
    this.#messages.delete(key)
    this.#totalBytes -= message.bytes.length
  }
}
