// The form creates a character, continues with the character of this browser, or logs in to another one. Password
// managers recognize the form and use the character's number as the account name. The browser's storage keeps the last
// number, and the generated passwords of guests. Passwords that players choose are left to the password manager.

import { createSecret } from '../../../browser/connection/secret.ts'
import { readSettingFields, saveSetting } from '../../../browser/local-settings.ts'
import { suggestGuestName } from '../../../browser/player/guest-name.ts'
import { createButton, createElement, createLabelledField, setText } from '../../../browser/ui/elements.ts'
import {
  type Credentials,
  type LoginRefusal,
  maxCredentialBytes,
  nameError,
  passwordError,
  playerIdCount,
} from '../client/login.ts'
import { TakenPlayerIds } from './taken-player-ids.ts'

export interface LoginFormEvents {
  readonly refusal: LoginRefusal | undefined
  onSubmit(who: Credentials): void
}

/** `guest`: the player continues with the character of this browser, and enters no password. */
type Mode = 'new' | 'existing' | 'guest'

const texts: { readonly [mode in Mode]: { readonly go: string; readonly other: string } } = {
  new: { go: 'Play', other: 'I have a character here' },
  existing: { go: 'Log in', other: 'I am new here' },
  guest: { go: 'Continue', other: 'Use another character' },
}

