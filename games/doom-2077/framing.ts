// The length of a DOOM-2077 message is a big-endian uint16 after the four letters, and counts only the payload. A
// sidecar forwards whole datagrams, and reads lengths only to recognize a datagram that contains a single MOVE.
import { latin1 } from '../../wire/codec/fields/charsets.ts'
import type { Framing } from '../../wire/net/framing.ts'

/** Maximum datagram size, in either direction [DM-1.1]. */
export const datagramBytes = 1024
/** Bytes of a message apart from its payload: command, length and terminator. */
export const overheadBytes = 7

export const framing: Framing = { at: 4, length: 'u16be', plus: overheadBytes, max: datagramBytes }

/**
 * A message with this command replaces an older one of its session while both wait, if each is alone in its datagram
 * [DM-1.10].
 */
export const supersedePrefix = latin1.encode('MOVE')
