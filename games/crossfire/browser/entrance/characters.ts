// List of the account's characters, to play one or to create another.

import { ask, button, field, make, second } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Character } from '../client/door.ts'
import type { FaceImages } from '../panels/pictures.ts'
import { passwordInput } from './account.ts'

export function createCharacterList(client: Client, pictures: FaceImages, anew: () => void): HTMLElement {
  const { login } = client
  const characters = login.characters.map((one) => {
    const press = second('', () => login.play(one.name))
    const name = make('span', make('strong', one.name), make('span.detail', describeCharacter(one)))
    press.append(pictures.element({ face: one.face }), name)
    return make('li', press)
  })
  return make(
    'div',
    make('ul.characters', ...characters),
    make(
      'p.actions',
      button('A new character', anew),
      second('Another account', () => login.leaveAccount()),
      second('Another password', () => createPasswordForm(client)),
    ),
  )
}

function describeCharacter({ race, class: calling, level, map, party }: Character): string {
  const who = `level ${level} ${[race, calling].filter(Boolean).join(' ')}`
  return [who, map && `in ${map}`, party && `of the party ${party}`].filter(Boolean).join(', ')
}

function createPasswordForm({ login }: Client): void {
  const [old, renewed] = [passwordInput('current-password'), passwordInput('new-password')]
  const name = make('input', { autocomplete: 'username', value: login.account, hidden: true, readonly: true })
  const submit = () => login.changePassword(old.value, renewed.value)
  const fields = [name, field('The old password', old), field('The new password', renewed)]
  const change = make('p.actions', make('button', 'Change it'))
  const title = make('h2', { id: 'another-password' }, 'Another password')
  const given = { class: 'over-game', 'aria-labelledby': title.id }
  ask(given, title, make('form', { method: 'dialog', submit }, ...fields, change))
}
