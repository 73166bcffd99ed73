// Crossfire's TCP framing: a big-endian u16 length that does not count itself, in front of every packet. A WebSocket
// message is one packet and needs no length.
import type { Framing } from '../../../wire/net/framing.ts'

/** Maximum packet size in bytes, without the length [CF-1.1]. */
export const maxPayloadBytes = 65_535
/**
 * Maximum packet size for a client of 1997, without the length. Packet and length must fit a buffer of 10,240 bytes
 * [CF-1.6].
 */
export const maxLegacyPayloadBytes = 10_237

export const framing: Framing = { at: 0, length: 'u16be', plus: 2, max: maxPayloadBytes + 2, bare: true }
