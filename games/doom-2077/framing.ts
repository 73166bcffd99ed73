// Message length in DOOM-2077: a big-endian uint16 after the four letters, counting the payload alone. Datagrams travel
// whole; a sidecar needs this to recognize one that holds a single MOVE.
import { latin1 } from '../../wire/codec/fields/charsets.ts'
import type { Framing } from '../../wire/net/framing.ts'

/** Maximum datagram size, in either direction [DM-1.1]. */
export const datagramBytes = 1024
/** Bytes around every payload: command, length, terminator. */
export const overheadBytes = 7

export const framing: Framing = { at: 4, length: 'u16be', plus: overheadBytes, max: datagramBytes }

/** Among a session's datagrams that hold one message of this command, only the newest is kept [DM-1.10]. */
export const supersedePrefix = latin1.encode('MOVE')
