// A client logs in to an account, and selects or creates a character. [CF-4.4]

import type { FaceGallery } from '../../builtin/pictures/gallery.ts'
import { choiceError } from '../../model/players/create-character.ts'
import type { CharacterSummary } from '../../world.ts'
import type { CharacterField, FromClient } from '../packets/index.ts'
import {
  type Account,
  accountKey,
  accountNameError,
  maxCharactersPerAccount,
  passwordError,
} from '../room/accounts.ts'
import { characterNameError, parseChoices } from './character-creation.ts'
import {
  checkPassword,
  type LoginContext,
  type LoginStep,
  tooManyAttemptsMessage,
  tooManyPlayersMessage,
} from './login-context.ts'
import type { AccountLogin } from './resume-state.ts'

export type AccountPacket = Extract<
  FromClient,
  {
    readonly type:
      | 'accountnew'
      | 'accountlogin'
      | 'accountplay'
      | 'accountaddplayer'
      | 'accountpw'
      | 'createplayer'
  }
>
type Packet<T extends AccountPacket['type']> = Extract<AccountPacket, { readonly type: T }>

const notLoggedIn = 'Not logged in'

export class LoginByAccount {
  readonly #context: LoginContext
  login: AccountLogin | undefined

  constructor(context: LoginContext, login: AccountLogin | undefined) {
    this.#context = context
    this.login = login
  }

  handle(packet: AccountPacket): LoginStep {
    switch (packet.type) {
      case 'accountnew':
        return this.#createAccount(packet)
      case 'accountlogin':
        return this.#logIn(packet)
      case 'accountplay':
        return this.#play(packet.name)
      case 'accountaddplayer':
        return this.#addCharacter(packet)
      case 'accountpw':
        return this.#changePassword(packet)
      case 'createplayer':
        return this.#createCharacter(packet)
    }
  }

