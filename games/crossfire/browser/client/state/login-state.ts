// Credentials stay in memory as long as the page lives, so that the client can log in again after a lost connection.
import { type CharacterField, queryFlags } from '../../../protocol/packets/index.ts'
import type { LoginStage, PacketFields } from '../core/client-event.ts'
import { PacketHandler } from '../core/packet-handler.ts'
import { decodeText, encodeText } from '../core/text.ts'
import type { NewCharacter } from './character-creation.ts'

export interface Character {
  readonly name: string
  readonly class: string
  readonly race: string
  readonly level: number
  /** Face number of the character; 0 if the server has sent none. */
  readonly face: number
  readonly party: string
  readonly map: string
}

interface Account {
  readonly name: string
  readonly password: string
}

/** Maximum number of an account's characters that the client shows. */
const maxCharacters = 255

export class LoginState extends PacketHandler {
  stage: LoginStage = 'away'
  #account: Account | undefined
  #attemptedAccount: Account | undefined
  #character: string | undefined
  characters: readonly Character[] = []
  #question = ''
  /** Name of the guest's character, which the client creates or plays as soon as the account is open. */
  #guest: string | undefined
  /**
   * Whether the client has lost its connection, or has reconnected and is logging in again. The server would ignore
   * commands sent during that time.
   */
  isLoggingInAgain = false

  /** The account's name as the player typed it. */
  get account(): string | undefined {
    return this.#account?.name
  }

  /** `isNew`: creates the account. */
  logIn(name: string, password: string, isNew = false): void {
    this.#attemptedAccount = { name, password }
    const type = isNew ? 'accountnew' : 'accountlogin'
    this.sendPacket({ type, name: encodeText(name), password: encodeText(password) })
  }

  /**
   * Plays a character of the first race and class. The account and the character have this name. `isNew`: the client
   * creates both. Otherwise this browser has created both earlier.
   */
  playAsGuest(name: string, password: string, isNew: boolean): void {
    this.#guest = name
    // If an account is open, an earlier attempt created it, but failed because the character's name was taken.
    if (isNew && this.account !== undefined) this.create({ name }, [])
    else this.logIn(name, password, isNew)
  }

  /** Lets the player use another account. */
  leaveAccount(): void {
    this.#account = undefined
    this.#character = undefined
    this.characters = []
    this.#reach('account')
  }

  play(name: string): void {
    this.#character = name
    this.sendPacket({ type: 'accountplay', name: encodeText(name) })
  }

  /** `choices`: from `CharacterCreation.encodeChoices`. */
  create({ name }: Pick<NewCharacter, 'name'>, choices: readonly string[]): void {
    this.#character = name
    const password = encodeText(this.#account?.password ?? '')
    this.sendPacket({ type: 'createplayer', name: encodeText(name), password, choices })
  }

  changePassword(old: string, renewed: string): void {
    const account = this.#account
    if (account) this.#attemptedAccount = { ...account, password: renewed }
    this.sendPacket({ type: 'accountpw', password: encodeText(old), newPassword: encodeText(renewed) })
  }

  answer(text: string): void {
    this.events.emit('query', undefined)
    this.sendPacket({ type: 'reply', text: encodeText(text) })
  }

  /** After a reconnect the client logs in again automatically. */
  onDisconnected(): void {
    this.isLoggingInAgain = this.#account !== undefined || this.stage === 'playing'
    this.#attemptedAccount = undefined
    this.#guest = undefined
    this.events.emit('query', undefined)
  }

  /** Called after the settings are negotiated. `accounts`: whether the server has accounts. */
  onConnected(accounts: boolean): void {
    if (!accounts) {
      this.isLoggingInAgain = false
      this.#reach('asked')
      this.sendPacket({ type: 'addme' })
    } else if (this.#account && this.isLoggingInAgain) this.logIn(this.#account.name, this.#account.password)
    else this.#reach('account')
  }

  /** [CF-4.5] The reply to a login and to every change of the account. */
  onCharacters(characters: readonly (readonly CharacterField[])[]): void {
    this.#account = this.#attemptedAccount ?? this.#account
    this.#attemptedAccount = undefined
    this.characters = characters.slice(0, maxCharacters).map(parseCharacter)
    const own = this.characters.find(({ name }) => name === this.#character)
    if (this.isLoggingInAgain && own) return this.play(own.name)
    this.isLoggingInAgain = false
    const guest = this.#guest
    this.#guest = undefined
    if (guest !== undefined) {
      const made = this.characters.find(({ name }) => name.toLowerCase() === guest.toLowerCase())
      const own = made ?? this.characters[0]
      return own ? this.play(own.name) : this.create({ name: guest }, [])
    }
    this.#reach('characters')
  }

  onFailure({ command, text }: PacketFields<'failure'>): void {
    this.#attemptedAccount = undefined
    this.#guest = undefined
    if (command === 'accountplay' || command === 'createplayer') this.#character = undefined
    // If the automatic login fails, the password was changed elsewhere or the room is full: show the error and let the
    // player retry.
    if (this.isLoggingInAgain) this.#reach(command === 'accountlogin' ? 'account' : 'characters')
    this.isLoggingInAgain = false
    this.events.emit('failure', { command, text: decodeText(text) })
  }

  /** [CF-8.2] */
  onPlaying(): void {
    this.isLoggingInAgain = false
    this.#reach('playing')
  }

  /** [CF-4.2] An empty text repeats the last question. */
  onQuery(flags: number, text: string): void {
    if (text !== '') this.#question = decodeText(text)
    this.events.emit('query', {
      text: this.#question,
      yesNo: (flags & queryFlags.yesNo) !== 0,
      oneCharacter: (flags & queryFlags.singleCharacter) !== 0,
      hidden: (flags & queryFlags.hideInput) !== 0,
    })
  }

  /** [CF-4.11] The client does not log in again automatically, because the character may be in use elsewhere. */
  onEnd(): void {
    this.#character = undefined
    this.#reach('away')
  }

  #reach(stage: LoginStage): void {
    this.stage = stage
    this.events.emit('stage', stage)
  }
}

function parseCharacter(fields: readonly CharacterField[]): Character {
  const text = (kind: CharacterField['kind']) =>
    decodeText(String(fields.find((field) => field.kind === kind)?.value ?? ''))
  return {
    ...{ name: text('name'), class: text('class'), race: text('race') },
    ...{ party: text('party'), map: text('map') },
    level: Number(text('level')) || 0,
    face: Number(text('faceNumber')) || 0,
  }
}
