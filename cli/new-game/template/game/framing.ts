// Framing of the stream: a u16 length of type and fields, big endian, not counting itself. [SB-1.1]
import type { Framing } from '../../wire/net/framing.ts'

/** [SB-1.2] Maximum bytes of a packet from a client, without its length field. */
export const packetBytes = 256

export const framing: Framing = { at: 0, length: 'u16be', plus: 2, max: 2 + packetBytes, bare: true }
