// Lone surrogates in the texts of saves. Clients can store lone surrogates in JSON. Python writes each of them in a
// pickle as three bytes, which UTF-8 forbids (`surrogatepass`).
import { concatBytes } from '../../../../wire/util/concat-bytes.ts'
import { decodeUtf8, encodeUtf8 } from '../../../../wire/util/utf8.ts'

export function encodeWithSurrogates(text: string): Uint8Array {
  const parts = text.split(/(\p{Cs})/u)
  return concatBytes(parts.map((part, i) => (i % 2 === 1 ? surrogateBytes(part) : encodeUtf8(part))))
}

function surrogateBytes(surrogate: string): Uint8Array {
  const code = surrogate.charCodeAt(0)
  return Uint8Array.of(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
}

/** Throws WireError for bytes that are neither UTF-8 nor surrogates. */
export function decodeWithSurrogates(bytes: Uint8Array): string {
  let text = ''
  let start = 0
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3)
    if (second >> 5 !== 0b101 || third >> 6 !== 0b10) continue
    const code = 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)
    text += decodeUtf8(bytes.subarray(start, at)) + String.fromCharCode(code)
    start = at + 3
  }
  return text + decodeUtf8(bytes.subarray(start))
}
