// Login: the character's number, its password, and its name if it is new [AS-2]. Remembered while the page lives, so
// that a disconnected player is logged in again automatically.
import type { FromClient } from '../packets.ts'

/** Player ids: 0 to 255. */
export const playerIdCount = 256
/** Maximum bytes of a password and of a name. */
export const maxCredentialBytes = 32

/** Why a name is invalid, in words; empty if it is valid [AS-2.3]. */
export function nameError(name: string): string {
  if (!/^[\x20-\x7d]*$/.test(name)) return 'Use only letters without accents, digits and signs.'
  return name.length <= maxCredentialBytes ? '' : `At most ${maxCredentialBytes} characters.`
}

/** Why a password is invalid, in words; empty if it is valid [AS-13.7]. */
export function passwordError(password: string): string {
  if (password === '') return 'Enter a password.'
  if (!/^[\x20-\xff]*$/.test(password)) return 'Use only Western European letters, digits and signs.'
  return password.length <= maxCredentialBytes ? '' : `At most ${maxCredentialBytes} characters.`
}

export interface Credentials {
  readonly id: number
  readonly password: string
  readonly portrait: number
  /** The browser has made up the password, and keeps it. */
  readonly isGuest?: true | undefined
  /** For a new character. `orExisting`: it may also be the player's own from an earlier attempt, whatever its name. */
  readonly newCharacter?: { readonly name: string; readonly orExisting?: true }
}

/** `form`: the login form is shown. `entering`: the login was sent. */
export type LoginStage = 'form' | 'entering' | 'playing'

/** Why the login form is shown again. `taken`: the number belongs to another player. */
export interface LoginRefusal {
  readonly reason: 'taken' | 'refused'
  readonly message: string
}

/** Messages by the room's close reason. After other reasons the client reconnects. */
const refusals: { readonly [reason: string]: string } = {
  'wrong password': 'Wrong password for this number.',
  'the password has changed': 'The password for this number has just changed.',
  'too many logins from this address': 'Too many attempts from your address. Wait a minute.',
  'too many new characters from this address': 'Too many new characters from your address. Wait ten minutes.',
  'logged in again': 'Your character logged in from another window or client.',
  'the character no longer exists': 'Your character was deleted: the owner has freed its number.',
  'the owner has freed this id': 'Your character was deleted: the owner has freed its number.',
  bye: 'You have left the game.',
}
const taken = 'another client was first'

type Send = (packet: Extract<FromClient, { readonly type: 'ENTR' | 'MYPC' }>) => void

export class Login {
  readonly #send: Send
  readonly #changed: () => void
  stage: LoginStage = 'form'
  credentials: Credentials | undefined
  refusal: LoginRefusal | undefined
  /** Whether the room asked for a new character's data. */
  #wasAsked = false
  #hasPlayed = false

  constructor(send: Send, changed: () => void) {
    this.#send = send
    this.#changed = changed
  }

  /** Whether a disconnected player is logging in again. */
  get isReconnecting(): boolean {
    return this.stage === 'entering' && this.#hasPlayed
  }

  /** Submits the form; the caller then connects. */
  submit(who: Credentials): void {
    this.credentials = who
    this.#hasPlayed = false
    this.#setStage('entering')
  }

  /** Called when a new socket is open. The client sends first. */
  onConnected(): void {
    if (!this.credentials) return
    this.#wasAsked = false
    if (this.stage === 'playing') this.#setStage('entering')
    this.#send({
      type: 'ENTR',
      passwd: this.credentials.password,
      playerId: this.credentials.id,
      packetId: 0n,
    })
  }

  /** [AS-2.12] The player has chosen this password. */
  onPasswordChanged(password: string): void {
    if (!this.credentials) return
    const { newCharacter: _, isGuest: __, ...credentials } = this.credentials
    this.credentials = { ...credentials, password }
    this.#changed()
  }

  /** Handles NOPC. Returns false if there is no character to create; the caller then disconnects. */
  onCharacterRequest(): boolean {
    const { credentials } = this
    this.#wasAsked = true
    if (!credentials?.newCharacter) {
      this.#refuse({
        reason: 'refused',
        message: `No character has the number ${credentials?.id ?? ''} yet.`,
      })
      return false
    }
    this.#send({
      type: 'MYPC',
      pcName: credentials.newCharacter.name,
      portrait: credentials.portrait,
      packetId: 0n,
    })
    return true
  }

  /** Handles GAME. Returns false if another player's character has the same password; the caller then disconnects. */
  onAdmitted(): boolean {
    if (this.#isNew && !this.#wasAsked) {
      this.#refuse({ reason: 'taken', message: takenMessage })
      return false
    }
    this.#hasPlayed = true
    this.refusal = undefined
    this.#setStage('playing')
    return true
  }

  /** The room closed the connection for this reason. Returns the message if that is final. */
  onClosed(reason: string): string | undefined {
    if (reason === taken || (this.#isNew && reason === 'wrong password')) {
      this.#refuse({ reason: 'taken', message: takenMessage })
      return ''
    }
    const says = refusals[reason]
    if (says === undefined) return undefined
    this.#refuse({ reason: 'refused', message: says })
    return ''
  }

  /** Whether the character must not exist yet. */
  get #isNew(): boolean {
    return (
      this.credentials?.newCharacter !== undefined &&
      !this.credentials.newCharacter.orExisting &&
      !this.#hasPlayed
    )
  }

  #refuse(refusal: LoginRefusal): void {
    this.refusal = refusal
    this.#setStage('form')
  }

  #setStage(stage: LoginStage): void {
    this.stage = stage
    this.#changed()
  }
}

const takenMessage = 'This number belongs to another player.'
