// The client keeps the credentials while the page is open, so that it can log a disconnected player in again [AS-2].
import type { FromClient } from '../packets.ts'

/** Player ids are 0 to 255. */
export const playerIdCount = 256
/** Maximum size of a password, and of a name. */
export const maxCredentialBytes = 32

/** Returns an empty string for a valid name [AS-2.3]. */
export function nameError(name: string): string {
  if (!/^[\x20-\x7d]*$/.test(name)) return 'Use only letters without accents, digits and signs.'
  return name.length <= maxCredentialBytes ? '' : `At most ${maxCredentialBytes} characters.`
}

/** Returns an empty string for a valid password [AS-13.7]. */
export function passwordError(password: string): string {
  if (password === '') return 'Enter a password.'
  if (!/^[\x20-\xff]*$/.test(password)) return 'Use only Western European letters, digits and signs.'
  return password.length <= maxCredentialBytes ? '' : `At most ${maxCredentialBytes} characters.`
}

export interface Credentials {
  readonly id: number
  readonly password: string
  readonly portrait: number
  /** Set if the browser has generated the password and stores it. */
  readonly isGuest?: true | undefined
  /** The name of a new character. `orExisting`: a character that the number already has is accepted, too. */
  readonly newCharacter?: { readonly name: string; readonly orExisting?: true }
}

/** `form`: the page shows the login form. `entering`: the client waits for the answer to the login. */
export type LoginStage = 'form' | 'entering' | 'playing'

/** `taken`: the number belongs to another player. */
export interface LoginRefusal {
  readonly reason: 'taken' | 'refused'
  readonly message: string
}

/** Messages, indexed by the room's close reason. After any other close reason the client reconnects. */
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
  /** Whether the room has requested the data of a new character (NOPC) since `submit`. */
  #wasAsked = false
  #hasPlayed = false

  constructor(send: Send, changed: () => void) {
    this.#send = send
    this.#changed = changed
  }

  /** Whether the client logs a disconnected player in again. */
  get isReconnecting(): boolean {
    return this.stage === 'entering' && this.#hasPlayed
  }

  /** The caller then connects. */
  submit(who: Credentials): void {
    this.credentials = who
    this.#wasAsked = false
    this.#hasPlayed = false
    this.#setStage('entering')
  }

  /** Call when a new socket is open. Sends the login, because the client speaks first. */
  onConnected(): void {
    if (!this.credentials) return
    this.onDisconnected()
    this.#send({
      type: 'ENTR',
      passwd: this.credentials.password,
      playerId: this.credentials.id,
      packetId: 0n,
    })
  }

  /** Call when the connection is lost. The client logs in again when a new socket is open. */
  onDisconnected(): void {
    if (this.stage === 'playing') this.#setStage('entering')
  }

  /** [AS-2.12] Call when the room has accepted a new password. */
  onPasswordChanged(password: string): void {
    if (!this.credentials) return
    const { newCharacter: _, isGuest: __, ...credentials } = this.credentials
    this.credentials = { ...credentials, password }
    this.#changed()
  }

  /** Returns false if the player wants no new character. The caller then disconnects. */
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

  /** Returns false if the character belongs to another player with the same password. The caller then disconnects. */
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

  /** Returns an empty string if the close is final, because the form shows why. Otherwise the client reconnects. */
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

  /** Whether the player wants a new character, and the number must not have a character yet. */
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
