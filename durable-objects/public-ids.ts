// The ids that a room has beside its address, for links that outside tools make and expect: nobody guesses one, none tells
// another, and they are the same as long as the room lives.
import { blake2s } from '@noble/hashes/blake2.js'
import { encodeUtf8 } from '../wire/utf8.ts'
import { base64url } from './secrets.ts'

/** By name, 16 bytes each: 22 characters. `secret`: random, known to the room alone. */
export function publicIds(secret: string, names: readonly string[]): { readonly [name: string]: string } {
  const key = blake2s(encodeUtf8(`public ids ${secret}`))
  return Object.fromEntries(
    names.map((name) => [name, base64url(blake2s(encodeUtf8(name), { key, dkLen: 16 }))]),
  )
}
