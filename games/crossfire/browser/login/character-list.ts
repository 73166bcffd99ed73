import {
  createButton,
  createElement,
  createLabelledField,
  createSecondaryButton,
  showDialog,
} from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import type { Character } from '../client/state/login-state.ts'
import type { FaceImages } from '../components/face-image.ts'
import { passwordInput } from './account-form.ts'

export function createCharacterList(client: Client, pictures: FaceImages, anew: () => void): HTMLElement {
  const { login } = client
  const characters = login.characters.map((one) => {
    const press = createSecondaryButton('', () => login.play(one.name))
    const name = createElement(
      'span',
      createElement('strong', one.name),
      createElement('span.detail', describeCharacter(one)),
    )
    press.append(pictures.element({ face: one.face }), name)
    return createElement('li', press)
  })
  return createElement(
    'div',
    createElement('ul.characters', ...characters),
    createElement(
      'p.actions',
      createButton('New character', anew),
      createSecondaryButton('Switch account', () => login.leaveAccount()),
      createSecondaryButton('Change password', () => createPasswordForm(client)),
    ),
  )
}

function describeCharacter({ race, class: calling, level, map, party }: Character): string {
  const who = `level ${level} ${[race, calling].filter(Boolean).join(' ')}`
  return [who, map && `in ${map}`, party && `in party ${party}`].filter(Boolean).join(', ')
}

function createPasswordForm({ login }: Client): void {
  const [old, renewed] = [passwordInput('current-password'), passwordInput('new-password')]
  const name = createElement('input', {
    autocomplete: 'username',
    value: login.account,
    hidden: true,
    readonly: true,
  })
  const submit = () => login.changePassword(old.value, renewed.value)
  const fields = [
    name,
    createLabelledField('Old password', old),
    createLabelledField('New password', renewed),
  ]
  const change = createElement('p.actions', createElement('button', 'Change password'))
  const title = createElement('h2', { id: 'another-password' }, 'Change password')
  const given = { class: 'over-game', 'aria-labelledby': title.id }
  showDialog(given, title, createElement('form', { method: 'dialog', submit }, ...fields, change))
}
