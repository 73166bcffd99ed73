// What the server asks who plays: a password, yes or no, one letter. The answer goes back as it is asked for.

import { ask, button, make, second } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Query } from '../client/told.ts'

/** Questions at the door belong to the form there; this one answers those that come while somebody plays. */
export function answerQuestions(client: Client): void {
  let box: HTMLDialogElement | undefined
  client.events.on('query', (query) => {
    box?.remove()
    box = query && client.door.stage === 'playing' ? question(client, query) : undefined
  })
}

function question({ door }: Client, { text, yesNo, oneCharacter, hidden }: Query): HTMLDialogElement {
  const type = hidden ? 'password' : 'text'
  const most = oneCharacter ? 1 : 255
  const given = { 'aria-label': 'Your answer', type, autocomplete: 'off', maxlength: most }
  const input = make('input', {
    ...given,
    input: () => oneCharacter && input.value && box.close(input.value),
  })
  const actions = yesNo
    ? [button('Yes', () => box.close('y')), second('No', () => box.close('n'))]
    : [
        make(
          'form',
          { method: 'dialog', submit: () => box.close(input.value) },
          input,
          make('button', 'Answer'),
        ),
      ]
  const box = ask(
    { class: 'over-game question', 'aria-label': 'A question' },
    make('p', text),
    make('div.actions', ...actions),
  )
  // Whoever closes it otherwise has no answer, and the server is not left waiting for one.
  box.addEventListener('close', () => door.answer(box.returnValue))
  return box
}
