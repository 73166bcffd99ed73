// [SB-1.1] The framing of the TCP stream: each packet begins with a big-endian u16, the length of the packet's type and
// fields.
import type { Framing } from '../../wire/net/framing.ts'

/** [SB-1.2] Maximum bytes of a packet from a client, without its length field. */
export const maxPacketBytes = 256

export const framing: Framing = { at: 0, length: 'u16be', plus: 2, max: 2 + maxPacketBytes, bare: true }
