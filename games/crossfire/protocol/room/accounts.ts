// Accounts and the passwords of characters. [CF-4.12] A character of an account uses the account's password; a
// character created by question and answer has its own.
import type { RecordStore } from '../../../game.ts'

export interface Account {
  readonly name: string
  /** Hash of the password, for `context.verifySecret`. */
  readonly hashed: string
  /** In the order in which the characters were added. */
  readonly characters: readonly string[]
  /** Time of the creation or the last login, in milliseconds since 1970. */
  readonly at?: number
}

/** The password of the account, or the character's own. */
type CharacterPassword = { readonly account: string } | { readonly hashed: string }

export const maxCharactersPerAccount = 16

// Store keys:
// - account/<name in lower case>: an Account
// - password/<character>: a CharacterPassword
// - accounts: number of accounts
const countKey = 'accounts'

const accountName = /^[A-Za-z0-9][A-Za-z0-9 ._-]*$/
const names = { least: 2, most: 32 } as const
const passwords = { least: 2, most: 64 } as const

export class Accounts {
  readonly #store: RecordStore

  constructor(store: RecordStore) {
    this.#store = store
  }

  /** Case-insensitive. */
  find(name: string): Account | undefined {
    return isAccountName(name) ? (this.#store.get(accountKey(name)) as Account | undefined) : undefined
  }

  all(): Account[] {
    return Array.from(this.#store.list(accountKey('')), ([, account]) => account as unknown as Account)
  }

  get count(): number {
    return (this.#store.get(countKey) as number | undefined) ?? this.all().length
  }

  /** The name must be free. `now`: milliseconds since 1970. */
  create(name: string, hashed: string, now: number): Account {
    const account = { name, hashed, characters: [], at: now }
    this.#store.put(countKey, this.count + 1)
    this.#put(account)
    return account
  }

  recordLogin(name: string, now: number): void {
    this.#put({ ...this.#of(name), at: now })
  }

  /** Deletes the named accounts that have no characters, and returns the names of the deleted accounts. */
  delete(names: readonly string[]): readonly string[] {
    const gone = names.filter((name) => this.find(name)?.characters.length === 0)
    this.#store.put(countKey, Math.max(0, this.count - gone.length))
    for (const name of gone) this.#store.delete(accountKey(name))
    return gone
  }

  removeCharacterRecords(character: string): void {
    const account = this.accountOf(character)
    if (account) this.removeCharacter(account.name, character)
    else this.#store.delete(passwordKey(character))
  }

  setAccountPassword(name: string, hashed: string): void {
    this.#put({ ...this.#of(name), hashed })
  }

  /** Removes the character from another account, or replaces its own password. */
  addCharacter(name: string, character: string): Account {
    const before = this.accountOf(character)
    if (before) this.removeCharacter(before.name, character)
    const account = this.#of(name)
    const changed = { ...account, characters: [...account.characters, character] }
    this.#put(changed)
    this.#store.put(passwordKey(character), { account: account.name })
    return changed
  }

  /** Removes the character from the account. Nobody can play the character until it gets another password. */
  removeCharacter(name: string, character: string): void {
    const account = this.#of(name)
    const gone = character.toLowerCase()
    this.#put({ ...account, characters: account.characters.filter((one) => one.toLowerCase() !== gone) })
    this.#store.delete(passwordKey(character))
  }

  accountOf(character: string): Account | undefined {
    const own = this.#own(character)
    return own && 'account' in own ? this.find(own.account) : undefined
  }

  /** [CF-4.20] The key for counting wrong guesses: that of the character's account, or else of the character. */
  guessKeyOf(character: string): string {
    const account = this.accountOf(character)
    return account ? accountKey(account.name) : passwordKey(character)
  }

  /** The hash that `context.verifySecret` compares; undefined if nobody can play the character. */
  passwordHashOf(character: string): string | undefined {
    const own = this.#own(character)
    if (!own) return undefined
    return 'account' in own ? this.find(own.account)?.hashed : own.hashed
  }

  /** Sets the own password of a character that was created by question and answer. */
  setCharacterPassword(character: string, hashed: string): void {
    this.#store.put(passwordKey(character), { hashed })
  }

  #own(character: string): CharacterPassword | undefined {
    return this.#store.get(passwordKey(character)) as CharacterPassword | undefined
  }

  #of(name: string): Account {
    const account = this.find(name)
    if (!account) throw new Error(`no account ${name}`)
    return account
  }

  #put({ name, hashed, characters, at }: Account): void {
    this.#store.put(accountKey(name), { name, hashed, characters, ...(at !== undefined && { at }) })
  }
}

function isAccountName(name: string): boolean {
  return name.length <= names.most && accountName.test(name)
}

/** Undefined if the name is valid. */
export function accountNameError(name: string): string | undefined {
  return nameError(name, accountName)
}

/** [CF-4.15] Undefined if the name of a character or account is valid. `pattern`: the allowed characters. */
export function nameError(name: string, pattern: RegExp): string | undefined {
  if (name.length < names.least) return 'Name is too short'
  if (name.length > names.most) return 'Name is too long'
  return pattern.test(name) ? undefined : 'Name contains characters that are not allowed'
}

/** Undefined if the password is valid. */
export function passwordError(password: string): string | undefined {
  if (password.length < passwords.least) return 'Password is too short'
  return password.length > passwords.most ? 'Password is too long' : undefined
}

/** The store key of an account. Wrong password guesses are counted under the same key. */
export function accountKey(name: string): string {
  return `account/${name.toLowerCase()}`
}

function passwordKey(character: string): string {
  return `password/${character.toLowerCase()}`
}
