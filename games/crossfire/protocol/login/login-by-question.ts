// The server asks for name and password. For a new character the player also rolls abilities and chooses a class.
// [CF-4.2]

import { serverMessages } from '../../builtin/server-messages.ts'
import type { Abilities } from '../../model/definitions/character.ts'
import { withBonuses } from '../../model/players/characters.ts'
import { messageTypes } from '../events/message-types.ts'
import { queryFlags } from '../packets/index.ts'
import { passwordError } from '../room/accounts.ts'
import { characterNameError, classChoice, rollAbilities, swapAbilities } from './character-creation.ts'
import {
  checkPassword,
  type LoginContext,
  type LoginStep,
  tooManyAttemptsMessage,
  tooManyLoginsMessage,
  tooManyPlayersMessage,
} from './login-context.ts'
import type { CharacterDraft, PendingQuestion } from './resume-state.ts'

const { singleCharacter, hideInput } = queryFlags
const rollText = '[y] to roll new stats [n] to use stats\n[1-7] [1-7] to swap stats.\nRoll again (y/n/1-7)?  '
const classText =
  "Now choose a character.\nPress any key to change outlook.\nPress `d' when you're pleased.\n"
/** The abilities in the order of the numbers 1 to 7. */
const abilityOrder = ['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'] as const

/** This text is echoed instead of the typed password. */
const concealedPassword = ' '.repeat(10)

export class LoginByQuestion {
  readonly #context: LoginContext
  question: PendingQuestion | undefined

  constructor(context: LoginContext, question: PendingQuestion | undefined) {
    this.#context = context
    this.question = question
  }

  /** [CF-4.1] */
  start(): void {
    const { view } = this.#context
    view.sendText(serverMessages.motd, messageTypes.motd)
    this.#askName()
    view.send({ type: 'addme_success' })
  }

  answer(text: string): LoginStep {
    const { question } = this
    switch (question?.step) {
      case 'name':
        return this.#handleName(text.trim())
      case 'password':
        return this.#handlePassword(question.name, text)
      case 'newPassword':
        return this.#handleNewPassword(question.name, text)
      case 'confirm':
        return this.#handleConfirmation(question.name, question.hashed, text)
      case 'roll':
        return this.#handleRoll(question, text.trim().charAt(0).toLowerCase())
      case 'class':
        return this.#chooseClass(question, text.charAt(0).toLowerCase())
    }
  }

