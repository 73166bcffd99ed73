// Accounts, and the passwords of characters. [CF-4.12] A character of an account has the account's password, one that
// was made by question and answer has its own.
import type { Store } from '../../game.ts'

export interface Account {
  readonly name: string
  /** What `host.matches` takes. */
  readonly hashed: string
  /** Names of characters, in the order in which they came to it. */
  readonly characters: readonly string[]
  /** When somebody logged in to it last, in milliseconds since 1970; absent: not since 2026-11-23. */
  readonly at?: number
}

/** What a character is played with: the password of its account, or its own, hashed. */
type Own = { readonly account: string } | { readonly hashed: string }

/** Characters of one account. */
export const mostCharacters = 16

// account/<name in small letters>   an Account
// password/<character>             whose password it has
// accounts                         how many accounts there are
const countKey = 'accounts'

const accountName = /^[A-Za-z0-9][A-Za-z0-9 ._-]*$/
const names = { least: 2, most: 32 } as const
const passwords = { least: 2, most: 64 } as const

export class Accounts {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Capitals make no difference. */
  find(name: string): Account | undefined {
    return isAccountName(name) ? (this.#store.get(accountKey(name)) as Account | undefined) : undefined
  }

  all(): Account[] {
    return Array.from(this.#store.list(accountKey('')), ([, account]) => account as unknown as Account)
  }

  get count(): number {
    return (this.#store.get(countKey) as number | undefined) ?? this.all().length
  }

  /** A new one; there must be none of that name. `now`: milliseconds since 1970. */
  create(name: string, hashed: string, now: number): Account {
    const account = { name, hashed, characters: [], at: now }
    this.#store.put(countKey, this.count + 1)
    this.#put(account)
    return account
  }

  /** Somebody has logged in to it. */
  loggedIn(name: string, now: number): void {
    this.#put({ ...this.#of(name), at: now })
  }

  /** Of accounts that have no characters; the others are passed over. */
  delete(names: readonly string[]): readonly string[] {
    const gone = names.filter((name) => this.find(name)?.characters.length === 0)
    this.#store.put(countKey, Math.max(0, this.count - gone.length))
    for (const name of gone) this.#store.delete(accountKey(name))
    return gone
  }

  /** The character is no more: it has no password, and no account has it. */
  forget(character: string): void {
    const account = this.accountOf(character)
    if (account) this.remove(account.name, character)
    else this.#store.delete(passwordKey(character))
  }

  setPassword(name: string, hashed: string): void {
    this.#put({ ...this.#of(name), hashed })
  }

  /** The character belongs to the account from now on, and to no other. Its own password is forgotten. */
  add(name: string, character: string): Account {
    const before = this.accountOf(character)
    if (before) this.remove(before.name, character)
    const account = this.#of(name)
    const changed = { ...account, characters: [...account.characters, character] }
    this.#put(changed)
    this.#store.put(passwordKey(character), { account: account.name })
    return changed
  }

  /** Nobody can play the character until it has another password. */
  remove(name: string, character: string): void {
    const account = this.#of(name)
    this.#put({ ...account, characters: account.characters.filter((one) => one !== character) })
    this.#store.delete(passwordKey(character))
  }

  accountOf(character: string): Account | undefined {
    const own = this.#own(character)
    return own && 'account' in own ? this.find(own.account) : undefined
  }

  /** [CF-4.20] Whose password that is, for counting guesses at it. */
  ownerOf(character: string): string {
    const account = this.accountOf(character)
    return account ? accountKey(account.name) : passwordKey(character)
  }

  /** What `host.matches` takes: the account's, or the character's own; undefined: nobody can play it. */
  passwordOf(character: string): string | undefined {
    const own = this.#own(character)
    if (!own) return undefined
    return 'account' in own ? this.find(own.account)?.hashed : own.hashed
  }

  /** Of a character that was made by question and answer. */
  setOwnPassword(character: string, hashed: string): void {
    this.#store.put(passwordKey(character), { hashed })
  }

  #own(character: string): Own | undefined {
    return this.#store.get(passwordKey(character)) as Own | undefined
  }

  #of(name: string): Account {
    const account = this.find(name)
    if (!account) throw new Error(`there is no account ${name}`)
    return account
  }

  #put({ name, hashed, characters, at }: Account): void {
    this.#store.put(accountKey(name), { name, hashed, characters, ...(at !== undefined && { at }) })
  }
}

function isAccountName(name: string): boolean {
  return name.length <= names.most && accountName.test(name)
}

/** Why there cannot be an account of that name; undefined: there can. */
export function accountNameFault(name: string): string | undefined {
  if (name.length < names.least) return 'Name is too short'
  if (name.length > names.most) return 'Name is too long'
  return accountName.test(name) ? undefined : 'Name contains characters that are not allowed'
}

/** Why nobody can have this password; undefined: somebody can. */
export function passwordFault(password: string): string | undefined {
  if (password.length < passwords.least) return 'Password is too short'
  return password.length > passwords.most ? 'Password is too long' : undefined
}

/** Its record's; also what guesses at its password are counted by. */
export function accountKey(name: string): string {
  return `account/${name.toLowerCase()}`
}

function passwordKey(character: string): string {
  return `password/${character.toLowerCase()}`
}
