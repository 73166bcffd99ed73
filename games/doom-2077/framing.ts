// The length of a DOOM-2077 message is a big-endian uint16 after the four letters, and counts only the payload. A
// sidecar forwards whole datagrams, and reads lengths only to recognize a datagram that contains a single MOVE.
import { latin1 } from '../../wire/codec/fields/charsets.ts'
import type { Framing } from '../../wire/net/framing.ts'

/** [DM-1.1] Maximum size of a datagram in bytes, in either direction. */
export const datagramBytes = 1024
/** Bytes of a message's command, length and terminator. */
export const overheadBytes = 7

export const framing: Framing = { at: 4, length: 'u16be', plus: overheadBytes, max: datagramBytes }

/** [DM-1.10] While two MOVEs of a session wait, each alone in its datagram, the newer one replaces the older one. */
export const supersedePrefix = latin1.encode('MOVE')
