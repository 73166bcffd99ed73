// How Arcane Sector's TCP stream is cut: a uint32 length, little endian, then the letters and the packet's own number,
// and only then the payload, which is all that the length counts. A frame is the packet as it is on the stream.
import type { Framing } from '../../wire/framing.ts'

/** Length, four letters, number: in front of every payload. */
export const headerBytes = 16
/** The largest payload, client's or server's [AS-1.2]. */
export const payloadBytes = 1_048_576

export const framing: Framing = {
  at: 0,
  length: 'u32le',
  plus: headerBytes,
  max: headerBytes + payloadBytes,
}
