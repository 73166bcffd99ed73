// The player enters only a name. The browser generates a password and keeps it until the player chooses one.
import { createSecret } from '../../../../browser/connection/secret.ts'
import { readSettingFields, saveSetting } from '../../../../browser/local-settings.ts'
import { suggestGuestName } from '../../../../browser/player/guest-name.ts'
import {
  createElement,
  createLabelledField,
  createSecondaryButton,
  setText,
  showDialog,
} from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import { accountSetting, passwordInput } from './account-form.ts'

/**
 * A refusal begins with this text if the room has no such account, for example because its owner has restored an
 * earlier state.
 */
const unknownAccount = 'No such account'

/** The account and the character that this browser uses in one room. */
interface Guest {
  /** Usually also the name of the character. */
  readonly account: string
  readonly character: string
  readonly password: string
}

/** `room`: path of the room's page, because characters belong to one room. */
export function createGuestForm(client: Client, room: string): HTMLElement {
  const key = `crossfire guest ${room}`
  const known = readGuest(key)
  return known ? createReturnForm(client, key, known) : createNameForm(client, key)
}

function readGuest(key: string): Guest | undefined {
  const { account, character, password } = readSettingFields(key)
  if (typeof account !== 'string' || typeof character !== 'string') return undefined
  return typeof password === 'string' ? { account, character, password } : undefined
}

/**
 * `ended`: called without a reason when the character plays, and with the reason if the room refuses the attempt. The
 * reason is empty if the client asks for an account again after a lost connection.
 */
function play(
  { login, events }: Client,
  name: string,
  password: string,
  isNew: boolean,
  ended: (failure: string | undefined) => void,
): void {
  const ends = [
    events.on('failure', ({ text }) => end(text)),
    events.on('stage', (stage) => end(stage === 'playing' ? undefined : '')),
  ]
  const end = (failure: string | undefined) => {
    for (const stop of ends) stop()
    ended(failure)
  }
  login.playAsGuest(name, password, isNew)
}

function createNameForm(client: Client, key: string): HTMLElement {
  const password = createSecret()
  const name: HTMLInputElement = createElement('input', {
    ...{ name: 'guest', required: true, minlength: 2, maxlength: 32, autocomplete: 'nickname' },
    ...{ pattern: '[A-Za-z][A-Za-z0-9_\\-]*', spellcheck: 'false', autocapitalize: 'words' },
    title: 'Letters, digits, _ and -. The first must be a letter.',
    value: suggestGuestName(),
    focus: () => name.select(),
  })
  const submit = (event: Event) => {
    event.preventDefault()
    const guest = { account: client.login.account ?? name.value, character: name.value, password }
    play(client, name.value, password, true, (failure) => {
      if (failure === undefined) saveSetting(key, guest)
    })
  }
  const about =
    'You play at once, with the first race and class of this world. This browser keeps the character; you can choose a password later.'
  return createElement(
    'form.guest',
    { submit },
    createLabelledField('Your name, visible to all players', name),
    createElement('p.actions', createElement('button', 'Play')),
    createElement('p.quiet', about),
  )
}

function createReturnForm(client: Client, key: string, guest: Guest): HTMLElement {
  const submit = (event: Event) => {
    event.preventDefault()
    play(client, guest.account, guest.password, false, (failure = '') => {
      // Other failures, such as a full room, are temporary.
      anew.hidden = !failure.startsWith(unknownAccount)
    })
  }
  const go = createElement('button', 'Continue')
  const choose = createSecondaryButton('Choose a password', () => showPasswordDialog(client, key, guest))
  const anew = createSecondaryButton('New character', () => form.replaceWith(createNameForm(client, key)))
  anew.hidden = true
  const form: HTMLElement = createElement(
    'form.guest',
    { submit },
    createElement('p', 'Your character in this browser is ', createElement('strong', guest.character), '.'),
    createElement('p.actions', go, choose, anew),
  )
  return form
}

/** Asks for a password of the player's own, with which the player can log in by name in any browser or client. */
function showPasswordDialog(
  { login, events }: Client,
  key: string,
  { account: name, password }: Guest,
): void {
  const chosen = passwordInput('new-password')
  const account = createElement('input', {
    ...{ name: 'username', autocomplete: 'username', value: name, hidden: true, readonly: true },
  })
  const error = createElement('p.error', { role: 'alert' })
  const submit = (event: Event) => {
    event.preventDefault()
    const ends = [
      events.on('failure', ({ text }) => setText(error, text)),
      events.on('stage', (stage) => {
        if (stage !== 'characters' || login.account !== name) return
        // The first login uses the old password. After the password change the client logs in again with the new one.
        if (!isAsked) {
          isAsked = true
          return login.changePassword(password, chosen.value)
        }
        for (const end of ends) end()
        saveSetting(key, undefined)
        saveSetting(accountSetting, name)
        box.close()
      }),
    ]
    let isAsked = false
    login.logIn(name, password)
  }
  const box: HTMLDialogElement = showDialog(
    { class: 'over-game', 'aria-labelledby': 'guest-password' },
    createElement('h2', { id: 'guest-password' }, `Keep ${name}`),
    createElement('p', `Then you log in as ${name} with this password, in any browser or client.`),
    createElement(
      'form',
      { submit },
      account,
      createLabelledField('Password', chosen),
      error,
      createElement('p.actions', createElement('button', 'Keep this password')),
    ),
  )
}
