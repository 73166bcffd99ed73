// What a session remembers across restarts: what was agreed on with its client, and who plays. What the client has been
// told is not in it: after a restart everything is shown anew. [CF-16.6]
import { decodeUtf8, encodeUtf8 } from '../../../wire/utf8.ts'
import type { Asking } from './login-1997.ts'
import type { Wishes } from './setup.ts'

/** What the client said about itself. */
export interface Agreed {
  /** Of its `version`; 0: it has not said. */
  readonly cs: number
  readonly sc: number
  readonly wishes: Wishes
  /** `setfacemode` */
  readonly faceMode: number
  /** `setsound` */
  readonly sound: boolean
}

export interface Remembered {
  readonly agreed: Agreed
  /** Name of the account that is logged in. */
  readonly account?: string
  /** How far question and answer have come. */
  readonly asking?: Asking
  /** Name of who plays; since when, in the host's milliseconds: of two sessions of one character the later goes on. */
  readonly playing?: { readonly name: string; readonly since: number }
  /** Numbers of commands that have not been done: they are answered, and are not done any more. */
  readonly waiting?: readonly number[]
}

export function encodeNote(remembered: Remembered): Uint8Array {
  return encodeUtf8(JSON.stringify(remembered))
}

/** Of bytes that `encodeNote` made. */
export function decodeNote(note: Uint8Array): Remembered {
  return JSON.parse(decodeUtf8(note))
}
