// [DM-9.12] The arena that ships: a WAD that every Doom opens, with nodes, without art.
import { inflateSync } from 'fflate'
import { packed } from './packed.ts'

export const arenaName = 'MAP01'

/** A fresh copy each time: the marker MAP01 and its ten lumps. */
export function arenaWad(): Uint8Array {
  return inflateSync(unBase64(packed))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64, in which white space and the filling at the end mean nothing. */
function unBase64(text: string): Uint8Array {
  const digits = [...text].map((digit) => alphabet.indexOf(digit)).filter((digit) => digit >= 0)
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4))
  for (const index of bytes.keys()) {
    const at = Math.floor((index * 4) / 3)
    const pair = (digits[at]! << 6) | digits[at + 1]!
    bytes[index] = pair >> (4 - 2 * (index % 3))
  }
  return bytes
}
