// `passwd`: asks a player for the old password, and twice for the new one. [CF-4.19]
import { textKinds } from '../hearing/text-kinds.ts'
import { queryFlags } from '../packets.ts'
import { passwordFault } from './accounts.ts'
import { type Entrance, tooManyAttempts, tryPassword } from './entrance.ts'
import type { Changing } from './note.ts'

export class PasswordChange {
  readonly #entrance: Entrance
  /** The pending question; undefined for none. */
  changing: Changing | undefined

  constructor(entrance: Entrance, changing: Changing | undefined) {
    this.#entrance = entrance
    this.changing = changing
  }

  begin(): void {
    this.#ask({ step: 'old' }, 'What is your password?\n:')
  }

  /** Handles an answer. A promise resolves to the rest of the transaction. */
  answer(character: string, text: string): void | Promise<() => void> {
    const { changing } = this
    switch (changing?.step) {
      case 'old':
        return this.#takeOld(character, text)
      case 'new':
        return this.#takeNew(text)
      case 'again':
        return this.#takeAgain(character, changing.hashed, text)
    }
  }

  #takeOld(character: string, password: string): void | Promise<() => void> {
    const { accounts } = this.#entrance.room
    const kept = accounts.passwordOf(character)
    if (kept === undefined) return this.#end('Nobody has a password for this character.')
    const tried = tryPassword(this.#entrance, accounts.ownerOf(character), password, kept)
    if (typeof tried === 'string') return this.#end(tried)
    return tried.then((matches) => () => {
      if (matches) this.#ask({ step: 'new' }, 'What shall it be from now on?\n:')
      else this.#end('That is not your password. It stays as it is.')
    })
  }

  #takeNew(password: string): void | Promise<() => void> {
    const { room, host, peer } = this.#entrance
    const fault = passwordFault(password)
    if (fault !== undefined) return this.#end(`${fault}. It stays as it is.`)
    if (!room.mayTry(peer)) return this.#end(tooManyAttempts)
    return host.hash(password).then((hashed) => () => {
      this.#ask({ step: 'again', hashed }, 'Please type it again.\n:')
    })
  }

  #takeAgain(character: string, hashed: string, password: string): Promise<() => void> {
    const { accounts } = this.#entrance.room
    return this.#entrance.host.matches(password, hashed).then((matches) => () => {
      if (!matches) return this.#end('The passwords were not the same. It stays as it is.')
      const account = accounts.accountOf(character)
      if (account) accounts.setPassword(account.name, hashed)
      else accounts.setOwnPassword(character, hashed)
      this.#end(
        account ? `The account ${account.name} has another password now.` : 'You have another password now.',
      )
    })
  }

  #ask(changing: Changing, text: string): void {
    this.changing = changing
    this.#entrance.view.send({ type: 'query', flags: queryFlags.hideInput, text })
  }

  #end(why: string): void {
    this.changing = undefined
    this.#entrance.view.tell(why, textKinds.administrator)
  }
}
