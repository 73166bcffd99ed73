// The dialog "Your character": shows the character's number, and sets a password for logins elsewhere [AS-2.12].
import { createElement, createLabelledField, showDialog } from '../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import { maxCredentialBytes, passwordError } from '../client/login.ts'

export function showCharacter(client: Client): void {
  const { credentials } = client.login
  if (!credentials || !client.isPlaying) return
  const password = createElement('input', {
    ...{ type: 'password', name: 'password', autocomplete: 'new-password', required: true },
    maxlength: maxCredentialBytes,
    input: () => password.setCustomValidity(''),
  })
  // Password managers read the account name from this hidden field.
  const number = createElement('input', {
    ...{ name: 'username', autocomplete: 'username', value: credentials.id, hidden: true, readonly: true },
  })
  const submit = (event: Event) => {
    password.setCustomValidity(passwordError(password.value))
    if (form.reportValidity()) client.changePassword(password.value)
    else event.preventDefault()
  }
  const form: HTMLFormElement = createElement(
    'form',
    { method: 'dialog', submit },
    number,
    createLabelledField(credentials.isGuest ? 'Choose a password' : 'New password', password),
    createElement('p.actions', createElement('button', 'Keep this password')),
  )
  const about = credentials.isGuest
    ? 'You are a guest: only this browser can play your character. Choose a password to log in from elsewhere or with the 2019 client. Do not reuse a password.'
    : 'You log in with this number and your password, in any client.'
  showDialog(
    { class: 'over-game', 'aria-labelledby': 'own-character' },
    createElement('h2', { id: 'own-character' }, `${client.inventory.name}, number ${credentials.id}`),
    createElement('p', about),
    form,
  )
}
