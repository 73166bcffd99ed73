// Password managers recognise the form. The browser keeps the account's name; only the password manager keeps the
// password.

import { readSetting, saveSetting } from '../../../../browser/local-settings.ts'
import { createElement, createLabelledField, createSecondaryButton } from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'

export const accountSetting = 'crossfire account'

/** A password field; `autocomplete` tells password managers which password it is. */
export function passwordInput(autocomplete: 'current-password' | 'new-password'): HTMLInputElement {
  return createElement('input', {
    type: 'password',
    autocomplete,
    required: true,
    minlength: 2,
    maxlength: 64,
  })
}

export function createAccountForm({ login }: Client): HTMLElement {
  const known = readSetting(accountSetting)
  let isNew = typeof known !== 'string'
  const name = createElement('input', {
    ...{ name: 'username', autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' },
    ...{ required: true, minlength: 2, maxlength: 32, value: typeof known === 'string' ? known : '' },
  })
  const [password, again] = [passwordInput('current-password'), passwordInput('new-password')]
  const againField = createLabelledField('Password again', again)
  const go = createElement('button')
  const other = createSecondaryButton('', () => turn(!isNew))
  const turn = (toNew: boolean) => {
    isNew = toNew
    password.autocomplete = isNew ? 'new-password' : 'current-password'
    again.required = isNew
    againField.hidden = !isNew
    go.textContent = isNew ? 'Create account' : 'Log in'
    other.textContent = isNew ? 'I already have an account' : 'Create a new account'
  }
  turn(isNew)
  again.addEventListener('input', () => again.setCustomValidity(''))
  const submit = (event: Event) => {
    event.preventDefault()
    if (isNew && again.value !== password.value) {
      again.setCustomValidity('The two passwords differ.')
      return again.reportValidity()
    }
    saveSetting(accountSetting, name.value)
    login.logIn(name.value, password.value, isNew)
  }
  const explanation =
    'The account is for this room only and holds your characters. Use a password that you use nowhere else.'
  const fields = [
    createLabelledField('Account name', name),
    createLabelledField('Password', password),
    againField,
  ]
  return createElement(
    'form',
    { submit },
    ...fields,
    createElement('p.actions', go, other),
    createElement('p.quiet', explanation),
  )
}
