// How spectators receive a room's frames: one WebSocket message with all frames of a moment. Binary frames are
// concatenated, each after its length (u32be). JSON lists are joined into one list.
import { WireError } from '../util/wire-error.ts'

/**
 * The only text that a spectator may send, to confirm that it has read what it received, and the response. The platform
 * responds without waking the room. Any other message ends the connection.
 */
export const spectatorKeepalive = { ping: 'still watching', pong: 'still there' } as const

/** A spectator confirms received output within this many milliseconds. */
export const readConfirmationMs = 10_000

/** Close code with a reason text: try again later (registered for this with IANA). */
export const tryAgainLaterCode = 1013

const lengthBytes = 4

/** One message; undefined for no frames. All frames must be texts (each a JSON list), or all bytes. */
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

/** The frames of a binary message. Throws WireError if it ends within a frame. */
export function decodeSpectatorFrames(message: Uint8Array): Uint8Array[] {
  const view = new DataView(message.buffer, message.byteOffset, message.length)
  const frames: Uint8Array[] = []
  for (let at = 0; at < message.length; ) {
    const from = at + lengthBytes
    const end = from <= message.length ? from + view.getUint32(at) : Number.POSITIVE_INFINITY
    if (end > message.length) throw new WireError('spectator message ends within a frame')
    frames.push(message.subarray(from, end))
    at = end
  }
  return frames
}
