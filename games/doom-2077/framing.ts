// Where a message of DOOM-2077 says how long it is: a uint16, big endian, behind the four letters. It counts the
// payload alone. Datagrams travel whole; a sidecar needs this to know one that holds a single MOVE.
import { latin1 } from '../../wire/charsets.ts'
import type { Framing } from '../../wire/framing.ts'

/** The largest datagram, in either direction [DM-1.1]. */
export const datagramBytes = 1024
/** Around every payload: command, length, terminator. */
export const overheadBytes = 7

export const framing: Framing = { at: 4, length: 'u16be', plus: overheadBytes, max: datagramBytes }

/** Of a session's datagrams that are one message of these letters only the newest is worth keeping [DM-1.10]. */
export const supersede = latin1.encode('MOVE')
