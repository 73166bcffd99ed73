import { blake2s } from '@noble/hashes/blake2.js'
import type { Transport } from '../../../wire/net/framing.ts'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { toOneLine } from '../../model/one-line.ts'
import { base64url } from '../../platform/secrets.ts'

/** Maximum characters of a name for display. No game allows longer names. */
const maxNameLength = 100

export interface SessionInfo {
  /** Stays the same for the session's lifetime, also after a restart of the room. */
  readonly id: string
  /** The player's name; null if it is not known yet. */
  readonly name: string | null
  /** The client's address in shortened form. */
  readonly address: string
  readonly transport: Transport
  /** ISO 8601, UTC. */
  readonly since: string
}

/**
 * The public id of a session, 12 characters. It is a digest, because anybody who has the token itself can resume the
 * session. The id never begins with `-`, which a command would read as an option.
 */
export function sessionIdOf({ token }: { readonly token: string }): string {
  return base64url(blake2s(encodeUtf8(`who ${token}`), { dkLen: 9 })).replace(/^-/, '_')
}

/** One line of bounded length. Undefined if nothing is left of the name. */
export function displayName(name: string | undefined): string | undefined {
  const line = name && toOneLine(name.slice(0, 4 * maxNameLength))
  return line && ([...line].slice(0, maxNameLength).join('').trim() || undefined)
}
