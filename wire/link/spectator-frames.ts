// One WebSocket message contains all frames of an update. Binary frames are concatenated, each after its length
// (u32be). JSON lists are joined into one list.
import { WireError } from '../util/wire-error.ts'

/**
 * `ping`: the only text that a spectator may send. It acknowledges all received output. `pong`: the response, which the
 * platform sends without waking the room. Any other message ends the connection.
 */
export const spectatorKeepalive = { ping: 'still watching', pong: 'still there' } as const

/** A spectator acknowledges received output within this many milliseconds. */
export const acknowledgeWithinMs = 10_000

/** The close code "try again later", as registered with IANA. */
export const tryAgainLaterCode = 1013

const lengthBytes = 4
/** Maximum number of frames of a binary message, because a decoded frame takes more memory than its bytes. */
const maxFrames = 100_000

/**
 * Encodes frames as one message; undefined for no frames. Either all frames are texts, which must be JSON lists, or all
 * are bytes.
 */
export function encodeSpectatorFrames(
  frames: readonly (string | Uint8Array)[],
): string | Uint8Array | undefined {
  if (frames.length === 0) return undefined
  const texts = frames.filter((frame) => typeof frame === 'string')
  if (texts.length > 0) return `[${texts.map((text) => text.slice(1, -1)).join(',')}]`
  const parts = frames as readonly Uint8Array[]
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + lengthBytes + length, 0))
  const view = new DataView(whole.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    whole.set(part, at + lengthBytes)
    at += lengthBytes + part.length
  }
  return whole
}

/** Decodes the frames of a message; throws WireError if it ends within a frame or has too many frames. */
export function decodeSpectatorFrames(message: Uint8Array): Uint8Array[] {
  const view = new DataView(message.buffer, message.byteOffset, message.length)
  const frames: Uint8Array[] = []
  for (let at = 0; at < message.length; ) {
    const from = at + lengthBytes
    const end = from <= message.length ? from + view.getUint32(at) : Number.POSITIVE_INFINITY
    if (end > message.length) throw new WireError('spectator message ends within a frame')
    if (frames.length === maxFrames) throw new WireError(`spectator message of over ${maxFrames} frames`)
    frames.push(message.subarray(from, end))
    at = end
  }
  return frames
}
