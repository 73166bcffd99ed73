// A room's ids beside its address, for links by outside tools. They cannot be guessed, do not reveal each other, and
// are stable for the room's lifetime.
import { blake2s } from '@noble/hashes/blake2.js'
import { encodeUtf8 } from '../../wire/util/utf8.ts'
import { base64url } from '../platform/secrets.ts'

/** Public ids by name, 16 bytes or 22 characters each. `secret`: random, known to the room only. */
export function publicIds(secret: string, names: readonly string[]): { readonly [name: string]: string } {
  const key = blake2s(encodeUtf8(`public ids ${secret}`))
  return Object.fromEntries(
    names.map((name) => [name, base64url(blake2s(encodeUtf8(name), { key, dkLen: 16 }))]),
  )
}