export class LoginForm {
  readonly element = createElement('div', { class: 'entrance' })
  readonly #events: LoginFormEvents
  readonly #settingName: string
  readonly #numbers: TakenPlayerIds
  readonly #error = createElement('p', { role: 'alert', class: 'error' })
  readonly #number = createElement('input', {
    ...{ name: 'username', autocomplete: 'username', inputmode: 'numeric', required: true },
    ...{ pattern: '[0-9]{1,3}', maxlength: 3, title: 'A number from 0 to 255' },
    'aria-describedby': 'about-number',
  })
  readonly #name: HTMLInputElement = createElement('input', {
    name: 'character',
    autocomplete: 'off',
    required: true,
    maxlength: maxCredentialBytes,
    value: suggestGuestName(),
    focus: () => this.#name.select(),
  })
  readonly #password = createElement('input', {
    ...{ name: 'password', type: 'password', maxlength: maxCredentialBytes },
    'aria-describedby': 'about-password',
  })
  readonly #portraits: HTMLFieldSetElement
  readonly #nameField = createLabelledField('Name of your character', this.#name)
  readonly #numberField = createLabelledField('Your number, 0 to 255', this.#number)
  readonly #passwordField = createLabelledField('Password', this.#password)
  readonly #aboutNumber = createElement('p', { class: 'detail', id: 'about-number', role: 'status' })
  readonly #aboutPassword = createElement('p', { class: 'detail', id: 'about-password' })
  readonly #go = createElement('button', { type: 'submit' })
  readonly #other = createButton('', () => this.#showMode(this.#mode === 'existing' ? 'new' : 'existing'), {
    class: 'second',
  })
  #mode: Mode
  /** Whether the number in the field is a suggestion that the player has not changed. */
  #isSuggested = false

  /** `portraits`: the pictures to choose from, by number. */
  constructor(room: string, portraits: readonly HTMLElement[], events: LoginFormEvents) {
    this.#events = events
    this.#settingName = `arcane-sector ${room}`
    this.#numbers = new TakenPlayerIds(room)
    const { id, portrait } = readSettingFields(this.#settingName)
    this.#portraits = portraitChoice(portraits, typeof portrait === 'number' ? portrait : 0)
    this.#mode = typeof id !== 'number' ? 'new' : this.#guests.has(id) ? 'guest' : 'existing'
    if (typeof id === 'number') this.#number.value = `${id}`
    for (const input of [this.#number, this.#name, this.#password])
      input.addEventListener('input', () => input.setCustomValidity(''))
    this.#number.addEventListener('input', () => {
      this.#isSuggested = false
      this.#describeNumber()
    })
    const form = createElement(
      'form',
      { method: 'dialog', submit: (event: Event) => this.#submit(event) },
      this.#nameField,
      this.#portraits,
      this.#numberField,
      this.#aboutNumber,
      this.#passwordField,
      this.#aboutPassword,
      this.#error,
      createElement('p', { class: 'actions' }, this.#go, this.#other),
    )
    this.element.append(
      createElement('section', { class: 'card' }, createElement('h2', {}, 'Join the game'), form),
    )
    this.#showMode(this.#mode)
  }

  /** If the number is taken, puts a free number into the field, which the player can confirm. */
  show(): void {
    const { refusal } = this.#events
    this.element.hidden = false
    this.#go.disabled = false
    setText(this.#error, refusal?.message ?? '')
    if (refusal?.reason === 'taken') {
      const taken = Number(this.#number.value)
      this.#numbers.markTaken(taken)
      this.#offerFreeNumber()
      setText(this.#error, `Number ${taken} belongs to another player. ${this.#number.value} is free.`)
    }
    void this.#numbers.refresh().then(() => {
      const isTaken = this.#isSuggested && this.#numbers.isTaken(Number(this.#number.value))
      if (this.#mode === 'new' && (this.#number.value === '' || isTaken)) this.#offerFreeNumber()
      this.#describeNumber()
    })
    const first = { new: this.#name, existing: this.#password, guest: this.#go }[this.#mode]
    first.focus()
  }

  hide({ id, password, isGuest }: Credentials): void {
    this.element.hidden = true
    const guests = this.#guests
    if (isGuest) guests.set(id, password)
    else guests.delete(id)
    saveSetting(this.#settingName, { id, portrait: this.#portrait, guests: Object.fromEntries(guests) })
    this.#password.value = ''
    this.#showMode(isGuest ? 'guest' : 'existing')
  }

  #showMode(mode: Mode): void {
    this.#mode = mode
    const isNew = mode === 'new'
    this.#nameField.hidden = !isNew
    this.#portraits.hidden = !isNew
    this.#name.required = isNew
    for (const part of [this.#numberField, this.#passwordField]) part.hidden = mode === 'guest'
    this.#password.autocomplete = isNew ? 'new-password' : 'current-password'
    setText(this.#go, texts[mode].go)
    setText(this.#other, texts[mode].other)
    setText(
      this.#aboutPassword,
      isNew
        ? 'Optional. Without a password, only this browser can play your character. You can choose a password later, in the game. Do not reuse a password.'
        : '',
    )
    setText(this.#error, '')
    if (isNew && (this.#number.value === '' || this.#numbers.isTaken(Number(this.#number.value))))
      this.#offerFreeNumber()
    this.#describeNumber()
  }

  #offerFreeNumber(): void {
    this.#number.value = `${this.#numbers.anyFree() ?? ''}`
    this.#isSuggested = true
    this.#describeNumber()
  }

  #describeNumber(): void {
    const number = this.#number.value
    const guests = [...this.#guests.keys()]
    this.#password.required = this.#mode === 'existing' && this.#guestPassword === undefined
    const isTaken = number !== '' && this.#numbers.isTaken(Number(number))
    const byMode = {
      new: isTaken
        ? `Number ${number} belongs to another player. Choose another.`
        : 'You log in with this number and your password, in any client.',
      existing: `The number that you got when you created the character.${guests.length > 0 ? ` This browser needs no password for ${guests.join(', ')}.` : ''}`,
      guest: `Your character here has the number ${number}.`,
    }
    setText(this.#aboutNumber, byMode[this.#mode])
  }

  #submit(event: Event): void {
    event.preventDefault()
    const number = Number(this.#number.value)
    const isNew = this.#mode === 'new'
    const isTaken = isNew && this.#numbers.isTaken(number)
    const guestPassword = isNew ? createSecret() : this.#guestPassword
    const isGuest = this.#password.value === '' && guestPassword !== undefined
    this.#number.setCustomValidity(
      number >= playerIdCount ? 'At most 255.' : isTaken ? `${number} belongs to another player.` : '',
    )
    this.#name.setCustomValidity(isNew ? nameError(this.#name.value) : '')
    this.#password.setCustomValidity(isGuest ? '' : passwordError(this.#password.value))
    if (!(event.target as HTMLFormElement).reportValidity()) return
    this.#go.disabled = true
    setText(this.#error, '')
    this.#events.onSubmit({
      id: number,
      password: isGuest ? guestPassword : this.#password.value,
      portrait: this.#portrait,
      ...(isGuest && { isGuest }),
      ...(isNew && { newCharacter: { name: this.#name.value } }),
    })
  }

  /** The generated passwords of guests in this browser, by player number. */
  get #guests(): Map<number, string> {
    const { guests } = readSettingFields(this.#settingName)
    return new Map(Object.entries(guests ?? {}).map(([id, password]) => [Number(id), String(password)]))
  }

  get #guestPassword(): string | undefined {
    return this.#number.value === '' ? undefined : this.#guests.get(Number(this.#number.value))
  }

  /** The last portrait chosen in this browser. No packet reports the portrait of an existing character. */
  get #portrait(): number {
    return Number(this.#portraits.querySelector<HTMLInputElement>(':checked')?.value ?? 0)
  }
}

function portraitChoice(portraits: readonly HTMLElement[], chosen: number): HTMLFieldSetElement {
  const choices = portraits.map((picture, n) => {
    const given = { type: 'radio', name: 'portrait', value: n, 'aria-label': `Portrait ${n + 1}` }
    return createElement('label', {}, createElement('input', { ...given, checked: n === chosen }), picture)
  })
  return createElement('fieldset', {}, createElement('legend', {}, 'Portrait'), ...choices)
}
