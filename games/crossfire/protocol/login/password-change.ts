// Asks a player for the old password, and twice for the new one. [CF-4.19]

import { messageTypes } from '../events/message-types.ts'
import { queryFlags } from '../packets/index.ts'
import { passwordError } from '../room/accounts.ts'
import { checkPassword, type LoginContext, type LoginStep, tooManyAttemptsMessage } from './login-context.ts'
import type { PasswordChangeStep } from './resume-state.ts'

export class PasswordChange {
  readonly #context: LoginContext
  step: PasswordChangeStep | undefined

  constructor(context: LoginContext, step: PasswordChangeStep | undefined) {
    this.#context = context
    this.step = step
  }

  start(): void {
    this.#sendQuestion({ step: 'old' }, 'What is your password?\n:')
  }

  answer(character: string, text: string): LoginStep {
    const { step } = this
    switch (step?.step) {
      case 'old':
        return this.#handleOldPassword(character, text)
      case 'new':
        return this.#handleNewPassword(step.old, text)
      case 'again':
        return this.#handleConfirmation(character, step, text)
    }
  }

  #handleOldPassword(character: string, password: string): LoginStep {
    const { accounts } = this.#context.room
    const readHash = () => accounts.passwordHashOf(character)
    const old = readHash()
    if (old === undefined) return this.#finish('This character has no password.')
    const tried = checkPassword(this.#context, accounts.guessKeyOf(character), password, readHash)
    if (typeof tried === 'string') return this.#finish(tried)
    return tried.then((isCorrect) => () => {
      if (isCorrect()) this.#sendQuestion({ step: 'new', old }, 'What is your new password?\n:')
      else this.#finish('Wrong password. Your password is unchanged.')
    })
  }

  #handleNewPassword(old: string, password: string): LoginStep {
    const { room, context, peer } = this.#context
    const fault = passwordError(password)
    if (fault !== undefined) return this.#finish(`${fault}. Your password is unchanged.`)
    if (!room.takeLoginAttempt(peer)) return this.#finish(tooManyAttemptsMessage)
    return context.hashSecret(password).then((hashed) => () => {
      this.#sendQuestion({ step: 'again', old, hashed }, 'Please type it again.\n:')
    })
  }

  #handleConfirmation(
    character: string,
    { old, hashed }: Extract<PasswordChangeStep, { readonly step: 'again' }>,
    password: string,
  ): Promise<() => void> {
    const { accounts } = this.#context.room
    return this.#context.context.verifySecret(password, hashed).then((matches) => () => {
      if (!matches) return this.#finish('The passwords differ. Your password is unchanged.')
      // The character may have moved to another player's account since the old password was compared.
      if (accounts.passwordHashOf(character) !== old) return this.#finish('The old password has changed.')
      const account = accounts.accountOf(character)
      if (account) accounts.setAccountPassword(account.name, hashed)
      else accounts.setCharacterPassword(character, hashed)
      this.#finish(account ? `Password changed for account ${account.name}.` : 'Password changed.')
    })
  }

  #sendQuestion(step: PasswordChangeStep, text: string): void {
    this.step = step
    this.#context.view.send({ type: 'query', flags: queryFlags.hideInput, text })
  }

  #finish(why: string): void {
    this.step = undefined
    this.#context.view.sendText(why, messageTypes.administrator)
  }
}
