// Login by question and answer: name and password; new players roll abilities and choose a class. [CF-4.2]
import { textKinds } from '../hearing/text-kinds.ts'
import { notices } from '../made/notices.ts'
import { queryFlags } from '../packets.ts'
import type { Abilities } from '../scene/character.ts'
import { passwordFault } from './accounts.ts'
import { callings, characterNameFault, grown, rolled, swapped, titleOf } from './character-making.ts'
import { type Entrance, tooManyAttempts, tooManyLogins, tooManyPlayers, tryPassword } from './entrance.ts'
import type { Asking, Making } from './note.ts'

const { singleCharacter, hideInput } = queryFlags
const rollText = '[y] to roll new stats [n] to use stats\n[1-7] [1-7] to swap stats.\nRoll again (y/n/1-7)?  '
const classText =
  "Now choose a character.\nPress any key to change outlook.\nPress `d' when you're pleased.\n"
/** The order of the numbers 1 to 7. */
const abilityOrder = ['Str', 'Dex', 'Con', 'Int', 'Wis', 'Pow', 'Cha'] as const

/** Echoed instead of the typed password. */
const concealed = ' '.repeat(10)

export class LoginByQuestion {
  readonly #entrance: Entrance
  /** The pending question; undefined for none. */
  asking: Asking | undefined

  constructor(entrance: Entrance, asking: Asking | undefined) {
    this.#entrance = entrance
    this.asking = asking
  }

  /** [CF-4.1] */
  begin(): void {
    const { view } = this.#entrance
    view.tell(notices.motd, textKinds.motd)
    this.#askName()
    view.send({ type: 'addme_success' })
  }

  /** Handles the answer to the pending question. A promise resolves to the rest of the transaction. */
  answer(text: string): void | Promise<() => void> {
    const { asking } = this
    switch (asking?.step) {
      case 'name':
        return this.#takeName(text.trim())
      case 'password':
        return this.#takePassword(asking.name, text)
      case 'newPassword':
        return this.#takeNewPassword(asking.name, text)
      case 'confirm':
        return this.#confirm(asking.name, asking.hashed, text)
      case 'roll':
        return this.#roll(asking, text.trim().charAt(0).toLowerCase())
      case 'class':
        return this.#chooseClass(asking, text.charAt(0).toLowerCase())
    }
  }

  #askName(why?: string): void {
    if (why !== undefined) this.#tell(why)
    this.asking = { step: 'name' }
    this.#query(0, 'What is your name?\n:')
  }

  #takeName(name: string): void {
    const fault = characterNameFault(name)
    if (fault !== undefined) return this.#askName(fault)
    // [CF-16.3]
    if (!this.#entrance.room.mayEnter(name)) return this.#askName(tooManyPlayers)
    const isNew = !this.#entrance.room.has(name)
    const refused = isNew ? this.#entrance.room.creationFault(this.#entrance.peer, 'character') : undefined
    if (refused !== undefined) return this.#askName(refused)
    this.#tell(`:${name}`)
    this.asking = { step: isNew ? 'newPassword' : 'password', name }
    this.#query(hideInput, 'What is your password?\n:')
  }

  #takePassword(name: string, password: string): void | Promise<() => void> {
    const { room, peer } = this.#entrance
    const kept = room.accounts.passwordOf(name)
    if (kept === undefined) return this.#askName('Nobody plays this character. Please choose another name.')
    const tried = tryPassword(this.#entrance, room.accounts.ownerOf(name), password, kept)
    if (tried === tooManyAttempts) return peer.close(tooManyLogins)
    if (typeof tried === 'string') return this.#askName(tried)
    return tried.then((matches) => () => {
      this.#tell(concealed)
      if (!matches) return this.#askName('There is a character of this name, and that is not its password.')
      if (!room.mayEnter(name)) return this.#askName(tooManyPlayers)
      // [CF-16.12] The character may have been deleted during the comparison.
      if (!room.has(name)) return this.#askName()
      this.asking = undefined
      this.#entrance.play(name)
    })
  }

  #takeNewPassword(name: string, password: string): void | Promise<() => void> {
    const { room, host, peer } = this.#entrance
    const fault = passwordFault(password)
    if (fault !== undefined) return this.#askName(fault)
    if (!room.mayTry(peer)) return peer.close(tooManyLogins)
    return host.hash(password).then((hashed) => () => {
      this.#tell(concealed)
      this.asking = { step: 'confirm', name, hashed }
      this.#query(hideInput, 'Please type your password again.\n:')
    })
  }

  #confirm(name: string, hashed: string, password: string): Promise<() => void> {
    return this.#entrance.host.matches(password, hashed).then((matches) => () => {
      this.#tell(concealed)
      if (!matches) return this.#askName('The passwords were not the same.')
      this.#tell('\nWelcome, Brave New Warrior!\n')
      this.#show({ step: 'roll', name, hashed, abilities: this.#rolled(), calling: 0 })
      this.#query(singleCharacter, rollText)
    })
  }

  /** [CF-4.16] `y` rolls again, `n` accepts, two numbers in a row swap these abilities. */
  #roll(making: Making, key: string): void {
    const { name, hashed, abilities, swap, calling } = making
    const chosen = /^[1-7]$/.test(key) ? abilityOrder[Number(key) - 1] : undefined
    if (key === 'n') {
      this.#show({ step: 'class', name, hashed, abilities, calling })
      return this.#query(singleCharacter, classText)
    }
    if (key === 'y') this.#show({ step: 'roll', name, hashed, calling, abilities: this.#rolled() })
    else if (chosen && swap === undefined) {
      this.#tell(`${chosen} ->`)
      this.asking = { ...making, swap: chosen }
    } else if (chosen && swap !== undefined) {
      this.#tell(`${chosen} done`)
      this.#show({ step: 'roll', name, hashed, calling, abilities: swapped(abilities, swap, chosen) })
    }
    this.#query(singleCharacter, '')
  }

  /** [CF-4.16] `d` accepts the class shown; any other key shows the next. */
  #chooseClass(making: Making, key: string): void {
    if (key === 'd') return this.#create(making)
    this.#show({ ...making, calling: (making.calling + 1) % callings.length })
    this.#query(singleCharacter, '')
  }

  #create({ name, hashed, abilities, calling }: Making): void {
    const { room, peer } = this.#entrance
    // The name may have been taken meanwhile.
    if (room.has(name)) return this.#askName('Somebody has taken that name meanwhile.')
    // [CF-16.3]
    if (!room.hasRoom) return this.#askName(tooManyPlayers)
    const refused = room.creationFault(peer, 'character')
    if (refused !== undefined) return this.#askName(refused)
    room.create({ name, abilities, ...callings[calling]! })
    room.created(peer)
    room.accounts.setOwnPassword(name, hashed)
    this.asking = undefined
    this.#entrance.play(name)
  }

  /** Shows a preview of the character. */
  #show(making: Making): void {
    this.asking = making
    const { step, name, abilities } = making
    const calling = callings[making.calling]!
    const shown = step === 'class' ? grown(abilities, calling) : abilities
    this.#entrance.view.preview(name, shown, titleOf(calling))
  }

  #rolled(): Abilities {
    return rolled(() => this.#entrance.host.random())
  }

  #tell(text: string): void {
    this.#entrance.view.tell(text, textKinds.echo)
  }

  #query(flags: number, text: string): void {
    this.#entrance.view.send({ type: 'query', flags, text })
  }
}