  #askName(why?: string): void {
    if (why !== undefined) this.#sendText(why)
    this.question = { step: 'name' }
    this.#sendQuery(0, 'What is your name?\n:')
  }

  #handleName(name: string): void {
    const fault = characterNameError(name)
    if (fault !== undefined) return this.#askName(fault)
    // [CF-16.3]
    if (!this.#context.room.canEnter(name)) return this.#askName(tooManyPlayersMessage)
    const isNew = !this.#context.room.has(name)
    const refused = isNew
      ? (this.#context.context.moderation.nameRefusal(name) ??
        this.#context.room.creationError(this.#context.peer, 'character'))
      : undefined
    if (refused !== undefined) return this.#askName(refused)
    this.#sendText(`:${name}`)
    this.question = { step: isNew ? 'newPassword' : 'password', name }
    this.#sendQuery(hideInput, 'What is your password?\n:')
  }

  #handlePassword(name: string, password: string): LoginStep {
    const { room, peer } = this.#context
    const readHash = () => room.accounts.passwordHashOf(name)
    if (readHash() === undefined)
      return this.#askName('This character cannot be played. Choose another name.')
    const tried = checkPassword(this.#context, room.accounts.guessKeyOf(name), password, readHash)
    if (tried === tooManyAttemptsMessage) return peer.close(tooManyLoginsMessage)
    if (typeof tried === 'string') return this.#askName(tried)
    return tried.then((isCorrect) => () => {
      this.#sendText(concealedPassword)
      if (!isCorrect()) return this.#askName('Wrong password for this character.')
      if (!room.canEnter(name)) return this.#askName(tooManyPlayersMessage)
      // [CF-16.12] The character may have been deleted while the password was compared.
      if (!room.has(name)) return this.#askName()
      this.question = undefined
      this.#context.enterGame(name)
    })
  }

  #handleNewPassword(name: string, password: string): LoginStep {
    const { room, context, peer } = this.#context
    const fault = passwordError(password)
    if (fault !== undefined) return this.#askName(fault)
    if (!room.takeLoginAttempt(peer)) return peer.close(tooManyLoginsMessage)
    return context.hashSecret(password).then((hashed) => () => {
      this.#sendText(concealedPassword)
      this.question = { step: 'confirm', name, hashed }
      this.#sendQuery(hideInput, 'Please type your password again.\n:')
    })
  }

  #handleConfirmation(name: string, hashed: string, password: string): Promise<() => void> {
    return this.#context.context.verifySecret(password, hashed).then((matches) => () => {
      this.#sendText(concealedPassword)
      if (!matches) return this.#askName('The passwords differ.')
      this.#sendText('\nWelcome, Brave New Warrior!\n')
      this.#sendPreview({ step: 'roll', name, hashed, abilities: this.#rollAbilities(), classIndex: 0 })
      this.#sendQuery(singleCharacter, rollText)
    })
  }

  /** [CF-4.16] `y` rolls again, `n` accepts, two numbers, one after the other, swap these two abilities. */
  #handleRoll(draft: CharacterDraft, key: string): void {
    const { name, hashed, abilities, swap, classIndex } = draft
    const chosen = /^[1-7]$/.test(key) ? abilityOrder[Number(key) - 1] : undefined
    if (key === 'n') {
      this.#sendPreview({ step: 'class', name, hashed, abilities, classIndex })
      return this.#sendQuery(singleCharacter, classText)
    }
    if (key === 'y')
      this.#sendPreview({ step: 'roll', name, hashed, classIndex, abilities: this.#rollAbilities() })
    else if (chosen && swap === undefined) {
      this.#sendText(`${chosen} ->`)
      this.question = { ...draft, swap: chosen }
    } else if (chosen && swap !== undefined) {
      this.#sendText(`${chosen} done`)
      this.#sendPreview({
        step: 'roll',
        name,
        hashed,
        classIndex,
        abilities: swapAbilities(abilities, swap, chosen),
      })
    }
    this.#sendQuery(singleCharacter, '')
  }

  /** [CF-4.16] `d` accepts the displayed class, and any other key displays the next one. */
  #chooseClass(draft: CharacterDraft, key: string): void {
    if (key === 'd') return this.#createCharacter(draft)
    const { races, classes } = this.#context.room.characterRules
    const classIndex = (draft.classIndex + 1) % (races.length * classes.length)
    this.#sendPreview({ ...draft, classIndex })
    this.#sendQuery(singleCharacter, '')
  }

  #createCharacter({ name, hashed, abilities, classIndex }: CharacterDraft): void {
    const { room, peer } = this.#context
    // Another player may have taken the name in the meantime.
    if (room.has(name)) return this.#askName('The name has been taken. Choose another name.')
    // [CF-16.3]
    if (!room.hasFreeSlot) return this.#askName(tooManyPlayersMessage)
    const refused = room.creationError(peer, 'character')
    if (refused !== undefined) return this.#askName(refused)
    const { race, calling } = classChoice(room.characterRules, classIndex)
    room.createCharacter({ name, abilities, race: race.id, class: calling.id })
    room.recordCreation(peer)
    room.accounts.setCharacterPassword(name, hashed)
    this.question = undefined
    this.#context.enterGame(name)
  }

  #sendPreview(draft: CharacterDraft): void {
    this.question = draft
    const { step, name, abilities } = draft
    const { race, calling } = classChoice(this.#context.room.characterRules, draft.classIndex)
    const shown = step === 'class' ? withBonuses(abilities, race, calling) : abilities
    this.#context.view.sendCharacterPreview(name, shown, `${race.name} ${calling.name}`)
  }

  #rollAbilities(): Abilities {
    return rollAbilities(() => this.#context.context.random())
  }

  #sendText(text: string): void {
    this.#context.view.sendText(text, messageTypes.echo)
  }

  #sendQuery(flags: number, text: string): void {
    this.#context.view.send({ type: 'query', flags, text })
  }
}
