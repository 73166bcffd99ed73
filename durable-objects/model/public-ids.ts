// Ids of a room in addition to its address, for links from other tools. They cannot be guessed or derived from each
// other, and stay the same for the room's lifetime.
import { blake2s } from '@noble/hashes/blake2.js'
import { encodeUtf8 } from '../../wire/util/utf8.ts'
import { base64url } from '../platform/secrets.ts'

/** Each id has 16 bytes, as 22 characters of base64url. `secret`: random, known only to the room. */
export function publicIds(secret: string, names: readonly string[]): { readonly [name: string]: string } {
  const key = blake2s(encodeUtf8(`public ids ${secret}`))
  return Object.fromEntries(
    names.map((name) => [name, base64url(blake2s(encodeUtf8(name), { key, dkLen: 16 }))]),
  )
}
