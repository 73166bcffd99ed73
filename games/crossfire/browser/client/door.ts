// Login: an account and one of its characters, or question and answer on servers without accounts. Credentials are kept
// in memory as long as the page lives, so that a lost connection can log in again by itself.
import { type AccountField, queryFlags } from '../../packets.ts'
import type { NewCharacter } from './making.ts'
import { Part } from './part.ts'
import type { Says, Stage } from './told.ts'
import { readable, sendable } from './words.ts'

export interface Character {
  readonly name: string
  readonly class: string
  readonly race: string
  readonly level: number
  /** 0 if none was received. */
  readonly face: number
  readonly party: string
  readonly map: string
}

interface Account {
  readonly name: string
  readonly password: string
}

/** Characters shown per account. */
const mostCharacters = 255

export class Door extends Part {
  stage: Stage = 'away'
  #account: Account | undefined
  #tried: Account | undefined
  #character: string | undefined
  /** Characters of the open account. */
  characters: readonly Character[] = []
  #question = ''
  /** Logging in again after a lost connection; commands sent before that ends would be ignored. */
  returns = false

  /** Name of the open account, as typed. */
  get account(): string | undefined {
    return this.#account?.name
  }

  // ---- Requests ---------------------------------------------------------------------------------------------------

  /** `isNew`: create the account. */
  logIn(name: string, password: string, isNew = false): void {
    this.#tried = { name, password }
    const type = isNew ? 'accountnew' : 'accountlogin'
    this.send({ type, name: sendable(name), password: sendable(password) })
  }

  /** Forgets this account so that the player can use another. */
  leaveAccount(): void {
    this.#account = undefined
    this.#character = undefined
    this.characters = []
    this.#reach('account')
  }

  play(name: string): void {
    this.#character = name
    this.send({ type: 'accountplay', name: sendable(name) })
  }

  /** Creates a character and plays it; `choices` come from `Making.chosen`. */
  create({ name }: NewCharacter, choices: readonly string[]): void {
    this.#character = name
    const password = sendable(this.#account?.password ?? '')
    this.send({ type: 'createplayer', name: sendable(name), password, choices })
  }

  changePassword(old: string, renewed: string): void {
    const account = this.#account
    if (account) this.#tried = { ...account, password: renewed }
    this.send({ type: 'accountpw', password: sendable(old), newPassword: sendable(renewed) })
  }

  /** Answers the last query. */
  answer(text: string): void {
    this.events.tell('query', undefined)
    this.send({ type: 'reply', text: sendable(text) })
  }

  // ---- Replies ----------------------------------------------------------------------------------------------------

  /** Disconnected. Players log in again automatically. */
  lost(): void {
    this.returns = this.#account !== undefined
    this.events.tell('query', undefined)
  }

  /** Negotiation is done. `accounts`: the server has accounts. */
  begun(accounts: boolean): void {
    if (!accounts) {
      this.#reach('asked')
      this.send({ type: 'addme' })
    } else if (this.#account && this.returns) this.logIn(this.#account.name, this.#account.password)
    else this.#reach('account')
  }

  /** [CF-4.5] Also the reply to every change of the account. */
  charactersTold(characters: readonly (readonly AccountField[])[]): void {
    this.#account = this.#tried ?? this.#account
    this.#tried = undefined
    this.characters = characters.slice(0, mostCharacters).map(characterOf)
    const own = this.characters.find(({ name }) => name === this.#character)
    if (this.returns && own) return this.play(own.name)
    this.returns = false
    this.#reach('characters')
  }

  failed({ command, text }: Says<'failure'>): void {
    this.#tried = undefined
    if (command === 'accountplay' || command === 'createplayer') this.#character = undefined
    // The password was changed elsewhere, or the room is full: show the error and let the player retry.
    if (this.returns) this.#reach(command === 'accountlogin' ? 'account' : 'characters')
    this.returns = false
    this.events.tell('failure', { command, text: readable(text) })
  }

  /** [CF-8.2] A character is in the game. */
  playing(): void {
    this.returns = false
    this.#reach('playing')
  }

  /** [CF-4.2] An empty text repeats the last question. */
  asked(flags: number, text: string): void {
    if (text !== '') this.#question = readable(text)
    this.events.tell('query', {
      text: this.#question,
      yesNo: (flags & queryFlags.yesNo) !== 0,
      oneCharacter: (flags & queryFlags.singleCharacter) !== 0,
      hidden: (flags & queryFlags.hideInput) !== 0,
    })
  }

  /** [CF-4.11] The server ended the session: it may be played elsewhere, so do not log in again by itself. */
  ended(): void {
    this.#character = undefined
    this.#reach('away')
  }

  #reach(stage: Stage): void {
    this.stage = stage
    this.events.tell('stage', stage)
  }
}

function characterOf(fields: readonly AccountField[]): Character {
  const text = (kind: AccountField['kind']) =>
    readable(String(fields.find((field) => field.kind === kind)?.value ?? ''))
  return {
    ...{ name: text('name'), class: text('class'), race: text('race') },
    ...{ party: text('party'), map: text('map') },
    level: Number(text('level')) || 0,
    face: Number(text('faceNumber')) || 0,
  }
}