  #createAccount({ type, name, password }: Packet<'accountnew'>): LoginStep {
    const { room, context, peer } = this.#context
    // [CF-16.3]
    if (!room.hasFreeSlot) return this.#sendFailure(type, tooManyPlayersMessage)
    const fault =
      accountNameError(name) ??
      passwordError(password) ??
      this.#nameTakenError(name) ??
      room.creationRateError(peer)
    if (fault !== undefined) return this.#sendFailure(type, fault)
    if (!room.takeLoginAttempt(peer)) return this.#sendFailure(type, tooManyAttemptsMessage)
    return context.hashSecret(password).then((hashed) => () => {
      // Another client may have created the account while the password was hashed.
      const taken = this.#nameTakenError(name) ?? room.creationError(peer, 'account')
      if (taken !== undefined) return this.#sendFailure(type, taken)
      room.accounts.create(name, hashed, context.now())
      room.recordCreation(peer)
      this.#completeLogin(name)
    })
  }

  #nameTakenError(name: string): string | undefined {
    return this.#context.room.accounts.find(name) && 'That account already exists on this server'
  }

  #logIn({ type, name, password }: Packet<'accountlogin'>): LoginStep {
    const { room, context } = this.#context
    const account = room.accounts.find(name)
    if (!account) return this.#sendFailure(type, 'No such account name exists on this server')
    const readHash = () => room.accounts.find(name)?.hashed
    const tried = checkPassword(this.#context, accountKey(name), password, readHash)
    if (typeof tried === 'string') return this.#sendFailure(type, tried)
    return tried.then((isCorrect) => () => {
      if (!isCorrect()) this.#sendFailure(type, 'Incorrect password for account')
      else if (!this.#canAnyCharacterEnter(account)) this.#sendFailure(type, tooManyPlayersMessage)
      else {
        room.accounts.recordLogin(account.name, context.now())
        this.#completeLogin(account.name)
      }
    })
  }

  /** [CF-16.3] A character that is already in the game may enter even a full game, from another client. */
  #canAnyCharacterEnter({ characters }: Account): boolean {
    const { room } = this.#context
    return room.hasFreeSlot || characters.some((name) => room.canEnter(name))
  }

  #completeLogin(name: string): void {
    this.login = { name, hashed: this.#context.room.accounts.find(name)!.hashed }
    this.#sendCharacters()
  }

  /**
   * [CF-4.8] The account of this login; undefined without a login, or after the room's owner has deleted the account or
   * another client has changed its password.
   */
  get #currentAccount(): Account | undefined {
    const account = this.login && this.#context.room.accounts.find(this.login.name)
    return account?.hashed === this.login?.hashed ? account : undefined
  }

  /** [CF-4.5] */
  #sendCharacters(): void {
    const { room, view } = this.#context
    const { characters } = room.accounts.find(this.login!.name)!
    const fields = characters.flatMap((name) => {
      const known = room.characterSummary(name)
      return known ? [characterFields(known, room.gallery)] : []
    })
    view.send({ type: 'accountplayers', characters: fields })
  }

  #play(name: string): void {
    const account = this.#currentAccount
    if (!account) return this.#sendFailure('accountplay', notLoggedIn)
    const own = account.characters.find((character) => character.toLowerCase() === name.toLowerCase())
    if (own !== undefined) {
      if (!this.#context.room.canEnter(own)) return this.#sendFailure('accountplay', tooManyPlayersMessage)
      return this.#context.enterGame(own)
    }
    this.#sendFailure(
      'accountplay',
      `Character ${name.slice(0, 64)} is not associated with account ${account.name}`,
    )
  }

  /**
   * [CF-4.7] A failure text that starts with 1 means that `force` can move the character from its account to the
   * account of this login.
   */
  #addCharacter({ type, force, name, password }: Packet<'accountaddplayer'>): LoginStep {
    const { room } = this.#context
    const account = this.#currentAccount
    if (!account) return this.#sendFailure(type, `0 ${notLoggedIn}`)
    const readHash = () => room.accounts.passwordHashOf(name)
    if (!room.has(name) || readHash() === undefined)
      return this.#sendFailure(type, '0 The character does not exist')
    if (account.characters.length >= maxCharactersPerAccount)
      return this.#sendFailure(type, '0 The account is full')
    const tried = checkPassword(this.#context, room.accounts.guessKeyOf(name), password, readHash)
    if (typeof tried === 'string') return this.#sendFailure(type, `0 ${tried}`)
    return tried.then((isCorrect) => () => {
      if (!isCorrect()) return this.#sendFailure(type, '0 Incorrect password for the character')
      // [CF-16.12] The account or the character may have been deleted while the password was compared.
      const now = this.#currentAccount
      if (!now || !room.has(name)) return this.#sendFailure(type, '0 The character does not exist')
      if (now.characters.length >= maxCharactersPerAccount)
        return this.#sendFailure(type, '0 The account is full')
      const other = room.accounts.accountOf(name)
      if (other?.name === account.name)
        return this.#sendFailure(type, '0 The character is already in this account')
      if (other && !force) return this.#sendFailure(type, '1 The character belongs to another account')
      room.accounts.addCharacter(account.name, room.characterSummary(name)!.name)
      this.#sendCharacters()
    })
  }

  /** [CF-4.8] */
  #changePassword({ type, password, newPassword }: Packet<'accountpw'>): LoginStep {
    const { room, context } = this.#context
    const account = this.#currentAccount
    if (!account) return this.#sendFailure(type, notLoggedIn)
    const { name } = account
    const fault = passwordError(newPassword)
    if (fault !== undefined) return this.#sendFailure(type, fault)
    const readHash = () => room.accounts.find(name)?.hashed
    const tried = checkPassword(this.#context, accountKey(name), password, readHash)
    if (typeof tried === 'string') return this.#sendFailure(type, tried)
    return tried.then(async (isCorrect) => {
      const renewed = isCorrect() && (await context.hashSecret(newPassword))
      return () => {
        if (!renewed || !isCorrect()) return this.#sendFailure(type, 'Incorrect password for account')
        room.accounts.setAccountPassword(name, renewed)
        this.#completeLogin(name)
      }
    })
  }

  /** [CF-4.9] The password in the packet is ignored: a character has the password of its account. */
  #createCharacter({ type, name, choices }: Packet<'createplayer'>): void {
    const { room, peer, context } = this.#context
    const account = this.#currentAccount
    if (!account) return this.#sendFailure(type, notLoggedIn)
    const fault = characterNameError(name)
    if (fault !== undefined) return this.#sendFailure(type, fault)
    if (room.has(name)) return this.#sendFailure(type, 'That name is already in use')
    // [CF-16.3]
    if (!room.hasFreeSlot) return this.#sendFailure(type, tooManyPlayersMessage)
    if (account.characters.length >= maxCharactersPerAccount)
      return this.#sendFailure(type, 'The account is full')
    const choice = parseChoices(choices)
    if ('fault' in choice) return this.#sendFailure(type, choice.fault)
    const unknown = choiceError(room.characterRules, choice)
    if (unknown !== undefined) return this.#sendFailure(type, unknown)
    const refused = context.moderation.nameRefusal(name) ?? room.creationError(peer, 'character')
    if (refused !== undefined) return this.#sendFailure(type, refused)
    room.createCharacter({ name, ...choice })
    room.recordCreation(peer)
    room.accounts.addCharacter(account.name, name)
    this.#context.enterGame(name)
  }

  /** [CF-4.10] */
  #sendFailure(command: AccountPacket['type'], text: string): void {
    this.#context.view.send({ type: 'failure', command, text })
  }
}

/** [CF-4.5] Bytes to which texts about a character are cut. Imported maps and pictures can have longer names. */
const maxFieldBytes = 254

function characterFields(
  { name, race, class: calling, level, map, face, party }: CharacterSummary,
  gallery: FaceGallery,
): CharacterField[] {
  return [
    { kind: 'name', value: name },
    { kind: 'class', value: calling },
    { kind: 'race', value: race },
    { kind: 'level', value: level },
    { kind: 'face', value: gallery.face(face).name.slice(0, maxFieldBytes) },
    { kind: 'party', value: party },
    { kind: 'map', value: map.slice(0, maxFieldBytes) },
    { kind: 'faceNumber', value: face },
  ]
}
