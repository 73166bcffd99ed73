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
