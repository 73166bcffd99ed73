// The session state that survives restarts: settings and player. The packets that the client has received are not part
// of this state, because after a restart the server sends everything again. [CF-16.6]
import { decodeUtf8, encodeUtf8 } from '../../../../wire/util/utf8.ts'
import type { Abilities, Ability } from '../../model/definitions/character.ts'
import type { NegotiatedSettings } from '../dialects/client-settings.ts'

/** State of the login by question: the pending question and earlier answers. Passwords are hashed. */
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
  /** The ability that the player has selected first for a swap. */
  readonly swap?: Ability
  /** Index of the displayed combination of race and class. */
  readonly classIndex: number
}

/** State of a password change: the pending question, and the hashes of the old and the new password. */
export type PasswordChangeStep =
  | { readonly step: 'old' }
  | { readonly step: 'new'; readonly old: string }
  | { readonly step: 'again'; readonly old: string; readonly hashed: string }

/** The account to which a client has logged in, with the hash of the password at that time. */
export interface AccountLogin {
  readonly name: string
  readonly hashed: string
}

export interface ResumeState {
  readonly settings: NegotiatedSettings
  /** The account to which the client has logged in. */
  readonly account?: AccountLogin
  /** State of the login by question and answer. */
  readonly question?: PendingQuestion
  readonly passwordChange?: PasswordChangeStep
  /**
   * The character, and when it entered, in milliseconds of the server's clock. Of two sessions of one character, the
   * one that entered later resumes.
   */
  readonly playing?: { readonly name: string; readonly since: number }
  /** Numbers of queued commands. After a restart these commands are acknowledged but not run. */
  readonly queuedPackets?: readonly number[]
  /** Whether a queued command, with or without a number, is `quit`. */
  readonly isQuitting?: true
}

export function encodeResumeState(resumeState: ResumeState): Uint8Array {
  return encodeUtf8(JSON.stringify(resumeState))
}

/** Decodes the output of `encodeResumeState`. */
export function decodeResumeState(encoded: Uint8Array): ResumeState {
  return JSON.parse(decodeUtf8(encoded))
}
