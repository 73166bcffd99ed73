// How Soaprun's TCP stream is cut: an int32 length of type and data, little endian, which does not count itself.
import type { Framing } from '../../wire/framing.ts'

/** The largest request a client of ours may send: a length of 1,030 [SR-2.2]. */
export const requestBytes = 1030

export const framing: Framing = { at: 0, length: 'u32le', plus: 4, max: 4 + requestBytes, bare: true }
