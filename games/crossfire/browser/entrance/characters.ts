// The characters of an account: whom to play, or a new one.

import { ask, button, field, make } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Character } from '../client/door.ts'
import type { Pictures } from '../panels/pictures.ts'

export function characterList(client: Client, pictures: Pictures, anew: () => void): HTMLElement {
  const { door } = client
  return make(
    'div',
    {},
    make(
      'ul',
      { class: 'characters' },
      ...door.characters.map((one) =>
        make(
          'li',
          {},
          make(
            'button',
            { type: 'button', class: 'second', click: () => door.play(one.name) },
            pictures.element({ face: one.face }),
            make('span', {}, make('strong', {}, one.name), make('span', { class: 'detail' }, told(one))),
          ),
        ),
      ),
    ),
    make(
      'p',
      { class: 'actions' },
      button('A new character', anew),
      button('Another account', () => door.leaveAccount(), { class: 'second' }),
      button('Another password', () => changePassword(client), { class: 'second' }),
    ),
  )
}

function told({ race, class: calling, level, map, party }: Character): string {
  const where = [map && `in ${map}`, party && `of the party ${party}`].filter(Boolean).join(', ')
  return [`level ${level} ${[race, calling].filter(Boolean).join(' ')}`, where].filter(Boolean).join(', ')
}

function changePassword({ door }: Client): void {
  const old = make('input', { type: 'password', autocomplete: 'current-password', required: true })
  const renewed = make('input', {
    ...{ type: 'password', autocomplete: 'new-password', required: true, minlength: 2, maxlength: 64 },
  })
  const name = make('input', { autocomplete: 'username', value: door.account, hidden: true, readonly: true })
  const form = make(
    'form',
    {
      method: 'dialog',
      submit: () => door.changePassword(old.value, renewed.value),
    },
    name,
    field('The old password', old),
    field('The new password', renewed),
    make('p', { class: 'actions' }, make('button', {}, 'Change it')),
  )
  const title = make('h2', { id: 'another-password' }, 'Another password')
  ask({ class: 'over-game', 'aria-labelledby': 'another-password' }, title, form)
}
