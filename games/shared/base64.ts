// Base64 (RFC 4648, section 4), because Node and Workers have no common API for it. Generated data is stored as base64
// text.

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sextets: ReadonlyMap<string, number> = new Map([...letters].map((letter, value) => [letter, value]))

/** Decodes base64. Ignores all other characters, such as white space and padding. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length * 3) >> 2)
  let length = 0
  let buffer = 0
  let bits = 0
  for (const letter of text) {
    const sextet = sextets.get(letter)
    if (sextet === undefined) continue
    buffer = ((buffer << 6) | sextet) & 0xfff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = buffer >> bits
  }
  return bytes.slice(0, length)
}

/** Encodes on one line, with padding. */
export function toBase64(bytes: Uint8Array): string {
  const quads: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3)
    const bits = (one << 16) | (two << 8) | three
    const letterCount = Math.min(3, bytes.length - at) + 1
    let quad = ''
    for (let n = 0; n < 4; n++) quad += n < letterCount ? letters[(bits >> (18 - 6 * n)) & 63] : '='
    quads.push(quad)
  }
  return quads.join('')
}
