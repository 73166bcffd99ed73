// How a room's frames go to those who only watch it: what happened within a moment in one WebSocket message. Frames of
// bytes stand one behind the other, each behind its length (u32be); of those that are JSON lists one list is made.
import { WireError } from './error.ts'

/**
 * What a watcher may say, and what it hears: that it has read what it was sent. The platform answers, and the room does
 * not wake for it; anything else ends the watching.
 */
export const watching = { ping: 'still watching', pong: 'still there' } as const

/** A watcher that has read something says so this many milliseconds later, at the latest. */
export const sayReadMs = 10_000

/** Close codes, with a reason in words: come back later (RFC 6455 has it for this). */
export const laterCode = 1013

const lengthBytes = 4

/** One message, or none of no frames. All frames are texts (each a JSON list), or all bytes. */
export function joinedFrames(frames: readonly (string | Uint8Array)[]): string | Uint8Array | undefined {
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

/** The frames of a message of bytes. Throws WireError when it ends within one. */
export function framesOf(message: Uint8Array): Uint8Array[] {
  const view = new DataView(message.buffer, message.byteOffset, message.length)
  const frames: Uint8Array[] = []
  for (let at = 0; at < message.length; ) {
    const from = at + lengthBytes
    const end = from <= message.length ? from + view.getUint32(at) : Number.POSITIVE_INFINITY
    if (end > message.length) throw new WireError('a message to a watcher that ends within a frame')
    frames.push(message.subarray(from, end))
    at = end
  }
  return frames
}
