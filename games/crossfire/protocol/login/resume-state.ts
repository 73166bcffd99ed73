// The state with which a session continues after a restart. It does not say which packets the client has received,
// because the server sends everything again. [CF-16.6]
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
  /** The first of two abilities to swap. */
  readonly swap?: Ability
  /** Index of the displayed combination of race and class. */
  readonly classIndex: number
}

/** The pending question, and the hashes of the old and the new password. */
export type PasswordChangeStep =
  | { readonly step: 'old' }
  | { readonly step: 'new'; readonly old: string }
  | { readonly step: 'again'; readonly old: string; readonly hashed: string }

/** `hashed`: the hash of the password at the time of the login. */
export interface AccountLogin {
  readonly name: string
  readonly hashed: string
}

export interface ResumeState {
  readonly settings: NegotiatedSettings
  readonly account?: AccountLogin
  readonly question?: PendingQuestion
  readonly passwordChange?: PasswordChangeStep
  /**
   * `since`: when the session entered the game, in milliseconds of the server's clock. Of two sessions of one
   * character, the later one resumes.
   */
  readonly playing?: { readonly name: string; readonly since: number }
  /** Queued commands with these numbers are acknowledged after a restart but not run. */
  readonly queuedPackets?: readonly number[]
  /** Whether `quit` is queued, with or without a number. */
  readonly isQuitting?: true
}

export function encodeResumeState(resumeState: ResumeState): Uint8Array {
  return encodeUtf8(JSON.stringify(resumeState))
}

export function decodeResumeState(encoded: Uint8Array): ResumeState {
  return JSON.parse(decodeUtf8(encoded))
}
