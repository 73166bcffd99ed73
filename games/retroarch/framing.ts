// [RA-1.1] A connection is a stream of bytes without frames, in which the room finds the relay's messages.
import type { Framing } from '../../wire/net/framing.ts'

/** The limit of bytes that are relayed at once. */
export const maxPieceBytes = 16_384

export const framing: Framing = { at: 0, length: 'none', plus: 0, max: maxPieceBytes }
