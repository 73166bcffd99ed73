// The account, in a form that password managers know. The name is kept in this browser, the password by who keeps such.

import { button, field, make } from '../../../../browser/elements.ts'
import { keep, kept } from '../../../../browser/kept.ts'
import type { Client } from '../client/client.ts'

const keptAs = 'crossfire account'

export function accountForm({ door }: Client): HTMLElement {
  const known = kept(keptAs)
  let isNew = typeof known !== 'string'
  const name = make('input', {
    ...{ name: 'username', autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' },
    ...{ required: true, minlength: 2, maxlength: 32, value: typeof known === 'string' ? known : '' },
  })
  const password = make('input', {
    ...{ name: 'password', type: 'password', required: true, minlength: 2, maxlength: 64 },
  })
  const again = make('input', {
    name: 'again',
    type: 'password',
    autocomplete: 'new-password',
    maxlength: 64,
  })
  const againField = field('Password again', again)
  const go = make('button', { type: 'submit' })
  const other = button('', () => turn(!isNew), { class: 'second' })
  const turn = (toNew: boolean) => {
    isNew = toNew
    password.autocomplete = isNew ? 'new-password' : 'current-password'
    again.required = isNew
    againField.hidden = !isNew
    go.textContent = isNew ? 'Make an account' : 'Come in'
    other.textContent = isNew ? 'I have an account here' : 'I am new here'
  }
  turn(isNew)
  again.addEventListener('input', () => again.setCustomValidity(''))
  const form = make(
    'form',
    {
      method: 'dialog',
      submit: (event: Event) => {
        event.preventDefault()
        if (isNew && again.value !== password.value) {
          again.setCustomValidity('The two passwords differ.')
          return again.reportValidity()
        }
        keep(keptAs, name.value)
        if (isNew) door.makeAccount(name.value, password.value)
        else door.logIn(name.value, password.value)
      },
    },
    field('Name of your account', name),
    field('Password', password),
    againField,
    make('p', { class: 'actions' }, go, other),
    make(
      'p',
      { class: 'quiet' },
      'An account is this room’s alone, and has your characters. Take a password that you use nowhere else.',
    ),
  )
  return form
}
