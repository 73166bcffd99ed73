// How Crossfire's TCP stream is cut: a u16 length, big endian, that does not count itself, in front of every packet. The
// length belongs to the stream alone: by WebSocket a message is a packet without it.
import type { Framing } from '../../wire/framing.ts'

/** The largest packet there is, length not counted [CF-1.1]. */
export const payloadBytes = 65_535
/** The largest that a client of 1997 takes: with its length it has to fit a buffer of 10,240 bytes [CF-1.6]. */
export const oldClientBytes = 10_237

export const framing: Framing = { at: 0, length: 'u16be', plus: 2, max: payloadBytes + 2, bare: true }
