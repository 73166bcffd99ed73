// Base64 (RFC 4648, 4), which neither Node nor Workers give to all alike: what is made ahead is kept as text in it.

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sextets: ReadonlyMap<string, number> = new Map([...letters].map((letter, value) => [letter, value]))

/** Its bytes. Whatever is no letter of it means nothing: white space, and the filling at the end. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length * 3) >> 2)
  let length = 0
  let held = 0
  let bits = 0
  for (const letter of text) {
    const sextet = sextets.get(letter)
    if (sextet === undefined) continue
    held = ((held << 6) | sextet) & 0xfff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = held >> bits
  }
  return bytes.slice(0, length)
}

/** In one line, with its padding. */
export function toBase64(bytes: Uint8Array): string {
  const quads: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3)
    const bits = (one << 16) | (two << 8) | three
    const made = Math.min(3, bytes.length - at) + 1
    let quad = ''
    for (let n = 0; n < 4; n++) quad += n < made ? letters[(bits >> (18 - 6 * n)) & 63] : '='
    quads.push(quad)
  }
  return quads.join('')
}
