// What the server asks who plays: a password, yes or no, one letter. The answer goes back as it is asked for.

import { ask, button, make } from '../../../../browser/elements.ts'
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
  let done = false
  const answer = (words: string) => {
    if (done) return
    done = true
    box.close()
    door.answer(words)
  }
  const input = make('input', {
    'aria-label': 'Your answer',
    type: hidden ? 'password' : 'text',
    autocomplete: 'off',
    maxlength: oneCharacter ? 1 : 255,
  })
  if (oneCharacter) input.addEventListener('input', () => input.value && answer(input.value))
  const submit = (event: Event) => {
    event.preventDefault()
    answer(input.value)
  }
  const actions = yesNo
    ? [button('Yes', () => answer('y')), button('No', () => answer('n'), { class: 'second' })]
    : [make('form', { submit }, input, make('button', {}, 'Answer'))]
  const box = ask(
    { class: 'over-game question', 'aria-label': 'A question' },
    make('p', {}, text),
    make('div', { class: 'actions' }, ...actions),
  )
  // Whoever closes it has no answer, and the server is not left waiting for one.
  box.addEventListener('close', () => answer(''))
  return box
}
