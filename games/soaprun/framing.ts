// Framing of Soaprun's TCP stream. Each packet begins with a little-endian int32: the number of the following bytes.
import type { Framing } from '../../wire/net/framing.ts'

/** [SR-2.2] */
export const requestBytes = 1030

export const framing: Framing = { at: 0, length: 'u32le', plus: 4, max: 4 + requestBytes, bare: true }
