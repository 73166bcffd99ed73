// A connection is a stream of bytes without frames: the room finds the messages of the relay in it. [RA-1.1]
import type { Framing } from '../../wire/net/framing.ts'

/** The most bytes that are relayed at once. */
export const maxPieceBytes = 16_384

export const framing: Framing = { at: 0, length: 'none', plus: 0, max: maxPieceBytes }
