// Framing of Soaprun's TCP stream: a little-endian int32 length of type and data, not counting itself.
import type { Framing } from '../../wire/net/framing.ts'

/** Maximum request size: a length of 1,030 [SR-2.2]. */
export const requestBytes = 1030

export const framing: Framing = { at: 0, length: 'u32le', plus: 4, max: 4 + requestBytes, bare: true }
