// Framing of Arcane Sector's TCP stream. A packet is a little-endian uint32 with the size of the payload, four letters,
// the packet number, and the payload. A frame is a whole packet, including this header.
import type { Framing } from '../../wire/net/framing.ts'

/** Size of a packet's header in bytes: the payload length, four letters and the packet number. */
export const headerBytes = 16
/** [AS-1.2] Maximum size of a payload in bytes, in both directions. */
export const maxPayloadBytes = 1_048_576

export const framing: Framing = {
  at: 0,
  length: 'u32le',
  plus: headerBytes,
  max: headerBytes + maxPayloadBytes,
}
