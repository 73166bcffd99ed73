// What the server asks: a password, yes or no, one letter. The answer goes back as it is asked for.

import { ask, button, field, make, second } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Query } from '../client/told.ts'

/** To be typed, or chosen where only yes and no are meant. */
export function question({ text, yesNo, oneCharacter, hidden }: Query, answer: (text: string) => void) {
  if (yesNo) {
    const choices = [button('Yes', () => answer('y')), second('No', () => answer('n'))]
    return make('div', make('p.asked', text), make('div.actions', ...choices))
  }
  const input = make('input', {
    ...{ type: hidden ? 'password' : 'text', autocomplete: hidden ? 'current-password' : 'off' },
    ...{ maxlength: oneCharacter ? 1 : 255 },
    input: () => oneCharacter && input.value && form.requestSubmit(),
  })
  const submit = (event: Event) => {
    event.preventDefault()
    // It is answered once.
    form.remove()
    answer(input.value)
  }
  const form = make('form.asked', { submit }, field(text, input), make('button', 'Answer'))
  return form
}

/** Questions at the door belong to the form there; this one answers those that come while somebody plays. */
export function answerQuestions({ events, door }: Client): void {
  let box: HTMLDialogElement | undefined
  events.on('query', (query) => {
    box?.remove()
    box = undefined
    if (!query || door.stage !== 'playing') return
    const given = { class: 'over-game question', 'aria-label': 'A question' }
    const shown = ask(
      given,
      question(query, (text) => shown.close(text)),
    )
    // Whoever closes it otherwise has no answer, and the server is not left waiting for one.
    shown.addEventListener('close', () => door.answer(shown.returnValue))
    box = shown
  })
}
