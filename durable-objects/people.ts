// Who is in, as the host is told: enough to know somebody by and to act on, and no whole address.
import { blake2s } from '@noble/hashes/blake2.js'
import { shortened } from '../wire/address.ts'
import type { Transport } from '../wire/framing.ts'
import { encodeUtf8 } from '../wire/utf8.ts'
import type { Line } from './line.ts'
import type { Seat } from './seat.ts'
import { base64url } from './secrets.ts'

/** Of names, in characters: no game's are longer. */
export const longestName = 100

export interface Person {
  /** Of this session as long as it lasts, restarts included. */
  readonly id: string
  /** Null: who it is, is not known yet. */
  readonly name: string | null
  /** Shortened. */
  readonly address: string
  readonly transport: Transport
  /** ISO 8601, UTC. */
  readonly since: string
}

export function personAt({ line, name, since }: Seat): Person {
  return {
    id: idOf(line),
    name: name ?? null,
    address: shortened(line.address),
    transport: line.transport,
    since: new Date(since).toISOString(),
  }
}

/**
 * The id of a session, of 12 characters. It is a digest of the token, because the token resumes the session. Never begins
 * with `-`, which a command would read as an option.
 */
export function idOf({ token }: Pick<Line, 'token'>): string {
  return base64url(blake2s(encodeUtf8(`who ${token}`), { dkLen: 9 })).replace(/^-/, '_')
}

/** A name that a player gave himself, as it is shown: one line of bounded length. Undefined: nothing is left of it. */
export function shownName(name: string | undefined): string | undefined {
  const line = name?.slice(0, 4 * longestName).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  return line && ([...line].slice(0, longestName).join('').trim() || undefined)
}
