// For protocols without a charset, each byte is a character of a string.
import { decodeUtf8, encodeUtf8 } from '../../wire/util/utf8.ts'
import { WireError } from '../../wire/util/wire-error.ts'

/** Decodes UTF-8, or Latin-1 if the bytes are not valid UTF-8. */
export function decodeByteText(bytes: string): string {
  if (/^[\0-\x7f]*$/u.test(bytes)) return bytes
  try {
    return decodeUtf8(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    return bytes
  }
}

/** Returns a string with a character for each byte. */
export function encodeByteText(text: string): string {
  return String.fromCharCode(...encodeUtf8(text))
}
