// Framing of Arcane Sector's TCP stream. A packet is a little-endian uint32 with the size of the payload, four letters,
// the packet number, and the payload. A frame is a whole packet, including this header.
import type { Framing } from '../../wire/net/framing.ts'

/** In bytes: the length, four letters and the number. */
export const headerBytes = 16
/** [AS-1.2] In bytes, in both directions. */
export const maxPayloadBytes = 1_048_576

export const framing: Framing = {
  at: 0,
  length: 'u32le',
  plus: headerBytes,
  max: headerBytes + maxPayloadBytes,
}
