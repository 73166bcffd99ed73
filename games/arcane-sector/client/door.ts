// Coming in: whose character it is, its password, and its name if it is a new one [AS-2]. All of it is remembered as long
// as the page lives, so that who was cut off is back by himself.
import type { FromClient } from '../packets.ts'

/** Player ids: 0 to 255. */
export const ids = 256
/** Bytes of a password and of a name. */
export const mostLetters = 32

/** What is wrong with a name, in words; empty: nothing [AS-2.3]. */
export function faultOfName(name: string): string {
  if (!/^[\x20-\x7d]*$/.test(name)) return 'Only letters without accents, digits and signs.'
  return name.length <= mostLetters ? '' : `At most ${mostLetters} letters.`
}

/** What is wrong with a password, in words; empty: nothing [AS-13.7]. */
export function faultOfPassword(password: string): string {
  if (password === '') return 'A password is wanted.'
  if (!/^[\x20-\xff]*$/.test(password)) return 'Only letters of Western Europe, digits and signs.'
  return password.length <= mostLetters ? '' : `At most ${mostLetters} letters.`
}

export interface Who {
  readonly id: number
  readonly password: string
  readonly portrait: number
  /** Of a character that is not there yet; `orBack`: or it is his own from before, whatever its name. */
  readonly character?: { readonly name: string; readonly orBack?: true }
}

/** `form`: somebody has to say who he is. `entering`: it was said. */
export type Stage = 'form' | 'entering' | 'playing'

/** Why somebody is at the door again. `taken`: the number is somebody else's. */
export interface Refusal {
  readonly why: 'taken' | 'refused'
  readonly says: string
}

/** By the reason that the room gives for a close: what is to be said. Others are losses, after which one comes back. */
const refusals: { readonly [reason: string]: string } = {
  'wrong password': 'That is not the password of this number.',
  'the password has changed': 'The password of this number has just been changed.',
  'too many logins of this address': 'Too many tries from your address. Wait a minute.',
  'too many new characters of this address': 'Your address has made too many characters. Wait ten minutes.',
  'logged in again': 'Your character is played elsewhere now, in another window or client.',
  'no such character any more': 'Your character is gone: the host has freed its number.',
  'the host has freed this id': 'Your character is gone: the host has freed its number.',
  bye: 'You have left the game.',
}
const taken = 'somebody was first'

type Send = (packet: Extract<FromClient, { readonly type: 'ENTR' | 'MYPC' }>) => void

export class Door {
  readonly #send: Send
  readonly #changed: () => void
  stage: Stage = 'form'
  who: Who | undefined
  refusal: Refusal | undefined
  /** The character was asked for, and is new. */
  #wasAsked = false
  #hasPlayed = false

  constructor(send: Send, changed: () => void) {
    this.#send = send
    this.#changed = changed
  }

  /** Who was cut off is on his way back in. */
  get returns(): boolean {
    return this.stage === 'entering' && this.#hasPlayed
  }

  /** Said in the form; the connection comes next. */
  enter(who: Who): void {
    this.who = who
    this.#hasPlayed = false
    this.#reach('entering')
  }

  /** There is a new socket: the client speaks first. */
  begun(): void {
    if (!this.who) return
    this.#wasAsked = false
    if (this.stage === 'playing') this.#reach('entering')
    this.#send({ type: 'ENTR', passwd: this.who.password, playerId: this.who.id, packetId: 0n })
  }

  /** NOPC. False: he has none to give, and should go. */
  asked(): boolean {
    const { who } = this
    this.#wasAsked = true
    if (!who?.character) {
      this.#refuse({ why: 'refused', says: `Nobody here has the number ${who?.id ?? ''} yet.` })
      return false
    }
    this.#send({ type: 'MYPC', pcName: who.character.name, portrait: who.portrait, packetId: 0n })
    return true
  }

  /** GAME. False: it is somebody else's character that has the same password, and he should go. */
  admitted(): boolean {
    if (this.#isNew && !this.#wasAsked) {
      this.#refuse({ why: 'taken', says: takenSays })
      return false
    }
    this.#hasPlayed = true
    this.refusal = undefined
    this.#reach('playing')
    return true
  }

  /** The room has closed the connection for this reason. What to say if that is the end of it. */
  endedBy(reason: string): string | undefined {
    if (reason === taken || (this.#isNew && reason === 'wrong password')) {
      this.#refuse({ why: 'taken', says: takenSays })
      return ''
    }
    const says = refusals[reason]
    if (says === undefined) return undefined
    this.#refuse({ why: 'refused', says })
    return ''
  }

  /** The character that he plays is not to be there before him. */
  get #isNew(): boolean {
    return this.who?.character !== undefined && !this.who.character.orBack && !this.#hasPlayed
  }

  #refuse(refusal: Refusal): void {
    this.refusal = refusal
    this.#reach('form')
  }

  #reach(stage: Stage): void {
    this.stage = stage
    this.#changed()
  }
}

const takenSays = 'This number is somebody else’s already.'
