import { WireError } from './wire-error.ts'

declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * ASCII texts of up to this many UTF-16 units are encoded here, because calling the built-in encoder takes many times
 * as long.
 */
const shortUnits = 64
const maxAsciiCode = 0x7f

export function encodeUtf8(text: string): Uint8Array {
  const { length } = text
  if (length > shortUnits) return encoder.encode(text)
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code > maxAsciiCode) return encoder.encode(text)
    bytes[at] = code
  }
  return bytes
}

/** Throws WireError for invalid bytes. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new WireError('not UTF-8')
  }
}
