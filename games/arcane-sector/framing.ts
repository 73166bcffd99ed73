// Framing of Arcane Sector's TCP stream: a little-endian uint32 length, four letters, the packet number, then the
// payload. The length counts only the payload. A frame is the whole packet as on the stream.
import type { Framing } from '../../wire/net/framing.ts'

/** Length, four letters, number: the header of every packet. */
export const headerBytes = 16
/** Maximum payload, in both directions [AS-1.2]. */
export const maxPayloadBytes = 1_048_576

export const framing: Framing = {
  at: 0,
  length: 'u32le',
  plus: headerBytes,
  max: headerBytes + maxPayloadBytes,
}
