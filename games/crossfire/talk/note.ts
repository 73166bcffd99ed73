// What a session remembers across restarts: what was agreed on with its client, and who plays. What the client has been
// told is not in it: after a restart everything is shown anew. [CF-16.6]
import { decodeUtf8, encodeUtf8 } from '../../../wire/utf8.ts'
import type { Wishes } from '../dialects/wishes.ts'
import type { Abilities, Ability } from '../scene/character.ts'

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

/** What has been asked, and what was answered before. Passwords are hashed ones. */
export type Asking =
  | { readonly step: 'name' }
  | { readonly step: 'password' | 'newPassword'; readonly name: string }
  | { readonly step: 'confirm'; readonly name: string; readonly hashed: string }
  | Making
export interface Making {
  readonly step: 'roll' | 'class'
  readonly name: string
  readonly hashed: string
  readonly abilities: Abilities
  /** The ability that is to change places with the next one that is named. */
  readonly swap?: Ability
  /** Which of `callings`. */
  readonly calling: number
}

/** How far `passwd` has come: what was asked, and the new password, hashed. */
export type Changing = { readonly step: 'old' | 'new' } | { readonly step: 'again'; readonly hashed: string }

export interface Remembered {
  readonly agreed: Agreed
  /** Name of the account that is logged in. */
  readonly account?: string
  /** How far question and answer have come. */
  readonly asking?: Asking
  readonly changing?: Changing
  /** Name of who plays; since when, in the host's milliseconds: of two sessions of one character the later goes on. */
  readonly playing?: { readonly name: string; readonly since: number }
  /** Numbers of commands that have not been done: they are answered, and are not done any more. */
  readonly waiting?: readonly number[]
  /** One of them, or of those without a number, took leave. */
  readonly leaves?: true
}

export function encodeNote(remembered: Remembered): Uint8Array {
  return encodeUtf8(JSON.stringify(remembered))
}

/** Of bytes that `encodeNote` made. */
export function decodeNote(note: Uint8Array): Remembered {
  return JSON.parse(decodeUtf8(note))
}
