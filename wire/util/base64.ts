// Base64 (RFC 4648, 4), padded and without white space, for bytes in text formats.

import { decodeUtf8 } from './utf8.ts'
import { WireError } from './wire-error.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const paddingCode = 61

const codes: readonly number[] = Array.from(letters, (letter) => letter.charCodeAt(0))
/** The value of each ASCII character in base64; 64 if it is not base64. */
const sextets: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const at = letters.indexOf(String.fromCharCode(code))
  return at < 0 ? 64 : at
})

export function encodeBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(paddingCode)
  let at = 0
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i
    const group = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    text[at] = codes[group >> 18]!
    text[at + 1] = codes[(group >> 12) & 63]!
    if (left > 1) text[at + 2] = codes[(group >> 6) & 63]!
    if (left > 2) text[at + 3] = codes[group & 63]!
    at += 4
  }
  return decodeUtf8(text)
}

/** Throws WireError for text that `encodeBase64` does not produce, such as line breaks or missing padding. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const fill = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const length = (text.length / 4) * 3 - fill
  if (!Number.isInteger(length) || length < 0) throw new WireError('not base64: wrong length')
  const bytes = new Uint8Array(length)
  const end = text.length - (fill > 0 ? 4 : 0)
  // A character that is not base64 sets the seventh bit, and the sextets of all characters are checked at the end.
  let all = 0
  let filled = 0
  for (let i = 0; i < end; i += 4) {
    const a = sextetAt(text, i)
    const b = sextetAt(text, i + 1)
    const c = sextetAt(text, i + 2)
    const d = sextetAt(text, i + 3)
    all |= a | b | c | d
    bytes[filled++] = (a << 2) | (b >> 4)
    bytes[filled++] = (b << 4) | (c >> 2)
    bytes[filled++] = (c << 6) | d
  }
  let rest = 0
  if (fill > 0) {
    const [a, b, c] = [sextetAt(text, end), sextetAt(text, end + 1), fill === 1 ? sextetAt(text, end + 2) : 0]
    all |= a | b | c
    bytes[filled++] = (a << 2) | (b >> 4)
    if (fill === 1) bytes[filled] = (b << 4) | (c >> 2)
    rest = fill === 1 ? c & 3 : b & 15
  }
  if (all > 63) throw new WireError('not base64: invalid character')
  if (rest !== 0) throw new WireError('not base64: trailing bits')
  return bytes
}

const sextetAt = (text: string, at: number): number => sextets[text.charCodeAt(at)] ?? 64
