// The session state that survives restarts: settings and player. It does not include the packets already sent: after
// a restart everything is sent again. [CF-16.6]
import { decodeUtf8, encodeUtf8 } from '../../../../wire/util/utf8.ts'
import type { Abilities, Ability } from '../../model/definitions/character.ts'
import type { NegotiatedSettings } from '../dialects/client-settings.ts'

/** The pending question and earlier answers. Passwords are hashed. */
export type PendingQuestion =
  | { readonly step: 'name' }
  | { readonly step: 'password' | 'newPassword'; readonly name: string }
  | { readonly step: 'confirm'; readonly name: string; readonly hashed: string }
  | CharacterDraft
export interface CharacterDraft {
  readonly step: 'roll' | 'class'
  readonly name: string
  readonly hashed: string
  readonly abilities: Abilities
  /** The first ability of a swap. */
  readonly swap?: Ability
  /** Index into `callings`. */
  readonly classIndex: number
}

/** State of a password change: the pending question, and the hash of the new password. */
export type PasswordChangeStep =
  | { readonly step: 'old' | 'new' }
  | { readonly step: 'again'; readonly hashed: string }

export interface ResumeState {
  readonly settings: NegotiatedSettings
  /** Name of the account that is logged in. */
  readonly account?: string
  /** State of the login by question and answer. */
  readonly question?: PendingQuestion
  readonly passwordChange?: PasswordChangeStep
  /** Character, and when it entered, in milliseconds of the server's clock: of two sessions of one character the later wins. */
  readonly playing?: { readonly name: string; readonly since: number }
  /** Numbers of queued commands: after a restart they are acknowledged but not run. */
  readonly queuedPackets?: readonly number[]
  /** A queued command, with or without a number, is `quit`. */
  readonly isQuitting?: true
}

export function encodeResumeState(resumeState: ResumeState): Uint8Array {
  return encodeUtf8(JSON.stringify(resumeState))
}

/** Decodes the output of `encodeResumeState`. */
export function decodeResumeState(encoded: Uint8Array): ResumeState {
  return JSON.parse(decodeUtf8(encoded))
}
