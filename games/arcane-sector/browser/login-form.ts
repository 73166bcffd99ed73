// The login form: a new or an existing character. Password managers recognize the form, with the character's number as
// the account name. This browser stores the number, the password manager the password.

import { readSettingFields, saveSetting } from '../../../browser/local-settings.ts'
import { button, createElement, field, setText } from '../../../browser/ui/elements.ts'
import {
  type Credentials,
  type LoginRefusal,
  maxCredentialBytes,
  nameError,
  passwordError,
  playerIdCount,
} from '../client/login.ts'

export interface Door {
  readonly refusal: LoginRefusal | undefined
  enter(who: Credentials): void
}

/** Numbers tried for a new character if they are taken; rooms limit attempts. */
const maxTries = 8

export class LoginForm {
  readonly element = createElement('div', { class: 'entrance' })
  readonly #door: Door
  readonly #keptAs: string
  readonly #says = createElement('p', { role: 'alert', class: 'error' })
  readonly #number = createElement('input', {
    ...{ name: 'username', autocomplete: 'username', inputmode: 'numeric', required: true },
    ...{ pattern: '[0-9]{1,3}', maxlength: 3, title: 'A number from 0 to 255' },
    'aria-describedby': 'about-number',
  })
  readonly #name = createElement('input', {
    name: 'character',
    autocomplete: 'off',
    required: true,
    maxlength: maxCredentialBytes,
  })
  readonly #password = createElement('input', {
    ...{ name: 'password', type: 'password', required: true, maxlength: maxCredentialBytes },
  })
  readonly #portraits: HTMLFieldSetElement
  readonly #nameField = field('Name of your character', this.#name)
  readonly #about = createElement('p', { class: 'detail', id: 'about-number' })
  readonly #go = createElement('button', { type: 'submit' })
  readonly #other = button('', () => this.#turn(!this.#isNew), { class: 'second' })
  #isNew: boolean
  #tries = 0

  /** `room`: characters belong to one room. `portraits`: pictures by number. */
  constructor(room: string, portraits: readonly HTMLElement[], door: Door) {
    this.#door = door
    this.#keptAs = `arcane-sector ${room}`
    const { id, portrait } = readSettingFields(this.#keptAs)
    this.#portraits = portraitChoice(portraits, typeof portrait === 'number' ? portrait : 0)
    this.#isNew = typeof id !== 'number'
    this.#number.value = `${typeof id === 'number' ? id : anyNumber()}`
    for (const input of [this.#number, this.#name, this.#password])
      input.addEventListener('input', () => input.setCustomValidity(''))
    const form = createElement(
      'form',
      { method: 'dialog', submit: (event: Event) => this.#submit(event) },
      this.#nameField,
      this.#portraits,
      field('Your number, 0 to 255', this.#number),
      this.#about,
      field('Password', this.#password),
      this.#says,
      createElement('p', { class: 'actions' }, this.#go, this.#other),
      createElement('p', { class: 'quiet' }, 'For this room only. Use a password that you use nowhere else.'),
    )
    this.element.append(
      createElement('section', { class: 'card' }, createElement('h2', {}, 'Join the game'), form),
    )
    this.#turn(this.#isNew)
  }

  /** Shows the form. */
  show(): void {
    const { refusal } = this.#door
    this.element.hidden = false
    this.#go.disabled = false
    // The caller still has to close the connection on which the refusal arrived.
    if (refusal?.reason === 'taken' && this.#tries < maxTries) return queueMicrotask(() => this.#tryAnother())
    this.#tries = 0
    setText(this.#says, refusal?.message ?? '')
    ;(this.#isNew ? this.#name : this.#password).focus()
  }

  /** Hides the form: the player has joined. */
  hide(): void {
    this.element.hidden = true
    this.#turn(false)
    saveSetting(this.#keptAs, { id: Number(this.#number.value), portrait: this.#portrait })
  }

  #turn(toNew: boolean): void {
    this.#isNew = toNew
    this.#nameField.hidden = !toNew
    this.#portraits.hidden = !toNew
    this.#name.required = toNew
    this.#password.autocomplete = toNew ? 'new-password' : 'current-password'
    setText(this.#go, toNew ? 'Create character' : 'Log in')
    setText(this.#other, toNew ? 'I have a character here' : 'I am new here')
    setText(
      this.#about,
      toNew
        ? 'You log in with this number and your password, in any client.'
        : 'The number that you got when you created the character.',
    )
    setText(this.#says, '')
    if (toNew && this.#number.value === '') this.#number.value = `${anyNumber()}`
  }

  #submit(event: Event): void {
    event.preventDefault()
    this.#number.setCustomValidity(Number(this.#number.value) < playerIdCount ? '' : 'At most 255.')
    this.#name.setCustomValidity(this.#isNew ? nameError(this.#name.value) : '')
    this.#password.setCustomValidity(passwordError(this.#password.value))
    if (!(event.target as HTMLFormElement).reportValidity()) return
    this.#enter()
  }

  #tryAnother(): void {
    this.#tries++
    this.#number.value = `${anyNumber()}`
    this.#enter()
  }

  #enter(): void {
    this.#go.disabled = true
    setText(this.#says, '')
    const id = Number(this.#number.value)
    const portrait = this.#portrait
    const character = { name: this.#name.value }
    this.#door.enter({
      id,
      password: this.#password.value,
      portrait,
      ...(this.#isNew && { newCharacter: character }),
    })
  }

  /** No packet reports the portrait; for a character created elsewhere this is the last one chosen here. */
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

const anyNumber = () => Math.floor(Math.random() * playerIdCount)
